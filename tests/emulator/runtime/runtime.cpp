// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <atomic>

#include "runtime/runtime.hpp"

#include <unistd.h>

namespace hip_emulator {
runtime_state& runtime() {
  static runtime_state* r = new runtime_state;
  return *r;
}
thread_local hipError_t last_error = hipSuccess;
std::atomic<int> async_error{0};
hipError_t ret(hipError_t e) {
  if (e != hipSuccess) last_error = e;
  return e;
}
void report(const std::string& what) {
  ++runtime().failures;
  fprintf(stderr, "hip_emulator: ERROR: %s\n", what.c_str());
  fflush(stderr);
  if (env_int("HIP_EMU_ABORT", 0)) abort();
}
bool async_mode() {
  static int a = int(env_int("HIP_EMU_ASYNC", 0));
  return a != 0;
}
void drain() {
  if (!async_mode()) return;
  runtime_state& r = runtime();
  std::unique_lock<std::mutex> l(r.qm);
  if (r.started && std::this_thread::get_id() == r.worker.get_id()) return;
  r.qd.wait(l, [&] { return r.q.empty() && !r.busy; });
}
void submit(std::function<void()> f) {
  if (!async_mode()) {
    f();
    return;
  }
  runtime_state& r = runtime();
  std::unique_lock<std::mutex> l(r.qm);
  if (!r.started) {
    r.started = true;
    r.worker = std::thread([&r] {
      for (;;) {
        std::unique_lock<std::mutex> l2(r.qm);
        r.qc.wait(l2, [&] { return !r.q.empty(); });
        auto g = std::move(r.q.front());
        r.q.pop_front();
        r.busy = true;
        l2.unlock();
        g();
        l2.lock();
        r.busy = false;
        if (r.q.empty()) r.qd.notify_all();
      }
    });
    r.worker.detach();
  }
  r.q.push_back(std::move(f));
  r.qc.notify_one();
}
hipError_t sync_all() {
  drain();
  int e = async_error.exchange(0);
  return e ? ret(hipError_t(e)) : hipSuccess;
}

loaded_module* module_of(fat_binary* fb) {
  if (fb->mod) return fb->mod.get();
  if (fb->tried) return nullptr;
  fb->tried = true;
  try {
    auto list = unbundle((const uint8_t*)fb->data);
    std::string want = env_str("HIP_EMU_ARCH", runtime().gfx.c_str()), have;
    const std::vector<uint8_t>* pick = nullptr;
    std::string gfx;
    chip_family wf = gfx11, f;
    for (auto& e : list) {
      have += " " + e.first;
      if (!pick && (want.empty() ? family_of(e.first, f) : e.first == want)) {
        pick = &e.second;
        gfx = e.first;
      }
    }
    if (!pick && !want.empty() && family_of(want, wf))
      for (auto& e : list)
        if (e.first.find("generic") != std::string::npos && family_of(e.first, f) && f == wf) {
          pick = &e.second;
          gfx = want;
          break;
        }
    if (!pick)
      fault("no code object for %s in this program (it has:%s)",
            want.empty() ? "a supported target" : want.c_str(), have.c_str());
    fb->mod = load_code_object(pick->data(), pick->size(), gfx);
    if (runtime().gfx.empty()) runtime().gfx = gfx;
    for (auto& v : fb->managed) {
      auto s = fb->mod->prog.symbols.find(v.name);
      if (s != fb->mod->prog.symbols.end()) memcpy(s->second.first, &v.mem, 8);
    }
  } catch (const emulation_error& x) {
    fb->error = x.what();
    report(fb->error);
    return nullptr;
  }
  return fb->mod.get();
}
const std::string& device_arch() {
  runtime_state& r = runtime();
  if (r.gfx.empty()) {
    const char* e = getenv("HIP_EMU_ARCH");
    if (e && *e)
      r.gfx = e;
    else
      for (auto& b : r.bins)
        if (module_of(b.get())) break;
    if (r.gfx.empty()) r.gfx = "gfx1100";
  }
  return r.gfx;
}

}  // namespace hip_emulator

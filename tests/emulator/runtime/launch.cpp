// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernel launches: the arguments in memory, checks, registration.

#include "runtime/runtime.hpp"

#include <unistd.h>

#include <algorithm>

namespace hip_emulator {
namespace {
hipError_t run_kernel(kernel& kern, dim3 grid, dim3 block, size_t dyn,
                      const std::vector<uint8_t>& explicit_args, bool coop) {
  launch_description d;
  d.prog = kern.prog;
  d.name = kern.name;
  d.gfx = kern.prog->arch;
  d.all_resident = coop;
  uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  memcpy(d.grid, g, 12);
  memcpy(d.block, b, 12);
  uint32_t fixed_lds, priv;
  int64_t eo;
  memcpy(&fixed_lds, kern.kd, 4);
  memcpy(&priv, kern.kd + 4, 4);
  memcpy(&eo, kern.kd + 16, 8);
  memcpy(&d.rsrc1, kern.kd + 48, 4);
  memcpy(&d.rsrc2, kern.kd + 52, 4);
  memcpy(&d.props, kern.kd + 56, 2);
  d.entry = uint64_t(kern.kd) + uint64_t(eo);
  d.lds_bytes = (fixed_lds + uint32_t(dyn) + 7) & ~7u;
  d.scratch_bytes = std::max(priv, kern.scratch);
  d.dynamic_stack = kern.dynstack || (d.props >> 11 & 1);
  d.wave = kern.wave ? int(kern.wave) : kern.prog->family == gfx9 ? 64 : 32;
  if (d.wave != 64 && (d.wave != 32 || kern.prog->family == gfx9)) {
    report(kern.name + ": wave" + std::to_string(kern.wave) + " code is not supported on " + d.gfx);
    return hipErrorNotSupported;
  }
  size_t ks = std::max<size_t>(kern.kernarg, 256) + 256;
  auto ka = std::make_shared<std::vector<uint64_t>>((ks + 7) / 8 + 8);
  auto pk = std::make_shared<std::vector<uint64_t>>(16);
  uint8_t* k = (uint8_t*)ka->data();
  uint8_t* p = (uint8_t*)pk->data();
  memcpy(k, explicit_args.data(), std::min(explicit_args.size(), ks));
  auto put = [&](const kernel_argument& a, uint64_t v) {
    memcpy(k + a.offset, &v, std::min<uint32_t>(a.size, 8));
  };
  static uint64_t zero_page[512];
  for (auto& a : kern.args) {
    const std::string& t = a.kind;
    if (t.compare(0, 7, "hidden_")) continue;
    int i = t.empty() ? 0 : t.back() - 'x';
    bool ax = i >= 0 && i < 3;
    if (t.find("hidden_block_count_") == 0 && ax)
      put(a, g[i]);
    else if (t.find("hidden_group_size_") == 0 && ax)
      put(a, b[i]);
    else if (t.find("hidden_remainder_") == 0 && ax)
      put(a, 0);
    else if (t.find("hidden_global_offset_") == 0 && ax)
      put(a, 0);
    else if (t == "hidden_grid_dims")
      put(a, g[2] * b[2] > 1 ? 3 : g[1] * b[1] > 1 ? 2 : 1);
    else if (t == "hidden_dynamic_lds_size")
      put(a, dyn);
    else if (t == "hidden_private_base")
      put(a, private_window);
    else if (t == "hidden_queue_ptr" || t == "hidden_default_queue" ||
             t == "hidden_completion_action")
      put(a, uint64_t(zero_page));
    else
      put(a, 0);
  }
  auto p16 = [&](int o, uint32_t v) {
    uint16_t x = uint16_t(v);
    memcpy(p + o, &x, 2);
  };
  auto p32 = [&](int o, uint32_t v) { memcpy(p + o, &v, 4); };
  p16(2, 3);
  for (int i = 0; i < 3; ++i) {
    p16(4 + 2 * i, b[i]);
    p32(12 + 4 * i, g[i] * b[i]);
  }
  p32(24, d.scratch_bytes);
  p32(28, d.lds_bytes);
  memcpy(p + 32, &kern.kd, 8);
  uint64_t kp = uint64_t(k);
  memcpy(p + 40, &kp, 8);
  d.kernarg = uint64_t(k);
  d.dispatch_packet = uint64_t(p);
  submit([d, ka, pk] {
    std::string e = runtime().ex.launch(d);
    if (e.empty()) return;
    report("kernel " + d.name + " on " + d.gfx + ": " + e);
    hipError_t c = e.find("budget") != std::string::npos ||
                           e.find("deadlock") != std::string::npos ||
                           e.find("time limit") != std::string::npos
                       ? hipErrorLaunchTimeOut
                   : e.find("ddress") != std::string::npos ? hipErrorIllegalAddress
                                                           : hipErrorLaunchFailure;
    async_error = int(c);
  });
  return hipSuccess;  // errors show at the next synchronisation, as on hardware
}
}  // namespace

hipError_t launch_checked(kernel* kern, dim3 g, dim3 b, void** args, void** extra, size_t dyn,
                          bool coop) {
  if (!kern || !kern->kd) return ret(hipErrorInvalidDeviceFunction);
  uint64_t th = uint64_t(b.x) * b.y * b.z;
  if (!th || !g.x || !g.y || !g.z || th > 1024 || b.x > 1024 || b.y > 1024 || b.z > 1024)
    return ret(hipErrorInvalidConfiguration);
  if (th > kern->maxwg) {
    fprintf(stderr,
            "hip_emulator: %s: %llu threads per block, the kernel was built for at most %u\n",
            kern->name.c_str(), (unsigned long long)th, kern->maxwg);
    return ret(hipErrorLaunchFailure);
  }
  size_t lim = kern->prog->arch == "gfx950" ? 163840 : 65536;
  uint32_t fixed;
  memcpy(&fixed, kern->kd, 4);
  if (fixed + dyn > lim) return ret(hipErrorInvalidValue);
  std::vector<uint8_t> buf(std::max<size_t>(kern->kernarg, 16));
  size_t i = 0;
  if (args) {
    for (auto& a : kern->args) {
      if (!a.kind.compare(0, 7, "hidden_")) continue;
      if (a.offset + a.size > buf.size()) buf.resize(a.offset + a.size);
      memcpy(buf.data() + a.offset, args[i++], a.size);
    }
  } else if (extra) {
    void* p = nullptr;
    size_t n = 0;
    for (void** e = extra; *e != HIP_LAUNCH_PARAM_END; e += 2) {
      if (*e == HIP_LAUNCH_PARAM_BUFFER_POINTER)
        p = e[1];
      else if (*e == HIP_LAUNCH_PARAM_BUFFER_SIZE)
        n = *(size_t*)e[1];
      else
        break;
    }
    if (p) memcpy(buf.data(), p, std::min(n, buf.size()));
  }
  return ret(run_kernel(*kern, g, b, dyn, buf, coop));
}
kernel* kernel_of(const void* fn) {
  auto it = runtime().fns.find(fn);
  if (it == runtime().fns.end()) return nullptr;
  loaded_module* m = module_of(it->second.fb);
  if (!m) return nullptr;
  auto k = m->kernels.find(it->second.name);
  return k == m->kernels.end() ? nullptr : &k->second;
}
}  // namespace hip_emulator

using namespace hip_emulator;

namespace {
struct launch_configuration {
  dim3 g, b;
  size_t sh;
  hipStream_t s;
};
thread_local std::vector<launch_configuration> pushed_launches;
void at_exit(int status, void*) {
  drain();
  if (env_int("HIP_EMU_STATS", 0)) runtime().ex.stats(stderr);
  if (runtime().failures && status == 0 && env_int("HIP_EMU_EXIT", 1)) {
    fflush(nullptr);
    fprintf(stderr, "hip_emulator: %d kernel launch(es) failed: exit status 97\n",
            runtime().failures);
    fflush(nullptr);
    _exit(97);
  }
}
}  // namespace

API void** __hipRegisterFatBinary(const void* data) {
  LOCK;
  static bool once = false;
  if (!once) {
    once = true;
    on_exit(at_exit, nullptr);
  }
  struct wrapper {
    uint32_t magic, version;
    const void* bin;
    void* dummy;
  };
  auto* w = (const wrapper*)data;
  runtime().bins.push_back(std::make_unique<fat_binary>());
  runtime().bins.back()->data = w->magic == 0x48495046 ? w->bin : data;
  return (void**)runtime().bins.back().get();
}
API void __hipUnregisterFatBinary(void**) {}
API void __hipRegisterFunction(void** m, const void* host, char*, const char* name, unsigned, void*,
                               void*, dim3*, dim3*, int*) {
  LOCK;
  runtime().fns[host] = {(fat_binary*)m, name};
}
API void __hipRegisterVar(void** m, void* host, char*, const char* name, int, size_t size, int,
                          int) {
  LOCK;
  runtime().vars[host] = {(fat_binary*)m, name, size};
}
API void __hipRegisterManagedVar(void* m, void** ptr, void* init, const char* name, size_t size,
                                 unsigned) {
  LOCK;
  void* mem = dev_alloc(size, 2, 0);
  if (init) memcpy(mem, init, size);
  *ptr = mem;
  ((fat_binary*)m)->managed.push_back({ptr, name, size, mem});
  runtime().vars[(void*)ptr] = {(fat_binary*)m, "\1managed", size};
}
API void __hipRegisterSurface(void**, void*, char*, char*, int, int) {}
API void __hipRegisterTexture(void**, void*, char*, char*, int, int, int) {}
API hipError_t __hipPushCallConfiguration(dim3 g, dim3 b, size_t sh, hipStream_t s) {
  pushed_launches.push_back({g, b, sh, s});
  return hipSuccess;
}
API hipError_t __hipPopCallConfiguration(dim3* g, dim3* b, size_t* sh, hipStream_t* s) {
  if (pushed_launches.empty()) return hipErrorMissingConfiguration;
  launch_configuration c = pushed_launches.back();
  pushed_launches.pop_back();
  *g = c.g;
  *b = c.b;
  *sh = c.sh;
  *s = c.s;
  return hipSuccess;
}

API hipError_t hipLaunchKernel(const void* f, dim3 g, dim3 b, void** args, size_t sh, hipStream_t) {
  LOCK;
  return launch_checked(kernel_of(f), g, b, args, nullptr, sh, false);
}
API hipError_t hipExtLaunchKernel(const void* f, dim3 g, dim3 b, void** args, size_t sh,
                                  hipStream_t, hipEvent_t s, hipEvent_t e, int) {
  LOCK;
  if (s) (void)hipEventRecord(s, nullptr);
  auto r = launch_checked(kernel_of(f), g, b, args, nullptr, sh, false);
  if (e) (void)hipEventRecord(e, nullptr);
  return r;
}
API hipError_t hipLaunchCooperativeKernel(const void* f, dim3 g, dim3 b, void** args, unsigned sh,
                                          hipStream_t) {
  LOCK;
  return launch_checked(kernel_of(f), g, b, args, nullptr, sh, true);
}

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Streams and events.

#include "runtime/runtime.hpp"

using namespace hip_emulator;

API hipError_t hipDeviceSynchronize() { return sync_all(); }
API hipError_t hipStreamCreate(hipStream_t* s) {
  *s = new ihipStream_t;
  return hipSuccess;
}
API hipError_t hipStreamCreateWithFlags(hipStream_t* s, unsigned f) {
  *s = new ihipStream_t;
  (*s)->flags = f;
  return hipSuccess;
}
API hipError_t hipStreamCreateWithPriority(hipStream_t* s, unsigned f, int p) {
  *s = new ihipStream_t;
  (*s)->flags = f;
  (*s)->prio = p;
  return hipSuccess;
}
API hipError_t hipStreamDestroy(hipStream_t s) {
  drain();
  delete s;
  return hipSuccess;
}
API hipError_t hipStreamSynchronize(hipStream_t) { return sync_all(); }
API hipError_t hipStreamQuery(hipStream_t) {
  if (async_mode()) {
    std::lock_guard<std::mutex> l(runtime().qm);
    if (!runtime().q.empty() || runtime().busy) return hipErrorNotReady;
  }
  return sync_all();
}
API hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) { return hipSuccess; }
API hipError_t hipStreamGetFlags(hipStream_t s, unsigned* f) {
  *f = s ? s->flags : 0;
  return hipSuccess;
}
API hipError_t hipStreamGetPriority(hipStream_t s, int* p) {
  *p = s ? s->prio : 0;
  return hipSuccess;
}
API hipError_t hipStreamAddCallback(hipStream_t s, hipStreamCallback_t f, void* u, unsigned) {
  submit([=] { f(s, hipSuccess, u); });
  return hipSuccess;
}
API hipError_t hipDeviceGetStreamPriorityRange(int* a, int* b) {
  if (a) *a = 0;
  if (b) *b = 0;
  return hipSuccess;
}
API hipError_t hipEventCreate(hipEvent_t* e) {
  *e = new ihipEvent_t;
  return hipSuccess;
}
API hipError_t hipEventCreateWithFlags(hipEvent_t* e, unsigned) {
  *e = new ihipEvent_t;
  return hipSuccess;
}
API hipError_t hipEventDestroy(hipEvent_t e) {
  drain();
  delete e;
  return hipSuccess;
}
API hipError_t hipEventRecord(hipEvent_t e, hipStream_t) {
  if (!e) return ret(hipErrorInvalidHandle);
  submit([=] {
    e->t = now_s();
    e->recorded = true;
  });
  return hipSuccess;
}
API hipError_t hipEventSynchronize(hipEvent_t) { return sync_all(); }
API hipError_t hipEventQuery(hipEvent_t) { return hipStreamQuery(nullptr); }
API hipError_t hipEventElapsedTime(float* ms, hipEvent_t a, hipEvent_t b) {
  drain();
  if (!a || !b || !a->recorded || !b->recorded) return ret(hipErrorInvalidHandle);
  *ms = float((b->t - a->t) * 1e3);
  return hipSuccess;
}

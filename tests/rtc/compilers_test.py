# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the headers under compilers at run time: which compile, and what the others say.

usage: compilers_test.py nvrtc LIBRARIES [sm_NN]    NVRTC, of the folder LIBRARIES; for sm_90
       compilers_test.py old_nvrtc LIBRARIES sm_NN  one that is too old
       compilers_test.py hiprtc CLANG               hipRTC's own compiler, as hipRTC calls it
       compilers_test.py old_hiprtc LIBRARY         the hipRTC in this libamdhip64.so, too old
Only the folders include/, backends/*/include and backends/transports/peer/include say which headers
there are.
"""

import ctypes
import re
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from nvrtc import Failure, Nvrtc, read_flags

ROOT = Path(__file__).resolve().parents[2]
RTC = ROOT / "backends/rtc"
PEER = ROOT / "backends/transports/peer/include"
# The headers that are for host code, in part the files in their `detail`; and those that need other
# headers of the vendor's. docs/builds/run_time_compilation.md lists the public ones.
HOST_CODE = re.compile(r"diatomic/(runtime/(?!extent3|kernel|runtime\.)|(\w+/)?modes/profile"
                       r"|algorithms/(?!exact_sum|wide_fixed_sum|reproducible_accumulator|exact/)"
                       r"|containers/(static_map|bounded_queue|spread_array|detail/map_launch)\.hpp"
                       r"|(cuda|hip)/(detail/api|launch|links|runtime)\.hpp"
                       r"|remote/(aggregated_scatter|mailboxes|partitioned_scatter|remote"
                       r"|reductions|reproducible_sum|symmetric_array|world|world_barrier"
                       r"|detail/(collective_call|joint_call|owner_ranges|owner_sort"
                       r"|together))\.hpp"
                       r"|peer/(group|world)"
                       r"|(\w+/)?compat/(detail/)?(cooperative_groups|cuda_language|group)"
                       r"|(\w+/)?compat/(launch_global|cuda_runtime)|core/detail/host_code)")
OF_VENDOR = re.compile(r"diatomic/\w+/number_types\.hpp")
IS_HOST_CODE = ("diatomic: this header is host code; "
                "at run time include <diatomic/runtime/kernel.hpp>")
NEEDS_CPP17 = "diatomic: this source is compiled as an older C++ than C++17"
NEEDS_CUDA = "diatomic: needs CUDA 11.8 or newer"
NEEDS_SM_70 = "diatomic: needs sm_70 or newer; name the GPU by -arch or CMAKE_CUDA_ARCHITECTURES"
NEEDS_CLANG = "diatomic: needs clang 17 or newer"
HAS_NO_16_BYTES = "diatomic: this architecture has no 16-byte operation, nor has CUDA before 12.4"
NEEDS_INT128 = "diatomic: 16-byte objects need NVRTC's option -device-int128"

USE = """
#include <atomic>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/spread_array_ref.hpp>
#include <diatomic/diatomic.hpp>
extern "C" __global__ void count(unsigned* bins, float* peak,
                                 diatomic::spread_array_ref<unsigned> far_apart) {
  diatomic::store_add(&far_apart[*bins], 1u);
  diatomic::atomic_ref<unsigned>(far_apart[2]).store_max(far_apart[3]);
  diatomic::store_add(bins, 1u);
  diatomic::store_max(peak, 1.0f);
  diatomic::store_add(bins, 1u, diatomic::same_address, diatomic::in_global);
  diatomic::store_max(peak, static_cast<float>(diatomic::claim_slot(bins)), diatomic::monotone);
  diatomic::fetch_update(bins, [](unsigned v) { return 3 * v; });
  diatomic::atomic_ref<unsigned>(*bins).store_add(1u, std::memory_order_release);
}
"""
USE_SINGLE_HEADER = """
#include <diatomic.hpp>
extern "C" __global__ void count(unsigned* bins) { diatomic::store_add(bins, 1u); }
"""
USE_CUDA_NAMES = """
#include <diatomic/compat/cuda_names_everywhere.hpp>
extern "C" __global__ void sum(const float* values, long long* most, float* total) {
  float v = values[threadIdx.x];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    v += __shfl_down_sync(0xffffffff, v, static_cast<unsigned>(offset));
  }
  atomicMax_system(most, static_cast<long long>(v));
  __threadfence();
  __syncthreads();
  const unsigned peers = __match_any_sync(0xffffffff, v);
  if (__syncthreads_or(__reduce_max_sync(0xffffffff, peers) == peers)) __nanosleep(20);
  if (threadIdx.x % warpSize == 0) ::atomicAdd(total, v);
}
"""
SUMS = """
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
using namespace diatomic;
template <int N>
using floats = detail::pack<float, N>;
extern "C" __global__ void add(float* p, floats<2>* pairs, floats<4>* fours, float v,
                               floats<2> pair, floats<4> four) {
  store_add(p, v, keep_denormals, in_global);
  *p = sub_fetch(p, v, keep_denormals, same_address, in_global, seq_cst, system_scope);
  store_sub(pairs, pair, keep_denormals, in_global, release);
  *fours = fetch_add(fours, four, keep_denormals, in_global, acquire, block_scope);
  __shared__ float sums[32];
  store_sub(sums + threadIdx.x, v, keep_denormals);
}
"""
WIDE = """
#include <diatomic/diatomic.hpp>
struct alignas(16) wide { unsigned long long low, high; };
extern "C" __global__ void keep(wide* p, wide v) { diatomic::store(p, v); }
"""


def includes(backend):
    return [f"-I{folder}" for folder in (ROOT / "include", ROOT / f"backends/{backend}/include",
                                         ROOT / "backends/host/include", PEER, RTC / "include")]


class nvrtc_compiler:
    backend = "cuda"

    def __init__(self, folder, chip="sm_90"):
        self.nvrtc = Nvrtc(folder)
        self.chip = chip
        self.flags = read_flags(RTC / "nvrtc.flags")

    def compile(self, text, flags=None):
        """The log, and whether the source compiles."""
        ptx, log = self.ptx_of(text, self.flags if flags is None else flags)
        # From 12.8 on for chips that CUDA 13 does not know.
        log = re.sub(r"nvrtc: warning: Architectures prior to \S+ are deprecated.*\n", "", log)
        return ptx is not None, log

    def ptx_of(self, text, flags):
        options = [*flags, f"--gpu-architecture={self.chip}", *includes(self.backend)]
        return self.nvrtc.compile(text, "source.cu", options)


class clang_compiler:
    """hipRTC's compiler is a clang that has read HIP's headers; the macro tells them of hipRTC."""
    backend = "hip"

    def __init__(self, clang):
        self.command = [clang, "-x", "hip", "--offload-arch=gfx942", "--cuda-device-only",
                        "-nogpulib", "-fsyntax-only", "-Wall", "-Werror", "-D__HIPCC_RTC__",
                        "-D__HIP_PLATFORM_AMD__", *read_flags(RTC / "hiprtc.flags"),
                        *includes(self.backend)]
        self.folder = TemporaryDirectory()
        read = Path(self.folder.name, "hip.hpp")  # clang takes hip.hpp.pch in place of it
        read.write_text("#include <hip/hip_runtime.h>\n", encoding="utf-8")
        subprocess.run([*self.command, "-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang",
                        f"{read}.pch", read], check=True)
        self.command += [f"--include={read}", "-"]

    def compile(self, text, flags=None):
        if flags is not None:
            raise ValueError("HIP's headers have been read with hiprtc.flags")
        run = subprocess.run(self.command, input=text, capture_output=True, text=True, check=False)
        return run.returncode == 0, run.stderr


class hiprtc_library:
    backend = "hip"

    def __init__(self, library):
        self.library = ctypes.CDLL(library)

    def compile(self, text, flags=None):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        self.library.hiprtcCreateProgram(ctypes.byref(program), text.encode(), b"source.hip", 0,
                                         None, None)
        flags = [*read_flags(RTC / "hiprtc.flags"), "--offload-arch=gfx90a",
                 *includes(self.backend)]
        encoded = [flag.encode() for flag in flags]
        status = self.library.hiprtcCompileProgram(program, len(encoded),
                                                   (ctypes.c_char_p * len(encoded))(*encoded))
        self.library.hiprtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        self.library.hiprtcGetProgramLog(program, log)
        return status == 0, log.value.decode()


def headers(backend):
    for root in (ROOT / "include", ROOT / f"backends/{backend}/include", PEER):
        for path in sorted(root.rglob("*.hpp")):
            yield path.relative_to(root).as_posix()


class compiler_test(unittest.TestCase):
    compiler = None

    def compiles(self, text, flags=None):
        done, log = self.compiler.compile(text, flags)
        self.assertTrue(done, log)
        self.assertEqual(log.strip(), "")

    def is_refused(self, text, sentence, flags=None):
        done, log = self.compiler.compile(text, flags)
        self.assertFalse(done, "the source compiles, and must not")
        self.assertIn(sentence, log)
        self.assertIn("error", next(line for line in log.splitlines() if "error" in line))
        return log


class headers_test(compiler_test):
    def test_each_header_alone_and_twice(self):
        seen = 0
        for header in headers(self.compiler.backend):
            if HOST_CODE.match(header) or OF_VENDOR.match(header):
                continue
            seen += 1
            with self.subTest(header=header):
                mode = "#define DIATOMIC_CHECKED 1\n" if "/modes/" in header else ""
                self.compiles(f"{mode}#include <{header}>\n#include <{header}>\n")
        self.assertGreater(seen, 60)

    def test_public_headers_of_host_code_say_so(self):
        seen = 0
        for header in headers(self.compiler.backend):
            public = re.match(r"diatomic/(runtime|algorithms|containers|compat)/\w+\.hpp", header)
            if not public or not HOST_CODE.match(header):
                continue
            seen += 1
            with self.subTest(header=header):
                self.is_refused(f"#include <{header}>\n", IS_HOST_CODE)
        self.assertGreater(seen, 10)

    def test_calls(self):
        self.compiles(USE)
        self.compiles("#define DIATOMIC_CHECKED 2\n" + USE)
        self.compiles("#define DIATOMIC_CHECKED 1\n" + USE)
        self.compiles(USE_CUDA_NAMES)


class nvrtc_test(headers_test):
    def test_only_16_bytes_need_a_flag(self):
        if self.compiler.nvrtc.version < (12, 4):
            self.is_refused(WIDE, HAS_NO_16_BYTES)
        else:
            self.compiles(WIDE)
        flags = []
        if self.compiler.nvrtc.version < (12, 0):  # C++17 is not the default
            log = self.is_refused("#include <diatomic/diatomic.hpp>\n", NEEDS_CPP17, flags)
            self.assertEqual(log.count("error:"), 1, log)
            flags = ["-std=c++17"]
        self.compiles(USE, flags=flags)
        self.is_refused(WIDE, NEEDS_INT128, flags=flags)

    def test_single_header(self):
        with TemporaryDirectory() as folder:
            header = Path(folder, "diatomic.hpp")
            subprocess.run([ROOT / "scripts/single_header", "--backend", "cuda", header],
                           check=True)
            options = [*self.compiler.flags, f"--gpu-architecture={self.compiler.chip}",
                       f"-I{folder}", f"-I{RTC / 'include'}"]
            ptx, log = self.compiler.nvrtc.compile(USE_SINGLE_HEADER, "source.cu", options)
        self.assertIsNotNone(ptx, log)
        self.assertIn("red.relaxed.gpu.global.add.u32", ptx)

    def test_older_chips_are_refused(self):
        if self.compiler.nvrtc.version >= (13, 0):
            self.skipTest("it knows none")
        chip, self.compiler.chip = self.compiler.chip, "sm_60"
        self.addCleanup(setattr, self.compiler, "chip", chip)
        log = self.is_refused(USE, NEEDS_SM_70)
        self.assertEqual(log.count("error:"), 1, log)

    def test_sums_that_keep_denormals(self):
        """By the instructions of PTX 9.4, or in loops; also if the program flushes its own sums."""
        ptx, log = self.compiler.ptx_of(SUMS, [*self.compiler.flags, "--ftz=true"])
        self.assertIsNotNone(ptx, log)
        self.assertEqual(re.findall(r"\S+\.ftz\S*", ptx), [])
        atomics = set(re.findall(r"(?:^\s*|; )((?:red|atom)\.\S+)", ptx, re.M))
        in_shared = "red.relaxed.gpu.shared.add.f32"
        self.assertIn(in_shared, atomics)
        version = re.search(r"^\.version (\d+)\.(\d+)$", ptx, re.M)
        if tuple(map(int, version.groups())) >= (9, 4):
            self.assertEqual(atomics - {in_shared}, {
                "red.relaxed.gpu.global.add.noftz.f32", "atom.acquire.sys.global.add.noftz.f32",
                "red.release.gpu.global.add.noftz.v2.f32",
                "atom.acquire.cta.global.add.noftz.v4.f32"})
        else:
            self.assertEqual(atomics - {in_shared}, {
                f"atom.relaxed.{scope}.global.cas.b32" for scope in ("gpu", "sys", "cta")})


class hiprtc_test(headers_test):
    pass


class old_nvrtc_test(compiler_test):
    def test_it_is_too_old(self):
        log = self.is_refused(USE, NEEDS_CUDA)
        self.assertEqual(log.count("error:"), 1, log)


class old_hiprtc_test(compiler_test):
    def test_it_is_too_old(self):
        self.is_refused(USE, NEEDS_CLANG)


COMPILERS = {"nvrtc": (nvrtc_test, nvrtc_compiler), "old_nvrtc": (old_nvrtc_test, nvrtc_compiler),
             "hiprtc": (hiprtc_test, clang_compiler),
             "old_hiprtc": (old_hiprtc_test, hiprtc_library)}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    test, compiler = COMPILERS[name]
    try:
        test.compiler = compiler(*arguments)
    except Failure as failure:
        print(f"compilers_test.py: {failure}", file=sys.stderr)
        sys.exit(failure.status)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(test)
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())

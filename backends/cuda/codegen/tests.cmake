# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_program(DIATOMIC_NVCC nvcc HINTS ${CUDAToolkit_ROOT} $ENV{CUDA_PATH} /usr/local/cuda
             PATH_SUFFIXES bin DOC "nvcc, for the tests of generated instructions")
set(nvcc ${DIATOMIC_NVCC} -x cu -std=c++17 -O3 -ptx {source} -o {assembly})
set(release)
if(DIATOMIC_NVCC)
  execute_process(COMMAND ${DIATOMIC_NVCC} --version OUTPUT_VARIABLE release)
  string(REGEX REPLACE ".*release ([0-9]+\\.[0-9]+).*" "\\1" release "${release}")
endif()

foreach(architecture IN ITEMS sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 sm_121)
  diatomic_add_codegen_test(cuda nvcc ${architecture} RELEASE ${release}
    COMMAND ${nvcc} -arch=${architecture})
endforeach()
diatomic_add_codegen_test(cuda nvcc sm_90 FORCE_LOOP RELEASE ${release} COMMAND ${nvcc} -arch=sm_90)

# clang needs the toolkit's headers, found relative to nvcc. Without nvcc, both are skipped.
set(clang ${DIATOMIC_NVCC})
if(DIATOMIC_NVCC)
  get_filename_component(toolkit ${DIATOMIC_NVCC} REALPATH)
  get_filename_component(toolkit ${toolkit}/../.. ABSOLUTE)
  # CUDA 13.0 is newer than the releases that clang 22 supports officially.
  set(clang clang++-22 -x cuda --cuda-path=${toolkit} -Wno-unknown-cuda-version)
endif()
list(APPEND clang -std=c++17 -O3 --cuda-device-only -S {source} -o {assembly})
foreach(architecture IN ITEMS sm_80 sm_90)
  diatomic_add_codegen_test(cuda clang-22 ${architecture}
    COMMAND ${clang} --cuda-gpu-arch=${architecture})
endforeach()
diatomic_add_codegen_test(cuda clang-22 sm_90 FORCE_LOOP COMMAND ${clang} --cuda-gpu-arch=sm_90)

# NVRTC: each release for one chip, the oldest and the newest release for more chips. Only releases
# before 13.0 know sm_70.
foreach(release IN LISTS DIATOMIC_NVRTC_RELEASES)
  set(libraries ${PROJECT_BINARY_DIR}/nvrtc/${release})
  set(nvrtc ${PROJECT_SOURCE_DIR}/tests/rtc/nvrtc.py ${libraries} --parts=100
            @${PROJECT_SOURCE_DIR}/backends/rtc/nvrtc.flags
            -I${PROJECT_SOURCE_DIR}/backends/rtc/include {source} -o {assembly})
  set(architectures sm_90)
  if(release VERSION_LESS 12.5)  # with literal asm statements
    list(APPEND architectures sm_70 sm_80)
  elseif(release VERSION_LESS 13.0)
    list(APPEND architectures sm_70)
  elseif(release STREQUAL "13.5")
    list(APPEND architectures sm_75 sm_107 sm_120)
  endif()
  foreach(architecture IN LISTS architectures)
    diatomic_add_codegen_test(cuda nvrtc-${release} ${architecture}
      COMMAND ${nvrtc} -arch=${architecture})
    diatomic_require_nvrtc(codegen.nvrtc-${release}.${architecture} ${release})
  endforeach()
  diatomic_add_codegen_test(cuda nvrtc-${release} sm_90 FORCE_LOOP COMMAND ${nvrtc} -arch=sm_90)
  diatomic_require_nvrtc(codegen.nvrtc-${release}.sm_90.loops ${release})
endforeach()

# CUDA's names for atomics: the vendor's functions and ours give the same machine code.
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(DIATOMIC_NVCC AND Python3_FOUND)
  set(folders -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/backends/cuda/include
    -I${PROJECT_SOURCE_DIR}/backends/gpu/include -I${PROJECT_SOURCE_DIR}/backends/host/include)
  foreach(architecture IN ITEMS sm_90 sm_100)
    add_test(NAME codegen.names.${architecture} COMMAND ${Python3_EXECUTABLE} -B
      ${PROJECT_SOURCE_DIR}/tests/codegen/same_code.py ${CMAKE_CURRENT_LIST_DIR}/names.cpp
      ${DIATOMIC_NVCC} -x cu -std=c++17 -O3 -arch=${architecture} ${folders})
    set_tests_properties(codegen.names.${architecture} PROPERTIES LABELS codegen TIMEOUT 300)
  endforeach()
  add_test(NAME codegen.spills COMMAND ${Python3_EXECUTABLE} -B
    ${PROJECT_SOURCE_DIR}/tests/codegen/spills_test.py ${DIATOMIC_NVCC} -std=c++17 -O3 -arch=sm_90
    ${folders})
  set_tests_properties(codegen.spills PROPERTIES LABELS codegen TIMEOUT 300)
endif()

# Few functions between a call and its instruction.
if(DIATOMIC_NVCC AND Python3_FOUND)
  set(unoptimised ${clang})
  list(FILTER unoptimised EXCLUDE REGEX "^({.*}|-o|-S|-O3)$")
  add_test(NAME codegen.frames COMMAND ${Python3_EXECUTABLE} -B
    ${PROJECT_SOURCE_DIR}/tests/codegen/frames_test.py ${unoptimised} --cuda-gpu-arch=sm_90
    -nocudalib -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/backends/cuda/include
    -I${PROJECT_SOURCE_DIR}/backends/gpu/include -I${PROJECT_SOURCE_DIR}/backends/host/include)
  set_tests_properties(codegen.frames PROPERTIES LABELS codegen)
endif()

# Our functions give the instructions in the kernels' FileCheck lines.
set(names_by_nvcc ${DIATOMIC_NVCC} -x cu -O3 -ptx -arch=)
set(names_by_clang-22 ${clang})
list(FILTER names_by_clang-22 EXCLUDE REGEX "^({.*}|-o)$")
list(APPEND names_by_clang-22 --cuda-gpu-arch=)
foreach(source IN ITEMS names unset desul desul_calls desul_moves)
  foreach(compiler IN ITEMS nvcc clang-22)
    foreach(architecture IN ITEMS sm_75 sm_90)
      set(prefixes CHECK)
      if(source STREQUAL names)
        string(TOUPPER CHECK,${architecture} prefixes)
      endif()
      set(name codegen.${source}.${compiler}.${architecture})
      add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/codegen/check_kernels.sh
        ${CMAKE_CURRENT_LIST_DIR}/${source}.cpp ${prefixes} ${DIATOMIC_FILECHECK}
        ${CMAKE_CURRENT_BINARY_DIR}/${name}.ptx
        ${names_by_${compiler}}${architecture} -std=c++17 -DBY_DIATOMIC
        -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/backends/cuda/include
        -I${PROJECT_SOURCE_DIR}/backends/gpu/include -I${PROJECT_SOURCE_DIR}/backends/host/include)
      set_tests_properties(${name} PROPERTIES LABELS codegen SKIP_RETURN_CODE 77 TIMEOUT 300)
    endforeach()
  endforeach()
endforeach()

# ptxas merges mul.f32 and add.f32, and clang merges them before.
diatomic_add_kernels_test(cuda ${rounded} nvcc COMMAND ${names_by_nvcc}sm_90 -use_fast_math)
diatomic_add_kernels_test(cuda ${rounded} clang-22 COMMAND ${names_by_clang-22}sm_90 -ffast-math)
diatomic_add_kernels_test(cuda ${CMAKE_CURRENT_LIST_DIR}/operands.cpp nvcc
  COMMAND ${names_by_nvcc}sm_90)
diatomic_add_kernels_test(cuda ${CMAKE_CURRENT_LIST_DIR}/operands.cpp nvcc.literal_asm
  COMMAND ${names_by_nvcc}sm_90 -DDIATOMIC_CUDA_LITERAL_ASM=1)
# With keep_denormals no computation may flush a subnormal.
foreach(architecture IN ITEMS sm_80 sm_90)
  diatomic_add_kernels_test(cuda ${CMAKE_CURRENT_LIST_DIR}/subnormals.cpp nvcc.${architecture}
    COMMAND ${names_by_nvcc}${architecture} -ftz=true)
endforeach()
# nvcc calls CUDA's functions where no space is known.
foreach(architecture IN ITEMS sm_75 sm_90)
  string(TOUPPER CHECK,${architecture} prefixes)
  set(name codegen.spaces.nvcc.${architecture})
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/codegen/check_kernels.sh
    ${CMAKE_CURRENT_LIST_DIR}/spaces.cpp ${prefixes} ${DIATOMIC_FILECHECK}
    ${CMAKE_CURRENT_BINARY_DIR}/${name}.ptx ${names_by_nvcc}${architecture} -std=c++17
    -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/backends/cuda/include
    -I${PROJECT_SOURCE_DIR}/backends/gpu/include -I${PROJECT_SOURCE_DIR}/backends/host/include)
  set_tests_properties(${name} PROPERTIES LABELS codegen SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()

# The ported headers of docs/examples.
diatomic_add_ported_test(cuda nvcc.sm_90 PTX,SM_90 COMMAND ${names_by_nvcc}sm_90 -std=c++17)
foreach(release IN ITEMS 12.4 12.9)
  foreach(architecture IN ITEMS sm_70 sm_90)
    string(TOUPPER PTX,${architecture} prefixes)
    diatomic_add_ported_test(cuda nvrtc-${release}.${architecture} ${prefixes}
      COMMAND ${PROJECT_SOURCE_DIR}/tests/rtc/nvrtc.py ${PROJECT_BINARY_DIR}/nvrtc/${release}
        @${PROJECT_SOURCE_DIR}/backends/rtc/nvrtc.flags -arch=${architecture}
        -I${PROJECT_SOURCE_DIR}/backends/rtc/include)
    foreach(project IN ITEMS petsc quda ginkgo)
      diatomic_require_nvrtc(codegen.ported_${project}.nvrtc-${release}.${architecture} ${release})
    endforeach()
  endforeach()
endforeach()

# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D SOURCE=<Diatomic> -D WORK=<folder> -D CXX=<compiler> -P refusals.cmake
#
# Configurations that cannot work. CMake must say why and what to do, in one sentence.

cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/part)
file(WRITE ${WORK}/part/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(part LANGUAGES CXX)
add_subdirectory(${SOURCE} diatomic)
")

# refuse(<name> <source> <what CMake must say> <option>...)
function(refuse name source text)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${WORK}/${name}
    -DCMAKE_CXX_COMPILER=${CXX} ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${text}" position)
  if(status EQUAL 0 OR position EQUAL -1)
    message(SEND_ERROR "${name}: CMake must say\n  ${text}\nIt said\n${output}")
  endif()
endfunction()

refuse(unknown_backend ${SOURCE} "DIATOMIC_BACKEND=metal: no such backend. Choose auto,"
  -DDIATOMIC_BACKEND=metal)
refuse(two_backends ${SOURCE} "DIATOMIC_BACKEND=cuda;hip: diatomic::diatomic is for one backend. \
Choose one, and link diatomic::<name> where a target is for another."
  "-DDIATOMIC_BACKEND=cuda\;hip")

# Two calls of find_package() that ask for different backends.
file(MAKE_DIRECTORY ${WORK}/twice)
file(WRITE ${WORK}/twice/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(twice LANGUAGES CXX)
find_package(diatomic REQUIRED)
set(DIATOMIC_BACKEND hip)
find_package(diatomic REQUIRED)
")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} --preset package -B ${WORK}/package
  --log-level=ERROR OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK}/package --prefix ${WORK}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
refuse(second_backend ${WORK}/twice "DIATOMIC_BACKEND=hip: diatomic::diatomic is for host \
here already, and a target is for one backend. Link diatomic::hip where another is for hip."
  -DCMAKE_PREFIX_PATH=${WORK}/prefix)

foreach(pair IN ITEMS "cuda CUDA" "hip HIP")
  separate_arguments(pair)
  list(GET pair 0 backend)
  list(GET pair 1 language)
  refuse(no_${language} ${WORK}/part "DIATOMIC_BACKEND=${backend}: this project has not enabled \
the language ${language}. Add it before Diatomic" -DDIATOMIC_BACKEND=${backend})
endforeach()
refuse(no_boost ${SOURCE} "The runtime of the host backend needs Boost. Install a C++17 compiler \
and Boost.Context" -DDIATOMIC_BACKEND=host -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
refuse(no_gtest ${SOURCE} "Diatomic's tests need GoogleTest (Debian: libgtest-dev;"
  -DDIATOMIC_BACKEND=host -DDIATOMIC_PROGRAM=OFF -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON)
refuse(no_rapidcheck ${SOURCE} "Diatomic's tests need RapidCheck (Debian: librapidcheck-dev;"
  -DDIATOMIC_BACKEND=host -DDIATOMIC_PROGRAM=OFF -DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=ON)
refuse(no_aarch64_root ${SOURCE} "${WORK} has no libraries for aarch64: `scripts/setup --aarch64` \
makes it" -DDIATOMIC_BACKEND=host -DDIATOMIC_AARCH64_ROOT=${WORK}
  -DCMAKE_TOOLCHAIN_FILE=${SOURCE}/cmake/toolchains/aarch64-linux-gnu.cmake)

# And of the scripts behind a toolchain file.
function(refuse_script name text)
  execute_process(COMMAND ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${text}" position)
  if(status EQUAL 0 OR position EQUAL -1)
    message(SEND_ERROR "${name}: the script must say\n  ${text}\nIt said\n${output}")
  endif()
endfunction()
refuse_script(foreign_root "${WORK}/part exists, and was not made by this script"
  ${SOURCE}/cmake/toolchains/stage-aarch64-root.sh ${WORK}/part libfmt-dev)
find_program(BASH_PROGRAM bash)
refuse_script(no_apt "there is no apt-get to take arm64 packages from; build on an aarch64 machine"
  ${CMAKE_COMMAND} -E env PATH= ${BASH_PROGRAM}
  ${SOURCE}/cmake/toolchains/stage-aarch64-root.sh ${WORK}/root libfmt-dev)
refuse_script(no_qemu "qemu-aarch64 is missing; install qemu-user"
  ${CMAKE_COMMAND} -E env PATH= ${BASH_PROGRAM}
  ${SOURCE}/cmake/toolchains/emulate-aarch64.sh ${WORK} program)

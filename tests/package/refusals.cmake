# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D SOURCE=<Diatomic> -D WORK=<folder> -D CXX=<compiler> -D TRANSPORT=<one that is here>
#   -P refusals.cmake
#
# Configurations that cannot work: CMake must say why and what to do, in one sentence. And some that
# look wrong, and must work.

cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK})

# write_project(<name> <languages> <line>...): a project in the folder <name>
function(write_project name languages)
  list(JOIN ARGN "\n" lines)
  file(WRITE ${WORK}/${name}/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(${name} LANGUAGES ${languages})
${lines}
")
endfunction()

# refuse(<name> <source> <what CMake must say> [AND_WORK] <option>...): CMake must fail, or work
function(refuse name source text)
  cmake_parse_arguments(PARSE_ARGV 3 arg AND_WORK "" "")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${WORK}/build/${name}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${WORK}/prefix ${arg_UNPARSED_ARGUMENTS}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${text}" position)
  if(position EQUAL -1)
    message(SEND_ERROR "${name}: CMake must say\n  ${text}\nIt said\n${output}")
  elseif(status EQUAL 0 AND NOT arg_AND_WORK)
    message(SEND_ERROR "${name}: CMake must fail. It said\n${output}")
  elseif(NOT status EQUAL 0 AND arg_AND_WORK)
    message(SEND_ERROR "${name}: CMake must work. It said\n${output}")
  endif()
endfunction()
macro(accept)
  refuse(${ARGV} AND_WORK)
endmacro()

refuse(unknown_backend ${SOURCE} "DIATOMIC_BACKEND=metal: no such backend. Choose auto,"
  -DDIATOMIC_BACKEND=metal)
refuse(two_backends ${SOURCE} "DIATOMIC_BACKEND=cuda;hip: diatomic::diatomic is for one backend. \
Choose one. For two backends, call find_package(diatomic) in a separate directory for each."
  "-DDIATOMIC_BACKEND=cuda;hip")

# The installed package, from a tree without any language.
accept(package ${SOURCE} "only install rules, for all backends (cuda, hip, host)" -Werror=dev
  -DDIATOMIC_PROGRAM=OFF -DDIATOMIC_TESTS=OFF -DDIATOMIC_EXAMPLES=OFF)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK}/build/package --prefix ${WORK}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
# The same with desul's names, which no other installation may have.
execute_process(COMMAND ${CMAKE_COMMAND} ${WORK}/build/package -DDIATOMIC_INSTALL_DESUL=ON
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK}/build/package
  --prefix ${WORK}/with_desul OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(with_desul -DNAME=desul -DCMAKE_PREFIX_PATH=${WORK}/with_desul)
write_project(twice NONE "find_package(diatomic REQUIRED)" "set(DIATOMIC_BACKEND hip)"
  "find_package(diatomic REQUIRED)")
refuse(second_backend ${WORK}/twice "DIATOMIC_BACKEND=hip: diatomic::diatomic is for host \
here already, and a directory has one backend. Call find_package(diatomic) in a separate directory \
for each backend.")

write_project(transports CXX "set(DIATOMIC_BACKEND host)" "if(SOURCE)"
  "add_subdirectory(\${SOURCE} diatomic)" "else()"
  "find_package(diatomic REQUIRED COMPONENTS remote)" "endif()"
  "set(DIATOMIC_REMOTE \"\${SECOND}\")"
  "find_package(diatomic REQUIRED COMPONENTS remote)"
  "get_target_property(name diatomic::remote DIATOMIC_REMOTE)" "message(STATUS \"has \${name}\")")
set(second_transport "DIATOMIC_REMOTE=ipc: diatomic::remote is for peer here already, and a \
directory has one transport. Call find_package(diatomic) in a separate directory for each \
transport.")
foreach(tree IN ITEMS "" ${SOURCE})
  refuse(second_transport ${WORK}/transports "${second_transport}" -DSOURCE=${tree} -DSECOND=ipc
    -DDIATOMIC_RUNTIME=ON)
  accept(same_transport ${WORK}/transports "has peer" -DSOURCE=${tree} -DSECOND=peer
    -DDIATOMIC_RUNTIME=ON)
endforeach()
accept(default_transport ${WORK}/transports "has ${TRANSPORT}" -DSOURCE=
  -DDIATOMIC_REMOTE=${TRANSPORT} -DSECOND=)

# If an optional package cannot be used, the project is told why, and goes on.
write_project(optional CXX "find_package(\${NAME} QUIET \${REQUIRED} COMPONENTS \${COMPONENT})"
  "message(STATUS \"found: \${\${NAME}_FOUND}: \${\${NAME}_NOT_FOUND_MESSAGE}\")")
set(no_cuda "DIATOMIC_BACKEND=cuda: this project has not enabled the language CUDA. Add it before")
accept(optional_backend ${WORK}/optional "found: 0: ${no_cuda}"
  -DNAME=diatomic -DDIATOMIC_BACKEND=cuda)
accept(optional_typo ${WORK}/optional "found: 0: DIATOMIC_BACKEND=metal: no such backend."
  -DNAME=diatomic -DDIATOMIC_BACKEND=metal)
accept(optional_transport ${WORK}/optional "found: 0: DIATOMIC_REMOTE=x: no such transport."
  -DNAME=diatomic -DDIATOMIC_BACKEND=host -DDIATOMIC_REMOTE=x -DCOMPONENT=remote)
accept(optional_desul ${WORK}/optional "found: 0: desul could not be found because dependency"
  ${with_desul} -DDIATOMIC_BACKEND=cuda)
accept(no_desul ${WORK}/optional "found: 0: -- Configuring" -DNAME=desul)
refuse(required_backend ${WORK}/optional "${no_cuda}"
  -DNAME=diatomic -DDIATOMIC_BACKEND=cuda -DREQUIRED=REQUIRED)
refuse(required_desul ${WORK}/optional "${no_cuda}"
  ${with_desul} -DDIATOMIC_BACKEND=cuda -DREQUIRED=REQUIRED)
write_project(neither CXX "find_package(diatomic REQUIRED)")
accept(neither ${WORK}/neither "backend host (this project enables neither CUDA nor HIP)")

write_project(capitals CXX "find_package(Diatomic 0.1 REQUIRED COMPONENTS runtime)"
  "get_target_property(libraries diatomic::runtime INTERFACE_LINK_LIBRARIES)"
  "list(JOIN libraries \" \" libraries)" "message(STATUS \"linked \${libraries}\")")
accept(capitals ${WORK}/capitals "linked diatomic::diatomic Threads::Threads Boost::context"
  -DDIATOMIC_BACKEND=host)
write_project(component NONE "find_package(diatomic REQUIRED COMPONENTS cuda)")
refuse(component ${WORK}/component "Diatomic has no component cuda: name runtime, remote or none. \
To select a backend, set DIATOMIC_BACKEND to cuda, hip or host.")
write_project(desul_component NONE "find_package(desul REQUIRED COMPONENTS core)")
refuse(desul_component ${WORK}/desul_component "Diatomic's desul has no component but atomics."
  ${with_desul})
write_project(remote_alone CXX "find_package(diatomic REQUIRED COMPONENTS remote)"
  "add_library(uses INTERFACE)" "target_link_libraries(uses INTERFACE diatomic::remote)")
accept(remote_alone ${WORK}/remote_alone "Generating done" -DDIATOMIC_BACKEND=host)
write_project(old_cmake NONE "set(CMAKE_VERSION 3.18.4)" "find_package(diatomic REQUIRED)")
refuse(old_cmake ${WORK}/old_cmake "Diatomic needs CMake 3.21 or newer, and this is 3.18.4: \
install a newer CMake.")
write_project(no_language NONE "find_package(diatomic REQUIRED COMPONENTS runtime)")
refuse(no_language ${WORK}/no_language "The runtime of the host backend needs the language CXX: \
add it before Diatomic, by project(... LANGUAGES CXX) or enable_language(CXX).")

# A language that is enabled after Diatomic, and would change what `auto` chose.
find_program(NVCC nvcc PATHS /usr/local/cuda/bin)
if(NVCC)
  write_project(late_language CXX "add_subdirectory(${SOURCE} diatomic)" "enable_language(CUDA)")
  accept(late_language ${WORK}/late_language "Diatomic chose the backend host, because the project \
enables CUDA later: enable CUDA before Diatomic, or set DIATOMIC_BACKEND to host."
    -DCMAKE_CUDA_COMPILER=${NVCC} -DCMAKE_CUDA_ARCHITECTURES=90)
endif()

# Two copies in one build. A dependency that finds the package uses the copy of the build.
write_project(two_copies NONE "add_subdirectory(${SOURCE} one)" "add_subdirectory(${SOURCE} two)")
refuse(two_copies ${WORK}/two_copies "Diatomic is in this build already: add it once, by \
FetchContent or under if(NOT TARGET diatomic::diatomic).")
write_project(part_and_package CXX "add_subdirectory(${SOURCE} diatomic)"
  "find_package(diatomic REQUIRED COMPONENTS runtime)"
  "get_target_property(libraries diatomic::runtime INTERFACE_LINK_LIBRARIES)"
  "list(JOIN libraries \" \" libraries)" "message(STATUS \"linked \${libraries}\")")
foreach(installs IN ITEMS ON OFF)
  accept(part_and_package_${installs} ${WORK}/part_and_package
    "linked diatomic::diatomic Threads::Threads Boost::context" -DDIATOMIC_BACKEND=host
    -DDIATOMIC_INSTALL=${installs})
endforeach()

# A project that has found Diatomic's dependencies before, or finds them later.
write_project(finds CXX "macro(find_all)" "find_package(Threads REQUIRED)"
  "find_package(Boost REQUIRED CONFIG COMPONENTS context)" "if(DIATOMIC_REMOTE STREQUAL mpi)"
  "find_package(MPI REQUIRED COMPONENTS CXX)" "endif()" "endmacro()" "if(BEFORE)" "find_all()"
  "endif()" "add_subdirectory(${SOURCE} diatomic)" "if(AFTER)" "find_all()" "endif()"
  "file(WRITE empty.cpp \"\")" "add_library(empty empty.cpp)"
  "target_link_libraries(empty PUBLIC diatomic::remote)")
foreach(time IN ITEMS BEFORE AFTER)
  accept(finds_${time} ${WORK}/finds "Generating done" -D${time}=ON -DDIATOMIC_BACKEND=host
    -DDIATOMIC_REMOTE=${TRANSPORT} -DDIATOMIC_RUNTIME=ON)
endforeach()

# Boost elsewhere than the system's. A fake one that says where it is.
file(WRITE ${WORK}/boost/lib/cmake/Boost-1.99.0/BoostConfig.cmake
  "add_library(Boost::context INTERFACE IMPORTED)\nset(Boost_context_FOUND TRUE)\n")
file(WRITE ${WORK}/boost/lib/cmake/Boost-1.99.0/BoostConfigVersion.cmake
  "set(PACKAGE_VERSION 1.99.0)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
write_project(elsewhere CXX "if(SOURCE)" "add_subdirectory(\${SOURCE} diatomic)" "else()"
  "find_package(diatomic REQUIRED COMPONENTS runtime)" "endif()"
  "message(STATUS \"took \${Boost_DIR}\")")
foreach(tree IN ITEMS "" ${SOURCE})
  accept(boost_elsewhere ${WORK}/elsewhere "took ${WORK}/boost" -DSOURCE=${tree}
    -DBOOST_ROOT=${WORK}/boost -DDIATOMIC_BACKEND=host -DDIATOMIC_RUNTIME=ON)
  file(REMOVE_RECURSE ${WORK}/build/boost_elsewhere)
endforeach()
set(ENV{BOOST_ROOT} ${WORK}/boost)
accept(boost_of_environment ${WORK}/elsewhere "took ${WORK}/boost" -DSOURCE=
  -DDIATOMIC_BACKEND=host)
unset(ENV{BOOST_ROOT})

# FetchContent in the place of find_package().
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
  write_project(override CXX "include(FetchContent)"
    "FetchContent_Declare(diatomic SOURCE_DIR ${SOURCE} OVERRIDE_FIND_PACKAGE)"
    "separate_arguments(ASKED)" "find_package(diatomic \${ASKED} REQUIRED)"
    "message(STATUS \"found: \${diatomic_FOUND} \${diatomic_VERSION}\")"
    "file(WRITE empty.cpp \"\")" "add_library(empty empty.cpp)"
    "target_link_libraries(empty PUBLIC diatomic::remote)")
  foreach(runtime IN ITEMS ON OFF)
    accept(override_${runtime} ${WORK}/override "found: 1 0.1." -DDIATOMIC_RUNTIME=${runtime}
      "-DASKED=0.1 COMPONENTS remote" -DDIATOMIC_BACKEND=host)
  endforeach()
  refuse(override_component ${WORK}/override "Diatomic has no component cuda: name runtime, remote \
or none. To select a backend" "-DASKED=COMPONENTS cuda")
  refuse(override_version ${WORK}/override "compatible with requested version \"99\""
    "-DASKED=99 COMPONENTS remote")
endif()

write_project(part CXX "add_subdirectory(${SOURCE} diatomic)")
foreach(pair IN ITEMS "cuda CUDA" "hip HIP")
  separate_arguments(pair)
  list(GET pair 0 backend)
  list(GET pair 1 language)
  refuse(no_${language} ${WORK}/part "DIATOMIC_BACKEND=${backend}: this project has not enabled \
the language ${language}. Add it before Diatomic" -DDIATOMIC_BACKEND=${backend})
endforeach()
refuse(no_boost ${SOURCE} "The runtime of the host backend needs Boost. Install a C++17 compiler \
and Boost.Context" -DDIATOMIC_BACKEND=host -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
refuse(no_runtime ${SOURCE} "DIATOMIC_RUNTIME=OFF: Diatomic's program, tests, examples, \
benchmarks and fuzzers need the runtime; switch it on, or switch them off as --preset package does."
  -DDIATOMIC_BACKEND=host -DDIATOMIC_RUNTIME=OFF)
refuse(no_libraries ${SOURCE} "The program diatomic needs CLI11, fmt, nlohmann_json, stb, Cairo \
1.16 by pkg-config (Debian: libcli11-dev libfmt-dev nlohmann-json3-dev libstb-dev libcairo2-dev \
pkg-config; scripts/setup installs them, CMAKE_PREFIX_PATH says where they are, \
-DDIATOMIC_PROGRAM=OFF builds no program)." -DDIATOMIC_BACKEND=host
  -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON
  -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
  -DSTB_INCLUDE_DIR=STB_INCLUDE_DIR-NOTFOUND -DCMAKE_IGNORE_PATH=/usr/include/stb)
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

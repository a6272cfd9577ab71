# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What is made of the tree: the single header, packages, the wheel; and the recipes of
# docs/install.md, each as written. Each test finds out by itself whether its tools are installed.

option(DIATOMIC_EVERY_PACKAGE_TEST "Test packages thoroughly, which takes a minute more" ON)

if(NOT Python3_FOUND)
  message(STATUS "Packages are not tested: Python 3.9 is not here (Debian, Ubuntu: python3-venv)")
  return()
endif()
set(python ${Python3_EXECUTABLE} -B)

set(labels package)
# add_artefact_test(<name> <script> <argument>...)
function(add_artefact_test name script)
  add_test(NAME ${chosen}.package.${name} COMMAND ${python} ${script} ${ARGN})
  set_tests_properties(${chosen}.package.${name} PROPERTIES
    SKIP_RETURN_CODE 77 LABELS "${labels}")
endfunction()

# The single header, by each backend's compiler.
set(to_compile "")
if(diatomic_language STREQUAL "CXX")
  set(to_compile "${CMAKE_CXX_COMPILER} -O1")
elseif(diatomic_language STREQUAL "HIP")
  set(to_compile "${CMAKE_HIP_COMPILER} ${CMAKE_HIP_FLAGS} -x hip --offload-arch=${architecture}")
elseif(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
  set(to_compile "${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_FLAGS} -x cu -arch=sm_90")
endif()
set(source ${CMAKE_CURRENT_SOURCE_DIR}/everything.cpp)
set(tests "")
if(NOT DIATOMIC_EVERY_PACKAGE_TEST)
  set(source ${diatomic_SOURCE_DIR}/tests/compile_time/operations.cpp)
  if(diatomic_is_gpu)
    set(tests single_header_test.test_code_is_that_of_the_tree
      single_header_test.test_another_backend_is_refused)
  endif()
endif()
if(to_compile)
  add_artefact_test(single_header ${CMAKE_CURRENT_SOURCE_DIR}/single_header/single_header_test.py
    ${diatomic_language} ${source} "${to_compile}" ${tests})
endif()

# The rest is the same for every backend, and is tested where the CPU's programs are.
if(NOT chosen STREQUAL "host" OR CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  return()
endif()
list(APPEND labels rest)
set(environment ${CMAKE_CURRENT_BINARY_DIR}/python_environment)
add_artefact_test(python_environment ${CMAKE_CURRENT_SOURCE_DIR}/python_environment.py
  ${environment})
set_tests_properties(host.package.python_environment PROPERTIES FIXTURES_SETUP python_environment)
if(DIATOMIC_EVERY_PACKAGE_TEST)  # and what is said where there is no network
  add_artefact_test(no_python_environment ${CMAKE_CURRENT_SOURCE_DIR}/python_environment.py
    ${CMAKE_CURRENT_BINARY_DIR}/no_python_environment)
  set_tests_properties(host.package.no_python_environment PROPERTIES ENVIRONMENT PIP_NO_INDEX=1
    SKIP_RETURN_CODE 1
    PASS_REGULAR_EXPRESSION
      "skipped: pip could not install what makes packages; is there a network")
endif()

add_artefact_test(wheel ${diatomic_SOURCE_DIR}/src/python/tests/wheel_test.py ${environment}
  ${CMAKE_CXX_COMPILER})
add_artefact_test(release ${CMAKE_CURRENT_SOURCE_DIR}/release/release_test.py)
add_artefact_test(rehearsal ${CMAKE_CURRENT_SOURCE_DIR}/release/rehearsal_test.py ${environment}
  ${CMAKE_CXX_COMPILER})
set_tests_properties(host.package.wheel host.package.rehearsal PROPERTIES
  FIXTURES_REQUIRED python_environment)
set_tests_properties(host.package.rehearsal PROPERTIES TIMEOUT 1500 COST 200)

# Each recipe of docs/install.md is a test.
set(install_test ${CMAKE_CURRENT_SOURCE_DIR}/install/install_test.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${diatomic_SOURCE_DIR}/docs/install.md)
execute_process(COMMAND ${python} ${install_test} --list OUTPUT_VARIABLE ways
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE ";" "," ways "${ways}")
string(REPLACE "\n" ";" ways "${ways}")
foreach(way IN LISTS ways)
  if(NOT DIATOMIC_EVERY_PACKAGE_TEST AND way MATCHES "GPU")
    continue()  # the GPU backends' own trees compile the same by hand
  endif()
  string(REGEX REPLACE "[ ,].*" "" first_word "${way}")
  set(name "${first_word}")
  if(first_word MATCHES "^(by|one)$")
    string(REGEX REPLACE "[^A-Za-z]+" "_" name "${way}")
    string(REGEX REPLACE "_which.*" "" name "${name}")
    set(first_word "${way}")
  endif()
  string(TOLOWER "install_${name}" name)
  add_artefact_test(${name} ${install_test} "${first_word}" ${CMAKE_CURRENT_BINARY_DIR}/${name}
    ${environment})
  set_tests_properties(host.package.${name} PROPERTIES FIXTURES_REQUIRED python_environment
    ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER}")
endforeach()

# Each kind of project is a test.
set(clients_test ${CMAKE_CURRENT_SOURCE_DIR}/clients/clients_test.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${clients_test})
execute_process(COMMAND ${python} ${clients_test} --list OUTPUT_VARIABLE kinds
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" kinds "${kinds}")
foreach(kind IN LISTS kinds)
  add_artefact_test(client_${kind} ${clients_test} ${kind}
    ${CMAKE_CURRENT_BINARY_DIR}/client_${kind} ${prefix} ${CMAKE_CXX_COMPILER} ${environment})
  set_tests_properties(host.package.client_${kind} PROPERTIES
    FIXTURES_REQUIRED "python_environment;${chosen}.installed")
endforeach()

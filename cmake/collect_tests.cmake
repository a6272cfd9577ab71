# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D TREE=<build tree> -D OUTPUT=<CTestTestfile.cmake> [-D LABEL=gpu | -D WITHOUT=gpu]
#       [-D MATCH=<regex>] [-D EXCEPT=<regex>] [-D SUFFIX=<text>] [-D ENVIRONMENT=<name=value>;...]
#       [-D LAUNCHER=<program>;<argument>...] [-D PARALLEL=ON] [-D BESIDES=<file>]
#       -P collect_tests.cmake
#
# Adds the tests of a build tree to a file, so that one ctest runs the tests of several trees. Takes
# only tests with the label LABEL, or only those without the label WITHOUT, whose names match MATCH
# and do not match EXCEPT.
# The same tests can be added several times with other values of ENVIRONMENT or LAUNCHER, if SUFFIX
# makes their names unique; tests whose names are already in the file, or in the file BESIDES, are
# left out. A launcher is called with its arguments, the test's name without the backend, and the
# test's command. PARALLEL drops RUN_SERIAL; it is for emulators, which run all threads of a device
# alternately, and for sizes so small that no test has to run alone.

cmake_minimum_required(VERSION 3.21)
set(selection "")
if(LABEL)
  list(APPEND selection --label-regex "^${LABEL}$")
endif()
if(WITHOUT)
  list(APPEND selection --label-exclude "^${WITHOUT}$")
endif()
if(MATCH)
  list(APPEND selection --tests-regex "${MATCH}")
endif()
if(EXCEPT)
  list(APPEND selection --exclude-regex "${EXCEPT}")
endif()
find_program(CTEST ctest REQUIRED NO_CACHE)
execute_process(COMMAND ${CTEST} --test-dir ${TREE} ${selection} --show-only=json-v1
  OUTPUT_VARIABLE json COMMAND_ERROR_IS_FATAL ANY)

# The elements of the array <json> as quoted arguments of a command.
function(quoted_elements json result)
  string(JSON count LENGTH "${json}")
  set(quoted "")
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON element GET "${json}" ${index})
      string(APPEND quoted " [==[${element}]==]")
    endforeach()
  endif()
  set(${result} "${quoted}" PARENT_SCOPE)
endfunction()

string(JSON tests GET "${json}" tests)  # without the larger rest: each call parses its whole text
string(JSON count LENGTH "${tests}")
if(count EQUAL 0)
  return()
endif()
file(TOUCH ${OUTPUT})
file(READ ${OUTPUT} taken)
if(BESIDES)
  file(READ ${BESIDES} besides)
  string(APPEND taken "${besides}")
endif()
math(EXPR last "${count} - 1")
set(required "")
foreach(index RANGE ${last})
  string(JSON test GET "${tests}" ${index})
  string(JSON name GET "${test}" name)
  string(JSON command ERROR_VARIABLE missing GET "${test}" command)
  if(missing)
    message(FATAL_ERROR "${name}: its program has not been built")
  endif()
  set(full_name "${name}${SUFFIX}")
  string(FIND "${taken}" "add_test([==[${full_name}]==]" position)
  if(NOT position EQUAL -1)
    continue()
  endif()
  quoted_elements("${command}" command)
  if(LAUNCHER)
    string(REGEX REPLACE "^[^.]*[.]" "" suite "${name}")
    list(JOIN LAUNCHER "]==] [==[" launcher)
    set(command " [==[${launcher}]==] [==[${suite}]==]${command}")
  endif()
  file(APPEND ${OUTPUT} "add_test([==[${full_name}]==]${command})\n")

  string(JSON property_count LENGTH "${test}" properties)
  math(EXPR last_property "${property_count} - 1")
  set(environment "${ENVIRONMENT}")
  foreach(property RANGE ${last_property})
    string(JSON key GET "${test}" properties ${property} name)
    string(JSON type TYPE "${test}" properties ${property} value)
    string(JSON value GET "${test}" properties ${property} value)
    if(type STREQUAL "ARRAY")
      quoted_elements("${value}" value)
      string(REGEX REPLACE "]==] \\[==\\[" ";" value "${value}")
      string(REGEX REPLACE "^ \\[==\\[|]==]$" "" value "${value}")
    endif()
    if(key STREQUAL "FIXTURES_REQUIRED")
      list(APPEND required ${value})
    endif()
    if(key STREQUAL "ENVIRONMENT")
      list(APPEND environment ${value})
    elseif(NOT (key STREQUAL "RUN_SERIAL" AND PARALLEL))
      file(APPEND ${OUTPUT}
        "set_tests_properties([==[${full_name}]==] PROPERTIES ${key} [==[${value}]==])\n")
    endif()
  endforeach()
  if(environment)
    file(APPEND ${OUTPUT}
      "set_tests_properties([==[${full_name}]==] PROPERTIES ENVIRONMENT [==[${environment}]==])\n")
  endif()
endforeach()

# A selection that leaves out the test that installs something for others would let these fail.
file(READ ${OUTPUT} taken)
string(APPEND taken "${besides}")
list(REMOVE_DUPLICATES required)
foreach(fixture IN LISTS required)
  string(FIND "${taken}" "FIXTURES_SETUP [==[${fixture}]==]" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "tests of ${TREE} need ${fixture}, whose test is left out")
  endif()
endforeach()

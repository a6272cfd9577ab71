# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D CASE=<source> -D COMMANDS=<compile_commands.json> -P expect_failure.cmake
#
# Compiles the case with -DMUST_NOT_COMPILE added to its own command. That must fail, with the
# case's messages.

cmake_minimum_required(VERSION 3.21)
file(STRINGS ${CASE} messages REGEX "^// message: ")
if(NOT messages)
  message(FATAL_ERROR "${CASE} does not say what the compiler must: // message: <text>")
endif()

# string(JSON) parses its whole text at each call, so only the case's object is given to it.
file(READ ${COMMANDS} commands)
string(FIND "${commands}" "\"file\": \"${CASE}\"" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${COMMANDS} has no command for ${CASE}")
endif()
string(SUBSTRING "${commands}" 0 ${position} before)
string(FIND "${before}" "{\n  \"directory\"" start REVERSE)
string(SUBSTRING "${before}" ${start} -1 entry)
string(APPEND entry "\"file\": \"\"}")
string(JSON command GET "${entry}" command)
string(JSON directory GET "${entry}" directory)

# Another output, so that the object of the case that compiled is left alone.
string(REGEX REPLACE " -o ([^ ]+)" " -o \\1.fail" command "${command}")
execute_process(COMMAND sh -c "${command} -DMUST_NOT_COMPILE" WORKING_DIRECTORY ${directory}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${CASE} compiles with -DMUST_NOT_COMPILE, and must not")
endif()
if(output MATCHES "missing return statement")
  message(FATAL_ERROR "${CASE}: a warning that only confuses stands beside the error\n${output}")
endif()
file(STRINGS ${CASE} errors REGEX "^// errors: ")
if(errors)
  string(REGEX REPLACE "^// errors: " "" errors "${errors}")
  string(REPLACE ";" "," listed "${output}")
  string(REGEX MATCHALL "error( #[0-9-]+)?: [^\n]*" found "${listed}")
  list(REMOVE_DUPLICATES found)
  list(LENGTH found count)
  if(NOT count EQUAL errors)
    message(FATAL_ERROR "${CASE}: ${count} errors, not ${errors}\n${output}")
  endif()
endif()
foreach(message IN LISTS messages)
  string(REPLACE "// message: " "" message "${message}")
  string(FIND "${output}" "${message}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${CASE} does not compile with -DMUST_NOT_COMPILE, but the compiler did "
      "not say\n  ${message}\nIt said\n${output}")
  endif()
endforeach()

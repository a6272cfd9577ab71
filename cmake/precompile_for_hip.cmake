# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# diatomic_precompile_for_hip(<variable> <header>...): CMake precompiles headers for C++, but not
# for HIP, whose sources clang reads once for the host and once for each architecture. This function
# precompiles the headers for each pass, and sets <variable> to the compiler options that use them.
# The options must precede any other -include: put them at the front of CMAKE_HIP_FLAGS. The target
# diatomic_precompiled builds the files; their users must depend on this target and on GoogleTest.
#
# The headers must not be the library's own, and no program that uses them may define a macro that
# they test.

function(diatomic_precompile_for_hip result)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/precompiled)
  list(JOIN ARGN ">\n#include <" includes)

  set(of_googletest "")
  get_target_property(definitions GTest::gtest INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(options GTest::gtest INTERFACE_COMPILE_OPTIONS)
  if(definitions)
    list(TRANSFORM definitions PREPEND -D OUTPUT_VARIABLE of_googletest)
  endif()
  if(options)
    list(APPEND of_googletest ${options})
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_HIP_FLAGS} ${CMAKE_HIP_FLAGS_${build_type}}")
  # CMake's target for HIP adds the same definition to each source.
  list(APPEND flags ${of_googletest} -D__HIP_ROCclr__=1 -std=c++${CMAKE_HIP_STANDARD})

  set(files "")
  set(options -Wno-unused-command-line-argument)  # for sources of only one architecture
  foreach(pass IN ITEMS host ${CMAKE_HIP_ARCHITECTURES})
    set(selected --offload-host-only)
    if(NOT pass STREQUAL host)
      set(selected --offload-device-only --offload-arch=${pass})
    endif()
    # With `--include=HEADER`, clang uses HEADER.pch if it exists.
    set(header ${folder}/${pass}/headers.hpp)
    file(CONFIGURE OUTPUT ${header} CONTENT "#include <${includes}>\n" @ONLY)
    add_custom_command(OUTPUT ${header}.pch
      COMMAND ${CMAKE_HIP_COMPILER} ${flags} ${selected} -x hip -fsyntax-only -Xclang -emit-pch
        -Xclang -o -Xclang ${header}.pch ${header}
      DEPENDS ${header} COMMENT "Precompiling headers for HIP, ${pass}" VERBATIM)
    list(APPEND files ${header}.pch)
    list(APPEND options -Xarch_${pass} --include=${header})
  endforeach()
  add_custom_target(diatomic_precompiled DEPENDS ${files})
  list(JOIN options " " options)
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

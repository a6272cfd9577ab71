# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Registers transports, which carry operations to other processing elements, and chooses the one
# behind `diatomic::remote`. Used in the source tree and by the installed package.

cmake_policy(VERSION 3.21...4.2)

# Find modules for libraries that neither CMake nor the library itself has one for.
set_property(GLOBAL PROPERTY diatomic_modules ${CMAKE_CURRENT_LIST_DIR}/modules)

# diatomic_register_transport(<name>
#   [BACKENDS <backend>...]     the supported backends; default: all
#   [INCLUDES <transport>...]   transports whose headers its headers include; inherits their needs
#   [PACKAGES "<package> <arguments of find_package>"...]   its headers need these ...
#   [LIBRARIES <target>...]                                 ... and link these
#   [DEFINITIONS <name>...]     the definitions that these headers need
#   [RELOCATABLE_CODE ON]       whether they need relocatable device code
#   [TO_INSTALL <text>])        a sentence for users: what to install if one of these is missing
function(diatomic_register_transport name)
  set(many BACKENDS INCLUDES PACKAGES LIBRARIES DEFINITIONS)
  set(single RELOCATABLE_CODE TO_INSTALL)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "${single}" "${many}")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "diatomic_register_transport(${name}): these arguments are unknown: "
      "${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(key IN LISTS many single)
    set_property(GLOBAL PROPERTY diatomic_transport_${name}_${key} "${arg_${key}}")
  endforeach()
  get_property(names GLOBAL PROPERTY diatomic_transports)
  list(APPEND names ${name})
  list(REMOVE_DUPLICATES names)
  set_property(GLOBAL PROPERTY diatomic_transports ${names})
endfunction()

# The value that <name> was registered with under <key>.
function(diatomic_transport_get name key result)
  get_property(value GLOBAL PROPERTY diatomic_transport_${name}_${key})
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

# The values of the transport and of the transports that it includes, without duplicates.
function(diatomic_transport_get_all name key result)
  diatomic_transport_get(${name} INCLUDES includes)
  set(all "")
  foreach(transport IN LISTS name includes)
    diatomic_transport_get(${transport} ${key} values)
    list(APPEND all ${values})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

# Finds the packages that the transport needs besides a backend's diatomic::runtime. <missing>
# becomes a sentence if the transport cannot be used.
macro(diatomic_find_transport name backend missing)
  set(${missing} "")
  diatomic_transport_get(${name} BACKENDS _diatomic_backends)
  diatomic_transport_get_all(${name} PACKAGES _diatomic_packages)
  if(_diatomic_backends AND NOT "${backend}" IN_LIST _diatomic_backends)
    set(${missing} "The transport ${name} is for ${_diatomic_backends}, not for ${backend}.")
  else()
    get_property(_diatomic_modules GLOBAL PROPERTY diatomic_modules)
    list(APPEND CMAKE_MODULE_PATH ${_diatomic_modules})
    foreach(_diatomic_package IN LISTS _diatomic_packages)
      separate_arguments(_diatomic_arguments UNIX_COMMAND "${_diatomic_package}")
      list(GET _diatomic_arguments 0 _diatomic_package)
      find_package(${_diatomic_arguments} QUIET)
      if(NOT ${_diatomic_package}_FOUND)
        diatomic_transport_get_all(${name} TO_INSTALL _diatomic_text)
        set(${missing} "The transport ${name} needs ${_diatomic_package}. ${_diatomic_text}")
      endif()
    endforeach()
    list(POP_BACK CMAKE_MODULE_PATH)
  endif()
endmacro()

# diatomic_add_transport_target(<name> [GLOBAL]): the target `diatomic::remote_<name>`, which is
# diatomic::runtime and the transport. In an installation all headers are in one folder.
function(diatomic_add_transport_target name)
  diatomic_transport_get_all(${name} LIBRARIES libraries)
  diatomic_transport_get_all(${name} DEFINITIONS definitions)
  get_property(folder GLOBAL PROPERTY diatomic_transports_folder)
  set(includes "")
  if(folder)
    diatomic_transport_get(${name} INCLUDES includes)
    list(PREPEND includes ${name})
    list(TRANSFORM includes REPLACE ".+" "${folder}/\\0/include")
  endif()
  add_library(diatomic::remote_${name} INTERFACE IMPORTED ${ARGN})
  set_target_properties(diatomic::remote_${name} PROPERTIES DIATOMIC_REMOTE ${name}
    INTERFACE_LINK_LIBRARIES "diatomic::runtime;${libraries}"
    INTERFACE_INCLUDE_DIRECTORIES "${includes}"
    INTERFACE_COMPILE_DEFINITIONS "DIATOMIC_REMOTE=${name};${definitions}")
endfunction()

# diatomic_choose_transport(<result> <problem>): the transport that DIATOMIC_REMOTE names; default:
# that of this directory's diatomic::remote, or `peer`. If there is none of this name, or the
# directory has another one, <problem> becomes a sentence.
function(diatomic_choose_transport result problem)
  get_property(names GLOBAL PROPERTY diatomic_transports)
  set(wanted "${DIATOMIC_REMOTE}")
  set(first "")
  if(TARGET diatomic::remote)
    get_target_property(first diatomic::remote DIATOMIC_REMOTE)
  endif()
  if(NOT wanted AND first)
    set(wanted ${first})
  elseif(NOT wanted)
    set(wanted peer)
  endif()
  set(${problem} "" PARENT_SCOPE)
  if(NOT wanted IN_LIST names)
    list(JOIN names ", " names)
    set(${problem} "DIATOMIC_REMOTE=${wanted}: no such transport. Choose one of ${names}."
      PARENT_SCOPE)
  elseif(first AND NOT wanted STREQUAL first)
    set(${problem} "DIATOMIC_REMOTE=${wanted}: diatomic::remote is for ${first} here already, and \
a directory has one transport. Call find_package(diatomic) in a separate directory for each \
transport." PARENT_SCOPE)
  endif()
  set(${result} ${wanted} PARENT_SCOPE)
endfunction()

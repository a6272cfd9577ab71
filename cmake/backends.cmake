# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Registers backends, and chooses the one behind `diatomic::diatomic`. The source tree, the
# installed package and the scripts use this file, so all three make the same choice.

cmake_policy(VERSION 3.21...4.2)  # since 3.27: BOOST_ROOT counts

# diatomic_register_backend(<name>
#   LANGUAGE <language>        CMake's language for its sources
#   [USES <folder>...]         other folders of backends/ whose headers its headers include
#   [COMPILERS <program>...]   the language's compilers by name, best first
#   [ROOTS <directory>...]     search paths besides PATH: <root>/bin, <root>/llvm/bin
#   [HEADER <file>]            a header of the vendor's toolchain in <root>/include
#   [DEVICES <glob>...]        files that exist if there is a GPU of this vendor
#   [ARCHITECTURES <name>...]  targets of our own programs if there is no GPU to detect
#   [MACRO <name>]             a macro that the compiler defines in every language; identifies a
#                              wrapper of it that is used as the C++ compiler
#   [RUNTIME_PACKAGES "<package> <arguments of find_package>"...]   runtime.hpp needs these ...
#   [RUNTIME_LIBRARIES <target>...]                                 ... and links these
#   [CXX_HEADER <file>]        for C++ sources next to kernels: the header of the vendor's runtime,
#   [CXX_LIBRARY <name>]       its library, for targets whose sources have no kernels,
#   [CXX_DEFINITIONS <name>...] and the definitions that its header needs
#   [TO_INSTALL <text>])       a sentence for users: what to install if one of these is missing
function(diatomic_register_backend name)
  set(one LANGUAGE HEADER MACRO CXX_HEADER CXX_LIBRARY TO_INSTALL)
  set(many USES COMPILERS ROOTS DEVICES ARCHITECTURES RUNTIME_PACKAGES RUNTIME_LIBRARIES
    CXX_DEFINITIONS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "${one}" "${many}")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_LANGUAGE)
    message(FATAL_ERROR "diatomic_register_backend(${name}): a LANGUAGE is needed, and these "
      "arguments are unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(key IN LISTS one many)
    set_property(GLOBAL PROPERTY diatomic_${name}_${key} "${arg_${key}}")
  endforeach()
  get_property(names GLOBAL PROPERTY diatomic_backends)
  list(APPEND names ${name})
  list(REMOVE_DUPLICATES names)
  set_property(GLOBAL PROPERTY diatomic_backends ${names})
endfunction()

# The value that <name> was registered with under <key>.
function(diatomic_backend_get name key result)
  get_property(value GLOBAL PROPERTY diatomic_${name}_${key})
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

# The path of the backend's compiler, or nothing if the toolchain is incomplete.
function(diatomic_find_compiler name result)
  foreach(key LANGUAGE COMPILERS ROOTS HEADER)
    diatomic_backend_get(${name} ${key} ${key})
  endforeach()
  set(${result} "" PARENT_SCOPE)
  if(HEADER)
    list(TRANSFORM ROOTS APPEND "/include/${HEADER}" OUTPUT_VARIABLE headers)
    file(GLOB headers ${headers})
    if(NOT headers)
      return()
    endif()
  endif()
  if(DEFINED ENV{${LANGUAGE}CXX})  # CUDACXX, HIPCXX
    list(PREPEND COMPILERS "$ENV{${LANGUAGE}CXX}")
  endif()
  if(CMAKE_${LANGUAGE}_COMPILER)
    set(COMPILERS "${CMAKE_${LANGUAGE}_COMPILER}")
  endif()
  unset(compiler)  # find_program() skips the search if the caller's scope has set the variable.
  find_program(compiler NAMES ${COMPILERS} HINTS ${ROOTS} PATH_SUFFIXES bin llvm/bin NO_CACHE)
  if(compiler)
    set(${result} "${compiler}" PARENT_SCOPE)
  endif()
endfunction()

# The first file that indicates a GPU of the backend's vendor, or nothing.
function(diatomic_find_device name result)
  diatomic_backend_get(${name} DEVICES devices)
  set(found "")
  if(devices)
    file(GLOB found ${devices})
    list(SUBLIST found 0 1 found)
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# The GPU backend whose kernels the project's C++ compiler compiles (nvcc_wrapper, hipcc), or
# nothing. Cached per compiler and flags.
function(diatomic_backend_of_cxx result)
  if(NOT DEFINED CACHE{DIATOMIC_CXX_BACKEND} OR
     NOT "$CACHE{DIATOMIC_CXX_BACKEND_ASKED}" STREQUAL "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_FLAGS}")
    get_property(names GLOBAL PROPERTY diatomic_backends)
    set(source "${CMAKE_BINARY_DIR}/CMakeFiles/diatomic_backend_of_cxx.cpp")
    set(found "")
    foreach(name IN LISTS names)
      diatomic_backend_get(${name} MACRO macro)
      if(macro)
        file(WRITE "${source}" "#if !defined(${macro})\n#error none\n#endif\nint main() {}\n")
        set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
        unset(is_it)
        try_compile(is_it "${CMAKE_BINARY_DIR}/CMakeFiles/diatomic_${name}" "${source}")
        if(is_it)
          set(found ${name})
        endif()
        unset(is_it CACHE)
      endif()
    endforeach()
    set(DIATOMIC_CXX_BACKEND "${found}" CACHE INTERNAL "")
    set(DIATOMIC_CXX_BACKEND_ASKED "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_FLAGS}" CACHE INTERNAL "")
  endif()
  set(${result} "$CACHE{DIATOMIC_CXX_BACKEND}" PARENT_SCOPE)
endfunction()

# diatomic_choose_backend(<result> <reason> [LANGUAGES <enabled>...])
#
# Reads DIATOMIC_BACKEND. `auto` selects a GPU backend if its compiler and a GPU exist, else a
# backend whose compiler the user named, else host. LANGUAGES is for projects that use the library:
# only their enabled languages count, because the library enables none itself. There, a C++ compiler
# that compiles kernels decides, because it compiles every source for its GPU.
#
# If DIATOMIC_BACKEND cannot be honoured, <result> is empty and <reason> is a sentence for users.
function(diatomic_choose_backend result reason)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LANGUAGES")
  get_property(names GLOBAL PROPERTY diatomic_backends)
  set(wanted "${DIATOMIC_BACKEND}")
  set(problem "")
  set(of_cxx "")
  if("CXX" IN_LIST arg_LANGUAGES)
    diatomic_backend_of_cxx(of_cxx)
  endif()
  if((NOT wanted OR wanted STREQUAL "auto") AND of_cxx)
    set(${result} ${of_cxx} PARENT_SCOPE)
    set(${reason} "the C++ compiler, ${CMAKE_CXX_COMPILER}, compiles its kernels" PARENT_SCOPE)
  elseif(NOT wanted OR wanted STREQUAL "auto")
    set(${result} host PARENT_SCOPE)
    set(${reason} "found no GPU together with its compiler" PARENT_SCOPE)
    set(asked "")
    set(gpu_languages "")
    foreach(name IN LISTS names)
      diatomic_backend_get(${name} LANGUAGE language)
      diatomic_backend_get(${name} DEVICES is_gpu)
      if(NOT is_gpu)
        continue()
      endif()
      list(APPEND gpu_languages ${language})
      if(arg_LANGUAGES AND NOT language IN_LIST arg_LANGUAGES)
        continue()
      endif()
      diatomic_find_compiler(${name} compiler)
      diatomic_find_device(${name} device)
      if(compiler AND device)
        set(${result} ${name} PARENT_SCOPE)
        set(${reason} "found ${compiler} and a GPU, ${device}" PARENT_SCOPE)
        return()
      elseif(arg_LANGUAGES OR CMAKE_${language}_COMPILER OR DEFINED ENV{${language}CXX})
        list(APPEND asked ${name} ${language})
      endif()
    endforeach()
    if(asked)
      list(GET asked 0 name)
      list(GET asked 1 language)
      set(${result} ${name} PARENT_SCOPE)
      set(${reason} "no GPU here, but ${language} is asked for" PARENT_SCOPE)
    elseif(arg_LANGUAGES)
      list(JOIN gpu_languages " nor " gpu_languages)
      set(${reason} "this project enables neither ${gpu_languages}" PARENT_SCOPE)
    endif()
  elseif(wanted MATCHES "[; ,+]")
    set(problem "diatomic::diatomic is for one backend. Choose one. For two backends, call \
find_package(diatomic) in a separate directory for each.")
  elseif(wanted IN_LIST names)
    diatomic_find_compiler(${wanted} compiler)
    diatomic_backend_get(${wanted} LANGUAGE language)
    if(of_cxx AND NOT wanted STREQUAL of_cxx)
      set(problem "the C++ compiler, ${CMAKE_CXX_COMPILER}, compiles every source for ${of_cxx}. \
Choose ${of_cxx}, or another C++ compiler.")
    elseif(arg_LANGUAGES AND NOT of_cxx AND NOT language IN_LIST arg_LANGUAGES)
      set(problem "this project has not enabled the language ${language}. Add it before \
Diatomic: project(... LANGUAGES ... ${language}), or enable_language(${language}).")
    elseif(NOT compiler AND NOT language IN_LIST arg_LANGUAGES AND NOT of_cxx)
      diatomic_backend_get(${wanted} TO_INSTALL to_install)
      set(problem "its toolchain is not here. ${to_install}")
    endif()
    set(${result} ${wanted} PARENT_SCOPE)
    set(${reason} "asked for" PARENT_SCOPE)
  else()
    list(JOIN names ", " names)
    set(problem "no such backend. Choose auto, ${names}.")
  endif()
  if(problem)
    set(${result} "" PARENT_SCOPE)
    set(${reason} "DIATOMIC_BACKEND=${wanted}: ${problem}" PARENT_SCOPE)
  endif()
endfunction()

# Call after `auto` has chosen. Warns at the end of the configuration if the languages that the
# project enabled since then would change the choice.
function(diatomic_watch_languages chosen)
  if(DIATOMIC_BACKEND AND NOT DIATOMIC_BACKEND STREQUAL "auto")
    return()
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  get_property(watched GLOBAL PROPERTY diatomic_chosen SET)
  set_property(GLOBAL PROPERTY diatomic_chosen ${chosen})
  set_property(GLOBAL PROPERTY diatomic_chosen_for ${languages})
  if(NOT watched)
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL diatomic_compare_languages)
  endif()
endfunction()

function(diatomic_compare_languages)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  get_property(before GLOBAL PROPERTY diatomic_chosen_for)
  get_property(chosen GLOBAL PROPERTY diatomic_chosen)
  if(languages STREQUAL before)
    return()
  endif()
  set(DIATOMIC_BACKEND auto)
  diatomic_choose_backend(now reason LANGUAGES ${languages})
  if(NOT now STREQUAL chosen)
    diatomic_backend_get(${now} LANGUAGE language)
    message(WARNING "Diatomic chose the backend ${chosen}, because the project enables ${language} "
      "later: enable ${language} before Diatomic, or set DIATOMIC_BACKEND to ${chosen}.")
  endif()
endfunction()

# <problem> becomes a sentence if DIATOMIC_BACKEND differs from the backend that an earlier
# find_package() has chosen.
function(diatomic_refuse_second_backend problem)
  get_target_property(first diatomic::diatomic DIATOMIC_BACKEND)
  set(${problem} "" PARENT_SCOPE)
  if(DIATOMIC_BACKEND AND NOT DIATOMIC_BACKEND STREQUAL "auto" AND first
     AND NOT DIATOMIC_BACKEND STREQUAL first)
    set(${problem} "DIATOMIC_BACKEND=${DIATOMIC_BACKEND}: diatomic::diatomic is for ${first} \
here already, and a directory has one backend. Call find_package(diatomic) in a separate directory \
for each backend." PARENT_SCOPE)
  endif()
endfunction()

# The target `diatomic_<name>`, alias `diatomic::<name>`: headers without dependencies. The target
# does not define the backend. Each source's compiler does: a .cpp next to a .cu is for the host, or
# for the GPU if the C++ compiler compiles kernels.
#
# In a subproject that is not installed, the target is imported. Libraries of the outer project that
# use it can then be exported; their consumers must also call `find_package(diatomic)`.
function(diatomic_add_backend_target name)
  diatomic_backend_get(${name} USES folders)
  list(PREPEND folders ${name})
  list(TRANSFORM folders REPLACE ".+"
    "$<BUILD_INTERFACE:${diatomic_SOURCE_DIR}/backends/\\0/include>")
  if(DIATOMIC_INSTALL OR PROJECT_IS_TOP_LEVEL)
    set(target diatomic_${name})
    add_library(${target} INTERFACE)
    add_library(diatomic::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  else()
    set(target diatomic::${name})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
  endif()
  target_include_directories(${target} INTERFACE
    "$<BUILD_INTERFACE:${diatomic_SOURCE_DIR}/include>"
    ${folders})
  diatomic_set_features(${target} ${name})
endfunction()

# Requires C++17 for the project's enabled languages. Not with target_compile_features(), which
# requires the language to be enabled; only the user does that.
function(diatomic_set_features target name)
  diatomic_backend_get(${name} LANGUAGE language)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(features cxx_std_17)
  if(CMAKE_VERSION VERSION_LESS 3.25 AND NOT "CXX" IN_LIST languages)
    set(features "")  # CMake 3.21 refuses features of a language that is not enabled.
  endif()
  if(language IN_LIST languages AND NOT language STREQUAL "CXX")
    string(TOLOWER ${language}_std_17 feature)
    list(APPEND features ${feature})
  endif()
  set_target_properties(${target} PROPERTIES INTERFACE_COMPILE_FEATURES "${features}")
endfunction()

# Finds the packages for the backend's runtime.hpp. <missing> becomes a sentence if one is missing.
function(diatomic_find_runtime name missing)
  diatomic_backend_get(${name} RUNTIME_PACKAGES packages)
  diatomic_backend_get(${name} LANGUAGE language)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(${missing} "" PARENT_SCOPE)
  if(packages AND NOT language IN_LIST languages)
    set(${missing} "The runtime of the ${name} backend needs the language ${language}: add it \
before Diatomic, by project(... LANGUAGES ${language}) or enable_language(${language})."
      PARENT_SCOPE)
    return()
  endif()
  foreach(package IN LISTS packages)
    separate_arguments(arguments UNIX_COMMAND "${package}")
    list(GET arguments 0 package)
    if("CONFIG" IN_LIST arguments AND CMAKE_VERSION VERSION_LESS 3.27)
      string(TOUPPER ${package} root)  # where only modules read BOOST_ROOT
      list(APPEND arguments HINTS ${${root}_ROOT} $ENV{${root}_ROOT})
    endif()
    find_package(${arguments} QUIET)
    if(NOT ${package}_FOUND)
      diatomic_backend_get(${name} TO_INSTALL to_install)
      set(${missing} "The runtime of the ${name} backend needs ${package}. ${to_install}"
        PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Lets C++ sources next to kernels use the runtime's types: adds the vendor's header, and its
# library for targets with only C++ sources. Missing parts are no error here: the headers report
# them to the sources that include them.
function(diatomic_let_cxx_use_runtime target backend)
  foreach(key ROOTS CXX_HEADER CXX_LIBRARY CXX_DEFINITIONS)
    diatomic_backend_get(${backend} ${key} ${key})
  endforeach()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CXX_HEADER OR NOT "CXX" IN_LIST languages)
    return()
  endif()
  diatomic_backend_of_cxx(of_cxx)
  if(of_cxx STREQUAL backend)  # C++ sources can have kernels themselves.
    return()
  endif()
  diatomic_find_compiler(${backend} compiler)
  get_filename_component(compiler "${compiler}" REALPATH)
  get_filename_component(root "${compiler}/../.." ABSOLUTE)
  unset(include)
  unset(library)
  find_path(include ${CXX_HEADER} HINTS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} ${root} ${ROOTS}
    PATH_SUFFIXES include NO_CACHE)
  find_library(library ${CXX_LIBRARY} HINTS ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES} ${root} ${ROOTS}
    PATH_SUFFIXES lib64 lib NO_CACHE)
  set(definitions DIATOMIC_RUNTIME_BACKEND=${backend} ${CXX_DEFINITIONS})
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
    "$<$<COMPILE_LANGUAGE:CXX>:${definitions}>")
  if(include)
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES
      "$<$<COMPILE_LANGUAGE:CXX>:${include}>")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
      "$<$<COMPILE_LANGUAGE:CXX>:${include}>")
  endif()
  if(library)
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      "$<$<LINK_LANGUAGE:CXX>:${library}>")
  endif()
endfunction()

# Makes the targets imported in this directory visible wherever our targets that need them are
# linked. CMake lets no other directory do so, such as for what the project around us has found.
function(diatomic_make_global)
  get_property(found DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS found)
    get_target_property(is_global ${target} IMPORTED_GLOBAL)
    if(NOT is_global)
      set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
    endif()
  endforeach()
endfunction()

# In the source tree: `diatomic::runtime`, the chosen backend plus the libraries of runtime.hpp.
function(diatomic_add_runtime_target backend)
  diatomic_find_runtime(${backend} missing)
  if(missing)
    message(FATAL_ERROR "${missing}")
  endif()
  diatomic_make_global()
  diatomic_backend_get(${backend} RUNTIME_LIBRARIES libraries)
  add_library(diatomic::runtime INTERFACE IMPORTED GLOBAL)
  target_link_libraries(diatomic::runtime INTERFACE diatomic::${backend} ${libraries})
  diatomic_let_cxx_use_runtime(diatomic::runtime ${backend})
endfunction()

# diatomic_race_check(<target> [<mode>]): compiles the target, and what links it, with the race
# check of the CPU backend. Mode 1 (default) is the letter of PTX's memory model; in mode 2 a
# relaxed read-modify-write also acquires (docs/tools/race_check.md).
function(diatomic_race_check target)
  set(mode 1)
  if(ARGC GREATER 1)
    set(mode ${ARGV1})
  endif()
  if(NOT mode MATCHES "^[12]$")
    message(FATAL_ERROR "diatomic_race_check(${target} ${mode}): the mode is 1 or 2")
  endif()
  target_compile_definitions(${target} PUBLIC DIATOMIC_RACE_CHECK=${mode})
  target_compile_options(${target} PUBLIC -g -fsanitize=thread)
  target_link_options(${target} PUBLIC -fsanitize=thread)
endfunction()

# diatomic::profiled: compiles what links it with the contention profile (docs/tools/profile.md).
if(NOT CMAKE_SCRIPT_MODE_FILE AND NOT TARGET diatomic::profiled)
  add_library(diatomic::profiled INTERFACE IMPORTED GLOBAL)
  set_property(TARGET diatomic::profiled PROPERTY
    INTERFACE_COMPILE_DEFINITIONS DIATOMIC_PROFILED=1)
endif()

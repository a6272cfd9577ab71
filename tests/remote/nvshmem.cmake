# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Suites of the engines `nvshmem` and `nvshmem_network`, by two processes: with instructions, and
# with NVSHMEM's operations. That they compile and link needs no GPU, nor do their instructions.

if(NOT TARGET diatomic::remote_nvshmem OR NOT CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
  return()
endif()
set(mpi_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1)
foreach(engine IN ITEMS nvshmem nvshmem_network)
  set(suites_of_engine ${suites})
  set(links direct)
  if(engine STREQUAL nvshmem_network)
    list(APPEND suites_of_engine nvshmem_names)
    list(APPEND links network)
  endif()
  foreach(suite IN LISTS suites_of_engine)
    set(program test_remote_${suite}_${engine})
    diatomic_add_executable(${program} ${suite}_test.cpp)
    target_link_libraries(${program} PRIVATE diatomic_test_main diatomic::remote_${engine}
      GTest::gtest)
    target_include_directories(${program} PRIVATE ${diatomic_SOURCE_DIR}/src
      ${diatomic_SOURCE_DIR}/tests)
    diatomic_engine_get(${engine} RELOCATABLE_CODE relocatable)
    set_target_properties(${program} PROPERTIES CUDA_SEPARABLE_COMPILATION "${relocatable}")
    foreach(link IN LISTS links)
      set(test remote_${suite}@${engine}.${link})
      diatomic_add_test(${test} ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 2 ${MPIEXEC_PREFLAGS}
        $<TARGET_FILE:${program}> ${MPIEXEC_POSTFLAGS})
      if(TEST ${chosen}.${test})
        set(environment ${mpi_environment})
        if(link STREQUAL network)
          list(APPEND environment DIATOMIC_TEST_NETWORK=1)
        endif()
        set_property(TEST ${chosen}.${test} APPEND PROPERTY LABELS suite)
        set_tests_properties(${chosen}.${test} PROPERTIES PROCESSORS 2
          ENVIRONMENT "${environment}")
      endif()
    endforeach()
  endforeach()
endforeach()

find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  set(includes include backends/cuda/include backends/host/include engines/mpi/include
    engines/nvshmem/include engines/nvshmem_network/include)
  list(TRANSFORM includes PREPEND -I${diatomic_SOURCE_DIR}/)
  list(TRANSFORM MPI_CXX_INCLUDE_DIRS PREPEND "-isystem=" OUTPUT_VARIABLE mpi_includes)
  add_test(NAME ${chosen}.remote_nvshmem_code COMMAND ${Python3_EXECUTABLE} -B
    ${CMAKE_CURRENT_SOURCE_DIR}/nvshmem_code_test.py ${CMAKE_CUDA_COMPILER} -std=c++17 -arch=sm_90
    -DOMPI_SKIP_MPICXX=1 -DMPICH_SKIP_MPICXX=1 ${includes} -isystem=${NVSHMEM_INCLUDE_DIR}
    ${mpi_includes})
  set_tests_properties(${chosen}.remote_nvshmem_code PROPERTIES LABELS suite TIMEOUT 300)
endif()

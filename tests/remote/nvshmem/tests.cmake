# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Suites of the transports `nvshmem` and `nvshmem_network`, by two processes: with instructions, and
# with NVSHMEM's operations. That they compile and link needs no GPU, nor do their instructions.

if(NOT TARGET diatomic::remote_nvshmem OR NOT CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
  return()
endif()
foreach(transport IN ITEMS nvshmem nvshmem_network)
  set(launcher_${transport} ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG})
  set(flags_${transport} ${MPIEXEC_PREFLAGS})
  set(last_flags_${transport} ${MPIEXEC_POSTFLAGS})
  set(suites_of_transport ${suites})
  if(transport STREQUAL nvshmem_network)
    list(APPEND suites_of_transport nvshmem_names)
  endif()
  diatomic_transport_get(${transport} RELOCATABLE_CODE relocatable)
  foreach(suite IN LISTS suites_of_transport)
    set(program test_remote_${suite}_${transport})
    add_suite_of_processes(${suite} ${transport})
    set_target_properties(${program} PROPERTIES CUDA_SEPARABLE_COMPILATION "${relocatable}")
    test_by_processes(remote_${suite}@${transport}.direct ${transport} ${program} 2)
    if(transport STREQUAL nvshmem_network)
      test_by_processes(remote_${suite}@${transport}.network ${transport} ${program} 2
        DIATOMIC_TEST_NETWORK=1)
    endif()
  endforeach()
  set(waiting barrier,kernel)
  if(transport STREQUAL nvshmem_network)
    set(waiting ${waiting},kernel@network)
  endif()
  test_failures(${transport} 2 ${waiting} nvshmem)
  set_target_properties(remote_failures_${transport} PROPERTIES
    CUDA_SEPARABLE_COMPILATION "${relocatable}")
endforeach()

if(Python3_FOUND)
  set(includes mpi nvshmem nvshmem_network peer)
  list(TRANSFORM includes REPLACE ".+" "backends/transports/\\0/include")
  list(APPEND includes include backends/cuda/include backends/gpu/include backends/host/include)
  list(TRANSFORM includes PREPEND -I${diatomic_SOURCE_DIR}/)
  list(TRANSFORM MPI_CXX_INCLUDE_DIRS PREPEND "-isystem=" OUTPUT_VARIABLE mpi_includes)
  add_test(NAME ${chosen}.remote_nvshmem_code COMMAND ${Python3_EXECUTABLE} -B
    ${CMAKE_CURRENT_SOURCE_DIR}/nvshmem/code_test.py ${CMAKE_CUDA_COMPILER} -std=c++17 -arch=sm_90
    -DOMPI_SKIP_MPICXX=1 -DMPICH_SKIP_MPICXX=1 ${includes} -isystem=${NVSHMEM_INCLUDE_DIR}
    ${mpi_includes})
  set_tests_properties(${chosen}.remote_nvshmem_code PROPERTIES LABELS suite TIMEOUT 300)
endif()

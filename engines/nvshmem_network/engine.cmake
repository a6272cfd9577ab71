# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_engine(nvshmem_network
  BACKENDS cuda
  INCLUDES nvshmem mpi
  PACKAGES "NVSHMEM 3.0" "MPI 3.0 COMPONENTS CXX"
  LIBRARIES nvshmem::nvshmem_device nvshmem::nvshmem_host MPI::MPI_CXX
  DEFINITIONS OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1
  RELOCATABLE_CODE ON
  TO_INSTALL "Install NVSHMEM 3 or newer (or the Python package nvidia-nvshmem-cu13) and name its \
folder by NVSHMEM_ROOT, and an MPI library of version 3 or newer, with the language CXX enabled.")

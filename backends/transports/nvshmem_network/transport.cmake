# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_transport(nvshmem_network
  BACKENDS cuda
  INCLUDES nvshmem mpi peer
  LIBRARIES nvshmem::nvshmem_device
  RELOCATABLE_CODE ON)

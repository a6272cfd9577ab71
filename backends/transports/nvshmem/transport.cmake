# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_transport(nvshmem
  BACKENDS cuda
  INCLUDES mpi peer
  PACKAGES "NVSHMEM 3.0"
  LIBRARIES nvshmem::nvshmem_host
  TO_INSTALL "Install NVSHMEM 3 or newer (or the Python package nvidia-nvshmem-cu13) and name its \
folder by NVSHMEM_ROOT.")

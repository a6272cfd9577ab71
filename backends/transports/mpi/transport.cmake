# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_transport(mpi
  BACKENDS host
  PACKAGES "MPI 3.0 COMPONENTS CXX"
  LIBRARIES MPI::MPI_CXX
  DEFINITIONS OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1
  TO_INSTALL "Install an MPI library of version 3 or newer, and enable the language CXX \
(Debian, Ubuntu: libopenmpi-dev openmpi-bin, or libmpich-dev mpich).")

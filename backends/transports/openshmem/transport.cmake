# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_transport(openshmem
  BACKENDS host
  PACKAGES OpenSHMEM
  LIBRARIES OpenSHMEM::OpenSHMEM
  TO_INSTALL "Install an OpenSHMEM library of version 1.4 or newer \
(Debian, Ubuntu: libopenmpi-dev openmpi-bin).")

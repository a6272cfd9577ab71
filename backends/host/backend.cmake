# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_backend(host
  LANGUAGE CXX
  COMPILERS c++ g++ clang++
  RUNTIME_PACKAGES "Threads" "Boost 1.69 CONFIG COMPONENTS context"
  RUNTIME_LIBRARIES Threads::Threads Boost::context
  TO_INSTALL "Install a C++17 compiler and Boost.Context 1.69 or newer \
(Debian, Ubuntu: g++ libboost-context-dev).")

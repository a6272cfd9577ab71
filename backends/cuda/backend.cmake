# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_backend(cuda
  LANGUAGE CUDA
  USES gpu host
  COMPILERS nvcc
  MACRO __CUDACC__
  CXX_HEADER cuda_runtime_api.h
  CXX_LIBRARY cudart
  ROOTS $ENV{CUDA_PATH} $ENV{CUDA_HOME} /usr/local/cuda /opt/cuda
  DEVICES /dev/nvidia[0-9]* /dev/dxg
  ARCHITECTURES 90
  TO_INSTALL "Install NVIDIA's CUDA toolkit (13.0 is tested), and put its nvcc on PATH or \
name it with -DCMAKE_CUDA_COMPILER=/path/to/nvcc.")

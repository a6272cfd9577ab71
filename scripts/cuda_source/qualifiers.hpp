// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// No macros while a source is preprocessed, so that the parser sees them. The compiler module
// defines them again.
#undef __global__
#undef __device__
#undef __host__
#undef __shared__

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which build of the program this is.

namespace program {

/// "0.1.0": this program's version, as the build says it.
const char* version();

/// The folder's name of the backend that this program was built for: "cuda", "hip", "host".
const char* backend_name();

}  // namespace program

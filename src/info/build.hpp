// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The program's version and backend.

namespace program {

/// The version that the build defines, e.g. "0.1.0".
const char* version();

/// The folder name of this build's backend: "cuda", "hip", "host".
const char* backend_name();

}  // namespace program

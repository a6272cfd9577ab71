// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/build.hpp"

#include <diatomic/diatomic.hpp>

namespace program {

const char* version() { return DIATOMIC_VERSION; }

const char* backend_name() { return DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND); }

}  // namespace program

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

int devices() { return diatomic::device_count(); }

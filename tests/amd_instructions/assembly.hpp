// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reads off the assembly of AMD chips how each kernel does its operation.

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

#include "entries.hpp"

namespace amd_instructions {

enum class answer {
  native,
  loop,
  absent,      ///< there is no such function
  unresolved,  ///< a call of something that nobody defines
  with_hints,  ///< native if the call has the hints that the chip needs
};

/// What stands in one kernel.
struct kernel_text {
  int atomics = 0;            ///< atomic instructions of any sort
  int compare_exchanges = 0;  ///< of these
  int accesses = 0;           ///< plain loads and stores
  int branches = 0;
  int calls = 0;
  bool is_absent = false;
};

inline bool starts_with(const std::string& text, const char* start) {
  return text.rfind(start, 0) == 0;
}

inline void count(kernel_text& k, const std::string& mnemonic) {
  const auto has = [&mnemonic](const char* part) {
    return mnemonic.find(part) != std::string::npos;
  };
  const bool is_lds = starts_with(mnemonic, "ds_");
  const bool is_lds_access =
      starts_with(mnemonic, "ds_read") || starts_with(mnemonic, "ds_write") ||
      starts_with(mnemonic, "ds_load") || (starts_with(mnemonic, "ds_store") && !has("storexchg"));
  if (has("_atomic_") || (is_lds && !is_lds_access)) {
    ++k.atomics;
    if (has("cmpswap") || has("cmpst")) ++k.compare_exchanges;
  }
  if (is_lds_access || has("global_load") || has("global_store")) ++k.accesses;
  if (has("s_cbranch") || mnemonic == "s_branch") ++k.branches;
  if (has("swappc") || has("swap_pc") || has("setpc")) ++k.calls;
}

inline std::map<std::string, kernel_text> read_assembly(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::map<std::string, kernel_text> kernels;
  kernel_text* current = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (starts_with(line, ".Lfunc_end")) current = nullptr;
    const std::size_t colon = line.find(':');
    if (!line.empty() && line[0] != '\t' && line[0] != '.' && line[0] != ';' && line[0] != ' ' &&
        colon != std::string::npos) {
      current = &kernels[line.substr(0, colon)];
      continue;
    }
    if (!current) continue;
    if (line.find("; no such function") != std::string::npos) current->is_absent = true;
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string::npos || line[start] == ';' || line[start] == '.') continue;
    count(*current, line.substr(start, line.find_first_of(" \t", start) - start));
  }
  return kernels;
}

inline answer answer_of(const std::map<std::string, kernel_text>& kernels, const std::string& name,
                        op operation) {
  const auto found = kernels.find(name);
  if (found == kernels.end()) throw std::runtime_error("the assembly has no kernel " + name);
  const kernel_text& k = found->second;
  if (k.is_absent) return answer::absent;
  if (k.calls != 0) return answer::unresolved;
  if (operation == op::load || operation == op::store) {
    if (k.atomics != 0 || k.branches != 0 || k.accesses == 0) {
      throw std::runtime_error(name + ": no plain load or store");
    }
    return answer::native;
  }
  if (operation == op::compare_exchange) {
    if (k.compare_exchanges == 0) throw std::runtime_error(name + ": no compare-exchange");
    return k.atomics == 1 && k.branches == 0 ? answer::native : answer::loop;
  }
  if (k.compare_exchanges != 0) return answer::loop;
  if (k.atomics == 0) throw std::runtime_error(name + ": no atomic instruction");
  return answer::native;
}

}  // namespace amd_instructions

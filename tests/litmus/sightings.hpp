// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which weak outcomes which chip shows, where nothing forbids them: measured, and so often that a
/// run at full scale that sees none has a test that cannot fail (docs/litmus.md has the counts).

#include <string>

#include "litmus/transport.hpp"

namespace litmus {

/// A weak outcome that is seen on a chip.
struct sighting {
  const char* architecture;
  const char* shape;
  const char* form;
  placement where;
};

inline constexpr sighting sightings[] = {
    {"x86-64", "store_buffering", "relaxed_device", placement::different_blocks},
    {"x86-64", "store_buffering", "acquire_release_device", placement::different_blocks},
    {"x86-64", "additions_in_two_steps", "relaxed_device", placement::different_blocks},

    {"sm_90", "message_passing", "relaxed_device", placement::different_blocks},
    {"sm_90", "message_passing", "relaxed_system", placement::different_blocks},
    {"sm_90", "message_passing", "acquire_release_block", placement::different_blocks},
    {"sm_90", "message_passing", "fences_block", placement::different_blocks},
    {"sm_90", "message_passing", "acquire_release_block_device", placement::different_blocks},
    {"sm_90", "message_of_plain_data", "acquire_release_block", placement::different_blocks},
    {"sm_90", "message_to_monotone", "relaxed_device", placement::different_blocks},
    {"sm_90", "message_to_monotone", "acquire_release_block", placement::different_blocks},
    {"sm_90", "message_by_updates", "relaxed_device", placement::different_blocks},
    {"sm_90", "message_by_updates", "acquire_release_block", placement::different_blocks},
    {"sm_90", "message_by_exchanges", "relaxed_device", placement::different_blocks},
    {"sm_90", "message_by_exchanges", "acquire_release_block", placement::different_blocks},
    {"sm_90", "release_sequence", "relaxed_device", placement::different_blocks},
    {"sm_90", "release_sequence", "acquire_release_block", placement::different_blocks},
    {"sm_90", "message_handed_on", "relaxed_device", placement::different_blocks},
    {"sm_90", "message_handed_on", "relaxed_block_device", placement::two_and_one},
    {"sm_90", "S", "relaxed_device", placement::different_blocks},
    {"sm_90", "S", "acquire_release_block", placement::different_blocks},
    {"sm_90", "store_buffering", "relaxed_device", placement::different_blocks},
    {"sm_90", "store_buffering", "acquire_release_device", placement::different_blocks},
    {"sm_90", "store_buffering", "seq_cst_block", placement::different_blocks},
    {"sm_90", "load_buffering", "relaxed_device", placement::different_blocks},
    {"sm_90", "independent_reads", "relaxed_device", placement::different_blocks},
    {"sm_90", "R", "relaxed_device", placement::different_blocks},
    {"sm_90", "R", "seq_cst_block", placement::different_blocks},
    {"sm_90", "2_2W", "relaxed_device", placement::different_blocks},
    {"sm_90", "2_2W", "seq_cst_block", placement::different_blocks},
    {"sm_90", "additions_in_two_steps", "relaxed_device", placement::different_blocks},
    {"sm_90", "additions_in_two_steps", "relaxed_block_shared", placement::same_block},

    {"sm_90", "message_passing", "relaxed_system", placement::two_devices},
    {"sm_90", "message_by_updates", "relaxed_system", placement::two_devices},
    {"sm_90", "release_sequence", "relaxed_system", placement::two_devices},
    {"sm_90", "S", "relaxed_system", placement::two_devices},
    {"sm_90", "store_buffering", "relaxed_system", placement::two_devices},
    {"sm_90", "load_buffering", "relaxed_system", placement::two_devices},
    {"sm_90", "R", "relaxed_system", placement::two_devices},
    {"sm_90", "2_2W", "relaxed_system", placement::two_devices},
};

inline bool shows(const std::string& architecture, const std::string& shape,
                  const std::string& form, placement where) {
  for (const sighting& s : sightings) {
    if (architecture == s.architecture && shape == s.shape && form == s.form && where == s.where) {
      return true;
    }
  }
  return false;
}

}  // namespace litmus

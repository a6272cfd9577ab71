// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Litmus tests of the system's scope: one role is a host thread's and the other a kernel's, in
// pinned memory; or two devices play, in the memory of one.

#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/links.hpp>

#include "litmus/shapes/cycles.hpp"
#include "litmus/shapes/messages.hpp"
#include "litmus/shapes/words.hpp"
#include "litmus/suite.hpp"

namespace litmus {
namespace {

using namespace diatomic;

/// A role of all instances, by this thread.
template <class Shape>
void play_on_host(const setup& s, unsigned role) {
  for (unsigned i = 0; i < s.instances * s.rounds; ++i) {
    play<Shape>(s, role, i, {s.memory + i * s.stride, s.region});
  }
}

/// The roles of a launch.
void take_roles(setup& s, unsigned first, unsigned count, const extent& e) {
  s.first_role = first;
  s.roles_here = count;
  s.fit(e.block, 1);
}

template <class Shape>
tally run_with_host(unsigned form, unsigned hosts_role, unsigned launches, unsigned seed) {
  const extent e{1, 0, 32, 32, 64, true};
  setup s = setup_of<Shape>(form, placement::different_blocks, e);
  take_roles(s, 1 - hosts_role, 1, e);
  arena<pinned_array> at(s);
  const std::vector<setup> all = varied(s, e, launches, seed);
  const device_array<setup> copies = on_device(all);
  stream queue;
  dice any(seed);
  for (unsigned k = 0; k < launches; ++k) {
    setup hosts = all[k];
    // Over a link it takes a microsecond until one hears of the other.
    hosts.patience = DIATOMIC_IN_HOST_HALF ? 10000 : 500;
    hosts.delay = any.below(DIATOMIC_IN_HOST_HALF ? 2000 : 20);
    std::thread host([&] { play_on_host<Shape>(hosts, hosts_role); });
    launch_play<Shape>(all[k], copies.data() + k, e, queue);
    queue.synchronize();
    host.join();
    at.count(copies.data() + k, e, queue);
    queue.synchronize();
  }
  return at.result();
}

/// Makes a device the current one, as long as this lives.
class with_device {
 public:
  explicit with_device(int device) : before_(current_device()) { use_device(device); }
  with_device(const with_device&) = delete;
  with_device& operator=(const with_device&) = delete;
  ~with_device() { use_device(before_); }

 private:
  int before_;
};

/// The first roles on this device and the others on device 1, in this one's memory.
template <class Shape>
tally run_on_two(unsigned form, unsigned launches, unsigned seed) {
  constexpr unsigned on_first = Shape::roles / 2;
  extent e = extent_on_device(Shape::roles, placement::different_blocks);
  e.patience = 256;  // The second launch comes later than the first.
  setup s = setup_of<Shape>(form, placement::different_blocks, e);
  // As many instances as the device with more roles has threads for.
  take_roles(s, on_first, Shape::roles - on_first, e);
  arena<device_array> at(s);
  const std::vector<setup> second = varied(s, e, launches, seed);
  std::vector<setup> first = second;
  for (setup& launch : first) {
    launch.first_role = 0;
    launch.roles_here = on_first;
  }
  const device_array<setup> first_copies = on_device(first);
  const device_array<setup> second_copies = on_device(second);
  stream queue;
  std::optional<stream> other_queue;
  {
    const with_device other(1);
    enable_peer_access(0);
    other_queue.emplace();
  }
  for (unsigned k = 0; k < launches; ++k) {
    launch_play<Shape>(first[k], first_copies.data() + k, e, queue);
    {
      const with_device other(1);
      launch_play<Shape>(second[k], second_copies.data() + k, e, *other_queue);
      other_queue->synchronize();
    }
    at.count(second_copies.data() + k, e, queue);
    queue.synchronize();
  }
  return at.result();
}

/// The forms of a shape in which all are of the system's scope.
template <class Shape, class Run>
void add_linked(std::vector<litmus_case>& all, placement where, Run run) {
  const std::vector<form_description> forms = Shape::forms::descriptions();
  for (unsigned f = 0; f < forms.size(); ++f) {
    if (!is_within(forms[f], where)) continue;
    all.push_back({Shape::name, forms[f].name(), where, Shape::forbids(forms[f].how),
                   Shape::is_weak,
                   [f, run](unsigned launches, unsigned seed) { return run(f, launches, seed); }});
  }
}

/// Loads and stores are one step on every link.
template <class... Shapes>
std::vector<litmus_case> with_host() {
  std::vector<litmus_case> all;
  for (const unsigned role : {0u, 1u}) {
    const placement where = role == 0 ? placement::host_and_device : placement::device_and_host;
    (add_linked<Shapes>(all, where,
                        [role](unsigned f, unsigned launches, unsigned seed) {
                          return run_with_host<Shapes>(f, role, launches, seed);
                        }),
     ...);
  }
  return all;
}
template <class... Shapes>
std::vector<litmus_case> on_two_devices() {
  std::vector<litmus_case> all;
  (add_linked<Shapes>(all, placement::two_devices, run_on_two<Shapes>), ...);
  return all;
}

class linked_litmus_test : public testing::TestWithParam<litmus_case> {};

TEST_P(linked_litmus_test, keeps_to_the_model) {
  if (GetParam().where != placement::two_devices) {
    if (!host_link(current_device()).access) GTEST_SKIP() << "no access to the host's memory";
  } else if (device_count() < 2 || !peer_link(1, 0).access) {
    GTEST_SKIP() << "no two devices of which one has access to the other's memory";
  } else if (peer_link(1, 0).native != link_support::all) {
    GTEST_SKIP() << "the link between the devices does not carry atomics";
  }
  judge(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    host, linked_litmus_test,
    testing::ValuesIn(with_host<message_passing, store_after_message, store_buffering,
                                load_buffering, store_against_load, two_stores_each,
                                coherence_of_reads, coherence_of_read_after_write>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    devices, linked_litmus_test,
    testing::ValuesIn(
        on_two_devices<message_passing, message_of_plain_data, message_by_updates,
                       message_by_exchanges, release_sequence, store_after_message, store_buffering,
                       store_buffering_of_updates, load_buffering, independent_reads,
                       store_against_load, two_stores_each, coherence_of_reads,
                       atomicity_of_updates, atomicity_of_compare_exchange>()),
    name_of_case);

}  // namespace
}  // namespace litmus

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "info/build.hpp"
#include "info/info.hpp"
#include "support/output_file.hpp"

namespace program {
namespace {

/// Limits beyond any machine.
constexpr int most_devices = 1024;
constexpr std::size_t most_bytes = std::size_t{1} << 40;

constexpr const char* footer =
    "Exit status: 0 success; 1 failure or wrong kernel result; 2 invalid options; 3 no GPU; "
    "130 interrupted.";

/// A check of file names.
std::string has_name(const std::string& name) { return name.empty() ? "file name is empty" : ""; }

void add_device(CLI::App& command, int& device) {
  command.add_option("--device", device, "Device number")
      ->check(CLI::Range(0, most_devices - 1))
      ->type_name("N")
      ->capture_default_str();
}

bool name_one_file(const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::error_code problem;
  const auto first = place_of(a, problem);
  if (problem) return false;
  const auto second = place_of(b, problem);
  return !problem && first == second;
}

/// Throws if two names mean the same file. The first `inputs` names are input files.
void check_names(const std::vector<const std::string*>& names, std::size_t inputs) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = i + 1; k < names.size(); ++k) {
      const std::string& first = *names[i];
      if (!first.empty() && !names[k]->empty() && name_one_file(first, *names[k])) {
        throw CLI::ValidationError(
            first + (i < inputs ? " would be overwritten: choose a different output file"
                                : " is named twice; choose a different file for each output"));
      }
    }
  }
}

}  // namespace

command_line::command_line() {
  app.name("diatomic");
  app.footer(footer);
  app.set_version_flag("--version",
                       fmt::format("diatomic {} ({} backend)", version(), backend_name()));
  app.require_subcommand(0, 1);
  add_info();
  add_verify();
  add_histogram();
  add_bench();
}

void command_line::add_info() {
  info_command =
      app.add_subcommand("info", "Show the backend, its devices and their native operations");
  auto* tables = info_command->add_flag(
      "--tables", info.tables,
      "Print all device properties and the support tables: each operation on each type");
  auto* as_json = info_command->add_flag_callback(
      "--json", [this] { info.format = info_format::json; }, "Print the tables as JSON");
  info_command
      ->add_flag_callback(
          "--markdown", [this] { info.format = info_format::markdown; },
          "Print the tables as Markdown")
      ->excludes(as_json);
  auto* device = info_command->add_option("--device", info.device, "Print this device only")
                     ->check(CLI::Range(0, most_devices - 1))
                     ->type_name("N");
  info_command
      ->add_option("--architecture", info.architectures,
                   "Print these architectures, of any backend, instead of the devices; \"all\" "
                   "prints each. Needs no device")
      ->excludes(device)
      ->type_name("NAME");
  info_command
      ->add_option("--toolkit", info.toolkit,
                   "Print what NVIDIA's architectures have with this release of CUDA, such as "
                   "12.4, instead of the newest")
      ->type_name("RELEASE");
  info_command
      ->add_flag("--links", info.links,
                 "Print the support tables of links to other processing elements: direct links "
                 "and the network of each transport")
      ->excludes(tables);
}

void command_line::add_verify() {
  verify_command = app.add_subcommand(
      "verify", "Run the shared kernels and compare the results with serial references");
  verify_command->add_option("--size", verify.elements, "Number of input elements, 1 to 2^31")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 31U))
      ->type_name("N")
      ->capture_default_str();
  verify_command->add_option("--seed", verify.seed, "Seed of the random inputs")
      ->type_name("N")
      ->capture_default_str();
  add_device(*verify_command, verify.device);
}

void command_line::add_histogram() {
  histogram_command = app.add_subcommand(
      "histogram", "Count the pixels of an image by brightness and draw a chart");
  auto& o = histogram;
  histogram_command->add_option("image", o.image, "Image file: PNG, JPEG or binary PPM/PGM")
      ->required()
      ->type_name("FILE");
  const std::map<std::string, channel> channels = {{"brightness", channel::brightness},
                                                   {"red", channel::red},
                                                   {"green", channel::green},
                                                   {"blue", channel::blue}};
  histogram_command
      ->add_option_function<std::string>(
          "--channel", [&o, channels](const std::string& name) { o.of = channels.at(name); },
          "Channel to count: brightness, red, green or blue")
      ->check(CLI::IsMember({"brightness", "red", "green", "blue"}))
      ->type_name("NAME")
      ->default_str("brightness");
  histogram_command->add_option("--bins", o.bins, "Number of bins, 1 to 65536")
      ->check(CLI::Range(1U, most_bins))
      ->type_name("N")
      ->capture_default_str();
  histogram_command
      ->add_option("-o,--output", o.chart,
                   "Chart file: SVG for names in .svg, PDF for .pdf, otherwise PNG. Default: "
                   "histogram.png, without --csv and --json")
      ->check(has_name)
      ->type_name("FILE");
  histogram_command->add_option("--csv", o.csv, "CSV file for the counts; - is stdout")
      ->check(has_name)
      ->type_name("FILE");
  histogram_command
      ->add_option("--json", o.json, "JSON file for the counts and statistics; - is stdout")
      ->check(has_name)
      ->type_name("FILE");
  add_device(*histogram_command, o.device);
}

void command_line::add_bench() {
  bench_command = app.add_subcommand(
      "bench", "Measure atomics, histograms and reductions against the vendor's");
  auto& o = bench;
  bench_command
      ->add_option("--case", o.cases,
                   "Run only cases whose name matches this regular expression, such as "
                   "\"^atomics/add float\"")
      ->type_name("REGEX");
  bench_command->add_option("--image", o.image, "Also count the bytes of this photograph, repeated")
      ->check(has_name)
      ->type_name("FILE");
  bench_command->add_flag("--list", o.list, "Print the case names without measuring");
  bench_command->add_flag("--all", o.all,
                          "Run all combinations of types, operations, scopes, spaces and sizes");
  bench_command->add_flag("--quick", o.quick, "Use small inputs and few repetitions");
  bench_command
      ->add_option("--bytes", o.bytes,
                   "Size of one input, such as 256MiB. Default: 1 GiB; 64 MiB on the host; a 16th "
                   "with --quick. Cases with more words are skipped")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(least_bench_bytes, most_bytes))
      ->type_name("SIZE");
  bench_command->add_option("--csv", o.csv, "Results to write as CSV; - is stdout")
      ->check(has_name)
      ->type_name("FILE");
  bench_command->add_option("--json", o.json, "Results to write as JSON; - is stdout")
      ->check(has_name)
      ->type_name("FILE");
  bench_command
      ->add_option("--compare", o.compare,
                   "Compare with a result file of --json. With two files, compare the first, older "
                   "one with the second without measuring")
      ->expected(1, 2)
      ->type_name("FILE");
  add_device(*bench_command, o.device);
}

void command_line::finish() {
  if (app.get_subcommands().empty()) {
    throw CLI::ValidationError("command missing: info, verify, histogram or bench");
  }
  auto& o = histogram;
  if (o.chart.empty() && o.csv.empty() && o.json.empty()) o.chart = "histogram.png";
  if (o.chart == "-")
    throw CLI::ValidationError("--output", "a chart cannot be written to stdout; name a file");
  check_names({&o.image, &o.chart, &o.csv, &o.json}, 1);
  check_names({&bench.image, &bench.csv, &bench.json}, 1);
  check_comparison();
}

void command_line::check_comparison() const {
  const auto& o = bench;
  for (const std::string& old : o.compare) check_names({&old, &o.csv, &o.json}, 1);
  if (o.compare.size() == 2 && !(o.csv.empty() && o.json.empty())) {
    throw CLI::ValidationError("--compare",
                               "two files are compared without measuring; remove --csv and "
                               "--json");
  }
  if (!o.compare.empty() && (o.csv == "-" || o.json == "-")) {
    throw CLI::ValidationError("--compare",
                               "the comparison is written to stdout; name a file for the results");
  }
}

}  // namespace program

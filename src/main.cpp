// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program `diatomic`: options, and what becomes of errors.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "bench.hpp"
#include "device.hpp"
#include "histogram.hpp"
#include "info.hpp"
#include "output_file.hpp"
#include "verify.hpp"

namespace {

// Exit statuses.
constexpr int failed = 1;
constexpr int wrong_use = 2;
constexpr int no_device = 3;

constexpr const char* cannot_print = "stdout cannot be written";
/// More than any machine has.
constexpr int most_devices = 1024;
constexpr std::size_t most_bytes = std::size_t{1} << 40;

constexpr const char* footer =
    "Exit status: 0 done; 1 failed, or a kernel's result was wrong; 2 wrong options; 3 no GPU.";

int complain(int status, std::string text) {
  // One line, whatever the text held.
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  std::fflush(stdout);
  std::fprintf(stderr, "diatomic: %s\n", text.c_str());
  return status;
}

struct command_line {
  CLI::App app{"One atomics API for CUDA, HIP and the CPU: what this build's backend can do."};
  program::info_options info;
  verify_options verify;
  program::histogram_options histogram;
  program::bench_options bench;
  CLI::App* info_command = nullptr;
  CLI::App* verify_command = nullptr;
  CLI::App* histogram_command = nullptr;
  CLI::App* bench_command = nullptr;

  command_line() {
    app.name("diatomic");
    app.footer(footer);
    app.set_version_flag("--version", fmt::format("diatomic {} ({} backend)", program::version(),
                                                  program::backend_name()));
    app.require_subcommand(0, 1);
    add_info();
    add_verify();
    add_histogram();
    add_bench();
  }

  /// For names of files.
  static std::string has_name(const std::string& name) {
    return name.empty() ? "the file's name is empty" : "";
  }

  void add_info() {
    info_command =
        app.add_subcommand("info", "The backend, its devices, and which atomics are native there");
    auto* as_json = info_command->add_flag_callback(
        "--json", [this] { info.format = program::info_format::json; }, "Print JSON");
    info_command
        ->add_flag_callback(
            "--markdown", [this] { info.format = program::info_format::markdown; },
            "Print Markdown")
        ->excludes(as_json);
    auto* device = info_command->add_option("--device", info.device, "Only this device")
                       ->check(CLI::Range(0, most_devices - 1))
                       ->type_name("N");
    info_command
        ->add_option("--architecture", info.architectures,
                     "The support table of this architecture instead (\"all\": of each); needs no "
                     "device")
        ->excludes(device)
        ->type_name("NAME");
  }

  void add_verify() {
    verify_command = app.add_subcommand(
        "verify", "Run the shared kernels and compare them with serial references");
    verify_command->add_option("--size", verify.elements, "Elements of the inputs, 1 to 2^31")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 31U))
        ->type_name("N")
        ->capture_default_str();
    verify_command->add_option("--seed", verify.seed, "Seed of the inputs")
        ->type_name("N")
        ->capture_default_str();
    add_device(*verify_command, verify.device);
  }

  void add_histogram() {
    histogram_command = app.add_subcommand(
        "histogram", "Count an image's pixels by brightness, and draw the chart");
    auto& o = histogram;
    histogram_command->add_option("image", o.image, "PNG, JPEG or binary PPM/PGM file")
        ->required()
        ->type_name("FILE");
    const std::map<std::string, program::channel> channels = {
        {"brightness", program::channel::brightness},
        {"red", program::channel::red},
        {"green", program::channel::green},
        {"blue", program::channel::blue}};
    histogram_command
        ->add_option_function<std::string>(
            "--channel", [&o, channels](const std::string& name) { o.of = channels.at(name); },
            "brightness, red, green or blue")
        ->check(CLI::IsMember({"brightness", "red", "green", "blue"}))
        ->type_name("NAME")
        ->default_str("brightness");
    histogram_command->add_option("--bins", o.bins, "Number of bins, 1 to 65536")
        ->check(CLI::Range(1U, program::most_bins))
        ->type_name("N")
        ->capture_default_str();
    histogram_command
        ->add_option("-o,--output", o.chart,
                     "Chart to write as PNG; histogram.png, if neither --csv nor --json is given")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    histogram_command->add_option("--csv", o.csv, "Counts to write as CSV; - is stdout")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    histogram_command
        ->add_option("--json", o.json, "Counts and statistics to write as JSON; - is stdout")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    add_device(*histogram_command, o.device);
  }

  void add_bench() {
    bench_command = app.add_subcommand(
        "bench", "Measure atomics, histograms and reductions beside the vendor's own");
    auto& o = bench;
    bench_command
        ->add_option("--case", o.cases,
                     "Only cases whose name has a match for this regular expression, as "
                     "\"^atomics/add float\"")
        ->type_name("REGEX");
    bench_command
        ->add_option("--image", o.image, "Histograms of this photograph's bytes, repeated, too")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    bench_command->add_flag("--list", o.list, "Print the names of the cases, measure nothing");
    bench_command->add_flag("--all", o.all,
                            "The full product of types, operations, scopes, spaces and sizes");
    bench_command->add_flag("--quick", o.quick, "Small inputs, few repetitions");
    bench_command
        ->add_option(
            "--bytes", o.bytes,
            "Size of one input, as 256MiB; default 1 GiB, on the host 64 MiB, with --quick "
            "a 16th. Cases of more words are left out")
        ->transform(CLI::AsSizeValue(false))
        ->check(CLI::Range(program::least_bench_bytes, most_bytes))
        ->type_name("SIZE");
    bench_command->add_option("--csv", o.csv, "Results to write as CSV; - is stdout")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    bench_command->add_option("--json", o.json, "Results to write as JSON; - is stdout")
        ->check(&command_line::has_name)
        ->type_name("FILE");
    add_device(*bench_command, o.device);
  }

  static void add_device(CLI::App& command, int& device) {
    command.add_option("--device", device, "Number of the device")
        ->check(CLI::Range(0, most_devices - 1))
        ->type_name("N")
        ->capture_default_str();
  }

  /// What the single options' checks cannot see.
  void finish() {
    if (app.get_subcommands().empty()) {
      throw CLI::ValidationError("a command is needed: info, verify, histogram or bench");
    }
    auto& o = histogram;
    if (o.chart.empty() && o.csv.empty() && o.json.empty()) o.chart = "histogram.png";
    if (o.chart == "-") throw CLI::ValidationError("--output", "a chart does not go to stdout");
    check_names({&o.image, &o.chart, &o.csv, &o.json}, 1);
    check_names({&bench.image, &bench.csv, &bench.json}, 1);
  }

  /// The first `inputs` names are of files that are read.
  static void check_names(const std::vector<const std::string*>& names, std::size_t inputs) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t k = i + 1; k < names.size(); ++k) {
        const std::string& first = *names[i];
        if (!first.empty() && !names[k]->empty() && name_one_file(first, *names[k])) {
          throw CLI::ValidationError(
              first + (i < inputs ? " would be overwritten: an output must be another file"
                                  : " is named twice: each output needs a file of its own"));
        }
      }
    }
  }

  static bool name_one_file(const std::string& a, const std::string& b) {
    if (a == b) return true;
    std::error_code problem;
    const auto first = program::place_of(a, problem);
    if (problem) return false;
    const auto second = program::place_of(b, problem);
    return !problem && first == second;
  }
};

int run(command_line& line) {
  if (*line.info_command) {
    program::run_info(line.info);
  } else if (*line.verify_command) {
    program::choose_device(line.verify.device);
    return run_verify(line.verify);
  } else if (*line.bench_command) {
    program::run_bench(line.bench);
  } else {
    program::run_histogram(line.histogram);
  }
  return 0;
}

/// The exit status once all that was printed has left the buffer, or could not.
int printed(int status) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(failed, cannot_print);
  return status;
}

int guarded_main(int argc, char** argv) {
  command_line line;
  try {
    line.app.parse(argc, argv);
    line.finish();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return printed(line.app.exit(error));  // --help, --version
    std::string text = error.what();
    if (text.find("--backend") != std::string::npos) {
      text += fmt::format(
          " (this build's backend is {}; another is chosen when the build is "
          "configured, with -DDIATOMIC_BACKEND)",
          program::backend_name());
    }
    return complain(wrong_use, text + " (diatomic --help lists commands and options)");
  }
  return printed(run(line));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return guarded_main(argc, argv);
  } catch (const program::no_device_error& error) {
    return complain(no_device, error.what());
  } catch (const std::invalid_argument& error) {
    return complain(wrong_use, error.what());
  } catch (const std::out_of_range& error) {
    return complain(wrong_use, error.what());
  } catch (const std::bad_alloc&) {
    return complain(failed,
                    "not enough memory on the host; use a smaller image, --size or --bytes");
  } catch (const std::exception& error) {
    return complain(failed, std::ferror(stdout) != 0 ? cannot_print : error.what());
  } catch (...) {
    return complain(failed, "an error of unknown kind");
  }
}

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program `diatomic`: runs the command, and maps errors to exit statuses.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "bench/bench.hpp"
#include "command_line.hpp"
#include "histogram/histogram.hpp"
#include "info/build.hpp"
#include "info/device.hpp"
#include "info/info.hpp"
#include "support/interrupts.hpp"
#include "support/output_file.hpp"
#include "verify/verify.hpp"

namespace {

// Exit statuses.
constexpr int failed = 1;
constexpr int wrong_use = 2;
constexpr int no_device = 3;
constexpr int was_interrupted = 130;  // as a shell reports a program that Ctrl-C ended

constexpr const char* cannot_print = "stdout cannot be written";

int complain(int status, std::string text) {
  // Always one line.
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  std::fflush(stdout);
  std::fprintf(stderr, "diatomic: %s\n", text.c_str());
  return status;
}

int run(program::command_line& line) {
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

/// Flushes stdout. Returns `status`, or an error if the output could not be written.
int printed(int status) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain(failed, cannot_print);
  return status;
}

int guarded_main(int argc, char** argv) {
  program::command_line line;
  try {
    line.app.parse(argc, argv);
    line.finish();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return printed(line.app.exit(error));  // --help, --version
    std::string text = error.what();
    if (text.find("--backend") != std::string::npos) {
      text += fmt::format(
          " (this build's backend is {}; to change it, configure the build with "
          "-DDIATOMIC_BACKEND)",
          program::backend_name());
    }
    return complain(wrong_use, text + " (diatomic --help lists the commands and options)");
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
  } catch (const program::interrupted& error) {
    return complain(was_interrupted, error.what());
  } catch (const std::bad_alloc&) {
    return complain(failed, "not enough host memory; use a smaller image, --size or --bytes");
  } catch (const std::exception& error) {
    return complain(failed, std::ferror(stdout) != 0 ? cannot_print : error.what());
  } catch (...) {
    return complain(failed, "unknown error");
  }
}

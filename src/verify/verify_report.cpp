// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verify/verify_report.hpp"

#include <exception>
#include <iterator>
#include <new>

#include "support/numbers.hpp"

namespace program {

check_report run_checks(const std::vector<check>& checks,
                        const std::function<void(const std::string&)>& before_each) {
  check_report report;
  const auto out = std::back_inserter(report.table);
  fmt::format_to(out, "{:<48} {:>13} {:>12}  {}\n", "kernel", "size", "time", "result");
  fmt::format_to(out, "{:-<48} {:->13} {:->12}  {:-<6}\n", "", "", "", "");
  std::size_t wrong = 0;
  std::size_t failed = 0;
  std::size_t not_run = 0;
  for (const check& c : checks) {
    if (failed != 0) {
      ++not_run;
      fmt::format_to(out, "{:<48} {:>13} {:>12}  not run\n", c.kernel, "-", "-");
      continue;
    }
    before_each(c.kernel);
    try {
      const check_outcome o = c.run();
      wrong += o.fault.empty() ? 0 : 1;
      fmt::format_to(out, "{:<48} {:>13} {:>9.3f} ms  {}\n", c.kernel, with_separators(o.size),
                     o.ms, o.fault.empty() ? "right" : "WRONG: " + o.fault);
    } catch (const std::bad_alloc&) {
      throw;  // Not the kernel's fault.
    } catch (const std::exception& error) {
      ++failed;
      fmt::format_to(out, "{:<48} {:>13} {:>12}  FAILED: {}\n", c.kernel, "-", "-", error.what());
    }
  }
  report.all_right = wrong == 0 && failed == 0;
  if (report.all_right) {
    fmt::format_to(out, "\nAll {} kernels agree with their serial references.\n", checks.size());
  }
  if (wrong != 0) {
    fmt::format_to(out, "\n{} of {} kernels differ from their serial references.\n", wrong,
                   checks.size());
  }
  if (failed != 0) {
    fmt::format_to(out, "\nOne kernel failed; {} after it did not run.\n", not_run);
  }
  return report;
}

}  // namespace program

// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Functions of a vendor's runtime with their names, and the exceptions for their failures.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

/// Traits of a vendor's status type: `success`, `name`, `text`, and `forget`, which clears the last
/// error. Each GPU backend specialises it in `detail/api.hpp`.
template <class Status>
struct errors_of;

/// The status that the vendor's function `call` returned.
template <class Status>
struct api_result {
  Status status;
  const char* call;
};

/// A function of the vendor's runtime with its name, called like the function itself.
template <class Status, class... Parameters>
struct named {
  const char* name;
  Status (*function)(Parameters...);

  api_result<Status> operator()(Parameters... arguments) const {
    return {function(arguments...), name};
  }
};
template <class Status, class... Parameters>
named(const char*, Status (*)(Parameters...)) -> named<Status, Parameters...>;

template <class Status>
void check(Status status, const char* call) {
  using errors = errors_of<Status>;
  if (status == errors::success) return;
  errors::forget();  // Thrown here, so the next query of the last error must not report it.
  throw runtime_error(call, errors::name(status), errors::text(status));
}
template <class Status>
void check(api_result<Status> result) {
  runtime_api::check(result.status, result.call);
}

/// False if the driver or release does not support the query. Clears the error.
template <class Status>
bool is_answered(Status status) {
  if (status != errors_of<Status>::success) errors_of<Status>::forget();
  return status == errors_of<Status>::success;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

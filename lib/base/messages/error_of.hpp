// Exceptions of libraries and of linear algebra as errors that a user can act on.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>

#include "base/messages/error.hpp"

namespace jounce {

/// What a computation threw: the text of an allocation that failed is "out of memory" (see lacks_memory).
[[nodiscard]] std::string text_of(const std::exception& problem);

/// The same as an Error: an Error stays what it is, a failed allocation has no subject, others are failures of the computation
/// with their text behind `subject`.
/// \param subject "model 'm': reduction: "
[[nodiscard]] Error error_of(const std::string& subject, const std::exception& problem);

}  // namespace jounce

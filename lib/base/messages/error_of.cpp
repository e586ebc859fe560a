// Exceptions of libraries and of linear algebra as errors that a user can act on.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/error_of.hpp"

#include <new>

namespace jounce {

namespace {
bool is_allocation(const std::exception& problem) { return dynamic_cast<const std::bad_alloc*>(&problem) != nullptr; }
}  // namespace

std::string text_of(const std::exception& problem) { return is_allocation(problem) ? "out of memory" : problem.what(); }

Error error_of(const std::string& subject, const std::exception& problem) {
    if (const auto* error = dynamic_cast<const Error*>(&problem)) return *error;
    return computation_failed(is_allocation(problem) ? text_of(problem) : subject + text_of(problem));
}

}  // namespace jounce

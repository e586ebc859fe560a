// Errors that a user can act on: one message form, with the place in the user's script.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/error.hpp"

#include <utility>

#include "base/messages/printable.hpp"

namespace jounce {

namespace {
std::string with_place(const Origin& origin, const std::string& message) {
    return origin.known() ? origin.text() + ": " + message : message;
}
}  // namespace

std::string Origin::text() const { return known() ? file + ":" + std::to_string(line) : std::string(); }

Error::Error(Failure failure, std::string message, Origin origin)
    : std::runtime_error(printable(with_place(origin, message))),
      failure_(failure),
      message_(printable(message)),
      origin_(std::move(origin)) {}

Error Error::at(const Origin& origin) const { return origin_.known() ? *this : Error(failure_, message_, origin); }

Error bad_case(std::string message, Origin origin) { return {Failure::bad_case, std::move(message), std::move(origin)}; }

Error computation_failed(std::string message, Origin origin) {
    return {Failure::computation, std::move(message), std::move(origin)};
}

}  // namespace jounce

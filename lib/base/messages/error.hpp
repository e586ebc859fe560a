// Errors that a user can act on: one message form, with the place in the user's script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace jounce {

/// The place of the error in the user's script; an empty file means that no script is involved.
struct Origin {
    std::string file;
    int line = 0;

    [[nodiscard]] bool known() const { return !file.empty(); }
    /// "cases/stop.lua:14", or "" when unknown.
    [[nodiscard]] std::string text() const;
};

/// The type of failure, which decides the exit status of the command line (the values are the statuses; for an interrupt 128 +
/// its signal, 130 for Ctrl-C).
enum class Failure { bad_case = 1, usage = 2, computation = 3, interrupted = 130 };

/// The only exception that reaches a user: "file:line: subject: requirement, given value".
class Error : public std::runtime_error {
  public:
    Error(Failure failure, std::string message, Origin origin = {});

    [[nodiscard]] Failure failure() const { return failure_; }
    [[nodiscard]] const Origin& origin() const { return origin_; }
    [[nodiscard]] const std::string& message() const { return message_; }
    /// The same error with an origin, unless it already has one: the innermost known place is used.
    [[nodiscard]] Error at(const Origin& origin) const;

  private:
    Failure failure_;
    std::string message_;
    Origin origin_;
};

/// Shorthand for the most frequent failure: an invalid case.
[[nodiscard]] Error bad_case(std::string message, Origin origin = {});
[[nodiscard]] Error computation_failed(std::string message, Origin origin = {});

}  // namespace jounce

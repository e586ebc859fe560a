// Where the first point of a sweep shows notes on its models.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include "session/context.hpp"

namespace jounce::lua {

/// The program's stderr, also within the processes of points, whose own one is their log. Nothing in a quiet session.
class NotesStream {
  public:
    explicit NotesStream(const record::Session& session) : file_(session.quiet ? -1 : ::dup(STDERR_FILENO)) {}
    ~NotesStream() {
        if (file_ >= 0) ::close(file_);
    }
    NotesStream(const NotesStream&) = delete;
    NotesStream& operator=(const NotesStream&) = delete;
    /// For the computation of a point.
    void give(Context& command, std::size_t point) const { command.notes_to = point == 0 ? file_ : -1; }

  private:
    int file_;
};

}  // namespace jounce::lua

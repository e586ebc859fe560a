// Work that all ranks of mpirun do together: compared before it begins.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"

namespace jounce::sweep {

/// Called by each rank before work in which every rank takes part. On rank 0 it waits until all others have begun work.
/// \param subject of messages: "modes"
/// \throws Error (bad_case) on rank 0 if another rank begins different work, or has ended its script; (interrupted)
void begin_together(const Ranks& ranks, const std::string& subject, const Identity& identity,
                    const std::function<bool()>& interrupted);

/// Called by each rank at the end of such work. A failure of one rank alone leaves the others waiting for it within the work:
/// they do not answer, and after ten seconds this rank must end them. \param failure message of the error that the work ended
/// with; empty: none \returns the message with which this rank must end all ranks, because they did not end alike; nothing if
/// they did \throws Error (interrupted)
[[nodiscard]] std::optional<std::string> end_together(const Ranks& ranks, const std::string& failure,
                                                      const std::function<bool()>& interrupted);
/// Notes an error of this rank. A script may catch it and end; when another rank then misses this one, its message says why.
void note_failure(const std::string& message);
/// Ends the processes of all ranks.
void abort_ranks(int status);

/// Runs `body` at the end of the program, before MPI ends, if the program succeeds.
void before_ranks_end(std::function<void()> body);

}  // namespace jounce::sweep

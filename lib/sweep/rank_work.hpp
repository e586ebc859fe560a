// Work that all ranks of mpirun do together: compared before it begins.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"

namespace jounce::sweep {

/// Called by each rank before work in which every rank takes part. On rank 0 it waits until all others have begun work.
/// \param subject of messages: "modes"
/// \throws Error (bad_case) on rank 0 if another rank begins different work, or has ended its script; (interrupted)
void begin_together(const Ranks& ranks, const std::string& subject, const Identity& identity,
                    const std::function<bool()>& interrupted);

/// Runs `body` at the end of the program, before MPI ends, if the program succeeds.
void before_ranks_end(std::function<void()> body);

}  // namespace jounce::sweep

// The ranks of mpirun: rank 0 distributes lines to free ranks and collects their results. The only file that uses MPI;
// a build without it has one rank.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sweep/identity.hpp"
#include "sweep/processes.hpp"

namespace jounce::sweep {

struct Ranks {
    int rank = 0;
    int size = 1;
    bool ended = false;  ///< there were other ranks, and they have ended
};

/// Starts MPI if mpirun has started several copies of this program.
/// \throws Error (usage) if it has, but this build has no MPI
[[nodiscard]] Ranks begin_ranks();
/// Ends MPI; with a status other than 0 it ends all ranks. If rank 0 has no sweep, but another rank has one and waits,
/// it reports this and ends all ranks.
void end_ranks(int status);

/// The points that a rank computes.
struct RankLine {
    std::vector<std::uint64_t> points;         ///< in the order of computation; empty: no points are left
    std::optional<std::uint64_t> before = {};  ///< the previous point on its line, which is done
    std::string before_bytes = {};             ///< and its result
};

/// The part of rank 0.
class Dispatcher {
  public:
    explicit Dispatcher(int size) : working_(size - 1) {}
    /// Waits until all other ranks have begun the same sweep.
    /// \throws Error (bad_case) naming what differs, (interrupted)
    static void meet(int size, const Identity& identity, const std::function<bool()>& interrupted);
    /// Answers the messages of other ranks, without waiting.
    void serve(const std::function<RankLine()>& next, const std::function<void(std::size_t point, Outcome outcome)>& finished);
    /// Ranks that have not ended their part: they may still be computing.
    [[nodiscard]] int working() const { return working_; }

  private:
    int working_;
};

/// For the other ranks: begins a sweep with rank 0, which compares the identity with its own.
void begin_part(const Identity& identity);
/// Asks rank 0, and waits for the answer.
[[nodiscard]] RankLine ask_for_line();
void send_outcome(std::size_t point, const Outcome& outcome);
/// Reports that all outcomes are sent.
void end_part();

}  // namespace jounce::sweep

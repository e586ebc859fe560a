// The ranks of mpirun: rank 0 hands out lines as ranks become free and collects what they computed. The only file that sees MPI;
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
    bool ended = false;  ///< there were others, and they have ended
};

/// Starts MPI where mpirun has started this program in several copies.
/// \throws Error (usage) when it has and this build knows no MPI
[[nodiscard]] Ranks begin_ranks();
/// Ends MPI; with a status other than 0 it ends all ranks. Where rank 0 has come to no sweep and another rank to one, which
/// waits, it says so and ends all.
void end_ranks(int status);

/// What a rank is to compute.
struct RankLine {
    std::vector<std::uint64_t> points;         ///< one after the other; empty: there is nothing left
    std::optional<std::uint64_t> before = {};  ///< the point before on its line, which is done
    std::string before_bytes = {};             ///< and its result
};

/// Of rank 0.
class Dispatcher {
  public:
    explicit Dispatcher(int size) : working_(size - 1) {}
    /// Waits until all other ranks have begun the same sweep.
    /// \throws Error (bad_case) naming what differs, (interrupted)
    static void meet(int size, const Identity& identity, const std::function<bool()>& interrupted);
    /// Answers what has come from other ranks, without waiting.
    void serve(const std::function<RankLine()>& next, const std::function<void(std::size_t point, Outcome outcome)>& finished);
    /// Ranks that have not ended their part: what they have been given may still be computed.
    [[nodiscard]] int working() const { return working_; }

  private:
    int working_;
};

/// Of the other ranks: begins a sweep with rank 0, which compares the identity with its own.
void begin_part(const Identity& identity);
/// Asks rank 0, and waits for the answer.
[[nodiscard]] RankLine ask_for_line();
void send_outcome(std::size_t point, const Outcome& outcome);
/// Says that all outcomes are sent.
void end_part();

}  // namespace jounce::sweep

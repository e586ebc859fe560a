// A running sweep: takes its folder, has the points computed, saves their records.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "session/context.hpp"
#include "sweeps/sweep_task.hpp"

namespace jounce::lua {

/// Computes a point in a separate process.
/// \param before the previous point on its line, or null, and its number
/// \param runs folder for the outputs of its runs; empty: outputs are not possible
using ComputePoint = std::function<sweep::Result(std::size_t point, const sweep::Result* before, std::size_t before_number,
                                                 const std::filesystem::path& runs)>;

/// \throws Error (bad_case) for an output folder that cannot be taken; writes nothing
void check_sweep_folder(Context& command, const SweepTask& task);

/// \param files of the script that computes the points
/// \throws Error: misuse by the script, no point with a row, a full disk, an interrupt; the message states which points are kept
[[nodiscard]] sweep::Sweep compute_sweep(Context& command, const SweepTask& task, const sweep::Identity& files,
                                         const ComputePoint& compute);

}  // namespace jounce::lua

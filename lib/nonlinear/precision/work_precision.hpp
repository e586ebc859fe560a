// A work-precision study: methods at several steps or tolerances compared with a reference, with costs and errors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nonlinear/precision/errors.hpp"
#include "system/state/system.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::nonlinear {

/// A method at a step size, or at a tolerance when it controls its own steps.
struct Combination {
    time::MethodPointer method;
    std::size_t curve = 0;  ///< index in the study; unused by references
    bool own_steps = false;
    double size = 0;  ///< step size [s], or tolerance

    /// "newmark (beta 0.25, gamma 0.5), step 1e-05 s"
    [[nodiscard]] std::string describe() const;
};

struct WorkPrecisionOptions {
    double duration = 0;              ///< [s]
    std::vector<std::string> curves;  ///< one name for each method, in the order given
    std::vector<Combination> combinations;
    Combination reference;
    Combination coarser_reference;    ///< its difference from the reference is the uncertainty of the reference
    std::vector<std::string> probes;  ///< displacements and velocities, at least one displacement
    int samples = 1000;               ///< sample i is at i duration/samples
    int repetitions = 5;              ///< least number of timed runs
    double timing_seconds = 0.2;      ///< timed runs are repeated until they have taken this long
    bool energy = true;
    time::Events events = time::Events::locate;
};

struct Row {
    Combination combination;
    std::string failure;  ///< the reason for missing results, or empty
    std::int64_t steps = 0;
    int halvings = 0;
    int repetitions = 0;
    double seconds = 0;        ///< time of stepping without observers, the smallest of the repetitions
    double setup_seconds = 0;  ///< preparation, binding, start, and the first step with its factorisations
    Errors errors;
    std::optional<double> displacement_order, velocity_order, impact_time_order;  ///< relative to the next larger size
    bool front = false;  ///< on the Pareto front of cost and displacement error

    [[nodiscard]] double nanoseconds_per_step() const { return steps > 0 ? 1e9 * seconds / static_cast<double>(steps) : 0.0; }
};

struct ReferenceRun {
    std::string description;
    std::string coarser_description;
    std::int64_t steps = 0;
    int impacts = 0;
    /// Of the coarser reference relative to the reference: an upper bound of the reference's own error. Smaller errors are not
    /// resolved.
    Errors uncertainty;
};

struct Study {
    std::string model;
    double duration = 0;
    int samples = 0;
    std::vector<std::string> curves;
    std::vector<Probe> probes;
    ReferenceRun reference;
    std::vector<Row> rows;  ///< in the order of the options
    bool interrupted = false;
};

struct StudyProgress {
    std::size_t done = 0;   ///< rows and reference runs
    std::size_t total = 0;  ///< of them
    std::string doing;
    double wall_seconds = 0;
};

struct StudyHooks {
    std::function<bool()> interrupted = {};
    std::function<void(const StudyProgress&)> progress = {};  ///< called every few milliseconds
    std::function<void(const Study&)> row_done = {};          ///< called with up-to-date orders and front
};

/// Checks the options without computing. \throws Error (bad_case)
void check_probes(const System& system, const std::vector<std::string>& probes);

/// Each combination runs once with observers for its errors, and is then timed without them on the same steps: a warm-up, and the
/// smallest time of the repetitions. Methods with their own step control get the whole duration as one step; inside their steps
/// they compute the samples themselves, and their energy is not accounted. A failed combination becomes a row with its message,
/// and the study continues. \throws Error when the reference fails
[[nodiscard]] Study work_precision(const std::shared_ptr<const System>& system, const WorkPrecisionOptions& options,
                                   const StudyHooks& hooks);

}  // namespace jounce::nonlinear

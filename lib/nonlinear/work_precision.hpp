// A work-precision study: methods at several steps or tolerances against a reference, what each costs and how far it is off.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nonlinear/errors.hpp"
#include "system/state/system.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::nonlinear {

/// A method at a step size, or at a tolerance when it controls its own steps.
struct Combination {
    time::MethodPointer method;
    std::size_t curve = 0;  ///< of the study, unused by references
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
    Combination coarser_reference;    ///< its distance to the reference tells below which error nothing is known
    std::vector<std::string> probes;  ///< displacements and velocities, at least one displacement
    int samples = 1000;               ///< sample i lies at i duration/samples
    int repetitions = 5;              ///< least number of timed runs
    double timing_seconds = 0.2;      ///< timed runs are repeated until they have taken this long
    bool energy = true;
    time::Events events = time::Events::locate;
};

struct Row {
    Combination combination;
    std::string failure;  ///< why there are no results; empty when there are
    std::int64_t steps = 0;
    int halvings = 0;
    int repetitions = 0;
    double seconds = 0;        ///< of stepping without observers, the least of the repetitions
    double setup_seconds = 0;  ///< preparing, binding, starting, and the first step, in which factorisations are made
    Errors errors;
    std::optional<double> displacement_order, velocity_order, impact_time_order;  ///< from the next larger size
    bool front = false;  ///< on the Pareto front of cost and displacement error

    [[nodiscard]] double nanoseconds_per_step() const { return steps > 0 ? 1e9 * seconds / static_cast<double>(steps) : 0.0; }
};

struct ReferenceRun {
    std::string description;
    std::string coarser_description;
    std::int64_t steps = 0;
    int impacts = 0;
    /// Of the coarser reference against the reference, which is nearer to the truth than that. Errors as small are not known.
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
    std::function<void(const StudyProgress&)> progress = {};  ///< every few milliseconds of computing
    std::function<void(const Study&)> row_done = {};          ///< orders and front are up to date
};

/// All that can be said of these without computing. \throws Error (bad_case)
void check_probes(const System& system, const std::vector<std::string>& probes);

/// Each combination runs once with observers for its errors, and is then timed without, on the same steps: a warm-up, and the
/// least of the repetitions. Methods that control their own steps are given the whole duration at once; at sample times inside
/// their steps they say themselves where they are, and their energy is not accounted. A combination that fails becomes a row
/// with its message, and the study goes on.
/// \throws Error when the reference fails
[[nodiscard]] Study work_precision(const std::shared_ptr<const System>& system, const WorkPrecisionOptions& options,
                                   const StudyHooks& hooks);

}  // namespace jounce::nonlinear

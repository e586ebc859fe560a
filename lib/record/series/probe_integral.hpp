// The integral of a probe over the steps of a march, along the motion within them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include "system/probes/probe.hpp"
#include "system/state/system.hpp"
#include "time/stepper/dense_motion.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// Gauss's rule of eight points over each step, whose parts are halved until it agrees with that of four points. The motion at
/// these points is that of the step in closed form where the stepper knows it; elsewhere it is integrated from the beginning of
/// the step to one point after the other, in steps so short that their error is negligible beside that of the step itself.
class ProbeIntegral : public time::Observer {
  public:
    /// Integrates a state to a later time [s] within the step that begins at it.
    using Advance = std::function<void(State&, double)>;
    /// Over the part in [from, to] of the steps. \param range of the probe [unit of the probe]
    ProbeIntegral(const System& system, const Probe& probe, double from, double to, double range, Advance advance)
        : system_(system), probe_(probe), from_(from), to_(to), range_(range), advance_(std::move(advance)) {}
    void accepted(const time::AcceptedStep& step) override;
    [[nodiscard]] double sum() const { return sum_; }

    /// Largest difference of both rules, relative to the range. The error of the rule of eight points is about the square of that
    /// of four; an oscillation that neither resolves is missed only if both find less of it, by chance. Closed forms cost
    /// little, so that their limit is lower.
    static constexpr double apart_in_closed_form = 1e-9, apart = 1e-7;

  private:
    /// At s after the beginning of the step; nothing: not known in closed form.
    [[nodiscard]] bool value(time::DenseMotion& motion, const State& before, double s, double& out);
    /// \returns false: the motion is not known in closed form; `sum` is then unchanged
    [[nodiscard]] bool add_closed_form(time::DenseMotion& motion, const State& before, double a, double b, int halvings,
                                       double& sum);
    /// From `begin` to `end` [s]. \param before at `begin` or earlier in the same step
    [[nodiscard]] double advanced(const State& before, double begin, double end, int halvings);

    const System& system_;
    const Probe& probe_;
    double from_, to_, range_;
    Advance advance_;
    double sum_ = 0;
    State inside_;
};

}  // namespace jounce::record

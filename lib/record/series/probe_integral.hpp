// The integral of a probe over the steps of a march, along the motion within them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/probes/probe.hpp"
#include "system/state/system.hpp"
#include "time/stepper/dense_motion.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// Gauss's rule of eight points over each step, whose parts are halved until it agrees with that of four points: the error of the
/// latter is `wanted`, that of the former much smaller. Both find an oscillation that neither resolves in less than `wanted` of
/// the range only by chance; halving ends after ten times.
class ProbeIntegral : public time::Observer {
  public:
    /// Over the part in [from, to] of the steps. \param wanted largest error [unit of the probe] of its mean over a part of a
    /// step
    ProbeIntegral(const System& system, const Probe& probe, double from, double to, double wanted)
        : system_(system), probe_(probe), from_(from), to_(to), wanted_(wanted) {}
    void accepted(const time::AcceptedStep& step) override;
    [[nodiscard]] double sum() const { return sum_; }
    /// Was the motion within all steps known? Otherwise `sum` is meaningless.
    [[nodiscard]] bool complete() const { return complete_; }

  private:
    /// At s after the beginning of the step.
    [[nodiscard]] double value(time::DenseMotion& motion, const State& before, double s);
    [[nodiscard]] double over(time::DenseMotion& motion, const State& before, double a, double b, int halvings);

    const System& system_;
    const Probe& probe_;
    double from_, to_, wanted_;
    double sum_ = 0;
    bool complete_ = true;
    State inside_;
};

}  // namespace jounce::record

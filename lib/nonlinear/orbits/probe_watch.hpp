// The extreme values of probes along a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "nonlinear/orbits/within_step.hpp"
#include "system/probes/probe.hpp"

namespace jounce::nonlinear {

struct ProbeRange {
    double first = 0;                  ///< at the start of the run
    double smallest = 0, largest = 0;  ///< both sides of events included
};

/// An observer of a march. An extremum within a step is a zero of the probe's rate: in flights of closed form to round-off,
/// elsewhere within the method's tolerance. Probes of energies have no values here (NaN).
class ProbeWatch final : public time::Observer {
  public:
    /// \param system as it is marched \param method of the march; both must outlive this object
    /// \param spacing of the instants [s]; a probe has at most one extremum between two of them
    ProbeWatch(const System& system, const time::Method& method, std::vector<Probe> probes, double spacing);

    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;

    /// Of each probe.
    [[nodiscard]] const std::vector<ProbeRange>& ranges() const { return ranges_; }

  private:
    struct Instant {
        double time = 0;
        std::vector<double> value, rate;  // of each probe; the rate is NaN where the state does not contain it
    };
    void read(const State& state, Instant& instant) const;
    void include(const Instant& instant);
    /// The state at a time within the current step; null if the method fails there.
    [[nodiscard]] const State* state_at(double time);
    /// The rate of a probe: from the state, or by differences of values on one side.
    [[nodiscard]] double rate_at(std::size_t probe, const Instant& instant, double inwards);
    void search(std::size_t probe, const Instant& low, const Instant& high);

    const System& system_;
    std::vector<Probe> probes_;
    bool only_motion_ = true;  // are all probes functions of q, v and a?
    double spacing_;
    WithinStep within_;
    double begin_ = 0;  // of the current step [s]
    std::vector<ProbeRange> ranges_;
    Instant low_, high_;
};

}  // namespace jounce::nonlinear

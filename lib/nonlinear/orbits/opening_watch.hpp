// Interior minima of the openings of a run's open sides.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "nonlinear/orbits/within_step.hpp"

namespace jounce::nonlinear {

/// An observer of a march. A minimum is the zero of the opening's rate: in flights of closed form to round-off, elsewhere within
/// the method's tolerance, by shorter steps from the start of the step that contains it.
class OpeningWatch final : public time::Observer {
  public:
    /// \param spacing of the instants [s]; a flight has at most one minimum between two of them
    /// \param method of the march; both must outlive this object
    OpeningWatch(const System& system, const time::Method& method, double spacing);

    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;

    struct Minimum {
        double opening = 0;  ///< [m]
        double time = 0;     ///< [s]
        std::size_t side = 0;
    };
    /// The smallest minimum since `begin`; none if no open side turned back.
    [[nodiscard]] const std::optional<Minimum>& smallest() const { return smallest_; }

  private:
    void scan_flight(const State& from, double length);
    void find_within(std::size_t side, const time::AcceptedStep& step);
    [[nodiscard]] contact::SideMotion side_at(std::size_t side, double after);
    void add(std::size_t side, double opening, double time);

    double spacing_;
    WithinStep within_;
    std::vector<const Contact*> contact_;  // of each side
    std::vector<double> rate_;             // of each side, at the last instant
    double begin_ = 0;                     // of the flight [s]
    std::optional<Minimum> smallest_;
};

}  // namespace jounce::nonlinear

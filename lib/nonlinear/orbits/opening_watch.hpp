// Interior minima of the openings of a run's open sides, and of the indentations of its closed ones.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "nonlinear/orbits/within_step.hpp"
#include "nonlinear/variation/side_gradient.hpp"

namespace jounce::nonlinear {

/// An observer of a march. A minimum is the zero of the opening's rate: in flights of closed form to round-off, elsewhere within
/// the method's tolerance, by shorter steps from the start of the step that contains it. A contact that its force k d + c d'
/// begins, apart from the surface, has the opening -F/k.
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
    /// The smallest minimum of the indentation within a contact whose force depends on its impact speed; `opening` is negative.
    [[nodiscard]] const std::optional<Minimum>& shallowest() const { return shallowest_; }
    /// Index of the gap of a side.
    [[nodiscard]] int gap_of(std::size_t side) const;

  private:
    void scan_flight(const State& from, double length);
    /// \returns the turning point of the indentation of a side whose rate changes its sign within the step
    [[nodiscard]] Minimum turning_point(std::size_t side, const time::AcceptedStep& step);
    /// The same in a flight.
    [[nodiscard]] contact::Motion towards_in_flight(std::size_t side, double after);
    void add(const Minimum& found);
    /// Negative opening and its rate, of a side with this motion and acceleration.
    [[nodiscard]] contact::Motion towards(std::size_t side, const contact::Motion& motion, double acceleration) const;
    [[nodiscard]] contact::Motion towards(std::size_t side, const State& state) const;

    const System& system_;
    double spacing_;
    WithinStep within_;
    std::vector<const Contact*> contact_;  // of each side
    /// For accelerations; null where no contact begins by its force, and for mechanisms, whose openings are those of the surface.
    std::unique_ptr<SideGradients> gradients_;
    std::vector<bool> by_force_;  // does the force begin the contact of a side?
    std::vector<double> rate_;    // of each side, at the last instant
    double begin_ = 0;            // of the flight [s]
    std::optional<Minimum> smallest_, shallowest_;
};

}  // namespace jounce::nonlinear

// The impact log as data: one row per contact phase of one side of a gap.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "time/stepper/observer.hpp"

namespace jounce {
class ArchiveWriter;
class ArchiveReader;
}  // namespace jounce

namespace jounce::time {

struct Impact {
    int contact = 0;                  ///< index into System::contacts
    int number = 0;                   ///< 1, 2, ... within its gap
    int side = 0;                     ///< +1 or -1 (0 for circular gaps)
    double time_in = 0;               ///< [s], located (Events::stepwise: by interpolation inside the step)
    std::optional<double> time_out;   ///< empty while the contact lasts
    double speed_in = 0;              ///< rate of indentation at the onset [m/s], > 0; 0: there was none
    std::optional<double> speed_out;  ///< opening speed at the release [m/s], > 0
    bool rigid = false;               ///< an impulse, or a hold: peak_force and max_indentation do not apply
    double peak_force = 0;            ///< [N]
    double max_indentation = 0;       ///< [m]
    double impulse = 0;               ///< integral of the force [N s]
    double work = 0;                  ///< lost in the contact [J]: integral of F d(delta) without what the law stores
    std::optional<double> restitution_asked;
    [[nodiscard]] std::optional<double> restitution_delivered() const {
        return speed_out && speed_in > 0 ? std::optional(*speed_out / speed_in) : std::nullopt;
    }
};

/// Watches the sides of all gaps. Allocates only when a contact begins.
class ImpactLog : public Observer {
  public:
    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override;
    void switched(const SwitchedState& event) override;
    void end(const State& state) override;
    /// For a checkpoint; `load` stands in for `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);

    [[nodiscard]] const std::vector<Impact>& impacts() const { return impacts_; }
    /// Contacts that opened and closed, or closed and opened, within one step: seen by interpolation, not by the integrator.
    [[nodiscard]] int missed() const { return missed_; }
    /// Contacts that began slower than their law's `minimum_speed` (at rest, or preloaded): there the floor decides the
    /// dissipation of laws that divide by the impact speed.
    [[nodiscard]] int floored() const { return floored_; }

    /// Tension that laws which may not pull would have given, integrated over time [N s].
    [[nodiscard]] double clamped_impulse() const { return clamped_impulse_; }
    /// Bodies that turned back while still indented and fell through their stop (transition `latched`).
    [[nodiscard]] int fell_through() const { return fell_through_; }

  private:
    void bind(const System& system);
    void accept_side(std::size_t side, const AcceptedStep& step);
    /// Impulse, work, force and depth of a step of the contact under way.
    void add_step(std::size_t side, const AcceptedStep& step);
    void open_phase(int side, const SideState& state);
    void close_phase(int side, double time, double speed, const SideState& after);
    /// A force that comes back before the bodies were apart belongs to the contact that it left. \returns is it one?
    bool push_again(std::size_t side);
    /// A force that comes back within one step, before the bodies part at its end, is part of the contact that it left: that one
    /// ends where they part. What the step did not integrate has no impulse.
    void push_within(std::size_t side, const AcceptedStep& step);
    /// Are the bodies of a contact that left them indented apart now?
    [[nodiscard]] bool apart(std::size_t side, const SideState& now) const;
    const System* system_ = nullptr;
    std::vector<int> side_contact_;   // contact of each side
    std::vector<int> running_;        // index into impacts_ of the phase under way, or -1
    std::vector<int> left_indented_;  // per side: its last phase, while the bodies have not been apart since; or -1
    std::vector<int> count_;          // per contact
    std::vector<Impact> impacts_;
    int missed_ = 0;
    int floored_ = 0;
    double clamped_impulse_ = 0;
    int fell_through_ = 0;
    std::vector<char> falling_;          // per side: has been counted since it let go
    std::vector<char> within_one_step_;  // per side: the contact began with the last step and turned in it
};

}  // namespace jounce::time

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
    double speed_in = 0;              ///< rate of indentation at the onset [m/s], > 0; 0: there was no onset
    std::optional<double> speed_out;  ///< opening speed at the release [m/s], > 0
    bool rigid = false;               ///< impulse or lasting rigid contact: no peak_force, no max_indentation
    double peak_force = 0;            ///< [N]
    double max_indentation = 0;       ///< [m]
    double impulse = 0;               ///< integral of the force [N s]
    double work = 0;                  ///< lost in the contact [J]: integral of F d(delta) minus the stored energy
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
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);

    [[nodiscard]] const std::vector<Impact>& impacts() const { return impacts_; }
    /// Contacts that opened and closed (or closed and opened) within one step: found by interpolation, not by the
    /// method.
    [[nodiscard]] int missed() const { return missed_; }
    /// Contacts that began slower than the `minimum_speed` of their law (at rest, or preloaded): there the floor
    /// determines the dissipation of laws that divide by the impact speed.
    [[nodiscard]] int floored() const { return floored_; }

    /// Tension clamped by laws that may not pull, integrated over time [N s].
    [[nodiscard]] double clamped_impulse() const { return clamped_impulse_; }
    /// Bodies that turned back while still indented and fell through their stop (transition `latched`).
    [[nodiscard]] int fell_through() const { return fell_through_; }

  private:
    void bind(const System& system);
    void accept_side(std::size_t side, const AcceptedStep& step);
    /// Impulse, work, force and depth of one step of the ongoing contact.
    void add_step(std::size_t side, const AcceptedStep& step);
    void open_phase(int side, const SideState& state);
    void close_phase(int side, double time, double speed, const SideState& after);
    /// A force that returns before the bodies have separated continues the previous contact. \returns is it one?
    bool push_again(std::size_t side);
    /// A force that returns within one step, before the bodies separate at its end, continues the previous contact,
    /// which ends at the separation. The part that the step did not integrate has no impulse.
    void push_within(std::size_t side, const AcceptedStep& step);
    /// Are the bodies of a contact that was released while indented now separated?
    [[nodiscard]] bool apart(std::size_t side, const SideState& now) const;
    const System* system_ = nullptr;
    std::vector<int> side_contact_;   // contact of each side
    std::vector<int> running_;        // index into impacts_ of the ongoing phase, or -1
    std::vector<int> left_indented_;  // per side: its last phase, while the bodies have not been separated since; or -1
    std::vector<int> count_;          // per contact
    std::vector<Impact> impacts_;
    int missed_ = 0;
    int floored_ = 0;
    double clamped_impulse_ = 0;
    int fell_through_ = 0;
    std::vector<char> falling_;          // per side: already counted since its release
    std::vector<char> within_one_step_;  // per side: the contact began with the last step and reversed in it
};

}  // namespace jounce::time

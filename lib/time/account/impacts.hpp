// The impact log as data: one row per contact phase of one side of a gap.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/files/long_vector.hpp"
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
    /// Whether the log looks for the largest force between the ends of steps; otherwise `peak_force` is that at their ends. To be
    /// called before the run.
    void search_peaks(bool search) { searches_peaks_ = search; }
    /// Rows beyond `memory` bytes are stored in the file. To be called before the run.
    void spill_to(std::shared_ptr<SpillFile> file, std::size_t memory);
    /// For a checkpoint, without the rows; `load` replaces `begin` after the rows were loaded.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);
    /// The rows [first, end), those of ongoing contacts at their onset, for a file that is only appended to; and `count` rows
    /// appended.
    void save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const;
    void load_rows(ArchiveReader& archive, std::size_t count);
    /// The rows [0, saved) are in such a file: each later `save` includes the final values of those that are ongoing now.
    void saved_rows(std::size_t saved);

    /// Rows of ongoing contacts have the values at their onset until `settle` or `end`.
    [[nodiscard]] const LongVector<Impact>& impacts() const { return impacts_; }
    /// Updates the rows of ongoing contacts.
    void settle();
    /// The rows, after the run; the file receives no further rows.
    [[nodiscard]] LongVector<Impact> take() {
        if (spill_) spill_->close();
        return std::move(impacts_);
    }
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
    /// The largest force of a side within a step whose motion the stepper knows.
    [[nodiscard]] std::optional<double> force_within(std::size_t side, const AcceptedStep& step);
    /// A force that returns before the bodies have separated continues the previous contact. \returns is it one?
    bool push_again(std::size_t side);
    /// A force that returns within one step, before the bodies separate at its end, continues the previous contact,
    /// which ends at the separation. The part that the step did not integrate has no impulse.
    void push_within(std::size_t side, const AcceptedStep& step);
    /// Are the bodies of a contact that was released while indented now separated?
    [[nodiscard]] bool apart(std::size_t side, const SideState& now) const;
    /// Updates the row of a side's contact.
    void store(std::size_t side, int row) { impacts_.set(static_cast<std::size_t>(row), live_[side]); }
    const System* system_ = nullptr;
    bool searches_peaks_ = true;
    std::shared_ptr<SpillFile> spill_;
    std::vector<int> side_contact_;   // contact of each side
    std::vector<int> running_;        // index into impacts_ of the ongoing phase, or -1
    std::vector<int> left_indented_;  // per side: its last phase, while the bodies have not been separated since; or -1
    std::vector<Impact> live_;        // per side: the current values of the row of either
    std::vector<int> count_;          // per contact
    LongVector<Impact> impacts_;
    std::vector<int> unfinished_;  // rows that were ongoing when they were saved, in order
    int missed_ = 0;
    int floored_ = 0;
    double clamped_impulse_ = 0;
    int fell_through_ = 0;
    State inside_;                       // scratch
    std::vector<char> falling_;          // per side: already counted since its release
    std::vector<char> within_one_step_;  // per side: the contact began with the last step and reversed in it
};

}  // namespace jounce::time

// What each gap and each friction has taken out of the motion, as functions of time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "time/stepper/observer.hpp"

namespace jounce {
class ArchiveWriter;
class ArchiveReader;
}  // namespace jounce

namespace jounce::time {

/// The work of a contact force on its indentation less what the contact stores now: what damping, rigid impacts and transitions
/// have taken, by the quadrature of the impact log. The work of a friction force on its slip less what its bristles store.
/// Keeps the sums at a few thousand ends of steps: when their number reaches `most`, every second one goes.
class DissipationLog : public Observer {
  public:
    static constexpr std::size_t most = 1u << 15;

    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override;
    void switched(const SwitchedState& event) override;
    void end(const State& state) override;
    /// For a checkpoint; `load` stands in for `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);

    /// Taken between two times within the run [J]; between two ends of steps that were kept on a straight line.
    /// \param contact index into System::contacts
    [[nodiscard]] double of_contact(std::size_t contact, double from, double to) const;
    /// \param friction index into System::frictions
    [[nodiscard]] double of_friction(std::size_t friction, double from, double to) const;
    /// The longest time between two ends of steps that were kept [s].
    [[nodiscard]] double resolution() const;

  private:
    void bind(const System& system);
    void reserve();
    void keep(const State& state);
    void thin();
    [[nodiscard]] double at(std::size_t sum, double time) const;

    std::size_t contacts_ = 0;
    std::vector<std::size_t> side_contact_;  // contact of each side
    std::vector<double> work_;               // of every contact, then of every friction
    std::vector<double> times_, kept_;       // rows of as many numbers as `work_`, less what is stored
    std::size_t stride_ = 1, steps_ = 0;     // between two kept ones, since the last
};

}  // namespace jounce::time

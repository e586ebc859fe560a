// Energy dissipated by each gap and each friction, as functions of time.
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

/// The work of a contact force on its indentation minus the energy now stored in the contact: the loss by damping,
/// rigid impacts and transitions, with the quadrature of the impact log. The work of a friction force on its slip minus
/// the energy stored in its bristles. Keeps the sums at a few thousand ends of steps: when their number reaches `most`,
/// every second one is dropped.
class DissipationLog : public Observer {
  public:
    static constexpr std::size_t most = 1u << 15;

    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override;
    void switched(const SwitchedState& event) override;
    void end(const State& state) override;
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);

    /// Energy dissipated between two times within the run [J]; linear between two kept ends of steps.
    /// \param contact index into System::contacts
    [[nodiscard]] double of_contact(std::size_t contact, double from, double to) const;
    /// \param friction index into System::frictions
    [[nodiscard]] double of_friction(std::size_t friction, double from, double to) const;
    /// The longest time between two kept ends of steps [s].
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
    std::vector<double> times_, kept_;       // rows with the size of `work_`, minus the stored energy
    std::size_t stride_ = 1, steps_ = 0;     // number of steps between two kept ones, and since the last
};

}  // namespace jounce::time

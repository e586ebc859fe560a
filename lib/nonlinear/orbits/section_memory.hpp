// The part of a section's state besides displacements and velocities: memory that persists in flight.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "contact/response/status.hpp"
#include "nonlinear/variation/friction_tangent.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// Bristles of frictions with a given normal force, and compressions of relaxing sides. A state y of a section is (q, v, memory).
class SectionMemory {
  public:
    explicit SectionMemory(const System& system);

    [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(entries_.size()); }
    [[nodiscard]] linalg::Vector read(const State& state) const;
    /// Its rates in a complete state.
    [[nodiscard]] linalg::Vector rates(const State& state) const;
    /// Writes it into a state at the section's time; the stepper's restart completes the state.
    void write(const linalg::Vector& memory, State& state) const;
    /// Closes the contacts that are indented in a state of a section, for a run that begins there.
    void close_contacts(State& state) const;
    /// The row of Phi for an entry.
    [[nodiscard]] Eigen::Index row(const PhiRows& rows, Eigen::Index entry) const;
    /// Memory of the state at a section that is not in y, as a message: a closed contact, unless its force depends on its motion
    /// alone, a slip within Karnopp's dead band, a relaxation that depends on the impact speed. Empty if there is none.
    [[nodiscard]] std::string lacks(const State& state) const;
    /// Why a section cannot lie in a contact of this gap, to follow its name; empty if it can where its sides push.
    [[nodiscard]] std::string refuses_section(const Contact& contact, const State& state) const;

  private:
    struct Entry {
        int friction = -1, component = 0;  // of a bristle
        int side = -1;                     // of a compression
    };
    [[nodiscard]] contact::Relaxation surface(const State& state, int side) const;
    const System& system_;
    std::vector<Entry> entries_;
};

}  // namespace jounce::nonlinear

// What a section's state has beside displacements and velocities: memory that flight does not forget.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "contact/status.hpp"
#include "nonlinear/orbits/friction_tangent.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// Bristles of frictions that act whatever the gaps do, and compressions that relaxing sides keep. A state y of a section is
/// (q, v, memory).
class SectionMemory {
  public:
    explicit SectionMemory(const System& system);

    [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(entries_.size()); }
    [[nodiscard]] linalg::Vector read(const State& state) const;
    /// Its rates, of a complete state.
    [[nodiscard]] linalg::Vector rates(const State& state) const;
    /// Into a state whose time is the section's; its restart completes it.
    void write(const linalg::Vector& memory, State& state) const;
    /// Row of Phi of an entry.
    [[nodiscard]] Eigen::Index row(const PhiRows& rows, Eigen::Index entry) const;
    /// Why the state at a section has memory that y lacks: a closed contact, a band that Karnopp's slip has not left, an impact
    /// speed that a compression relaxes by; empty where it has none.
    [[nodiscard]] std::string lacks(const State& state) const;

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

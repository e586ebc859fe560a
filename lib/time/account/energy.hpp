// The energy account: every term by its own quadrature; the remainder is the numerical error.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "system/probes/probe.hpp"
#include "time/stepper/observer.hpp"

namespace jounce {
class ArchiveWriter;
class ArchiveReader;
}  // namespace jounce

namespace jounce::time {

/// Joules since the start of the run (kinetic, strain, contact: now). The balance is
/// kinetic + strain + contact + structural_damping + contact_damping + friction + transition - external - base +
/// remainder = its value at the start; remainder is the numerical error; no other term is computed from the balance.
struct EnergyTerms {
    double kinetic = 0, strain = 0, contact = 0;
    double external = 0, base = 0;
    double structural_damping = 0, contact_damping = 0, friction = 0, transition = 0;
    double remainder = 0;
};

inline constexpr std::array<std::string_view, 10> energy_term_names = [] {
    std::array<std::string_view, 10> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = energy_terms[i].name;
    return out;
}();
[[nodiscard]] std::array<double, 10> as_array(const EnergyTerms& terms);

/// Work integrals are accumulated at every step: those of the stepper (Stepper::work), or else the trapezoidal rule on
/// force and displacement increment, which balances average-acceleration Newmark exactly on linear systems. The stored
/// energies are evaluated when `terms` is called.
class EnergyAccount : public Observer {
  public:
    EnergyAccount();
    ~EnergyAccount() override;
    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override;
    /// Records the change of stored contact energy at a switch of status as transition, and the loss of rigid impacts
    /// (impulse times mean speed) as contact damping.
    void switched(const SwitchedState& event) override;
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);
    /// All terms at the last accepted state.
    [[nodiscard]] EnergyTerms terms(const State& state) const;
    /// Largest |remainder| over the states at which `terms` was called.
    [[nodiscard]] double largest_remainder() const;
    /// Sum of |work| done on the system so far: external + base + initial energy; the scale of the remainder.
    [[nodiscard]] double work_done() const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace jounce::time

// Does a contact force that is extrapolated over the step make the motion grow? A bound from the damping of the contacts.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/explicit_growth.hpp"

namespace jounce::time {

ExplicitGrowth::ExplicitGrowth(const System& system, const linalg::Matrix& transposed, int order)
    : system_(&system), limit_(limits[static_cast<std::size_t>(order)]) {
    for (const Contact& contact : system.contacts) {
        const auto x = transposed.col(contact.first_row);
        std::array<double, 3> gram{x.dot(x), 0, 0};
        if (contact.gap.coordinates() > 1) {
            const auto y = transposed.col(contact.first_row + 1);
            gram[1] = x.dot(y);
            gram[2] = y.dot(y);
        }
        inverse_mass_.push_back(gram);
    }
}

void ExplicitGrowth::check(const State& state, double h, StepReport& report) const {
    for (std::size_t c = 0; c < inverse_mass_.size(); ++c) {
        const Contact& contact = system_->contacts[c];
        const auto& [xx, xy, yy] = inverse_mass_[c];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (!(side.response.damping > 0)) continue;
            const auto& n = side.normal;
            const double growth = h * side.response.damping * (n[0] * n[0] * xx + 2 * n[0] * n[1] * xy + n[1] * n[1] * yy);
            if (!(growth > limit_ && growth > report.growth)) continue;
            report.converged = false;
            report.contact = static_cast<int>(c);
            report.growth = growth;
        }
    }
}

}  // namespace jounce::time

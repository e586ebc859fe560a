// Does an extrapolated contact force make the motion grow? A bound from the damping of the contacts.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/explicit_growth.hpp"

namespace jounce::time {

ExplicitGrowth::ExplicitGrowth(const System& system, const linalg::Matrix& transposed, int order)
    : limit_(limits[static_cast<std::size_t>(order)]) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        const auto x = transposed.col(contact.first_row);
        std::array<double, 3> inverse_mass{x.dot(x), 0, 0};
        if (contact.gap.coordinates() > 1) {
            const auto y = transposed.col(contact.first_row + 1);
            inverse_mass[1] = x.dot(y);
            inverse_mass[2] = y.dot(y);
        }
        for (int s = 0; s < contact.gap.sides(); ++s)
            sides_.push_back({static_cast<std::size_t>(contact.first_side + s), static_cast<int>(c), inverse_mass});
    }
}

void ExplicitGrowth::check(const State& from, const State& to, double h, StepReport& report) const {
    for (const Side& side : sides_) {
        // A diverged step may end where the force is clamped, or outside the contact: then the start is used.
        const SideState& end = to.sides[side.index];
        const SideState& stiff = end.response.damping > 0 ? end : from.sides[side.index];
        const double damping = stiff.response.damping;
        if (!(damping > 0)) continue;
        const auto& [xx, xy, yy] = side.inverse_mass;
        const auto& n = stiff.normal;
        const double growth = h * damping * (n[0] * n[0] * xx + 2 * n[0] * n[1] * xy + n[1] * n[1] * yy);
        if (!(growth > limit_ && growth > report.growth)) continue;
        report.converged = false;
        report.contact = side.contact;
        report.growth = growth;
    }
}

}  // namespace jounce::time

// Strain energy of a mode by beam motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/mode_kind.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace jounce::modal {

namespace {

constexpr std::array<int, 2> axial_dofs = {0, 6};
constexpr std::array<int, 2> torsion_dofs = {3, 9};

double pair_energy(const elements::Matrix12& K, const elements::Vector12& u, const std::array<int, 2>& dofs) {
    double energy = 0;
    for (const int i : dofs) {
        for (const int j : dofs) energy += u[i] * K(i, j) * u[j];
    }
    return energy;
}

}  // namespace

StrainEnergy::StrainEnergy(const System& system) : system_(system) {
    if (!system.beams) return;
    for (const BeamPiece& piece : *system.beams) {
        stiffness_.push_back(elements::beam_matrices_local(piece.properties).stiffness);
    }
}

EnergyShares StrainEnergy::shares(const linalg::Vector& shape) const {
    const linalg::Vector full = system_.recovery.T * shape;
    EnergyShares sum;
    for (std::size_t i = 0; i < stiffness_.size(); ++i) {
        const BeamPiece& piece = (*system_.beams)[i];
        const elements::Vector12 local = elements::beam_rotation(piece.properties.frame) * beam_end_motion(piece, full);
        const double axial = pair_energy(stiffness_[i], local, axial_dofs);
        const double torsion = pair_energy(stiffness_[i], local, torsion_dofs);
        sum.axial += axial;
        sum.torsion += torsion;
        sum.bending += local.dot(stiffness_[i] * local) - axial - torsion;
    }
    const double total = shape.dot(system_.linear.K * shape);
    const double beams = sum.bending + sum.axial + sum.torsion;
    // What rounding leaves of a rigidly moving beam may have either sign.
    const auto share = [&](double part) { return std::clamp(part / total, 0.0, 1.0); };
    return {share(sum.bending), share(sum.axial), share(sum.torsion), share(total - beams)};
}

std::string mode_kind(const EnergyShares& shares) {
    std::array<std::pair<double, const char*>, 4> all{
        {{shares.bending, "bending"}, {shares.axial, "axial"}, {shares.torsion, "torsion"}, {shares.spring, "spring"}}};
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> names{all[0].second};
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (all[i].first >= 0.1) names.emplace_back(all[i].second);
    }
    return join(names);
}

}  // namespace jounce::modal

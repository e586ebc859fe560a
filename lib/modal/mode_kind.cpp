// Strain energy of a mode by beam motion, shells and springs.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/mode_kind.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "base/messages/text.hpp"
#include "base/threads/pieces.hpp"
#include "system/shells/shell_part.hpp"

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

// u^T K u over all shell elements, for every column. An element's matrix is computed once for all columns and not
// stored; the sums run over pieces in fixed groups, so that the number of threads does not change the result.
linalg::Vector shell_energies(const System& system, const linalg::Matrix& full) {
    linalg::Vector out = linalg::Vector::Zero(full.cols());
    if (!system.shells) return out;
    std::vector<std::reference_wrapper<const ShellPiece>> pieces;
    for (const ShellPart& part : *system.shells) pieces.insert(pieces.end(), part.pieces.begin(), part.pieces.end());
    constexpr int group = 64;
    const int count = static_cast<int>(pieces.size());
    const int groups = (count + group - 1) / group;
    linalg::Matrix sums = linalg::Matrix::Zero(full.cols(), groups);
    for_each_unequal_piece(groups, true, [&](std::ptrdiff_t g) {
        const int first = group * static_cast<int>(g);
        for (int p = first; p < std::min(count, first + group); ++p) {
            const ShellPiece& piece = pieces[static_cast<std::size_t>(p)];
            const elements::ShellMatrix K = elements::shell_stiffness(piece.properties);
            linalg::Matrix u(K.rows(), full.cols());
            for (int i = 0; i < piece.properties.corners(); ++i) {
                u.middleRows<6>(6 * i) = full.middleRows<6>(6 * piece.nodes[static_cast<std::size_t>(i)]);
            }
            sums.col(g) += u.cwiseProduct(K * u).colwise().sum().transpose();
        }
    });
    for (int g = 0; g < groups; ++g) out += sums.col(g);
    return out;
}

}  // namespace

StrainEnergy::StrainEnergy(const System& system) : system_(system) {
    if (!system.beams) return;
    for (const BeamPiece& piece : *system.beams) {
        stiffness_.push_back(elements::beam_matrices_local(piece.properties).stiffness);
    }
}

std::vector<EnergyShares> StrainEnergy::shares(const linalg::Matrix& shapes) const {
    const linalg::Matrix full = system_.recovery.T * shapes;
    const linalg::Vector shells = shell_energies(system_, full);
    std::vector<EnergyShares> out;
    for (Eigen::Index mode = 0; mode < shapes.cols(); ++mode) {
        EnergyShares sum;
        const linalg::Vector motion = full.col(mode);
        for (std::size_t i = 0; i < stiffness_.size(); ++i) {
            const BeamPiece& piece = (*system_.beams)[i];
            const elements::Vector12 local = elements::beam_rotation(piece.properties.frame) * beam_end_motion(piece, motion);
            const double axial = pair_energy(stiffness_[i], local, axial_dofs);
            const double torsion = pair_energy(stiffness_[i], local, torsion_dofs);
            sum.axial += axial;
            sum.torsion += torsion;
            sum.bending += local.dot(stiffness_[i] * local) - axial - torsion;
        }
        const double total = shapes.col(mode).dot(system_.linear.stiffness() * shapes.col(mode));
        const double beams = sum.bending + sum.axial + sum.torsion;
        // The round-off of a rigidly moving beam may have either sign.
        const auto share = [&](double part) { return std::clamp(part / total, 0.0, 1.0); };
        out.push_back({.bending = share(sum.bending),
                       .axial = share(sum.axial),
                       .torsion = share(sum.torsion),
                       .shell = share(shells[mode]),
                       .spring = share(total - beams - shells[mode])});
    }
    return out;
}

std::string mode_kind(const EnergyShares& shares, const std::string& shell) {
    std::array<std::pair<double, std::string>, 5> all{{{shares.bending, "bending"},
                                                       {shares.axial, "axial"},
                                                       {shares.torsion, "torsion"},
                                                       {shares.shell, shell},
                                                       {shares.spring, "spring"}}};
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> names{all[0].second};
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (all[i].first >= 0.1 && std::find(names.begin(), names.end(), all[i].second) == names.end()) {
            names.push_back(all[i].second);
        }
    }
    return join(names);
}

}  // namespace jounce::modal

// Undamped modes of a System's linear block: frequencies, shapes, kinds, effective masses, and a proof that no mode is
// missing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "linalg/eigen/engine.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

struct Mode {
    double frequency = 0;   ///< [Hz], to 1e-3 where rounding is near; exactly 0 for rigid ones; of unresolved ones an upper bound
    double eigenvalue = 0;  ///< phi^T K phi [1/s2]; of rigid modes round-off of either sign, of unresolved ones an upper bound
    double residual = 0;    ///< |K phi - lambda M phi|_2 / (|K|_inf |phi|_2)
    /// rigid, unresolved, bending, axial, torsion, ovalling, spring, or a mix (see mode_kind, ShellShapes)
    std::string kind;
    linalg::Vector shape;                    ///< over the free coordinates, phi^T M phi = 1, its largest entry positive
    std::array<double, 6> participation{};   ///< phi^T T^T M R for ux uy uz rx ry rz (rotations about the origin)
    std::array<double, 6> effective_mass{};  ///< participation squared [kg, kg m2]

    [[nodiscard]] bool rigid() const { return kind == "rigid"; }
    [[nodiscard]] bool unresolved() const { return kind == "unresolved"; }
    [[nodiscard]] bool elastic() const { return !rigid() && !unresolved(); }
};

struct Modes {
    std::vector<Mode> modes;  ///< ascending
    int counted_below = 0;    ///< eigenvalues below `bound`, by the inertia of K - bound M
    int found_below = 0;      ///< modes found below it: those in `modes`, and further ones of the last multiple eigenvalue
    double bound = 0;         ///< between the last mode (and its multiples) and the next one [1/s2]
    int counted_low = 0;  ///< eigenvalues below half the first one above rounding, by the inertia; below `bound` if there is none
    int found_low = 0;    ///< modes found whose stiffness rounding leaves unsure: rigid, on soft springs or unresolved
    int found_rigid = 0;  ///< rigid-body modes among them
    double resolution = 0;               ///< no unresolved mode found has an eigenvalue above it; 0 if there is none [1/s2]
    std::array<double, 6> total_mass{};  ///< sum of the effective masses of all modes: moved_mass [kg, kg m2]
    std::string engine;                  ///< text of the engine that computed them; empty: Jounce's own
    std::string uncounted;               ///< why eigenvalues could not be counted; else empty
    bool few = false;                    ///< there are fewer modes than requested: the first note says so
    std::vector<std::string> notes;      ///< notes for the user
    /// The modes are the lowest ones: none below the bound is missing, the bound is above the rounding of K, and the last mode is
    /// none of which rounding leaves open whether others are lower.
    [[nodiscard]] bool complete() const {
        return uncounted.empty() && counted_below == found_below && counted_low == found_low &&
               (resolution == 0 || bound > resolution) && (modes.empty() || !modes.back().unresolved());
    }
};

/// The lowest `count` modes of K phi = lambda M phi; all of them, and a note, when there are fewer.
///
/// Where phi^T K phi is below 8 times the rounding error of its products (stiffness_round_off), or the pair is none of K
/// (EigenPairs::stray), a mode is rigid if it strains no element
/// and no spring; if soft springs alone resist it, its frequency is theirs; else it is unresolved (told_apart). The inertia of
/// K - lambda M counts the eigenvalues independently of the eigensolver (Sylvester's law; K. J. Bathe (2014), Finite
/// Element Procedures, sec. 11.6). Equations in docs/theory/modes.md.
/// \param proceed is told the stages of linalg::Pencil; an Error thrown by it (an interrupt) ends the search
/// \param engine computes the modes, if given (on all ranks, which all receive the same ones)
/// \throws Error (bad_case, without origin) when `count` is below 1, or above the coordinates of a model of more than
/// largest_modal_system, or the engine cannot count eigenvalues
/// \throws Error (computation) when the eigensolver does not converge
[[nodiscard]] Modes modes(const System& system, int count, const StageReport& proceed = {},
                          const linalg::Engine* engine = nullptr);

/// \throws Error (bad_case) "modes: ..." when the engine cannot count eigenvalues
void require_counts(const linalg::Engine* engine, const std::string& subject);

}  // namespace jounce::modal

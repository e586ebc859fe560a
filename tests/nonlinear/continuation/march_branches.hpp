// Branches of marched models, for tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "nonlinear/continuation/section_move.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::test {

struct Asked {
    nonlinear::ModelFamily models;
    double at = 1, from = 0, to = 1;
    linalg::Vector y;  ///< (q, v, memory) at `at`
    double section = 0, length = 1;
    int periods = 1;
    Eigen::Index memory = 0;  ///< numbers of y behind displacements and velocities
};

[[nodiscard]] nonlinear::BranchProblem problem_of(const Asked& asked, double most);
/// To both ends. Ends after 5000 rows.
[[nodiscard]] nonlinear::Branch followed(const Asked& asked, double most);
/// In order along the branch.
[[nodiscard]] std::vector<Found> specials(const nonlinear::Branch& branch, const Asked& asked);
[[nodiscard]] std::string text(const nonlinear::Branch& branch, const Asked& asked);
void expect_special(const std::vector<Found>& found, nonlinear::SpecialKind kind, double parameter, double tolerance);

/// The zero of a function that changes its sign between low and high.
template <class F>
double zero_of(F&& f, double low, double high) {
    const bool above = f(low) > 0;
    for (int k = 0; k < 200; ++k) ((f(0.5 * (low + high)) > 0) == above ? low : high) = 0.5 * (low + high);
    return 0.5 * (low + high);
}

}  // namespace jounce::test

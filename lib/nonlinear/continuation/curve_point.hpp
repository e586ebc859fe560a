// A corrected point of a branch with what is derived from its Jacobian: tangent, multipliers, test functions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>

#include "nonlinear/continuation/corrector.hpp"

namespace jounce::nonlinear {

/// What may happen along a branch.
enum class SpecialKind { fold, period_doubling, neimark_sacker, branch_point, grazing, corner, jump_of_multipliers };
/// "period_doubling": the names that users write and read.
[[nodiscard]] const char* name_of(SpecialKind kind);

/// Functions that change their sign where a special point lies. Those of multipliers are divided by max(1, |mu|) of every factor,
/// which keeps them of order one beside a grazing, where a multiplier grows without bound.
struct TestValues {
    double fold = 0;             ///< component of the tangent along the parameter
    double period_doubling = 0;  ///< det(Phi + 1)
    double neimark_sacker = 0;   ///< product of mu_i mu_j - 1 over all pairs i < j; 1 with a single multiplier
    double branch_point = 0;     ///< determinant of the Jacobian with the tangent below it
};
/// The kinds that have a smooth test function, with the member that holds it.
inline constexpr std::array<std::pair<SpecialKind, double TestValues::*>, 4> smooth_tests = {{
    {SpecialKind::fold, &TestValues::fold},
    {SpecialKind::period_doubling, &TestValues::period_doubling},
    {SpecialKind::neimark_sacker, &TestValues::neimark_sacker},
    {SpecialKind::branch_point, &TestValues::branch_point},
}};

struct CurvePoint {
    Vector U;
    Vector tangent;  ///< of length 1
    Evaluation at;
    std::vector<std::complex<double>> multipliers;  ///< by modulus, downward
    TestValues tests;
    double arc = 0;  ///< arc length from where the branch began, in scaled unknowns
    int newton_steps = 0;
    double residual = 0;
};

[[nodiscard]] TestValues test_values(const std::vector<std::complex<double>>& multipliers, const Vector& tangent,
                                     double bordered_determinant);

/// \param towards the tangent of the point before, which fixes the sign \returns nothing where the tangent is not unique
[[nodiscard]] std::optional<CurvePoint> curve_point(Corrected corrected, const Vector& towards, double arc);

/// The pair of complex multipliers nearest to the unit circle: its first one. Nothing where all are real.
[[nodiscard]] std::optional<std::complex<double>> critical_pair(const std::vector<std::complex<double>>& multipliers);

}  // namespace jounce::nonlinear

// A corrected point of a branch with tangent, multipliers and test functions from its Jacobian.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>

#include "nonlinear/continuation/corrector.hpp"

namespace jounce::nonlinear {

/// Kinds of special points of a branch.
enum class SpecialKind { fold, period_doubling, neimark_sacker, branch_point, grazing, corner, jump_of_multipliers };
/// The name for users: "period_doubling".
[[nodiscard]] const char* name_of(SpecialKind kind);

/// Functions with a sign change at a special point. Each factor of the multiplier tests is divided by max(1, |mu|), so that they
/// remain of order one near a grazing, where a multiplier grows without bound.
struct TestValues {
    double fold = 0;             ///< component of the tangent along the parameter
    double period_doubling = 0;  ///< det(Phi + 1)
    double neimark_sacker = 0;   ///< product of mu_i mu_j - 1 over all pairs i < j; 1 with a single multiplier
    double branch_point = 0;     ///< determinant of the Jacobian bordered by the tangent
};
/// The kinds with a smooth test function, and its member.
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
    std::vector<std::complex<double>>
        multipliers;                              ///< by decreasing modulus; without that of a shift along an orbit without load
    std::optional<double> unit_multiplier_error;  ///< |mu - 1| of that one
    TestValues tests;
    double arc = 0;  ///< arc length from the first point of the branch, in scaled unknowns
    int newton_steps = 0;
    double residual = 0;
};

/// The product of mu_i mu_j - 1, each divided by max(1, |mu_i mu_j|), over all pairs i < j.
/// \param without number of the smallest factors that are left out: those that vanish on the whole branch
[[nodiscard]] double neimark_sacker_test(const std::vector<std::complex<double>>& multipliers, std::size_t without = 0);
/// How many of its factors are at most `noise`? A motion without damping has one everywhere.
[[nodiscard]] std::size_t vanishing_factors(const std::vector<std::complex<double>>& multipliers, double noise);

[[nodiscard]] TestValues test_values(const std::vector<std::complex<double>>& multipliers, const Vector& tangent,
                                     double bordered_determinant);

/// \param towards the tangent of the previous point, which defines the sign \returns nothing if the tangent is not unique
[[nodiscard]] std::optional<CurvePoint> curve_point(Corrected corrected, const Vector& towards, double arc);

/// The same with a known tangent, also where the Jacobian has several null vectors.
[[nodiscard]] CurvePoint curve_point_along(Corrected corrected, Vector tangent, double arc);

/// The first of the pair of complex multipliers nearest to the unit circle; nothing if all are real.
[[nodiscard]] std::optional<std::complex<double>> critical_pair(const std::vector<std::complex<double>>& multipliers);

}  // namespace jounce::nonlinear

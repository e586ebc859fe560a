// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/curve_point.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/dense/general_eigenvalues.hpp"
#include "nonlinear/continuation/bordered.hpp"
#include "nonlinear/orbits/orbit.hpp"

namespace jounce::nonlinear {

const char* name_of(SpecialKind kind) {
    switch (kind) {
        case SpecialKind::fold:
            return "fold";
        case SpecialKind::period_doubling:
            return "period_doubling";
        case SpecialKind::neimark_sacker:
            return "neimark_sacker";
        case SpecialKind::branch_point:
            return "branch_point";
        case SpecialKind::grazing:
            return "grazing";
        case SpecialKind::corner:
            return "corner";
        case SpecialKind::jump_of_multipliers:
            return "jump of multipliers";
    }
    return "";
}

namespace {

std::vector<std::complex<double>> neimark_sacker_factors(const std::vector<std::complex<double>>& multipliers) {
    std::vector<std::complex<double>> out;
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const std::complex<double> product = multipliers[i] * multipliers[j];
            out.push_back((product - 1.0) / std::max(1.0, std::abs(product)));
        }
    }
    return out;
}

}  // namespace

double neimark_sacker_test(const std::vector<std::complex<double>>& multipliers, std::size_t without) {
    std::vector<std::complex<double>> factors = neimark_sacker_factors(multipliers);
    if (without > 0) std::ranges::sort(factors, {}, [](const std::complex<double>& factor) { return std::abs(factor); });
    std::complex<double> out = 1;
    for (std::size_t k = without; k < factors.size(); ++k) out *= factors[k];
    return out.real();
}

std::size_t vanishing_factors(const std::vector<std::complex<double>>& multipliers, double noise) {
    const std::vector<std::complex<double>> factors = neimark_sacker_factors(multipliers);
    return static_cast<std::size_t>(
        std::ranges::count_if(factors, [noise](const std::complex<double>& factor) { return std::abs(factor) <= noise; }));
}

TestValues test_values(const std::vector<std::complex<double>>& multipliers, const Vector& tangent, double bordered_determinant) {
    TestValues out;
    out.fold = tangent(tangent.size() - 1);
    std::complex<double> doubling = 1;
    double size = 1;
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
        const double modulus = std::max(1.0, std::abs(multipliers[i]));
        doubling *= (1.0 + multipliers[i]) / modulus;
        size *= modulus;
    }
    out.period_doubling = doubling.real();
    out.neimark_sacker = neimark_sacker_test(multipliers);
    out.branch_point = bordered_determinant / size;
    return out;
}

std::optional<CurvePoint> curve_point(Corrected corrected, const Vector& towards, double arc) {
    const Bordered beside(corrected.at.jacobian, towards);
    if (!beside.regular()) return {};
    Vector tangent = beside.tangent();
    if (!tangent.allFinite()) return {};
    return curve_point_along(std::move(corrected), std::move(tangent), arc);
}

CurvePoint curve_point_along(Corrected corrected, Vector tangent, double arc) {
    CurvePoint out;
    out.tangent = std::move(tangent);
    out.multipliers = linalg::product_eigenvalues(corrected.at.factors);
    if (corrected.at.flow.size() > 0) out.unit_multiplier_error = take_unit_multiplier(out.multipliers);
    const double determinant = Bordered(corrected.at.jacobian, out.tangent).determinant();
    out.tests = test_values(out.multipliers, out.tangent, determinant);
    out.U = std::move(corrected.U);
    out.at = std::move(corrected.at);
    out.arc = arc;
    out.newton_steps = corrected.steps;
    out.residual = corrected.residual;
    return out;
}

std::optional<std::complex<double>> critical_pair(const std::vector<std::complex<double>>& multipliers) {
    std::optional<std::complex<double>> out;
    for (const std::complex<double>& mu : multipliers)
        if (mu.imag() > 0 && (!out || std::abs(std::abs(mu) - 1) < std::abs(std::abs(*out) - 1))) out = mu;
    return out;
}

}  // namespace jounce::nonlinear

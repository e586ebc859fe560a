// Impulses of rigid stops that hold one motion together: how they share what only their sum determines.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/redundant_impulses.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "time/contact/hold_regularity.hpp"
#include "time/contact/rigid_stops.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr double same_speed = 1e-9;  // of the speeds of an impact

/// Do two rows of equal length answer all impulses alike? \returns 1, -1 where they are opposite, 0 where not
double same_row(const Matrix& W, Eigen::Index a, Eigen::Index b) {
    const double own = W(a, a), other = W(b, b);
    if (!(own > 0) || !(std::abs(own - other) <= same_motion * own)) return 0;
    return own * other - W(a, b) * W(a, b) <= same_motion * own * other ? std::copysign(1, W(a, b)) : 0;
}
}  // namespace

// With the null space N of W: P* = P0 + N z, P0 = P - N N^T P, and |z|^2 least with P* >= 0, so that z = N^T lambda with
// 0 <= lambda perpendicular to P0 + N N^T lambda >= 0.
void share_impulses(const Matrix& W, const std::vector<Eigen::Index>& sides, Vector& P) {
    const auto m = static_cast<Eigen::Index>(sides.size());
    if (m < 2) return;
    Vector unit(m);
    for (Eigen::Index i = 0; i < m; ++i) {
        const double own = W(sides[static_cast<std::size_t>(i)], sides[static_cast<std::size_t>(i)]);
        unit[i] = own > 0 ? 1 / std::sqrt(own) : 1.0;
    }
    const Matrix scaled = unit.asDiagonal() * Matrix(W(sides, sides)) * unit.asDiagonal();
    const Matrix range = linalg::orthonormal_columns(scaled, same_motion);
    if (range.cols() == m || range.cols() == 0) return;
    const Matrix null = linalg::orthonormal_columns(Matrix(unit.asDiagonal() * linalg::complement(range)));
    Vector now = P(sides);
    now -= null * (null.transpose() * now);
    const Matrix projection = null * null.transpose();
    const std::vector<double> lambda = complementary_impulses(projection, now);
    now += projection * Eigen::Map<const Vector>(lambda.data(), m);
    P(sides) = now.cwiseMax(0);
}

std::vector<Eigen::Index> stops_at_restitution(const Vector& excess, const Vector& q) {
    std::vector<Eigen::Index> out;
    const double least = same_speed * q.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < excess.size(); ++i) {
        if (excess[i] <= least) out.push_back(i);
    }
    return out;
}

ParallelContacts::ParallelContacts(const Matrix& W, const Vector& c, const std::vector<FrictionalImpact>& contacts) {
    const double size = c.size() > 0 ? c.cwiseAbs().maxCoeff() : 0;
    const auto same_friction = [&](const FrictionalImpact& a, const FrictionalImpact& b) {
        if (a.directions == 0 || b.directions == 0) return 1.0;
        if (a.directions != b.directions) return 0.0;
        const double sign = same_row(W, a.tangent, b.tangent);
        if (!(std::abs(c[a.tangent] - sign * c[b.tangent]) <= same_speed * size)) return 0.0;
        // Across the slip of before nothing moves before the impact.
        if (a.directions == 2 && same_row(W, a.tangent + 1, b.tangent + 1) != sign) return 0.0;
        return sign;
    };
    std::vector<char> used(contacts.size(), 0);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (used[i] != 0) continue;
        std::vector<FrictionalImpact> alike;
        double opening = c[contacts[i].normal];
        for (std::size_t j = i; j < contacts.size(); ++j) {
            if (j != i && (used[j] != 0 || same_row(W, contacts[i].normal, contacts[j].normal) <= 0)) continue;
            used[j] = 1;
            alike.push_back(contacts[j]);
            opening = std::min(opening, c[contacts[j].normal]);
        }
        // A stop with less restitution is left by more than its own.
        std::erase_if(alike,
                      [&](const FrictionalImpact& one) { return c[one.normal] > opening + same_speed * std::abs(opening); });
        FrictionalImpact whole = alike.front();
        for (const FrictionalImpact& one : alike) {
            if (whole.directions == 0 && one.directions > 0) whole = one;
        }
        std::vector<double> sign;
        double coefficients = 0;
        for (const FrictionalImpact& one : alike) {
            sign.push_back(same_friction(whole, one));
            coefficients += one.coefficient;
        }
        if (std::ranges::find(sign, 0.0) == sign.end()) {
            whole.coefficient = coefficients / static_cast<double>(alike.size());
            merged.push_back(whole);
            members.push_back(alike);
            signs.push_back(sign);
            continue;
        }
        for (const FrictionalImpact& one : alike) {  // their frictions hold different motions
            merged.push_back(one);
            members.push_back({one});
            signs.push_back({1.0});
        }
    }
}

Vector ParallelContacts::shared(const Vector& merged_impulses) const {
    Vector out = Vector::Zero(merged_impulses.size());
    for (std::size_t g = 0; g < merged.size(); ++g) {
        const FrictionalImpact& whole = merged[g];
        const auto count = static_cast<double>(members[g].size());
        for (std::size_t k = 0; k < members[g].size(); ++k) {
            const FrictionalImpact& one = members[g][k];
            out[one.normal] = merged_impulses[whole.normal] / count;
            if (one.directions == 0 || !(whole.coefficient > 0)) continue;
            const double part = signs[g][k] * one.coefficient / (count * whole.coefficient);
            for (Eigen::Index d = 0; d < one.directions; ++d) out[one.tangent + d] = part * merged_impulses[whole.tangent + d];
        }
    }
    return out;
}

}  // namespace jounce::time

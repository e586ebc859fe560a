// A gap with rows of B: its local motion from the motion of the System, and its force on the coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Local coordinates of a gap [m] and their rates [m/s].
struct LocalMotion {
    double x[2] = {}, v[2] = {};
};

/// x = B q + contribution of prescribed motions, and x'. \param q, v n numbers each
[[nodiscard]] inline LocalMotion local_motion(const System& system, const Contact& contact, double time, const double* q,
                                              const double* v) {
    LocalMotion out;
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
        for (std::size_t e = 0; e < row.index.size(); ++e) {
            out.x[i] += row.coefficient[e] * q[row.index[e]];
            out.v[i] += row.coefficient[e] * v[row.index[e]];
        }
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const SignalSample given =
                system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->sample(time);
            out.x[i] += row.prescribed_coefficient[e] * given.value;
            out.v[i] += row.prescribed_coefficient[e] * given.first;
        }
    }
    return out;
}

/// r -= B^T (force normal). \param normal in local coordinates
inline void subtract_gap_force(const System& system, const Contact& contact, const double* normal, double force, double* r) {
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
        const double local = force * normal[i];
        for (std::size_t e = 0; e < row.index.size(); ++e) r[row.index[e]] -= row.coefficient[e] * local;
    }
}

/// The rate of a side at one instant as a combination of rows of B: sum share[i] v[row + i], for rows of one gap.
struct NormalRows {
    int row = 0, count = 1;
    std::array<double, 2> share{1, 0};  ///< 1 for plane gaps, also for their side against the direction
    double convective = 0;              ///< of the derivative of the rate: |v across the normal|^2 / radius [m/s2]
    double radius = 0;                  ///< of a circular gap [m]
    /// Is it the same motion? Two sides of a plane gap share a row.
    [[nodiscard]] bool holds(const Contact& contact) const { return row == contact.first_row; }
    /// sum share[i] f(row + i)
    template <class Function>
    [[nodiscard]] double along(const Function& f) const {
        const double first = share[0] * f(row);
        return count == 1 ? first : first + share[1] * f(row + 1);
    }
};

/// \param x, v local coordinates of the gap and their rates
[[nodiscard]] inline NormalRows normal_rows(const Contact& contact, const double* x, const double* v) noexcept {
    NormalRows out;
    out.row = contact.first_row;
    if (contact.gap.shape != contact::GapShape::circular) return out;
    const contact::SideMotion side = contact::side_motion(contact.gap, 0, x, v);
    out.count = 2;
    out.share = side.normal;
    out.radius = side.radius;
    const double across = side.normal[0] * v[1] - side.normal[1] * v[0];
    if (side.radius > 0) out.convective = across * across / side.radius;
    return out;
}
[[nodiscard]] inline NormalRows normal_rows(const System& system, const Contact& contact, const State& state) {
    if (contact.gap.shape != contact::GapShape::circular) return normal_rows(contact, nullptr, nullptr);
    const LocalMotion local = local_motion(system, contact, state.time, state.q.data(), state.v.data());
    return normal_rows(contact, local.x, local.v);
}

/// B^T (n x k) as dense columns.
[[nodiscard]] inline linalg::Matrix transposed_rows(const System& system) {
    linalg::Matrix out = linalg::Matrix::Zero(system.size(), static_cast<Eigen::Index>(system.rows.size()));
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        const SparseRow& row = system.rows[r];
        for (std::size_t e = 0; e < row.index.size(); ++e) out(row.index[e], static_cast<Eigen::Index>(r)) += row.coefficient[e];
    }
    return out;
}

}  // namespace jounce

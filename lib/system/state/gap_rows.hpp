// A gap with rows of B: its local motion from the motion of the System, and its force on the coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

// The equations of motion of a structure at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/structure_equations.hpp"

#include <cmath>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_lu.hpp"
#include "system/state/gap_rows.hpp"
#include "time/equations/shared_holds.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

namespace {

bool is_identity(const SparseMatrix& matrix) {
    Eigen::Index ones = 0;
    for (int j = 0; j < matrix.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
            if (it.value() != (it.row() == j ? 1.0 : 0.0)) return false;
            if (it.row() == j) ++ones;
        }
    }
    return ones == matrix.rows();
}

}  // namespace

StructureEquations::StructureEquations(const System& system, const LinearKernel& linear)
    : system_(system),
      linear_(linear),
      sides_(static_cast<std::size_t>(system.sides)),
      q_(linear.vector()),
      v_(linear.vector()),
      unit_mass_(is_identity(system.linear.M)) {
    for (const Contact& contact : system.contacts) {
        rigid_ = rigid_ || contact.law->rigid;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            side.law = contact.law.get();
            side.contact = &contact;
        }
    }
}

void StructureEquations::factor() {
    factored_ = true;
    try {
        if (!unit_mass_) mass_ = linear_.factor(1, 0, 0);
    } catch (const linalg::SingularMatrix& singular) {
        const auto row = static_cast<std::size_t>(singular.row);
        const std::string name = row < system_.coordinate_names.size() ? system_.coordinate_names[row] : std::to_string(row);
        throw bad_case("model '" + system_.name + "': the mass matrix is singular at '" + name + "'");
    }
    const std::size_t k = system_.rows.size();
    if (!rigid_ && system_.frictions.empty()) return;
    transposed_ = transposed_rows(system_);
    influence_ = transposed_;
    if (!unit_mass_) mass_.solve_in_place(influence_);
    inertance_ = transposed_.transpose() * influence_;
    held_.reserve(k);
    pivots_.resize(k);
    matrix_.resize(k * k);
    lambda_.resize(k);
    columns_.resize(k);
}

void StructureEquations::apply(State& state) {
    q_.vector() = state.q;
    v_.vector() = state.v;
    load_vector(system_, state.time, state);
    linear_.subtract_forces(v_, q_, state.a.data());
}

void StructureEquations::place(State& state) {
    apply(state);
    for (const Contact& contact : system_.contacts) {
        const LocalMotion local = local_motion(system_, contact, state.time, state.q.data(), state.v.data());
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            const contact::SideMotion now = side_motion(contact.gap, s, local.x, local.v);
            side.motion = now.motion;
            side.normal = now.normal;
        }
    }
}

void StructureEquations::subtract(const Side& side, double normal_force, double /*friction_force*/, double* r) const {
    subtract_gap_force(system_, *side.contact, side.normal.data(), normal_force, r);
}

void StructureEquations::solve_mass(linalg::Vector& r) {
    if (!factored_) factor();
    if (!unit_mass_) mass_.solve_in_place(r.data());
}

double StructureEquations::local_acceleration(int row, const State& state) const {
    const SparseRow& of = system_.rows[static_cast<std::size_t>(row)];
    double out = transposed_.col(row).dot(state.a);
    for (std::size_t j = 0; j < of.prescribed.size(); ++j) {
        const auto& motion = system_.recovery.prescribed[static_cast<std::size_t>(of.prescribed[j])];
        out += of.prescribed_coefficient[j] * motion.signal->sample(state.time).second;
    }
    return out;
}

double StructureEquations::acceleration_rounding(int row, const State& state) const {
    const auto column = influence_.col(row);
    double sum = 0;
    for (std::size_t i = 0; i < system_.loads.size(); ++i)
        sum += std::abs(state.load_values[i]) * column.cwiseAbs().dot(system_.loads[i].pattern.cwiseAbs());
    const auto add = [&](const SparseMatrix& matrix, const linalg::Vector& x) {
        for (int j = 0; j < matrix.outerSize(); ++j) {
            if (x[j] == 0) continue;
            for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) sum += std::abs(column[it.row()] * it.value() * x[j]);
        }
    };
    add(system_.linear.K, state.q);
    add(system_.linear.C, state.v);
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                sum += std::abs(side.response.force * side.normal[static_cast<std::size_t>(i)] *
                                inertance_(row, contact.first_row + i));
            }
        }
    }
    constexpr double roundings = 256;  // rounding of a long sum
    return roundings * epsilon * sum;
}

double StructureEquations::rounding(const NormalRows& rows, const State& state) const {
    double sum = 0;
    for (int i = 0; i < rows.count; ++i)
        sum += std::abs(rows.share[static_cast<std::size_t>(i)]) * acceleration_rounding(rows.row + i, state);
    return sum / inertance(rows, rows);
}

bool StructureEquations::solve_independent(std::size_t m) {
    const auto n = static_cast<int>(m);
    if (m == 1) return linalg::solve_small_system(n, matrix_.data(), pivots_.data(), lambda_.data());
    for (std::size_t b = 0; b < m; ++b) {
        columns_[b] = 0;
        for (std::size_t a = 0; a < m; ++a) columns_[b] = std::fmax(columns_[b], std::abs(matrix_[b * m + a]));
    }
    if (!linalg::factor_small(n, matrix_.data(), pivots_.data())) return false;
    for (std::size_t b = 0; b < m; ++b) {
        if (!(std::abs(matrix_[b * m + b]) > dependent_pivot * columns_[b])) return false;
    }
    linalg::solve_small(n, matrix_.data(), pivots_.data(), lambda_.data());
    return true;
}

bool StructureEquations::hold(State& state) {
    if (!rigid_) return true;
    held_.clear();
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (!sides_[s].law->rigid || !state.sides[s].memory.closed) continue;
        // Two sides of one gap without play share a row.
        const Contact& contact = *sides_[s].contact;
        if (held_.empty() || !held_.back().holds(contact)) held_.push_back(normal_rows(system_, contact, state));
    }
    if (held_.empty()) return true;
    const std::size_t m = held_.size();
    for (std::size_t a = 0; a < m; ++a) {
        lambda_[a] = held_[a].convective + held_[a].along([&](int i) { return local_acceleration(i, state); });
        for (std::size_t b = 0; b < m; ++b) matrix_[b * m + a] = inertance(held_[a], held_[b]);
    }
    if (!solve_independent(m)) return false;
    for (std::size_t a = 0; a < m; ++a) {
        for (int i = 0; i < held_[a].count; ++i)
            state.a.noalias() -= lambda_[a] * held_[a].share[static_cast<std::size_t>(i)] * influence_.col(held_[a].row + i);
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            const Contact& contact = *sides_[s].contact;
            if (!sides_[s].law->rigid || !state.sides[s].memory.closed || !held_[a].holds(contact)) continue;
            double& force = state.sides[s].response.force;
            force = lambda_[a] * contact.gap.sign(static_cast<int>(s) - contact.first_side);
            // The constraint force of bodies that move together without a force between them is rounding of either sign, not
            // tension.
            if (force < 0 && -force <= rounding(held_[a], state)) force = 0;
        }
    }
    return true;
}

}  // namespace jounce::time

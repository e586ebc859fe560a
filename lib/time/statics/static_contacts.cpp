// The contacts of a System at rest: forces and tangents as functions of the displacements alone.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/static_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"

namespace jounce::time {

using contact::Response;
using contact::SideMotion;
using linalg::SparseMatrix;
using linalg::Vector;

namespace {

constexpr double at_rest[2] = {0, 0};

/// Five digits stiffer than the structure at the stop: every multiplier step then gains at least five digits.
constexpr double penalty_ratio = 1e5;
constexpr int penalty_digits = 5;

/// Stiffness of the structure along a row: no smaller than 1/(B K^-1 B^T) by the inequality of Cauchy and Schwarz.
/// Without a spring any number is suitable, because one step then gives the whole force: that of a frequency of 16 Hz.
double stiffness_along(const System& system, const Vector& row) {
    const double norm = row.squaredNorm();
    const double k = row.dot(system.linear.stiffness() * row) / (norm * norm);
    if (k > 0) return k;
    const double m = row.dot(system.linear.mass() * row) / (norm * norm);
    return 1e4 * m;
}

}  // namespace

StaticContacts::StaticContacts(const System& system, double time)
    : system_(system), lambda_(static_cast<std::size_t>(system.sides)), stiffness_(lambda_.size()), penalty_(lambda_.size()) {
    const auto k = static_cast<Eigen::Index>(system.rows.size());
    offset_ = Vector::Zero(k);
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < system.rows.size(); ++i) {
        const SparseRow& row = system.rows[i];
        const int column = static_cast<int>(i);
        for (std::size_t e = 0; e < row.index.size(); ++e) entries.emplace_back(row.index[e], column, row.coefficient[e]);
        for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
            const PrescribedMotion& motion = system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[j])];
            offset_[column] += row.prescribed_coefficient[j] * motion.signal->value(time);
        }
    }
    transposed_.resize(system.size(), k);
    transposed_.setFromTriplets(entries.begin(), entries.end());
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        double stiffness = 0;
        for (int i = 0; i < contact.gap.coordinates(); ++i)
            stiffness = std::fmax(stiffness, stiffness_along(system, Vector(transposed_.col(contact.first_row + i))));
        for (int s = 0; s < contact.gap.sides(); ++s) {
            stiffness_[static_cast<std::size_t>(contact.first_side + s)] = stiffness;
            penalty_[static_cast<std::size_t>(contact.first_side + s)] = penalty_ratio * stiffness;
        }
    }
}

Response StaticContacts::response(std::size_t side, const contact::Law& law, const contact::Motion& motion) const {
    if (!law.rigid) return contact_response(law, motion, {});
    Response out;
    const double force = lambda_[side] + penalty_[side] * motion.indentation;
    if (force > 0) out = {.force = force, .stiffness = penalty_[side]};
    return out;
}

void StaticContacts::evaluate(const Vector& place, Answer& out) const {
    out.force.setZero(place.size());
    out.rounding.setZero(place.size());
    out.local.assign(system_.contacts.size(), {});
    for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
        const Contact& contact = system_.contacts[c];
        const double* x = place.data() + contact.first_row;
        double slope = 0;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideMotion side = side_motion(contact.gap, s, x, at_rest);
            const Response r = response(static_cast<std::size_t>(contact.first_side + s), *contact.law, side.motion);
            add_side_force(contact.gap, side, r, at_rest, out.local[c]);
            slope += r.stiffness;
        }
        double extent = std::abs(contact.gap.clearance);
        for (int i = 0; i < contact.gap.coordinates(); ++i) extent += std::abs(x[i]);
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            out.force[contact.first_row + i] = out.local[c].force[static_cast<std::size_t>(i)];
            out.rounding[contact.first_row + i] = slope * extent;
        }
    }
}

SparseMatrix StaticContacts::tangent(const Answer& answer) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
        const Contact& contact = system_.contacts[c];
        const int width = contact.gap.coordinates();
        for (int i = 0; i < width; ++i) {
            for (int j = 0; j < width; ++j) {
                const double value = answer.local[c].stiffness[static_cast<std::size_t>(width * i + j)];
                if (value != 0) entries.emplace_back(contact.first_row + i, contact.first_row + j, value);
            }
        }
    }
    SparseMatrix local(rows(), rows());
    local.setFromTriplets(entries.begin(), entries.end());
    return transposed_ * local * SparseMatrix(transposed_.transpose());
}

bool StaticContacts::closes(const Vector& rates) const {
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const double rate = contact.gap.shape == contact::GapShape::plane ? contact.gap.sign(s) * rates[contact.first_row]
                                                                              : rates.segment(contact.first_row, 2).norm();
            if (rate > 0) return true;
        }
    }
    return false;
}

bool StaticContacts::update_multipliers(const Vector& place) {
    bool resting = true;
    for (const Contact& contact : system_.contacts) {
        if (!contact.law->rigid) continue;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const std::size_t side = static_cast<std::size_t>(contact.first_side + s);
            const double* x = place.data() + contact.first_row;
            const double depth = side_motion(contact.gap, s, x, at_rest).motion.indentation;
            lambda_[side] = std::fmax(0.0, lambda_[side] + penalty_[side] * depth);
            // The displacement prevented by the stop has its rounding, too; a stop without clearance has no other
            // length.
            const double spared = lambda_[side] / stiffness_[side];
            const double distance = contact.gap.coordinates() == 2 ? std::hypot(x[0], x[1]) : std::abs(*x);
            const double round_off = 16 * epsilon * (std::abs(contact.gap.clearance) + distance + spared);
            if (depth > round_off || (lambda_[side] > 0 && depth < -round_off)) resting = false;
        }
    }
    return resting;
}

bool StaticContacts::soften() {
    const bool any = std::any_of(penalty_.begin(), penalty_.end(), [](double p) { return p > 0; });
    if (!any || softened_ == penalty_digits) return false;
    ++softened_;
    for (double& penalty : penalty_) penalty *= 0.1;
    return true;
}

void StaticContacts::complete(const Vector& place, State& state) const {
    state.sides.assign(static_cast<std::size_t>(system_.sides), {});
    state.frictions.assign(system_.frictions.size(), {});
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const std::size_t index = static_cast<std::size_t>(contact.first_side + s);
            const SideMotion motion = side_motion(contact.gap, s, place.data() + contact.first_row, at_rest);
            SideState& side = state.sides[index];
            side.motion = motion.motion;
            side.normal = motion.normal;
            side.memory.onset_time = state.time;
            if (contact.law->rigid) {
                side.response.force = lambda_[index];
                side.memory.closed = lambda_[index] > 0;
                continue;
            }
            side.response = contact_response(*contact.law, motion.motion, {});
            side.memory.closed = side.response.force > 0 || (contact.law->adhesion && motion.motion.indentation > 0);
            if (side.memory.closed) side.memory.max_indentation = motion.motion.indentation;
            leave_behind(*contact.law, side.memory);
        }
    }
}

}  // namespace jounce::time

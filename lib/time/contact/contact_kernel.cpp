// The contacts of a System in a time step: local motion, forces with their derivatives, and the state they leave.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/contact_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/numbers/limits.hpp"

namespace jounce::time {

ContactKernel::ContactKernel(const System& system, Events events)
    : system_(&system), stepwise_(events == Events::stepwise), friction_(system, events) {
    row_start_.push_back(0);
    for (const SparseRow& row : system.rows) {
        row_index_.insert(row_index_.end(), row.index.begin(), row.index.end());
        row_coefficient_.insert(row_coefficient_.end(), row.coefficient.begin(), row.coefficient.end());
        row_start_.push_back(static_cast<int>(row_index_.size()));
        moving_stops_ = moving_stops_ || !row.prescribed.empty();
    }
    const std::size_t k = system.rows.size();
    rows_ = static_cast<int>(k);
    for (auto* v : {&x_free_, &v_free_, &x_, &v_, &force_, &answer_, &residual_}) v->assign(k, 0.0);
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            sides_[static_cast<std::size_t>(contact.first_side + s)] = {
                contact.gap.at(s), static_cast<std::size_t>(contact.first_row), c, contact.law.get(), contact.law->rigid};
        }
        const contact::Transition& t = *contact.law->transition;
        plain_ = plain_ && !(t.relaxes || t.latches || force_closes_apart(*contact.law) || contact.law->turning_point);
    }
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        for (int i = 0; i < system.contacts[c].gap.coordinates(); ++i) {
            row_contact_.push_back(static_cast<int>(c));
            row_first_.push_back(system.contacts[c].first_row);
            row_width_.push_back(system.contacts[c].gap.coordinates());
        }
    }
    for (std::size_t i = row_contact_.size(); i < k; ++i) {
        row_contact_.push_back(static_cast<int>(system.contacts.size()));
        row_first_.push_back(static_cast<int>(i));
        row_width_.push_back(1);
    }
    radius_.resize(sides_.size());
    held_.resize(sides_.size());
    begins_.resize(sides_.size());
    surface_.assign(sides_.size(), 0.0);
    local_.resize(system.contacts.size() + 1);
    active_.reserve(k);
    rigid_row_.resize(k);
    speeds_.resize(k);
    std::size_t stops = 0;
    for (const Contact& contact : system.contacts) stops += contact.law->rigid ? 1 : 0;
    stops_ = DependentStops(stops);
    pivots_.resize(k);
    jacobian_.resize(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
}

void ContactKernel::add_moving_stops(double time, std::size_t first, std::size_t count, double* x, double* v) const {
    for (std::size_t i = 0; i < count; ++i) {
        const SparseRow& row = system_->rows[first + i];
        for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
            const SignalSample s = system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[j])].signal->sample(time);
            x[i] += row.prescribed_coefficient[j] * s.value;
            v[i] += row.prescribed_coefficient[j] * s.first;
        }
    }
}

linalg::Matrix ContactKernel::transposed(int n) const {
    linalg::Matrix out = linalg::Matrix::Zero(n, rows());
    for (int i = 0; i < rows(); ++i) {
        for (int e = row_start_[i]; e < row_start_[i + 1]; ++e) out(row_index_[e], i) += row_coefficient_[e];
    }
    return out;
}

void ContactKernel::sample_slip() {
    std::fill(held_.begin(), held_.end(), 0);
    active_.clear();
    friction_.begin_flight(*from_);
    friction_.evaluate({x_free_.data(), v_free_.data(), force_.data()}, {sides_now_, radius_.data(), held_.data()}, nullptr,
                       answer_.data(), active_);
}

void ContactKernel::evaluate(const Compliance& compliance) {
    const int k = rows();
    for (int i = 0; i < k; ++i) {
        double x = x_free_[static_cast<std::size_t>(i)];
        double v = v_free_[static_cast<std::size_t>(i)];
        for (const int j : active_) {
            x -= compliance.x(i, j) * force_[static_cast<std::size_t>(j)];
            v -= compliance.v(i, j) * force_[static_cast<std::size_t>(j)];
        }
        x_[static_cast<std::size_t>(i)] = x;
        v_[static_cast<std::size_t>(i)] = v;
        answer_[static_cast<std::size_t>(i)] = 0;
        rigid_row_[static_cast<std::size_t>(i)] = 0;
    }
    active_.clear();
    std::size_t c = 0;
    for (const Contact& contact : system_->contacts) {
        const std::size_t at_contact = c++;
        const std::size_t row = static_cast<std::size_t>(contact.first_row);
        bool touched = false;
        const std::size_t end = static_cast<std::size_t>(contact.first_side + contact.gap.sides());
        for (std::size_t side = static_cast<std::size_t>(contact.first_side); side < end; ++side) {
            SideState& now = sides_now_[side];
            const contact::SideMotion motion = move(side, x_.data(), v_.data());
            if (stepwise_ && motion.motion.indentation > surface_[side]) held_[side] = 1;
            if (!held_[side]) {
                now.response = {};
                continue;
            }
            if (!touched) local_[at_contact] = {};
            touched = true;
            if (sides_[side].rigid) {
                now.response = {};
                for (int i = 0; i < contact.gap.coordinates(); ++i) rigid_row_[row + static_cast<std::size_t>(i)] = 1;
                continue;
            }
            contact::Motion at = motion.motion;
            if (begins_[side]) [[unlikely]]
                at.indentation = std::min(at.indentation, now.memory.permanent_indentation);
            // Built in place: see contact::floored_response.
            ::new (&now.response) contact::Response(stepwise_ ? held_response(*contact.law, at, now.memory)
                                                              : status_response(*contact.law, at, now.memory));
            add_side_force(contact.gap, motion, now.response, &v_[row], local_[at_contact]);
            ++evaluations_;
        }
        if (!touched) continue;
        any_force_ = true;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            answer_[row + static_cast<std::size_t>(i)] = local_[at_contact].force[static_cast<std::size_t>(i)];
            active_.push_back(contact.first_row + i);
        }
    }
    if (friction_.empty()) return;
    friction_.evaluate({x_.data(), v_.data(), force_.data()}, {sides_now_, radius_.data(), held_.data()},
                       compliance.v.size() > 0 ? &compliance : nullptr, answer_.data(), active_);
    any_force_ = any_force_ || !active_.empty();
}

void ContactKernel::commit_contact(State& to) const {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        SideState& side = to.sides[s];
        if (sides_[s].rigid) {
            // The multiplier pushes one of the sides that share the row.
            const std::size_t row = sides_[s].row;
            double push = held_[s] ? force_[row] * side.normal[0] : 0.0;
            if (held_[s] && sides_[s].gap.shape == contact::GapShape::circular) push += force_[row + 1] * side.normal[1];
            side.response.force = push;
            continue;
        }
        if (stepwise_) {
            settle_stepwise(*sides_[s].law, held_[s] != 0, surface_[s], side.response.force, from_->sides[s].motion.rate,
                            side.motion, side.memory);
        }
        if (!side.memory.closed && !plain_) {
            side.memory.closed = held_[s];
            commit_open(s, side);
            side.memory.closed = false;
        }
        if (!stepwise_ && side.memory.closed) {
            side.memory.max_indentation = std::max(side.memory.max_indentation, side.motion.indentation);
            turn_if_due(*sides_[s].law, side.motion, 0, side.memory);
        }
    }
    if (!friction_.empty()) friction_.commit(to);
}

void ContactKernel::evaluate_state(State& state, bool initial) {
    static const Compliance none;
    from_ = &state;
    sides_now_ = state.sides.data();
    end_time_ = state.time;
    std::fill(force_.begin(), force_.end(), 0.0);
    active_.clear();
    flight_ = false;
    any_force_ = false;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const Side& side = sides_[s];
        const contact::Motion motion = move(s, x_free_.data(), v_free_.data()).motion;
        contact::ContactMemory& memory = state.sides[s].memory;
        if (initial) contact::start(*side.law, motion, state.time, contact::strikes_are_located, memory);
        const bool latched = side.law->transition->latches && !memory.closed;
        surface_[s] = latched ? infinite : memory.closed ? 0.0 : surface_of(*side.law, memory, state.time).value;
        held_[s] = memory.closed || (stepwise_ && motion.indentation > surface_[s]);
        // A contact that was located to begin here begins on its surface: for a force that grows as delta^(1/4), the
        // location error would be amplified to a thousandth of the force. A body that begins at rest inside has no such error.
        const double over = motion.indentation - memory.permanent_indentation;
        const contact::GapGeometry& gap = system_->contacts[side.contact].gap;
        const bool located = over <= (motion.rate > 0 ? 1e-9 * std::abs(gap.clearance) : 0.0);
        begins_[s] = !initial && memory.closed && memory.onset_time == state.time && located ? 1 : 0;
    }
    if (!friction_.empty()) friction_.begin_instant(state);
    evaluate(none);
    std::fill(begins_.begin(), begins_.end(), 0);
    std::copy(answer_.begin(), answer_.end(), force_.begin());
    commit_contact(state);
}

}  // namespace jounce::time

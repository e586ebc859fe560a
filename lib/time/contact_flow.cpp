// The motion with some sides held in contact as a smooth first-order system, in a clock that runs slower where contacts begin.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "time/modal_flight.hpp"

namespace jounce::time {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr std::size_t most_samples = 20;
}  // namespace

ContactFlow::ContactFlow(const System& system)
    : system_(&system), n_(static_cast<std::size_t>(system.size())), diagonal_(ModalFlight::applies(system.linear)) {
    if (diagonal_) {
        c_ = system.linear.C.diagonal();
        k_ = system.linear.K.diagonal();
        highest_ = n_ > 0 ? std::sqrt(k_.cwiseAbs().maxCoeff()) : 0.0;
    } else {
        linear_ = std::make_unique<LinearKernel>(system.linear);
        mass_ = linear_->factor(1, 0, 0);
        q_padded_ = linear_->vector();
        v_padded_ = linear_->vector();
    }
    const ClosedSignals signals(system);
    sampled_.resize(signals.size());
    needs_rates_.assign(signals.size(), 0);
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        if (system.loads[l].derivative > 0) needs_rates_[signals.of_load(l)] = 1;
    }
    row_start_.push_back(0);
    Vector column = Vector::Zero(system.size());
    std::vector<double> compliance;
    for (const SparseRow& row : system.rows) {
        row_index_.insert(row_index_.end(), row.index.begin(), row.index.end());
        row_coefficient_.insert(row_coefficient_.end(), row.coefficient.begin(), row.coefficient.end());
        row_start_.push_back(static_cast<int>(row_index_.size()));
        for (const int p : row.prescribed) needs_rates_[signals.of_prescribed(static_cast<std::size_t>(p))] = 1;
        column.setZero();
        for (std::size_t e = 0; e < row.index.size(); ++e) column[row.index[e]] += row.coefficient[e];
        const Vector b = column;
        if (!diagonal_) mass_.solve_in_place(column.data());
        compliance.push_back(b.dot(column));
        row_size_.push_back(column.norm());
    }
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            side.contact = &contact;
            side.number = s;
            side.row = static_cast<std::size_t>(contact.first_row);
            side.pulls = contact.law->adhesion;
            side.compliance = compliance[side.row];
            if (contact.gap.coordinates() == 2) side.compliance = std::max(side.compliance, compliance[side.row + 1]);
        }
    }
    closed_.reserve(sides_.size());
    for (auto* v : {&x_, &xv_, &force_}) v->resize(system.rows.size());
    y_.resize(capacity());
    a_ = Vector::Zero(system.size());
    kept_.resize(most_samples * sides_.size());
}

void ContactFlow::begin(const State& from, const ClosedSignals& signals, double smallest_root) {
    signals_ = &signals;
    closed_.clear();
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        sides_[k].closed = from.sides[k].memory.closed;
        sides_[k].memory = from.sides[k].memory;
        sides_[k].memory.impact_speed = std::max(sides_[k].memory.impact_speed, sides_[k].contact->law->minimum_speed);
        if (!sides_[k].closed) continue;
        sides_[k].root = closed_.size();
        closed_.push_back(k);
    }
    std::copy_n(from.q.data(), n_, y_.data());
    std::copy_n(from.v.data(), n_, y_.data() + n_);
    y_[2 * n_] = 0;
    for (std::size_t j = 0; j < closed_.size(); ++j) {
        const double root = std::sqrt(std::max(from.sides[closed_[j]].motion.indentation, 0.0));
        y_[2 * n_ + 1 + j] = closed_.size() > 1 ? std::max(root, smallest_root) : root;
    }
    largest_force_ = 0;
}

void ContactFlow::accelerate(const double* q, const double* v) {
    a_.setZero();
    for (std::size_t l = 0; l < system_->loads.size(); ++l) {
        const Load& load = system_->loads[l];
        const double value = derivative_of(sampled_[signals_->of_load(l)], load.derivative);
        if (value != 0) a_.noalias() += value * load.pattern;
    }
    if (diagonal_) {
        for (std::size_t i = 0; i < n_; ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            a_[at] -= c_[at] * v[i] + k_[at] * q[i];
        }
    } else {
        std::copy_n(q, n_, q_padded_.data());
        std::copy_n(v, n_, v_padded_.data());
        linear_->subtract_forces(v_padded_, q_padded_, a_.data());
    }
}

void ContactFlow::rate(const double* y, double* dy) {
    const double* q = y;
    const double* v = y + n_;
    const double s = y[2 * n_];
    const double* w = y + 2 * n_ + 1;
    for (std::size_t g = 0; g < sampled_.size(); ++g) {
        if (needs_rates_[g] != 0) {
            sampled_[g] = signals_->sample(g, s);
        } else {
            sampled_[g].value = signals_->value(g, s);
        }
    }
    accelerate(q, v);
    for (std::size_t r = 0; r < x_.size(); ++r) {
        double place = 0, speed = 0;
        for (int e = row_start_[r]; e < row_start_[r + 1]; ++e) {
            const auto at = static_cast<std::size_t>(e);
            place += row_coefficient_[at] * q[row_index_[at]];
            speed += row_coefficient_[at] * v[row_index_[at]];
        }
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const SignalSample& stop = sampled_[signals_->of_prescribed(static_cast<std::size_t>(row.prescribed[e]))];
            place += row.prescribed_coefficient[e] * stop.value;
            speed += row.prescribed_coefficient[e] * stop.first;
        }
        x_[r] = place;
        xv_[r] = speed;
        force_[r] = 0;
    }
    clock_ = 1;
    for (std::size_t j = 0; j < closed_.size(); ++j) clock_ *= w[j];
    double push = 0;
    for (Side& side : sides_) {
        side.motion = side_motion(side.contact->gap, side.number, &x_[side.row], &xv_[side.row]);
        if (!side.closed) {
            if (side.motion.motion.indentation > 0) {
                side.response = side.contact->law->evaluate(side.motion.motion, side.memory);
            }
            continue;
        }
        const double root = w[side.root];
        const contact::Motion motion{std::max(root * root, std::numeric_limits<double>::min()), side.motion.motion.rate};
        side.response = side.contact->law->evaluate(motion, side.memory);
        const double force = side.response.force;
        largest_force_ = std::max(largest_force_, std::abs(force));
        if (force < -1e-9 * largest_force_ && !side.pulls) pulled_ = true;
        if (side.contact->gap.shape == contact::GapShape::circular && side.motion.radius == 0) continue;
        for (int i = 0; i < side.contact->gap.coordinates(); ++i) {
            const auto r = side.row + static_cast<std::size_t>(i);
            force_[r] += force * side.motion.normal[static_cast<std::size_t>(i)];
        }
    }
    for (std::size_t r = 0; r < x_.size(); ++r) {
        if (force_[r] == 0) continue;
        push += std::abs(force_[r]) * row_size_[r];
        for (int e = row_start_[r]; e < row_start_[r + 1]; ++e) {
            const auto at = static_cast<std::size_t>(e);
            a_[row_index_[at]] -= row_coefficient_[at] * force_[r];
        }
    }
    push_ = std::max(push_, push);
    if (!diagonal_) mass_.solve_in_place(a_.data());

    for (std::size_t i = 0; i < n_; ++i) {
        dy[i] = clock_ * v[i];
        dy[n_ + i] = clock_ * a_[static_cast<Eigen::Index>(i)];
    }
    dy[2 * n_] = clock_;
    for (std::size_t j = 0; j < closed_.size(); ++j) {
        double others = 0.5 * sides_[closed_[j]].motion.motion.rate;
        for (std::size_t i = 0; i < closed_.size(); ++i) others *= i == j ? 1.0 : w[i];
        dy[2 * n_ + 1 + j] = others;
    }
    if (closed_.size() < sides_.size() && samples_ < most_samples) {
        for (std::size_t k = 0; k < sides_.size(); ++k) {
            kept_[samples_ * sides_.size() + k] = {s, sides_[k].motion.motion.indentation, sides_[k].motion.motion.rate};
        }
        ++samples_;
    }
}

double ContactFlow::side_acceleration(std::size_t k) const {
    const Side& side = sides_[k];
    double sum = 0;
    for (int i = 0; i < side.contact->gap.coordinates(); ++i) {
        const auto r = side.row + static_cast<std::size_t>(i);
        double local = 0;
        for (int e = row_start_[r]; e < row_start_[r + 1]; ++e) {
            const auto at = static_cast<std::size_t>(e);
            local += row_coefficient_[at] * a_[row_index_[at]];
        }
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            local += row.prescribed_coefficient[e] *
                     sampled_[signals_->of_prescribed(static_cast<std::size_t>(row.prescribed[e]))].second;
        }
        sum += side.motion.normal[static_cast<std::size_t>(i)] * local;
    }
    if (side.motion.radius > 0) {
        const double across = side.motion.normal[0] * xv_[side.row + 1] - side.motion.normal[1] * xv_[side.row];
        sum += across * across / side.motion.radius;
    }
    return sum;
}

double ContactFlow::error(const double* increment, const double* change, double tolerance) const {
    const double duration = std::abs(increment[2 * n_]);
    double speed = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        speed = std::max({speed, std::abs(y_[n_ + i]), std::abs(y_[n_ + i] + increment[n_ + i])});
    }
    const double allowed_speed = tolerance * (speed + push_ * duration);
    const double allowed_place = allowed_speed * duration;
    double largest = std::abs(change[2 * n_]) / (tolerance * duration + std::numeric_limits<double>::min());
    // A few units in the last place are always allowed: no smaller step could do better.
    constexpr double last_places = 4 * epsilon;
    constexpr double least = std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < n_; ++i) {
        largest = std::max(largest, std::abs(change[i]) / (allowed_place + last_places * std::abs(y_[i]) + least));
        largest =
            std::max(largest, std::abs(change[n_ + i]) / (allowed_speed + last_places * std::abs(y_[n_ + i]) + least));
    }
    for (std::size_t j = 2 * n_ + 1; j < unknowns(); ++j) {
        const double size = std::max(std::abs(y_[j]), std::abs(y_[j] + increment[j]));
        largest = std::max(largest, std::abs(change[j]) / (tolerance * size + least));
    }
    return largest;
}

}  // namespace jounce::time

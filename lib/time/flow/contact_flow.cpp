// The motion with some sides in contact as a smooth first-order system, in a clock that slows down where contacts
// begin.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/contact_flow.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::time {

namespace {
constexpr std::size_t most_samples = 20;
}  // namespace

ContactFlow::ContactFlow(const System& system) : system_(&system), n_(static_cast<std::size_t>(system.size())), work_(system) {
    const Vector c = system.linear.C.diagonal();
    const Vector k = system.linear.K.diagonal();
    c_.assign(c.begin(), c.end());
    k_.assign(k.begin(), k.end());
    highest_ = n_ > 0 ? std::sqrt(k.cwiseAbs().maxCoeff()) : 0.0;
    const ClosedSignals signals(system);
    sampled_.resize(signals.size());
    needs_rates_.assign(signals.size(), 0);
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        const Load& load = system.loads[l];
        const std::size_t signal = signals.of_load(l);
        if (load.derivative > 0) needs_rates_[signal] = 1;
        const auto same =
            std::ranges::find_if(groups_, [&](const Group& g) { return g.signal == signal && g.derivative == load.derivative; });
        if (same == groups_.end()) {
            groups_.push_back({signal, load.derivative, load.pattern});
        } else {
            same->pattern += load.pattern;
        }
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        needs_rates_[signals.of_prescribed(j)] = 1;
        supports_.push_back(signals.of_prescribed(j));
    }
    row_start_.push_back(0);
    Vector column = Vector::Zero(system.size());
    std::vector<double> compliance;
    for (const SparseRow& row : system.rows) {
        row_index_.insert(row_index_.end(), row.index.begin(), row.index.end());
        row_coefficient_.insert(row_coefficient_.end(), row.coefficient.begin(), row.coefficient.end());
        row_start_.push_back(static_cast<int>(row_index_.size()));
        moving_stops_ = moving_stops_ || !row.prescribed.empty();
        column.setZero();
        for (std::size_t e = 0; e < row.index.size(); ++e) column[row.index[e]] += row.coefficient[e];
        dense_.insert(dense_.end(), column.begin(), column.end());
        compliance.push_back(column.squaredNorm());
        row_size_.push_back(column.norm());
    }
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            side.contact = &contact;
            side.number = s;
            side.row = static_cast<std::size_t>(contact.first_row);
            side.pulls = !opens_by_force(*contact.law);
            side.clamps = side.pulls && !contact.law->adhesion;
            side.rooted = !contact.law->rigid && !contact.law->smooth_onset;
            side.anywhere = force_closes_apart(*contact.law);
            side.law = contact.law.get();
            side.plane = contact.gap.shape == contact::GapShape::plane;
            side.sign = contact.gap.sign(s);
            side.compliance = compliance[side.row];
            if (contact.gap.coordinates() == 2) side.compliance = std::max(side.compliance, compliance[side.row + 1]);
        }
    }
    closed_.reserve(sides_.size());
    for (auto* v : {&x_, &xv_, &force_}) v->resize(system.rows.size());
    y_.resize(capacity());
    a_.resize(n_);
    kept_.resize(most_samples * system.rows.size());
    held_.reserve(sides_.size());
    zero_.assign(n_, 0);
    more_.assign(n_, 0);
}

void ContactFlow::begin(const State& from, const ClosedSignals& signals, double smallest_root) {
    signals_ = &signals;
    closed_.clear();
    held_.clear();
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        sides_[k].closed = from.sides[k].memory.closed;
        sides_[k].memory = from.sides[k].memory;
        sides_[k].memory.impact_speed = std::max(sides_[k].memory.impact_speed, sides_[k].contact->law->minimum_speed);
        if (!sides_[k].closed) continue;
        // Without depth and speed the clock would never advance: such a side begins without a root.
        const bool still =
            from.sides[k].motion.indentation <= sides_[k].memory.permanent_indentation && !(from.sides[k].motion.rate > 0);
        sides_[k].rooted = !sides_[k].law->smooth_onset && !still;
        sides_[k].root = closed_.size();
        closed_.push_back(k);
        const Side& side = sides_[k];
        held_.push_back({side.law, side.row, side.sign, side.plane, side.pulls, side.clamps, side.rooted,
                         side.memory.permanent_indentation, side.contact->gap.clearance, k, side.memory, 0});
        const contact::Motion& motion = from.sides[k].motion;
        if (side.anywhere && motion.indentation < held_.back().surface)
            held_.back().apart_at_begin = side.law->evaluate(motion, side.memory).stored_energy;
    }
    std::copy_n(from.q.data(), n_, y_.data());
    std::copy_n(from.v.data(), n_, y_.data() + n_);
    y_[2 * n_] = 0;
    for (std::size_t j = 0; j < closed_.size(); ++j) {
        const double root = std::sqrt(std::max(from.sides[closed_[j]].motion.indentation - held_[j].surface, 0.0));
        // Without a root, its factor is one.
        if (!held_[j].rooted) {
            y_[2 * n_ + 1 + j] = 1;
            continue;
        }
        y_[2 * n_ + 1 + j] = closed_.size() > 1 ? std::max(root, smallest_root) : root;
    }
    std::fill(y_.begin() + static_cast<std::ptrdiff_t>(unknowns()), y_.end(), 0.0);
    largest_force_ = 0;
    // Largest modal acceleration by stiffness and damping alone: the round-off of forces in balance is relative to it.
    balance_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        balance_ = std::max(balance_, std::abs(k_[i] * from.q[at]) + std::abs(c_[i] * from.v[at]));
    }
    one_ = !moving_stops_ && held_.size() == 1 && held_[0].plane;
}

double ContactFlow::force_of(Closed& side, double w, double indentation, double rate) {
    if (side.rooted) indentation = side.surface + w * w;
    if (!side.law->smooth_onset) indentation = std::max(indentation, contact::just_inside(side.surface));
    const contact::Response response = side.law->evaluate({indentation, rate}, side.memory);
    const double push = side.clamps ? std::max(response.force, 0.0) : response.force;
    side.push = push;
    side.elastic = response.elastic_force;
    largest_force_ = std::max(largest_force_, std::abs(push));
    if (push < -1e-9 * largest_force_ && !side.pulls) side.pulled = true;
    return push;
}

void ContactFlow::keep(double time) {
    if (closed_.size() == sides_.size() || samples_ == most_samples) return;
    Kept* kept = &kept_[samples_++ * x_.size()];
    for (std::size_t r = 0; r < x_.size(); ++r) kept[r] = {time, x_[r], xv_[r]};
}

double ContactFlow::sampled(const Group& group, double time) {
    SignalSample& sample = sampled_[group.signal];
    if (needs_rates_[group.signal] != 0) {
        sample = signals_->sample(group.signal, time);
    } else {
        sample.value = signals_->value(group.signal, time);
    }
    return derivative_of(sample, group.derivative);
}

void ContactFlow::rate_of_one(const double* y, double* dy) {
    const std::size_t n = n_;
    const double* __restrict q = y;
    const double* __restrict v = y + n;
    const double time = y[2 * n];
    Closed& side = held_[0];
    const double w = side.rooted ? y[2 * n + 1] : 1.0;
    double load = 0;
    if (!groups_.empty()) {
        const Group& group = groups_[0];
        load = sampled(group, time);
    }
    const double* __restrict more = zero_.data();
    if (groups_.size() > 1) {
        std::fill(more_.begin(), more_.end(), 0.0);
        for (std::size_t g = 1; g < groups_.size(); ++g) {
            const Group& group = groups_[g];
            const double value = sampled(group, time);
            for (std::size_t i = 0; i < n; ++i) more_[i] += value * group.pattern.data()[i];
        }
        more = more_.data();
    }
    for (const std::size_t signal : supports_) sampled_[signal] = signals_->sample(signal, time);
    const double* __restrict b = &dense_[side.row * n];
    double speed = 0, place = 0;
    for (std::size_t i = 0; i < n; ++i) {
        speed += b[i] * v[i];
        place += b[i] * q[i];
    }
    speed *= side.sign;
    side.rate = speed;
    const double push = force_of(side, w, side.sign * place - side.clearance, speed);
    push_ = std::max(push_, std::abs(push) * row_size_[side.row]);
    const double pull = side.sign * push;
    const double* __restrict pattern = groups_.empty() ? zero_.data() : groups_[0].pattern.data();
    const double* __restrict c = c_.data();
    const double* __restrict k = k_.data();
    double* __restrict a = a_.data();
    double* __restrict dq = dy;
    double* __restrict dv = dy + n;
    for (std::size_t i = 0; i < n; ++i) {
        const double acceleration = load * pattern[i] + more[i] - (c[i] * v[i] + k[i] * q[i]) - b[i] * pull;
        a[i] = acceleration;
        dq[i] = w * v[i];
        dv[i] = w * acceleration;
    }
    dy[2 * n] = w;
    dy[2 * n + 1] = side.rooted ? 0.5 * speed : 0.0;
    clock_ = w;
    last_ = y;
    for (std::size_t r = 0; r < x_.size(); ++r) {
        const double* __restrict row = &dense_[r * n];
        double x = 0, rate = 0;
        for (std::size_t i = 0; i < n; ++i) {
            x += row[i] * q[i];
            rate += row[i] * v[i];
        }
        x_[r] = x;
        xv_[r] = rate;
    }
    keep(time);
    integrate(y, dy);
}

void ContactFlow::accelerate(const double* __restrict q, const double* __restrict v) {
    double* __restrict a = a_.data();
    const auto value_of = [this](const Group& g) { return derivative_of(sampled_[g.signal], g.derivative); };
    const double first = groups_.empty() ? 0.0 : value_of(groups_[0]);
    const double* __restrict pattern = groups_.empty() ? zero_.data() : groups_[0].pattern.data();
    const double* __restrict c = c_.data();
    const double* __restrict k = k_.data();
    for (std::size_t i = 0; i < n_; ++i) a[i] = first * pattern[i] - (c[i] * v[i] + k[i] * q[i]);
    for (std::size_t g = 1; g < groups_.size(); ++g) {
        const double value = value_of(groups_[g]);
        const double* __restrict more = groups_[g].pattern.data();
        for (std::size_t i = 0; i < n_; ++i) a[i] += value * more[i];
    }
}

void ContactFlow::add_moving_stops() {
    for (std::size_t r = 0; r < x_.size(); ++r) {
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const SignalSample& stop = sampled_[signals_->of_prescribed(static_cast<std::size_t>(row.prescribed[e]))];
            x_[r] += row.prescribed_coefficient[e] * stop.value;
            xv_[r] += row.prescribed_coefficient[e] * stop.first;
        }
    }
}

void ContactFlow::rate(const double* y, double* dy) {
    if (one_) return rate_of_one(y, dy);
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
    const std::size_t rows = x_.size();
    const int* start = row_start_.data();
    const int* index = row_index_.data();
    const double* coefficient = row_coefficient_.data();
    double* x = x_.data();
    double* xv = xv_.data();
    double* force = force_.data();
    for (std::size_t r = 0; r < rows; ++r) {
        double place = 0, speed = 0;
        for (int e = start[r]; e < start[r + 1]; ++e) {
            place += coefficient[e] * q[index[e]];
            speed += coefficient[e] * v[index[e]];
        }
        x[r] = place;
        xv[r] = speed;
        force[r] = 0;
    }
    if (moving_stops_) add_moving_stops();
    const std::size_t closed = closed_.size();
    double clock = 1;
    for (std::size_t j = 0; j < closed; ++j) clock *= w[j];
    clock_ = clock;
    for (std::size_t j = 0; j < closed; ++j) {
        Closed& side = held_[j];
        double normal[2] = {side.sign, 0};
        double rate = side.sign * xv[side.row];
        double indentation = side.sign * x[side.row] - side.clearance;
        if (!side.plane) {
            const contact::SideMotion m =
                side_motion(sides_[side.side].contact->gap, sides_[side.side].number, &x[side.row], &xv[side.row]);
            rate = m.motion.rate;
            indentation = m.motion.indentation;
            normal[0] = m.normal[0];
            normal[1] = m.normal[1];
        }
        side.rate = rate;
        const double push = force_of(side, w[j], indentation, rate);
        force[side.row] += push * normal[0];
        if (!side.plane) force[side.row + 1] += push * normal[1];
    }
    double push = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        const double f = force[r];
        if (f == 0) continue;
        push += std::abs(f) * row_size_[r];
        for (int e = start[r]; e < start[r + 1]; ++e) a_[static_cast<std::size_t>(index[e])] -= coefficient[e] * f;
    }
    push_ = std::max(push_, push);

    for (std::size_t i = 0; i < n_; ++i) {
        dy[i] = clock * v[i];
        dy[n_ + i] = clock * a_[i];
    }
    dy[2 * n_] = clock;
    double* dw = dy + 2 * n_ + 1;
    for (std::size_t j = 0; j < closed; ++j) {
        dw[j] = held_[j].rooted ? 0.5 * held_[j].rate : 0.0;
        for (std::size_t i = 0; i < closed; ++i) {
            if (i != j) dw[j] *= w[i];
        }
    }
    last_ = y;
    keep(s);
    integrate(y, dy);
}

}  // namespace jounce::time

// Outputs of the contact flow at its last evaluation: sides, accelerations along them, integrals, the norm of an error.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "time/flow/contact_flow.hpp"

namespace jounce::time {

void ContactFlow::sample_sides() {
    for (Side& side : sides_) {
        side.motion = side_motion(side.contact->gap, side.number, &x_[side.row], &xv_[side.row]);
        contact::Motion motion = side.motion.motion;
        const double surface = side.memory.permanent_indentation;
        if (side.closed && side.rooted) {
            const double root = last_[2 * n_ + 1 + side.root];
            motion.indentation = surface + root * root;
        }
        if (side.closed && !side.law->smooth_onset)
            motion.indentation = std::max(motion.indentation, contact::just_inside(surface));
        const bool answers = motion.indentation > surface || side.anywhere || (side.closed && !side.rooted);
        if (answers) side.response = side.law->evaluate(motion, side.memory);
        if (answers && side.closed && side.clamps) clamp_tension(*side.law, side.response);
    }
}

ContactFlow::Sample ContactFlow::sample(std::size_t index, std::size_t k) const {
    const Side& side = sides_[k];
    const Kept* kept = &kept_[index * x_.size() + side.row];
    const int last = side.plane ? 0 : 1;
    const double x[2] = {kept[0].x, kept[last].x};
    const double v[2] = {kept[0].v, kept[last].v};
    const contact::Motion motion = side_motion(side.contact->gap, side.number, x, v).motion;
    return {kept[0].time, motion.indentation, motion.rate};
}

double ContactFlow::side_acceleration(std::size_t k) const {
    const Side& side = sides_[k];
    double sum = 0;
    for (int i = 0; i < side.contact->gap.coordinates(); ++i) {
        const auto r = side.row + static_cast<std::size_t>(i);
        double local = 0;
        for (int e = row_start_[r]; e < row_start_[r + 1]; ++e) {
            const auto at = static_cast<std::size_t>(e);
            local += row_coefficient_[at] * a_[static_cast<std::size_t>(row_index_[at])];
        }
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            local += row.prescribed_coefficient[e] *
                     sampled_[signals_->of_prescribed(static_cast<std::size_t>(row.prescribed[e]))].second;
        }
        sum += (side.plane ? side.sign : side.motion.normal[static_cast<std::size_t>(i)]) * local;
    }
    if (!side.plane && side.motion.radius > 0) {
        const double across = side.motion.normal[0] * xv_[side.row + 1] - side.motion.normal[1] * xv_[side.row];
        sum += across * across / side.motion.radius;
    }
    return sum;
}

void ContactFlow::integrate(const double* y, double* dy) {
    double* out = dy + unknowns();
    const WorkSum rate = work_.at(sampled_.data(), y, y + n_, a_.data(), force_.data());
    out = put_powers(rate, clock_, out);
    for (const Closed& held : held_) out = put_side_powers(held.push, held.elastic, held.rate, clock_, out);
    *out = 1;
}

double ContactFlow::held_apart(const Closed& held, const double* y) const {
    const Side& side = sides_[held.side];
    if (!side.anywhere) return 0;
    double x[2] = {0, 0}, v[2] = {0, 0};
    for (int i = 0; i < side.contact->gap.coordinates(); ++i) {
        const std::size_t r = side.row + static_cast<std::size_t>(i);
        for (std::size_t k = 0; k < n_; ++k) {
            x[i] += dense_[r * n_ + k] * y[k];
            v[i] += dense_[r * n_ + k] * y[n_ + k];
        }
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const SignalSample stop =
                signals_->sample(signals_->of_prescribed(static_cast<std::size_t>(row.prescribed[e])), y[2 * n_]);
            x[i] += row.prescribed_coefficient[e] * stop.value;
            v[i] += row.prescribed_coefficient[e] * stop.first;
        }
    }
    const contact::Motion motion = side_motion(side.contact->gap, side.number, x, v).motion;
    return motion.indentation < held.surface ? side.law->evaluate(motion, held.memory).stored_energy : 0;
}

void ContactFlow::sort(const double* y, StepWork& work) const {
    const double* in = take_works(y + unknowns(), work.sum);
    for (const Closed& held : held_) {
        in = take_side_work(in, work.sides[held.side]);
        work.sides[held.side].loss += held_apart(held, y) - held.apart_at_begin;
    }
}

double ContactFlow::error(const double* increment, const double* change, double tolerance) const {
    const double duration = std::abs(increment[2 * n_]);
    double speed = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        speed = std::max({speed, std::abs(y_[n_ + i]), std::abs(y_[n_ + i] + increment[n_ + i])});
    }
    const double allowed_speed = tolerance * (speed + push_ * duration) + 8 * epsilon * balance_ * duration;
    const double allowed_place = allowed_speed * duration;
    double largest = std::abs(change[2 * n_]) / (tolerance * duration + std::numeric_limits<double>::min());
    // A few units in the last place are always allowed: no smaller step could do better.
    constexpr double last_places = 4 * epsilon;
    constexpr double least = std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < n_; ++i) {
        largest = std::max(largest, std::abs(change[i]) / (allowed_place + last_places * std::abs(y_[i]) + least));
        largest = std::max(largest, std::abs(change[n_ + i]) / (allowed_speed + last_places * std::abs(y_[n_ + i]) + least));
    }
    for (std::size_t j = 2 * n_ + 1; j < unknowns(); ++j) {
        const double size = std::max(std::abs(y_[j]), std::abs(y_[j] + increment[j]));
        largest = std::max(largest, std::abs(change[j]) / (tolerance * size + least));
    }
    return largest;
}

}  // namespace jounce::time

// The work of a step from the states at its ends, by quadrature of higher order than the trapezoidal rule.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/interpolated_work.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/gauss.hpp"
#include "base/numbers/quintic.hpp"
#include "contact/response/status.hpp"
#include "system/state/slip_rows.hpp"
#include "time/contact/side_path.hpp"

namespace jounce::time {

namespace {

/// Beyond this omega h the quintic does not represent the motion of a mode.
constexpr double resolved = 1.5;

}  // namespace

InterpolatedWork::InterpolatedWork(const System& system, bool mean_force)
    : system_(&system),
      rates_(system),
      stiffness_(system.linear.K.diagonal()),
      damping_(system.linear.C.diagonal()),
      q_(static_cast<std::size_t>(system.size())),
      v_(q_),
      a_(q_),
      force_(system.rows.size()),
      mean_force_(mean_force) {
    work_.sides.resize(static_cast<std::size_t>(system.sides));
    for (const SparseRow& row : system.rows) moving_stops_ = moving_stops_ || !row.prescribed.empty();
}

void InterpolatedWork::add_sides(const State& from, const State& to, double h, double place, double weight) {
    std::fill(force_.begin(), force_.end(), 0.0);
    for (const Contact& contact : system_->contacts) {
        for (int k = 0; k < contact.gap.sides(); ++k) {
            const auto s = static_cast<std::size_t>(contact.first_side + k);
            const SideState& before = from.sides[s];
            const SideState& after = to.sides[s];
            StepWork::Side& sum = work_.sides[s];
            double force = (1 - place) * before.response.force + place * after.response.force;
            if (mean_force_) {
                force = 0.5 * (before.response.force + after.response.force);
                const StepWork::Side did = trapezoidal_work(before, after, h);
                sum.work += weight / h * did.work;
                sum.loss += weight / h * did.loss;
            } else if (before.memory.closed && after.memory.closed && !contact.law->rigid) {
                const CubicHermite path = side_path(before, after, h);
                const contact::Motion motion{path.value(place * h), path.rate(place * h)};
                const contact::Response response = held_response(*contact.law, motion, before.memory);
                force = response.force;
                sum.work += weight * force * motion.rate;
                sum.loss += weight * (force - response.elastic_force) * motion.rate;
            }
            sum.impulse += weight * force;
            if (!moving_stops_) continue;
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                const auto at = static_cast<std::size_t>(i);
                force_[static_cast<std::size_t>(contact.first_row) + at] +=
                    force * ((1 - place) * before.normal[at] + place * after.normal[at]);
            }
        }
    }
    if (!moving_stops_ || system_->frictions.empty()) return;
    for_each_friction_force(*system_, from, [&](int row, double f) { force_[static_cast<std::size_t>(row)] += (1 - place) * f; });
    for_each_friction_force(*system_, to, [&](int row, double f) { force_[static_cast<std::size_t>(row)] += place * f; });
}

// The motion minus its slow response to the force, y = q - p/k, decays freely: the integral of its energy is the
// initial one times (1 - e^(-c h))/c, and that of its squared rate differs from it by the boundary terms of the virial
// (y y')' = y'^2 - k y^2 - c y y'.
double InterpolatedWork::fast_damping(const State& from, const State& to, double h, Eigen::Index i) const {
    const double c = damping_[i], k = stiffness_[i];
    const auto slow = [&](const State& s) { return (s.a[i] + c * s.v[i] + k * s.q[i]) / k; };
    const double begin = slow(from), end = slow(to);
    const double drift = (end - begin) / h;
    const double y0 = from.q[i] - begin, y1 = to.q[i] - end;
    const double r0 = from.v[i] - drift, r1 = to.v[i] - drift;
    const double energy = 0.5 * (r0 * r0 + k * y0 * y0) * (c != 0 ? -std::expm1(-c * h) / c : h);
    return energy + 0.5 * (y1 * r1 - y0 * r0 + 0.5 * c * (y1 * y1 - y0 * y0)) + 2 * drift * (y1 - y0) + drift * drift * h;
}

const StepWork& InterpolatedWork::of(const State& from, const State& to) {
    work_.sum = {};
    std::fill(work_.sides.begin(), work_.sides.end(), StepWork::Side{});
    const double h = to.time - from.time;
    if (!(h > 0)) return work_;
    const auto n = static_cast<Eigen::Index>(q_.size());
    const double limit = resolved * resolved / (h * h);
    const bool supports = !system_->recovery.prescribed.empty();
    for (std::size_t g = 0; g < gauss_3.size(); ++g) {
        const double t = gauss_3.place[g];
        const double weight = gauss_3.weight[g] * h;
        if (!system_->contacts.empty()) add_sides(from, to, h, t, weight);
        if (!rates_.any()) continue;
        const Quintic v = Quintic::rate(t);
        for (Eigen::Index i = 0; i < n; ++i) {
            const double moved = to.q[i] - from.q[i];
            v_[static_cast<std::size_t>(i)] = stiffness_[i] > limit ? moved / h
                                                                    : v.moved * moved / h + v.v0 * from.v[i] + v.v1 * to.v[i] +
                                                                          h * (v.a0 * from.a[i] + v.a1 * to.a[i]);
        }
        if (supports) {
            const Quintic q = Quintic::value(t), a = Quintic::second(t);
            for (Eigen::Index i = 0; i < n; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const double moved = to.q[i] - from.q[i];
                if (stiffness_[i] > limit) {
                    q_[at] = from.q[i] + t * moved;
                    a_[at] = (to.v[i] - from.v[i]) / h;
                    continue;
                }
                q_[at] = from.q[i] + q.moved * moved + h * (q.v0 * from.v[i] + q.v1 * to.v[i]) +
                         h * h * (q.a0 * from.a[i] + q.a1 * to.a[i]);
                a_[at] = a.moved * moved / (h * h) + (a.v0 * from.v[i] + a.v1 * to.v[i]) / h + a.a0 * from.a[i] + a.a1 * to.a[i];
            }
        }
        work_.sum.add(rates_.at(rates_.sample(from.time + t * h), q_.data(), v_.data(), a_.data(), force_.data()), weight);
    }
    for (Eigen::Index i = 0; i < n && rates_.damped(); ++i) {
        if (!(stiffness_[i] > limit) || damping_[i] == 0) continue;
        const double moved = to.q[i] - from.q[i];
        work_.sum.structural_damping += damping_[i] * (fast_damping(from, to, h, i) - moved * moved / h);
    }
    return work_;
}

}  // namespace jounce::time

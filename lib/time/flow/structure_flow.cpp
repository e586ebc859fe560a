// The motion of a structure as a smooth first-order system, with constant status of contacts, frictions and stops.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/structure_flow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "time/flow/reloading.hpp"

namespace jounce::time {

StructureFlow::StructureFlow(const System& system)
    : system_(system),
      n_(static_cast<std::size_t>(system.size())),
      frictions_(system.frictions.size()),
      sides_(static_cast<std::size_t>(system.sides)),
      linear_(system.linear),
      contacts_(system, Events::locate),
      start_(system, linear_, contacts_),
      rates_(system),
      trial_(initial_state(system)),
      held_(trial_),
      begin_(trial_),
      mass_(linear_.factor(1, 0, 0)),
      q_(linear_.vector()),
      v_(linear_.vector()),
      alone_(linalg::Vector::Zero(system.size())),
      row_force_(system.rows.size()),
      row_size_(system.rows.size()),
      mobility_(sides_),
      again_(sides_) {
    for (const Contact& contact : system.contacts)
        law_.insert(law_.end(), static_cast<std::size_t>(contact.gap.sides()), contact.law.get());
    for (std::size_t f = 0; f < frictions_; ++f) {
        if (system.frictions[f].law->has_bristle) bristled_.push_back(f);
    }
    for (const Load& load : system.loads) {
        alone_ = load.pattern;
        mass_.solve_in_place(alone_.data());
        load_size_.push_back(alone_.size() > 0 ? alone_.cwiseAbs().maxCoeff() : 0.0);
    }
    if (system.rows.empty()) return;
    const linalg::Matrix transposed = transposed_rows(system);
    linalg::Matrix influence = transposed;
    mass_.solve_in_place(influence);
    std::vector<double> compliance;
    for (Eigen::Index r = 0; r < influence.cols(); ++r) {
        row_size_[static_cast<std::size_t>(r)] = influence.col(r).cwiseAbs().maxCoeff();
        compliance.push_back(transposed.col(r).dot(influence.col(r)));
    }
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            double& mobility = mobility_[static_cast<std::size_t>(contact.first_side + s)];
            for (int i = 0; i < contact.gap.coordinates(); ++i)
                mobility = std::max(mobility, compliance[static_cast<std::size_t>(contact.first_row + i)]);
        }
    }
    held_speeds_ = HeldSpeeds(system, transposed, std::move(influence));
}

void StructureFlow::begin(const State& from, double end) {
    last_ = std::max(from.time, std::nextafter(end, from.time));
    held_.sides = from.sides;
    held_.frictions = from.frictions;
    for (std::size_t s = 0; s < sides_; ++s)
        again_[s] = reload_within_step(*law_[s], from.sides[s].motion, held_.sides[s].memory) ? 1 : 0;
    push_ = 0;
    followed_ = nothing;
}

double StructureFlow::slip_mobility(std::size_t friction) const {
    return held_speeds_.mobility(slip_rows(system_, trial_, system_.frictions[friction]));
}

void StructureFlow::slide_along_hold(State& state) {
    const Start::SlipOnset onset = start_.direct(state, followed_);
    holding_ = onset.hold;
    rise_ = onset.rise;
    inertia_ = onset.inertia;
    if (!(holding_ > 0)) return;
    contacts_.keep_direction(followed_, true);
    start_.hold(state);
    contacts_.keep_direction(followed_, false);
}

// With the direction e turning at a constant rate w and A = W^-1, the slip |s| = c t^2/2 lacks the integral of w |s| across and
// of w |s| (e.A e')/(e.A e) along, and the place that of these times (end - t): a quarter of h times as much in a step that
// begins at rest, half of h in a short one behind it.
void StructureFlow::turn_to_hold(const State& from, State& to, double h) {
    begin_ = from;
    slide_along_hold(begin_);
    const contact::Slip e0 = begin_.frictions[followed_].direction;
    slide_along_hold(to);
    if (!(rise_ > 0)) return;
    const FrictionState& friction = to.frictions[followed_];
    const contact::Slip& e = friction.direction;
    const double size = contact::norm(friction.velocity);
    // t at the begin over t at the end, since the slip began.
    const double u = size > 0 ? std::sqrt(std::min(contact::norm(from.frictions[followed_].velocity) / size, 1.0)) : 0;
    const auto moved = [this](const contact::Slip& x) {
        return contact::Slip{inertia_[0] * x[0] + inertia_[1] * x[1], inertia_[2] * x[0] + inertia_[3] * x[1]};
    };
    const double turned = contact::dot(e, moved({e[0] - e0[0], e[1] - e0[1]})) / contact::dot(e, moved(e));
    const double along = size * (1 - (1 + u + u * u) / 3 * turned);
    const double share = (1 + 2 * u + 3 * u * u) / (4 * (1 + u + u * u));
    held_speeds_.turn(to, followed_, {along * e[0] - friction.velocity[0], along * e[1] - friction.velocity[1]}, share * h);
}

double StructureFlow::balance(const State& from) {
    double loads = 0;
    for (std::size_t i = 0; i < load_size_.size(); ++i) loads += std::abs(from.load_values[i]) * load_size_[i];
    if (alone_.size() == 0) return loads;
    q_.vector() = from.q;
    v_.vector() = from.v;
    alone_.setZero();
    linear_.subtract_forces(v_, q_, alone_.data());
    mass_.solve_in_place(alone_.data());
    return std::max(loads, alone_.cwiseAbs().maxCoeff());
}

double StructureFlow::load_rate(const State& from) const {
    double sum = 0;
    for (std::size_t i = 0; i < load_size_.size(); ++i) {
        const Load& load = system_.loads[i];
        if (load.derivative > 1 || load.signal->is_differenced(from.time)) continue;
        const SignalSample now = load.signal->sample(from.time);
        sum += std::abs(load.derivative == 0 ? now.first : now.second) * load_size_[i];
    }
    return sum;
}

double StructureFlow::energy(const State& from) {
    v_.vector() = from.v;
    double sum = linear_.kinetic_energy(v_);
    for (const SideState& side : from.sides) sum += side.response.stored_energy;
    return sum;
}

void StructureFlow::fill(const State& from, double* y) const {
    std::fill_n(y, size(), 0.0);
    y[0] = from.time;
    std::copy_n(from.q.data(), n_, y + 1);
    std::copy_n(from.v.data(), n_, y + 1 + n_);
    double* z = y + 1 + 2 * n_;
    for (const std::size_t f : bristled_) {
        *z++ = from.frictions[f].bristle[0];
        *z++ = from.frictions[f].bristle[1];
    }
}

void StructureFlow::rate(const double* y, double* dy, bool integrals) {
    trial_.time = std::min(y[0], last_);
    std::copy_n(y + 1, n_, trial_.q.data());
    std::copy_n(y + 1 + n_, n_, trial_.v.data());
    for (std::size_t s = 0; s < sides_; ++s) trial_.sides[s].memory = held_.sides[s].memory;
    std::copy(held_.frictions.begin(), held_.frictions.end(), trial_.frictions.begin());
    const double* z = y + 1 + 2 * n_;
    for (const std::size_t f : bristled_) {
        trial_.frictions[f].bristle = {z[0], z[1]};
        z += 2;
    }
    followed_ == nothing ? start_.hold(trial_) : slide_along_hold(trial_);
    dy[0] = 1;
    std::copy_n(y + 1 + n_, n_, dy + 1);
    std::copy_n(trial_.a.data(), n_, dy + 1 + n_);
    double* dz = dy + 1 + 2 * n_;
    for (const std::size_t f : bristled_) {
        const contact::Slip bent = contacts_.bristle_rate(f);
        *dz++ = bent[0];
        *dz++ = bent[1];
    }
    find_push();
    if (!integrals) return;
    double* out = dy + motion_size();
    const WorkSum power = rates_.at(rates_.sample(trial_.time), y + 1, y + 1 + n_, trial_.a.data(), row_force_.data());
    out = put_powers(power, 1, out);
    for (const FrictionState& friction : trial_.frictions) *out++ = contact::dot(friction.force, friction.velocity);
    for (std::size_t s = 0; s < sides_; ++s) {
        const SideState& side = trial_.sides[s];
        const bool closed = side.memory.closed;
        // Stages look ahead: on the reloading curve no energy is lost.
        const bool ahead = again_[s] != 0 && side.motion.indentation >= side.memory.max_indentation;
        const double elastic = ahead ? side.response.force : side.response.elastic_force;
        out =
            put_side_powers(closed ? side.response.force : 0.0, closed ? elastic : 0.0, closed ? side.motion.rate : 0.0, 1, out);
    }
}

void StructureFlow::find_push() {
    std::fill(row_force_.begin(), row_force_.end(), 0.0);
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = trial_.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (!side.memory.closed) continue;
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                row_force_[static_cast<std::size_t>(contact.first_row + i)] +=
                    side.response.force * side.normal[static_cast<std::size_t>(i)];
            }
        }
    }
    for_each_friction_force(system_, trial_,
                            [this](int row, double force) { row_force_[static_cast<std::size_t>(row)] += force; });
    double sum = 0;
    for (std::size_t r = 0; r < row_force_.size(); ++r) sum += std::abs(row_force_[r]) * row_size_[r];
    push_ = std::max(push_, sum);
}

void StructureFlow::take(const State& from, const double* increment, double time, State& to) {
    to.time = time;
    to.frictions = from.frictions;
    for (std::size_t s = 0; s < sides_; ++s) to.sides[s].memory = from.sides[s].memory;
    for (std::size_t i = 0; i < n_; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        to.q[at] = from.q[at] + increment[1 + i];
        to.v[at] = from.v[at] + increment[1 + n_ + i];
    }
    const double* z = increment + 1 + 2 * n_;
    for (const std::size_t f : bristled_) {
        to.frictions[f].bristle[0] += *z++;
        to.frictions[f].bristle[1] += *z++;
    }
    if (held_speeds_.any()) held_speeds_.correct(to);
    if (followed_ != nothing) turn_to_hold(from, to, time - from.time);
    start_.hold(to);
}

void StructureFlow::sort(const double* y, StepWork& work) const {
    const double* in = take_works(y + motion_size(), work.sum);
    for (double& friction : work.frictions) work.sum.friction += friction = *in++;
    for (StepWork::Side& side : work.sides) in = take_side_work(in, side);
}

}  // namespace jounce::time

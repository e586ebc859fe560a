// The motion of a structure as a smooth first-order system, with constant status of contacts, frictions and stops.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/structure_flow.hpp"

#include <algorithm>
#include <cmath>

#include "system/state/gap_rows.hpp"
#include "system/state/slip_rows.hpp"
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
    for (const Contact& contact : system.contacts) {
        if (contact.law->rigid && contact.gap.shape == contact::GapShape::circular) circles_.push_back(&contact);
    }
    std::vector<double> compliance;
    for (Eigen::Index r = 0; r < influence.cols(); ++r) {
        row_size_[static_cast<std::size_t>(r)] = influence.col(r).cwiseAbs().maxCoeff();
        compliance.push_back(transposed.col(r).dot(influence.col(r)));
    }
    const auto in_plane = [](const Friction& friction) { return friction.law->cone && friction.directions == 2; };
    if (!circles_.empty() || std::ranges::any_of(system.frictions, in_plane)) {
        rows_ = transposed;
        influence_ = influence;
    }
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            double& mobility = mobility_[static_cast<std::size_t>(contact.first_side + s)];
            for (int i = 0; i < contact.gap.coordinates(); ++i)
                mobility = std::max(mobility, compliance[static_cast<std::size_t>(contact.first_row + i)]);
        }
    }
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
    double largest = 0;
    for (int k = 0; k < 2; ++k) {
        const int row = system_.frictions[friction].first_row + k;
        largest = std::max(largest, rows_.col(row).dot(influence_.col(row)));
    }
    return largest;
}

void StructureFlow::slide_along_hold(State& state) {
    const Friction& of = system_.frictions[followed_];
    FrictionState& friction = state.frictions[followed_];
    const bool breaking = friction.breaking;
    friction.status = FrictionStatus::stick;
    start_.hold(state);
    friction.status = FrictionStatus::slip;
    friction.breaking = breaking;
    const contact::Slip held = friction.force;
    holding_ = contact::norm(held);
    if (!(holding_ > 0)) return;
    const contact::FrictionCone& cone = *of.law->cone;
    const double force = (friction.breaking ? cone.static_coefficient : cone.coefficient) * friction.normal_force;
    friction.direction = {held[0] / holding_, held[1] / holding_};
    friction.force = {force * friction.direction[0], force * friction.direction[1]};
    for (std::size_t k = 0; k < 2; ++k)
        state.a.noalias() += (held[k] - friction.force[k]) * influence_.col(of.first_row + static_cast<int>(k));
}

// With the direction turning at a constant rate w, the slip |s| = c t^2/2 and the place across are c w t^3/2 and c w t^4/8;
// without the force that turns it c w t^3/3 and c w t^4/12: the place lacks a quarter of h times what the slip lacks.
void StructureFlow::turn_to_hold(State& to, double h) {
    slide_along_hold(to);
    const Friction& of = system_.frictions[followed_];
    const FrictionState& friction = to.frictions[followed_];
    const double size = contact::norm(friction.velocity);
    const contact::Slip lacks{size * friction.direction[0] - friction.velocity[0],
                              size * friction.direction[1] - friction.velocity[1]};
    const auto W = [&](int k, int l) { return rows_.col(of.first_row + k).dot(influence_.col(of.first_row + l)); };
    const double determinant = W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0);
    const contact::Slip impulse{(W(1, 1) * lacks[0] - W(0, 1) * lacks[1]) / determinant,
                                (W(0, 0) * lacks[1] - W(1, 0) * lacks[0]) / determinant};
    for (int k = 0; k < 2; ++k) {
        to.v.noalias() += impulse[static_cast<std::size_t>(k)] * influence_.col(of.first_row + k);
        to.q.noalias() += 0.25 * h * impulse[static_cast<std::size_t>(k)] * influence_.col(of.first_row + k);
    }
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
    if (!circles_.empty()) put_on_circles(to);
    if (followed_ != nothing) turn_to_hold(to, time - from.time);
    start_.hold(to);
}

void StructureFlow::put_on_circles(State& to) {
    constexpr int passes = 3;  // of stops that act on each other; what they take is the error of a step
    for (int pass = 0; pass < passes; ++pass) {
        for (const Contact* contact : circles_) {
            if (!to.sides[static_cast<std::size_t>(contact->first_side)].memory.closed) continue;
            const auto take = [&](linalg::Vector& x, bool place) {
                const LocalMotion local = local_motion(system_, *contact, to.time, to.q.data(), to.v.data());
                const NormalRows rows = normal_rows(*contact, local.x, local.v);
                const contact::Motion off = contact::side_motion(contact->gap, 0, local.x, local.v).motion;
                const double mobility =
                    rows.along([&](int i) { return rows.along([&](int j) { return rows_.col(i).dot(influence_.col(j)); }); });
                if (!(mobility > 0)) return;
                const double size = (place ? off.indentation : off.rate) / mobility;
                for (int i = 0; i < rows.count; ++i)
                    x.noalias() -= size * rows.share[static_cast<std::size_t>(i)] * influence_.col(rows.row + i);
            };
            take(to.q, true);
            take(to.v, false);
        }
    }
}

void StructureFlow::sort(const double* y, StepWork& work) const {
    const double* in = take_works(y + motion_size(), work.sum);
    for (double& friction : work.frictions) work.sum.friction += friction = *in++;
    for (StepWork::Side& side : work.sides) in = take_side_work(in, side);
}

}  // namespace jounce::time

// The motions that closed rigid stops and sticking frictions hold at zero at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/held_motions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers/limits.hpp"
#include "linalg/dense/dense.hpp"
#include "system/state/gap_rows.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr double same_motion = 1e-9;  // part of b' M^-1 b that is left where others hold the motion
constexpr double same_given = 1e-9;   // of the terms of a given motion, and of the rate itself

// What a step leaves of a held distance from a rigid stop, in joints, which hold a rate for an instant only: a multiple of
// `touching`.
constexpr double near_with_joints = 1e7;
constexpr double immobile = 1e-12;   // of the largest mobility of a held motion
constexpr double round_off = 1e-12;  // of the terms of a sum

bool sticks(const FrictionState& friction) { return friction.status == FrictionStatus::stick; }
}  // namespace

double touching(const contact::GapGeometry& gap) { return 1e-12 * (std::abs(gap.clearance) + 1e-3); }

double place_rounding(const System& system, const Contact& contact, const State& state) {
    double size = 0;
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
        for (std::size_t k = 0; k < row.index.size(); ++k) size += std::abs(row.coefficient[k] * state.q[row.index[k]]);
    }
    return 8 * epsilon * size;
}

double any_place_rounding(const System& system, const Contact& contact, const State& state) {
    if (contact.gap.coordinates() > 0 || state.q.size() == 0) return place_rounding(system, contact, state);
    return 8 * epsilon * state.q.lpNorm<Eigen::Infinity>();
}

double touching(const System& system, const Contact& contact, const State& state) {
    return touching(contact.gap) + place_rounding(system, contact, state);
}

Matrix mobility(const std::vector<HeldMotion>& held) {
    const auto m = static_cast<Eigen::Index>(held.size());
    Matrix W(m, m);
    for (Eigen::Index a = 0; a < m; ++a)
        for (Eigen::Index b = 0; b < m; ++b)
            W(a, b) = held[static_cast<std::size_t>(a)].column.dot(held[static_cast<std::size_t>(b)].influence);
    return W;
}

HeldMotions::HeldMotions(const System& system) : system_(&system) {
    if (!system.mechanism) return;
    dynamics_ = std::make_unique<MechanismDynamics>(system);
    given_ = std::make_unique<GivenMotions>(system);
}

void HeldMotions::prepare() {
    if (transposed_.size() != 0) return;
    transposed_ = transposed_rows(*system_);
    influence_ = transposed_;
    LinearKernel(system_->linear).factor(1, 0, 0).solve_in_place(influence_);
}

HeldMotion HeldMotions::none(bool stop) const {
    HeldMotion out;
    out.column = out.influence = Vector::Zero(system_->size());
    if (!dynamics_) out.given = Vector::Zero(static_cast<Eigen::Index>(system_->recovery.prescribed.size()));
    out.stop = stop;
    return out;
}

void HeldMotions::add_row(int row, double share, HeldMotion& out) const {
    out.column += share * transposed_.col(row);
    out.influence += share * influence_.col(row);
    const SparseRow& of = system_->rows[static_cast<std::size_t>(row)];
    for (std::size_t e = 0; e < of.prescribed.size(); ++e) out.given[of.prescribed[e]] += share * of.prescribed_coefficient[e];
}

HeldMotion HeldMotions::normal(const State& state, const Contact& contact) const {
    const NormalRows rows = normal_rows(*system_, contact, state);
    HeldMotion out = none(true);
    for (int i = 0; i < rows.count; ++i) add_row(rows.row + i, rows.share[static_cast<std::size_t>(i)], out);
    return out;
}

HeldMotion HeldMotions::slip(const State& state, std::size_t friction, std::size_t component) {
    prepare();
    const SlipRows rows = slip_rows(*system_, state, system_->frictions[friction]);
    HeldMotion out = none(false);
    out.friction = friction;
    out.component = component;
    for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) add_row(rows.row[l], rows.share[component][l], out);
    return out;
}

contact::Slip HeldMotions::slip_velocity(const State& state, std::size_t friction) {
    if (dynamics_) return slip_velocity(state, friction, state.time);
    return jounce::slip_velocity(*system_, state, system_->frictions[friction]);
}

contact::Slip HeldMotions::slip_velocity(const State& state, std::size_t friction, double time) {
    dynamics_->set_time(time);
    dynamics_->move(state.q.data(), state.v.data(), false);
    return dynamics_->rubs()[friction].slip;
}

std::vector<HeldMotion> HeldMotions::at(const State& state) {
    place(state);
    if (dynamics_) return at_joints(state);
    std::vector<HeldMotion> held;
    for (const Contact& contact : system_->contacts) {
        bool closed = false;
        for (int s = 0; s < contact.gap.sides() && contact.law->rigid; ++s)
            closed = closed || state.sides[static_cast<std::size_t>(contact.first_side + s)].memory.closed;
        if (closed) held.push_back(normal(state, contact));  // two sides of a plane gap share a row
    }
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(system_->frictions[f].directions) && sticks(state.frictions[f]);
             ++k) {
            held.push_back(slip(state, f, k));
            held.back().speed = state.frictions[f].velocity[k];
        }
    }
    return held;
}

HeldMotion HeldMotions::rate_at_joints(std::size_t side) {
    HeldMotion out = none(true);
    out.speed = dynamics_->sides()[side].motion.rate;
    out.fixed = dynamics_->sides()[side].frames[0] < 0 && dynamics_->sides()[side].curvature == 0;
    out.given = given_->of_side(dynamics_->sides()[side]);
    dynamics_->add_direction(side, out.column.data());
    dynamics_->answer_impulse(out.column.data(), out.influence.data());
    return out;
}

HeldMotion HeldMotions::slip_at_joints(std::size_t friction, std::size_t component) {
    HeldMotion out = none(false);
    out.speed = dynamics_->rubs()[friction].slip[component];
    out.friction = friction;
    out.component = component;
    out.fixed = dynamics_->rubs()[friction].side < 0 && !system_->frictions[friction].around;
    out.given = given_->of_slip(*dynamics_, friction, component);
    dynamics_->add_slip_direction(friction, component, out.column.data());
    dynamics_->answer_impulse(out.column.data(), out.influence.data());
    return out;
}

void HeldMotions::place(const State& state) {
    if (!dynamics_) return prepare();
    dynamics_->set_time(state.time);
    dynamics_->hold(state);
    dynamics_->move(state.q.data(), state.v.data(), true);
}

const Contact& HeldMotions::contact(std::size_t side) const {
    std::size_t c = 0;
    while (static_cast<int>(side) >= system_->contacts[c].first_side + system_->contacts[c].gap.sides()) ++c;
    return system_->contacts[c];
}

HeldMotion HeldMotions::rate(const State& state, std::size_t side) {
    if (dynamics_) return rate_at_joints(side);
    const Contact& of = contact(side);
    HeldMotion out = normal(state, of);
    const double sign = of.gap.sign(static_cast<int>(side) - of.first_side);
    for (Vector* v : {&out.column, &out.influence, &out.given}) *v *= sign;
    return out;
}

std::vector<HeldMotion> HeldMotions::at_joints(const State& state) {
    std::vector<HeldMotion> held;
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (dynamics_->sides()[s].law->rigid && state.sides[s].memory.closed) held.push_back(rate_at_joints(s));
    }
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(system_->frictions[f].directions) && sticks(state.frictions[f]);
             ++k) {
            held.push_back(slip_at_joints(f, k));
        }
    }
    return held;
}

bool HeldMotions::touches(const State& state, std::size_t side, double near) const {
    const double distance = std::abs(state.sides[side].motion.indentation);
    return distance <= near * touching(contact(side).gap) + round_off * state.q.lpNorm<Eigen::Infinity>();
}

// Not a surface that relaxes, nor a curved one; a compliant law would have a force elsewhere.
bool HeldMotions::stays_at_a_plane(const State& state, std::size_t side) const {
    const Contact& of = contact(side);
    if (of.gap.shape != contact::GapShape::plane || state.sides[side].memory.kept_compression > 0) return false;
    return of.law->rigid || touches(state, side, 1);
}

std::optional<HeldMotions::Combination> HeldMotions::combine(const std::vector<HeldMotion>& held, const HeldMotion& rate) {
    if (held.empty()) return {};
    const auto m = static_cast<Eigen::Index>(held.size());
    const Matrix W = mobility(held);
    Vector g(m);
    for (Eigen::Index a = 0; a < m; ++a) g[a] = held[static_cast<std::size_t>(a)].column.dot(rate.influence);
    const Vector x = linalg::least_solution(W, g);
    const double whole = rate.column.dot(rate.influence);
    if (!(whole > immobile * W.diagonal().maxCoeff() && whole - g.dot(x) <= same_motion * whole)) return {};
    Vector sum = rate.given, size = rate.given.cwiseAbs(), left = rate.column;
    const double rounding = rate.column.lpNorm<Eigen::Infinity>();
    bool fixed = rate.fixed;
    for (Eigen::Index a = 0; a < m; ++a) {
        const HeldMotion& one = held[static_cast<std::size_t>(a)];
        left -= x[a] * one.column;
        fixed = fixed && (one.fixed || std::abs(x[a]) * one.column.lpNorm<Eigen::Infinity>() <= same_given * rounding);
        const Vector term = x[a] * one.given;
        sum -= term;
        size += term.cwiseAbs();
    }
    Combination out;
    // What is held by rates that stay the same stays held; others hold a distance for an instant.
    out.fixed = !dynamics_ || (fixed && left.lpNorm<Eigen::Infinity>() <= same_given * rounding);
    if (dynamics_) {
        const GivenMotions::Part joints = given_->of_joints(*dynamics_, left);
        sum -= joints.value;
        size += joints.terms;
    }
    out.same_given = (sum.array().abs() <= same_given * (size.array() + rounding)).all();
    return out;
}

bool HeldMotions::hold(const State& state, std::size_t side) {
    if (std::ranges::none_of(state.frictions, sticks) || !stays_at_a_plane(state, side)) return false;
    const std::vector<HeldMotion> held = at(state);
    const std::optional<Combination> found = combine(held, rate(state, side));
    return found && found->same_given && (found->fixed || touches(state, side, near_with_joints));
}

bool HeldMotions::may_part(const State& state) {
    const bool given = dynamics_ ? given_->size() > 0 : !system_->recovery.prescribed.empty();
    if (!given || std::ranges::none_of(state.frictions, sticks)) return false;
    std::vector<HeldMotion> others = at(state);
    if (std::ranges::none_of(others, [](const HeldMotion& one) { return (one.given.array() != 0).any(); })) return false;
    for (std::size_t a = 0; a < others.size(); ++a) {
        const HeldMotion one = others[a];
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(a));
        const std::optional<Combination> found = combine(others, one);
        others.insert(others.begin() + static_cast<std::ptrdiff_t>(a), one);
        if (found && !found->same_given) return true;
    }
    return false;
}

bool HeldMotions::pressed(const State& before, const State& state, std::size_t side) {
    place(state);
    const HeldMotion rate = this->rate(state, side);
    double towards = 0, size = 0;
    const auto add = [&](double term) {
        towards += term;
        size += std::abs(term);
    };
    bool slips = false;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (!sticks(before.frictions[f]) || state.frictions[f].status != FrictionStatus::slip) continue;
        slips = true;
        for (std::size_t k = 0; k < static_cast<std::size_t>(system_->frictions[f].directions); ++k) {
            const HeldMotion along = dynamics_ ? slip_at_joints(f, k) : slip(state, f, k);
            add(state.frictions[f].direction[k] * along.column.dot(rate.influence));
        }
    }
    for (Eigen::Index i = 0; i < state.a.size() && !slips; ++i) add(rate.column[i] * state.a[i]);
    return towards > round_off * size;
}

}  // namespace jounce::time

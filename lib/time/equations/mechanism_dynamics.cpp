// The equations of motion of a System with joints at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense/small_cholesky.hpp"
#include "time/equations/given_normal_force.hpp"

namespace jounce::time {

using bodies::FrameMatrix;
using bodies::FrameMotion;
using bodies::FrameRow;
using bodies::perpendicular;
using bodies::Vector2;
using linalg::Matrix;
using linalg::Vector;

namespace {

bool is_diagonal(const SparseMatrix& matrix) {
    for (int j = 0; j < matrix.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
            if (it.row() != j && it.value() != 0) return false;
        }
    }
    return true;
}

}  // namespace

MechanismDynamics::MechanismDynamics(const System& system)
    : system_(&system),
      mechanism_(system.mechanism.get()),
      motion_(system, *mechanism_, mechanism_->joints),
      linear_(system.linear),
      n_(system.size()),
      m_(motion_.equations()),
      c_(motion_.coordinates()),
      q_(linear_.vector()),
      v_(linear_.vector()),
      load_(Vector::Zero(n_)),
      load_values_(system.loads.size()),
      drive_values_(mechanism_->forces.size()) {
    diagonal_ = is_diagonal(system.linear.M);
    without_forces_ = system.linear.K.nonZeros() == 0 && system.linear.C.nonZeros() == 0;
    if (diagonal_) {
        inverse_ = Vector(system.linear.M.diagonal()).cwiseInverse();
    } else {
        mass_ = linear_.factor(1, 0, 0);
        influence_ = Matrix::Zero(n_, c_);
        for (int c = 0; c < c_; ++c) influence_(motion_.coordinate()[static_cast<std::size_t>(c)], c) = 1;
        mass_.solve_in_place(influence_);
    }
    inertance_ = Matrix::Zero(c_, c_);
    for (int i = 0; i < c_; ++i) {
        const int at = motion_.coordinate()[static_cast<std::size_t>(i)];
        if (diagonal_) {
            inertance_(i, i) = inverse_[at];
        } else {
            inertance_.row(i) = influence_.row(at);
        }
    }
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            side.contact = static_cast<int>(c);
            side.law = contact.law.get();
            if (contact.gap.shape == contact::GapShape::frames) continue;
            if (s == 0) gaps_.push_back(c);
        }
    }
    holds_.resize(mechanism_->pairs.size());
    for (const PlanarPair& pair : mechanism_->pairs) {
        Side& side = sides_[static_cast<std::size_t>(side_of(pair))];
        if (pair.gap.sides() > 1) {
            side.other = side_of(mechanism_->pairs[turns_.size() + (pair.side == 0 ? 1 : -1)]);
            if (pair.side == 0) slots_.push_back(turns_.size());
        }
        turns_.push_back({std::cos(pair.angle), std::sin(pair.angle)});
        side.frames = pair.frames;
    }
    set_frictions();
    set_supports();
    joints_ = Matrix::Zero(m_, m_);
    scaled_.setZero(m_, c_);
    weights_ = inertance_.diagonal();
    std::vector<std::pair<int, Carried>> chains;
    for (std::size_t f = 0; f < mechanism_->frames.size(); ++f) {
        const auto& driven = mechanism_->frames[f].driven;
        if (!driven) continue;
        if (!driven->base) continue;
        int links = 0;
        for (const DrivenFrame* base = driven->base.get(); base != nullptr; base = base->base.get()) ++links;
        const auto by = std::ranges::find(mechanism_->frames, driven->base, &PlanarFrame::driven);
        chains.push_back({links, {f, static_cast<std::size_t>(by - mechanism_->frames.begin())}});
    }
    std::ranges::stable_sort(chains, std::ranges::greater{}, [](const auto& chain) { return chain.first; });
    for (const auto& [links, carried] : chains) carried_.push_back(carried);
    for (const PlanarJoint& joint : mechanism_->joints) {
        kept_.push_back(static_cast<int>(std::count(joint.kept.begin(), joint.kept.end(), true)));
        const auto moved = [&](int frame) { return moved_[static_cast<std::size_t>(frame)] != 0; };
        on_moved_.push_back(moved(joint.frames[0]) || moved(joint.frames[1]) ? 1 : 0);
    }
    lambda_ = Vector::Zero(m_);
    reduced_ = Vector::Zero(c_);
    std::size_t modes = 0;
    for (const FlexibleLink& link : mechanism_->links) modes = std::max(modes, link.places.size());
    answer_ = change_ = Vector::Zero(static_cast<Eigen::Index>(modes));
    reactions_.resize(mechanism_->frames.size());
    for (auto* of_sides : {&normal_, &held_normal_}) of_sides->resize(sides_.size());
    for (auto* of_frictions : {&friction_force_, &held_friction_, &fed_friction_}) of_frictions->resize(rubs_.size());
    std::size_t most = 0;
    for (const Side& side : sides_) most += side.law->rigid ? 1 : 0;
    for (const Rub& rub : rubs_) most += rub.law->cone ? static_cast<std::size_t>(rub.friction->directions) : 0;
    held_.reserve(most);
    held_before_.reserve(most);
    const auto columns = static_cast<Eigen::Index>(most);
    for (Matrix* of_coordinates : {&held_rows_, &held_directions_}) of_coordinates->setZero(c_, columns);
    held_answers_.setZero(n_, columns);
    held_multipliers_.setZero(m_, columns);
    for (Vector* of_held : {&held_quadratic_, &held_force_, &held_noise_, &held_own_}) of_held->setZero(columns);
    unheld_ = across_ = Vector::Zero(c_);
    held_matrix_.resize(most * most);
    held_pivots_.resize(most);
    for (auto* of_held : {&held_right_, &held_share_, &held_mobility_, &held_stop_, &held_work_}) of_held->resize(most);
    held_space_.resize(most * (most + 1));
}

void MechanismDynamics::set_time(double time) {
    if (time == time_) return;
    time_ = std::numeric_limits<double>::quiet_NaN();  // a user's signal may throw
    motion_.set_time(time);
    load_.setZero();
    for (std::size_t i = 0; i < system_->loads.size(); ++i) {
        const Load& load = system_->loads[i];
        const SignalSample s = load.signal->sample(time);
        const double value = load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second;
        load_values_[i] = value;
        if (value != 0) load_.noalias() += value * load.pattern;
    }
    for (std::size_t i = 0; i < drive_values_.size(); ++i) {
        const SignalPointer& drive = mechanism_->forces[i].drive;
        drive_values_[i] = drive ? drive->value(time) : 0.0;
    }
    for (Rub& rub : rubs_) {
        if (rub.friction->normal_force) rub.given = given_normal_force(*rub.friction, time);
    }
    time_ = time;
}

void MechanismDynamics::move(const double* q, const double* v, bool constrain, const char* wanted) {
    motion_.move(q, v);
    if (constrain) motion_.constrain();
    sample_sides(q, v, wanted);
}

MechanismDynamics::Link MechanismDynamics::link(const PlanarForce& force, std::size_t index) const {
    const FrameMotion& first = motion_.frame(force.frames[0]);
    const FrameMotion& second = motion_.frame(force.frames[1]);
    Link out;
    out.drive = drive_values_[index];
    switch (force.kind) {
        case PlanarForce::Kind::turning:
            out.row << 0, 0, -1, 0, 0, 1;
            out.length = second.angle - first.angle;
            break;
        case PlanarForce::Kind::along_axis: {
            const Vector2 arm = second.turned(force.points[1]);
            out.row = bodies::relative_row(first.turned(force.axis), second.position + arm - first.position, arm);
            break;
        }
        case PlanarForce::Kind::along_line: {
            const Vector2 a = first.turned(force.points[0]);
            const Vector2 b = second.turned(force.points[1]);
            const Vector2 apart = second.position + b - first.position - a;
            out.length = apart.norm();
            if (!(out.length > 0)) return out;  // direction undefined
            out.row = bodies::relative_row(apart / out.length, a, b);
            break;
        }
    }
    if (force.kind != PlanarForce::Kind::along_axis)
        out.force = force.stiffness * (out.length - force.free) + force.damping * motion_.speed(force.frames, out.row);
    return out;
}

void MechanismDynamics::applied_forces(const double* q, const double* v, double* r) {
    std::copy_n(load_.data(), n_, r);
    if (!without_forces_) {
        std::copy_n(q, n_, q_.data());
        std::copy_n(v, n_, v_.data());
        linear_.subtract_forces(v_, q_, r);
    }
    if (has_links()) add_velocity_forces(r);
    if (mechanism_->forces.empty()) return;
    reduced_.setZero();
    for (std::size_t i = 0; i < mechanism_->forces.size(); ++i) {
        const Link at = link(mechanism_->forces[i], i);
        motion_.scatter(mechanism_->forces[i].frames, at.row, at.drive - at.force, reduced_.data());
    }
    for (int c = 0; c < c_; ++c) r[motion_.coordinate()[static_cast<std::size_t>(c)]] += reduced_[c];
}

void MechanismDynamics::accelerate(double* a, double* lambda, const Feedback& feedback, bool trial) {
    if (bent_too_far() >= 0) {  // a diverged trial step: it is rejected; in an accepted state this is an error
        std::fill_n(a, n_, std::numeric_limits<double>::quiet_NaN());
        std::fill_n(lambda, m_, std::numeric_limits<double>::quiet_NaN());
        return;
    }
    solve_mass(a);
    if (held_rows_.cols() > 0) {
        for (int c = 0; c < c_; ++c) unheld_[c] = std::abs(a[motion_.coordinate()[static_cast<std::size_t>(c)]]);
    }
    if (m_ > 0) {
        if (!factor_joints(trial)) {
            std::fill_n(a, n_, std::numeric_limits<double>::quiet_NaN());
            std::fill_n(lambda, m_, std::numeric_limits<double>::quiet_NaN());
            return;
        }
        for (int c = 0; c < c_; ++c) reduced_[c] = a[motion_.coordinate()[static_cast<std::size_t>(c)]];
        for (int i = 0; i < m_; ++i) {
            lambda[i] = motion_.quadratic()[i] + linalg::small_dot(c_, motion_.jacobian().data() + i * c_, reduced_.data());
            lambda[i] += feedback.rate * motion_.rate()[i] + feedback.value * motion_.value()[i];
        }
        linalg::solve_small_spd(m_, joints_.data(), lambda);
        take_joint_forces(lambda, a);
    }
    if (!held_.empty()) take_held_forces(a, lambda, feedback);
}

void MechanismDynamics::project_rates(const double* q, double* v, bool with_friction) {
    if (m_ == 0 && held_.empty()) return;
    motion_.move(q, v);
    motion_.constrain();
    require_small_deformation();
    if (m_ > 0) {
        factor_joints();
        lambda_ = motion_.rate();
        linalg::solve_small_spd(m_, joints_.data(), lambda_.data());
        take_joint_forces(lambda_.data(), v);
    }
    if (held_.empty()) return;
    move(q, v, true);
    for (std::size_t k = 0; k < held_.size(); ++k) {
        held_force_[static_cast<Eigen::Index>(k)] = held_rate(held_[k]);
    }
    take_held_out(v, with_friction);
}

void MechanismDynamics::project_positions(double* q) {
    if (m_ == 0 && held_.empty()) return;
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        motion_.move(q, nullptr);
        motion_.constrain();
        require_small_deformation();
        double now = m_ > 0 ? motion_.value().cwiseAbs().maxCoeff() : 0;
        if (!held_.empty()) {
            sample_sides(q, q, nullptr);  // rates are not used
            for (const HeldRate& held : held_)
                now = std::max(now, held.tangential ? 0.0 : std::abs(sides_[held.number].motion.indentation));
        }
        if (now == 0 || !(now < 0.5 * last)) break;
        last = now;
        if (m_ > 0) {
            factor_joints();
            lambda_ = motion_.value();
            linalg::solve_small_spd(m_, joints_.data(), lambda_.data());
            take_joint_forces(lambda_.data(), q);
        }
        if (held_.empty()) continue;
        motion_.move(q, nullptr);
        motion_.constrain();
        sample_sides(q, q, nullptr);  // rates are not used
        for (std::size_t k = 0; k < held_.size(); ++k)
            held_force_[static_cast<Eigen::Index>(k)] = held_[k].tangential ? 0 : sides_[held_[k].number].motion.indentation;
        take_held_out(q);
    }
}

void MechanismDynamics::place(State& state) {
    set_time(state.time);
    move(state.q.data(), state.v.data(), true);
    require_small_deformation();
    state.load_values.assign(load_values_.begin(), load_values_.end());
    applied_forces(state.q.data(), state.v.data(), state.a.data());
}

void MechanismDynamics::accelerate(State& state) {
    (void)hold_contacts(state);
    const bool sticks = std::ranges::any_of(held_, &HeldRate::tangential);
    if (sticks && feedback_.rate > 0) {
        std::copy_n(state.a.data(), n_, q_.data());
        accelerate(state.a.data(), state.multipliers.data(), feedback_);
        fed_friction_ = held_friction_;
        std::copy_n(q_.data(), n_, state.a.data());
    }
    accelerate(state.a.data(), state.multipliers.data());
    if (sticks && feedback_.rate > 0) {
        for (const HeldRate& held : held_) {
            if (held.tangential) held_friction_[held.number] = fed_friction_[held.number];
        }
    }
    for (const HeldRate& held : held_) {
        if (!held.tangential) state.sides[held.number].response.force = held_normal_[held.number];
    }
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        FrictionState& friction = state.frictions[f];
        if (friction.status == FrictionStatus::open) continue;
        if (on_rigid_stop(f)) {
            for (std::size_t s = 0; s < sides_.size(); ++s) normal_[s] = state.sides[s].response.force;
            friction.normal_force = pressing(f, normal_.data());
            if (!rubs_[f].law->cone) friction.stored_energy = rub(f, friction.normal_force).stored_energy;
        }
        if (friction.status == FrictionStatus::stick || on_rigid_stop(f)) friction.force = held_friction_[f];
        friction.largest_force =
            std::max({friction.largest_force, std::abs(friction.normal_force), contact::norm(friction.force)});
    }
    set_given_efforts(state);
}

void MechanismDynamics::complete(State& state, Tension tension, const double* a, const double* lambda) {
    complete_sides(*this, state, tension);
    std::copy_n(a, n_, state.a.data());
    std::copy_n(lambda, m_, state.multipliers.data());
    set_given_efforts(state);
}

void MechanismDynamics::set_given_efforts(State& state) {
    if (state.multipliers.size() == m_) return;
    take_side_forces(state);
    (void)powers({state.q.data(), state.v.data(), state.a.data(), state.multipliers.data()}, normal_.data(),
                 friction_force_.data());
    int at = m_;
    for (std::size_t f = 0; f < mechanism_->frames.size(); ++f) {
        const auto& driven = mechanism_->frames[f].driven;
        if (!driven) continue;
        const Vector2 arm = motion_.frame(static_cast<int>(f)).turned(driven->pivot);
        const auto& r = reactions_[f];
        state.multipliers[at++] = r[0];
        state.multipliers[at++] = r[1];
        state.multipliers[at++] = r[2] - (arm.x() * r[1] - arm.y() * r[0]);
    }
}

void MechanismDynamics::add_spring_derivatives(Matrix& stiffness, Matrix& damping) const {
    for (std::size_t i = 0; i < mechanism_->forces.size(); ++i) {
        const PlanarForce& force = mechanism_->forces[i];
        const Link at = link(force, i);
        const FrameMatrix both = at.row.transpose() * at.row;
        if (force.stiffness != 0) motion_.scatter(force.frames, both, force.stiffness, stiffness);
        if (force.damping != 0) motion_.scatter(force.frames, both, force.damping, damping);
    }
}

}  // namespace jounce::time

// The equations of motion of a System with joints at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/mechanism_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/small_cholesky.hpp"

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
            side.plane_sign = contact.gap.sign(s);
            if (contact.planar) continue;
            if (contact.law->rigid)
                throw bad_case("gap '" + contact.name +
                                   "': a rigid stop in a model with joints is not known yet; give it a law with "
                                   "a stiffness",
                               contact.origin);
        }
    }
    for (const PlanarPair& pair : mechanism_->pairs) {
        Side& side = sides_[static_cast<std::size_t>(system.contacts[static_cast<std::size_t>(pair.contact)].first_side)];
        side.frames = pair.frames;
        side.friction = pair.friction;
    }
    for (const Friction& friction : system.frictions) {
        if (friction.contact < 0 || !system.contacts[static_cast<std::size_t>(friction.contact)].planar)
            throw bad_case("friction '" + friction.name + "': friction of nodes in a model with joints is not known yet",
                           friction.origin);
    }
    joints_ = Matrix::Zero(m_, m_);
    scaled_ = Matrix::Zero(m_, c_);
    lambda_ = Vector::Zero(m_);
    reduced_ = Vector::Zero(c_);
    reactions_.resize(mechanism_->frames.size());
    normal_.resize(sides_.size());
    rubbing_.resize(sides_.size());
}

void MechanismDynamics::set_time(double time) {
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
}

void MechanismDynamics::move(const double* q, const double* v, bool constrain) {
    motion_.move(q, v);
    if (constrain) motion_.constrain();
    look_at_sides(q, v);
}

void MechanismDynamics::look_at_sides(const double* q, const double* v) {
    for (const PlanarPair& pair : mechanism_->pairs) {
        Side& side = sides_[static_cast<std::size_t>(system_->contacts[static_cast<std::size_t>(pair.contact)].first_side)];
        const FrameMotion& first = motion_.frame(pair.frames[0]);
        const FrameMotion& second = motion_.frame(pair.frames[1]);
        const Vector2 arm = second.turned(pair.points[1]);
        const Vector2 base = first.turned(pair.points[0]);
        const Vector2 pin = second.position + arm;
        const Vector2 apart = pin - first.position - base;
        // Into the axes of the gap, and the normal back out of them.
        const double c = std::cos(pair.angle), s = std::sin(pair.angle);
        Vector2 local = first.seen(apart);
        local = {c * local.x() + s * local.y(), c * local.y() - s * local.x()};
        const contact::PlanarSide at = pair.gap.side(pair.side, local);
        const Vector2 turned(c * at.normal.x() - s * at.normal.y(), s * at.normal.x() + c * at.normal.y());
        side.normal = first.turned(turned);
        side.curvature = at.curvature;
        const Vector2 from_first = base + apart;
        const Vector2 tangent = perpendicular(side.normal);
        side.along = bodies::relative_row(side.normal, from_first, arm);
        side.across = bodies::relative_row(tangent, from_first, arm);
        // Of the surfaces that touch, not of the centres.
        side.across[5] += pair.pin_radius;
        side.across[2] -= pair.pin_radius - at.indentation;
        side.motion.indentation = at.indentation;
        side.motion.rate = motion_.speed(pair.frames, side.along);
        side.slip = motion_.speed(pair.frames, side.across);
        if (at.centred) {
            const Vector2 passing =
                second.velocity + second.rate * perpendicular(arm) - first.velocity - first.rate * perpendicular(from_first);
            side.motion.rate = passing.norm();
        }
    }
    for (std::size_t k = 0; k < system_->contacts.size(); ++k) {
        const Contact& contact = system_->contacts[k];
        if (contact.planar) continue;
        double x[2] = {}, rate[2] = {};
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
            for (std::size_t e = 0; e < row.index.size(); ++e) {
                x[i] += row.coefficient[e] * q[row.index[e]];
                rate[i] += row.coefficient[e] * v[row.index[e]];
            }
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                const SignalSample given =
                    system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->sample(motion_.time());
                x[i] += row.prescribed_coefficient[e] * given.value;
                rate[i] += row.prescribed_coefficient[e] * given.first;
            }
        }
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            const contact::SideMotion m = side_motion(contact.gap, s, x, rate);
            side.motion = m.motion;
            side.normal = {m.normal[0], m.normal[1]};
            side.curvature = m.radius > 0 ? 1 / m.radius : 0;
        }
    }
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
            if (!(out.length > 0)) return out;  // no direction
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
    if (mechanism_->forces.empty()) return;
    reduced_.setZero();
    for (std::size_t i = 0; i < mechanism_->forces.size(); ++i) {
        const Link at = link(mechanism_->forces[i], i);
        motion_.scatter(mechanism_->forces[i].frames, at.row, at.drive - at.force, reduced_.data());
    }
    for (int c = 0; c < c_; ++c) r[motion_.coordinate()[static_cast<std::size_t>(c)]] += reduced_[c];
}

void MechanismDynamics::subtract(const Side& side, double normal_force, double friction_force, double* r) const {
    if (side.frames[0] >= 0) {
        const FrameRow row = normal_force * side.along + friction_force * side.across;
        Vector& sum = const_cast<Vector&>(reduced_);
        sum.setZero();
        motion_.scatter(side.frames, row, -1, sum.data());
        for (int c = 0; c < c_; ++c) r[motion_.coordinate()[static_cast<std::size_t>(c)]] += sum[c];
        return;
    }
    const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
        for (std::size_t e = 0; e < row.index.size(); ++e) r[row.index[e]] -= row.coefficient[e] * normal_force * side.normal[i];
    }
}

void MechanismDynamics::factor_joints() {
    const Matrix& J = motion_.jacobian();
    if (diagonal_) {
        for (int c = 0; c < c_; ++c) scaled_.col(c) = inertance_(c, c) * J.col(c);
    } else {
        scaled_.noalias() = J * inertance_;
    }
    for (int j = 0; j < m_; ++j) {
        for (int i = j; i < m_; ++i) joints_(i, j) = scaled_.row(i).dot(J.row(j));
    }
    if (!linalg::factor_small_spd(m_, joints_.data())) {
        throw computation_failed(fmt::format(
            "model '{}': the mechanism stands at a dead point at t = {} s: its joints leave a motion undetermined there",
            system_->name, motion_.time()));
    }
}

void MechanismDynamics::spread(const double* x, double scale, double* out) const {
    if (diagonal_) {
        for (int c = 0; c < c_; ++c) out[motion_.coordinate()[static_cast<std::size_t>(c)]] += scale * inertance_(c, c) * x[c];
        return;
    }
    Eigen::Map<Vector>(out, n_).noalias() += scale * (influence_ * Eigen::Map<const Vector>(x, c_));
}

void MechanismDynamics::accelerate(double* a, double* lambda, const double* extra) {
    solve_mass(a);
    if (m_ == 0) return;
    factor_joints();
    for (int c = 0; c < c_; ++c) reduced_[c] = a[motion_.coordinate()[static_cast<std::size_t>(c)]];
    Eigen::Map<Vector> force(lambda, m_);
    force.noalias() = motion_.jacobian() * reduced_;
    force += motion_.quadratic();
    if (extra != nullptr) force += Eigen::Map<const Vector>(extra, m_);
    linalg::solve_small_spd(m_, joints_.data(), lambda);
    reduced_.noalias() = motion_.jacobian().transpose() * force;
    spread(reduced_.data(), -1, a);
}

void MechanismDynamics::project_rates(const double* q, double* v) {
    if (m_ == 0) return;
    motion_.move(q, v);
    motion_.constrain();
    factor_joints();
    lambda_ = motion_.rate();
    linalg::solve_small_spd(m_, joints_.data(), lambda_.data());
    reduced_.noalias() = motion_.jacobian().transpose() * lambda_;
    spread(reduced_.data(), -1, v);
}

void MechanismDynamics::project_positions(double* q) {
    if (m_ == 0) return;
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        motion_.move(q, nullptr);
        motion_.constrain();
        const double now = motion_.value().cwiseAbs().maxCoeff();
        if (now == 0 || !(now < 0.5 * last)) break;
        last = now;
        factor_joints();
        lambda_ = motion_.value();
        linalg::solve_small_spd(m_, joints_.data(), lambda_.data());
        reduced_.noalias() = motion_.jacobian().transpose() * lambda_;
        spread(reduced_.data(), -1, q);
    }
}

void MechanismDynamics::complete(State& state, bool hold_tension) {
    set_time(state.time);
    move(state.q.data(), state.v.data(), true);
    state.load_values.assign(load_values_.begin(), load_values_.end());
    applied_forces(state.q.data(), state.v.data(), state.a.data());
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const Side& at = sides_[s];
        SideState& side = state.sides[s];
        side.motion = at.motion;
        side.normal = {at.normal.x(), at.normal.y()};
        if (side.memory.closed) {
            side.memory.max_indentation = std::max(side.memory.max_indentation, at.motion.indentation);
            side.response = answer(*at.law, at.motion, side.memory);
            if (!hold_tension) side.response.force = std::max(side.response.force, at.law->adhesion ? side.response.force : 0.0);
        } else {
            side.response = open_response(*at.law, side.memory, state.time);
        }
        double rubbing = 0;
        if (at.friction >= 0) {
            FrictionState& friction = state.frictions[static_cast<std::size_t>(at.friction)];
            const contact::FrictionLaw& law = *system_->frictions[static_cast<std::size_t>(at.friction)].law;
            friction.velocity = {at.slip, 0};
            friction.normal_force = side.memory.closed ? std::max(side.response.force, 0.0) : 0.0;
            if (friction.normal_force > 0) {
                const contact::FrictionResponse answered =
                    law.evaluate(friction.velocity, friction.normal_force, {friction.bristle, friction.velocity, 0});
                friction.force = answered.force;
                friction.stored_energy = answered.stored_energy;
                friction.status = FrictionStatus::slip;
            } else {
                friction.force = {};
                friction.stored_energy = 0;
                friction.status = FrictionStatus::open;
                if (!side.memory.closed) friction.bristle = {};
            }
            rubbing = friction.force[0];
        }
        if (side.response.force != 0 || rubbing != 0) subtract(at, side.response.force, rubbing, state.a.data());
    }
    accelerate(state.a.data(), state.multipliers.data());
    if (state.multipliers.size() == m_) return;
    // What drivers give, about the point where they do.
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        normal_[s] = state.sides[s].response.force;
        rubbing_[s] = sides_[s].friction >= 0 ? state.frictions[static_cast<std::size_t>(sides_[s].friction)].force[0] : 0.0;
    }
    (void)powers(state.v.data(), state.a.data(), state.multipliers.data(), normal_.data(), rubbing_.data());
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

WorkSum MechanismDynamics::powers(const State& state) {
    set_time(state.time);
    move(state.q.data(), state.v.data(), true);
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        normal_[s] = state.sides[s].response.force;
        rubbing_[s] = sides_[s].friction >= 0 ? state.frictions[static_cast<std::size_t>(sides_[s].friction)].force[0] : 0.0;
    }
    return powers(state.v.data(), state.a.data(), state.multipliers.data(), normal_.data(), rubbing_.data());
}

WorkSum MechanismDynamics::powers(const double* v, const double* a, const double* lambda, const double* normal_forces,
                                  const double* friction_forces) {
    WorkSum out;
    const Eigen::Map<const Vector> rate(v, n_);
    for (std::size_t i = 0; i < system_->loads.size(); ++i) {
        if (load_values_[i] == 0 || system_->loads[i].term == WorkTerm::support) continue;
        (system_->loads[i].term == WorkTerm::base ? out.base : out.external) +=
            load_values_[i] * system_->loads[i].pattern.dot(rate);
    }
    if (linear_.damped()) {
        std::copy_n(v, n_, v_.data());
        out.structural_damping += linear_.damping_work(v_, v_);
    }
    // Forces on the frames, for what drivers have to give.
    for (auto& reaction : reactions_) reaction = {};
    const auto act = [this](const std::array<int, 2>& frames, const FrameRow& row, double force) {
        for (std::size_t k = 0; k < 6; ++k)
            reactions_[static_cast<std::size_t>(frames[k < 3 ? 0 : 1])][k % 3] += force * row[static_cast<Eigen::Index>(k)];
    };
    for (std::size_t i = 0; i < mechanism_->forces.size(); ++i) {
        const PlanarForce& force = mechanism_->forces[i];
        const Link at = link(force, i);
        const double speed = motion_.speed(force.frames, at.row);
        out.external += at.drive * speed;
        out.structural_damping += force.damping * speed * speed;
        act(force.frames, at.row, at.drive - at.force);
    }
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (sides_[s].frames[0] < 0) continue;
        if (friction_forces[s] != 0) {
            out.friction += friction_forces[s] * sides_[s].slip;
            act(sides_[s].frames, sides_[s].across, -friction_forces[s]);
        }
        if (normal_forces[s] != 0) act(sides_[s].frames, sides_[s].along, -normal_forces[s]);
    }
    int row = 0;
    for (std::size_t j = 0; j < mechanism_->joints.size(); ++j) {
        const PlanarJoint& joint = mechanism_->joints[j];
        motion_.add_frame_forces(static_cast<int>(j), lambda, reactions_);
        const auto kept = static_cast<int>(std::count(joint.kept.begin(), joint.kept.end(), true));
        // -lambda is the generalised force along the driver's motion.
        if (joint.drive && kept == 1) out.base -= lambda[row] * motion_.drive_rate(static_cast<int>(j));
        row += kept;
    }
    for (const PrescribedLoad& load : mechanism_->prescribed_loads) {
        const SignalSample s = load.signal->sample(motion_.time());
        const double value = load.derivative == 0 ? s.value : load.derivative == 1 ? s.first : s.second;
        const FrameMotion& frame = motion_.frame(load.frame);
        const auto at = static_cast<std::size_t>(load.frame);
        for (std::size_t k = 0; k < 3; ++k) reactions_[at][k] += value * load.pattern[k];
        out.external +=
            value * (load.pattern[0] * frame.velocity.x() + load.pattern[1] * frame.velocity.y() + load.pattern[2] * frame.rate);
    }
    for (std::size_t f = 0; f < mechanism_->frames.size(); ++f) {
        const PlanarFrame& frame = mechanism_->frames[f];
        const FrameMotion& m = motion_.frame(static_cast<int>(f));
        const std::array<double, 3>& given = motion_.given_acceleration(static_cast<int>(f));
        auto& reaction = reactions_[f];
        const double inertia[] = {frame.mass, frame.mass, frame.inertia};
        for (std::size_t k = 0; k < 3; ++k) reaction[k] = inertia[k] * given[k] - reaction[k];
        if (frame.driven) out.base += reaction[0] * m.velocity.x() + reaction[1] * m.velocity.y() + reaction[2] * m.rate;
    }
    (void)a;
    return out;
}

void MechanismDynamics::solve_mass(double* x) const {
    if (!diagonal_) return mass_.solve_in_place(x);
    for (int i = 0; i < n_; ++i) x[i] *= inverse_[i];
}

void MechanismDynamics::multiply_mass(const double* x, double scale, double* out) const {
    if (diagonal_) {
        for (int i = 0; i < n_; ++i) out[i] += scale * x[i] / inverse_[i];
        return;
    }
    Eigen::Map<Vector>(out, n_).noalias() += scale * (system_->linear.M * Eigen::Map<const Vector>(x, n_));
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

void MechanismDynamics::add_side_derivatives(const Side& side, const contact::Response& response,
                                             const contact::FrictionResponse* friction, Matrix& stiffness,
                                             Matrix& damping) const {
    if (side.frames[0] >= 0) {
        FrameMatrix K = response.stiffness * side.along.transpose() * side.along;
        FrameMatrix D = response.damping * side.along.transpose() * side.along;
        K += response.force * side.curvature * side.across.transpose() * side.across;
        if (friction != nullptr) {
            K += friction->by_normal[0] * response.stiffness * side.across.transpose() * side.along;
            D += friction->by_normal[0] * response.damping * side.across.transpose() * side.along;
            D += friction->damping[0] * side.across.transpose() * side.across;
        }
        motion_.scatter(side.frames, K, 1, stiffness);
        motion_.scatter(side.frames, D, 1, damping);
        return;
    }
    const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& a = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
        for (int j = 0; j < contact.gap.coordinates(); ++j) {
            const SparseRow& b = system_->rows[static_cast<std::size_t>(contact.first_row + j)];
            const double nn = side.normal[i] * side.normal[j];
            const double k = response.stiffness * nn + response.force * side.curvature * ((i == j ? 1.0 : 0.0) - nn);
            const double d = response.damping * nn;
            for (std::size_t e = 0; e < a.index.size(); ++e) {
                for (std::size_t f = 0; f < b.index.size(); ++f) {
                    const auto place = [this](int free) {
                        const auto& list = motion_.coordinate();
                        return std::lower_bound(list.begin(), list.end(), free) - list.begin();
                    };
                    const double factor = a.coefficient[e] * b.coefficient[f];
                    stiffness(place(a.index[e]), place(b.index[f])) += k * factor;
                    damping(place(a.index[e]), place(b.index[f])) += d * factor;
                }
            }
        }
    }
}

}  // namespace jounce::time

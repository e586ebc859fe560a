// Frictions in a System with joints: of clearance joints, of gaps of nodes and of nodes under a given normal force.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "contact/friction/sliding.hpp"
#include "system/state/slip_direction.hpp"
#include "time/equations/mechanism_dynamics.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/equations/slip_secant.hpp"

namespace jounce::time {

using contact::Slip;
using linalg::Matrix;

namespace {
Slip along(const Slip& slip) {
    const double speed = contact::norm(slip);
    return speed > 0 ? Slip{slip[0] / speed, slip[1] / speed} : Slip{};
}
}  // namespace

void MechanismDynamics::set_frictions() {
    rubs_.resize(system_->frictions.size());
    pressed_by_.resize(rubs_.size());
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        Rub& rub = rubs_[f];
        rub.friction = &system_->frictions[f];
        rub.law = rub.friction->law.get();
        rub.bristle = bristles_;
        bristles_ += static_cast<std::size_t>(rub.friction->directions);
        rub.rows = slip_rows(*system_, *rub.friction, std::array<double, 2>{});
        if (rub.friction->contact < 0) continue;
        const Contact& contact = system_->contacts[static_cast<std::size_t>(rub.friction->contact)];
        rub.rigid = contact.law->rigid;
        for (int s = 0; s < contact.gap.sides(); ++s)
            sides_[static_cast<std::size_t>(contact.first_side + s)].friction = static_cast<int>(f);
        if (contact.gap.shape == contact::GapShape::frames) rub.side = contact.first_side;
    }
}

void MechanismDynamics::sample_slips(const double* /*q*/, const double* v) {
    for (Rub& rub : rubs_) {
        if (rub.side >= 0) {
            rub.slip = {sides_[static_cast<std::size_t>(rub.side)].slip, 0};
            continue;
        }
        if (rub.friction->around) {
            const Contact& contact = system_->contacts[static_cast<std::size_t>(rub.friction->contact)];
            const bodies::Vector2& normal = sides_[static_cast<std::size_t>(contact.first_side)].normal;
            rub.rows = slip_rows(*system_, *rub.friction, {normal[0], normal[1]});
        }
        rub.slip = {};
        for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l) {
            const SparseRow& row = system_->rows[static_cast<std::size_t>(rub.rows.row[l])];
            double speed = 0;
            for (std::size_t e = 0; e < row.index.size(); ++e) speed += row.coefficient[e] * v[row.index[e]];
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                const auto& given = system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
                speed += row.prescribed_coefficient[e] * given.signal->sample(motion_.time()).first;
            }
            for (std::size_t k = 0; k < 2; ++k) rub.slip[k] += rub.rows.share[k][l] * speed;
            if (l == 1) rub.around = rub.slip[0];  // without the speed of a turning surface
        }
    }
}

void MechanismDynamics::bend(const double* bristles) {
    for (Rub& rub : rubs_) {
        const double* z = bristles + rub.bristle;
        rub.begin = {{z[0], rub.friction->directions == 2 ? z[1] : 0.0}, {}, 0};
    }
}

double MechanismDynamics::pressing(std::size_t f, const double* normal_forces) const {
    const Friction& friction = *rubs_[f].friction;
    if (friction.contact < 0) return rubs_[f].given;
    const Contact& contact = system_->contacts[static_cast<std::size_t>(friction.contact)];
    double sum = 0;
    for (int s = 0; s < contact.gap.sides(); ++s) sum += normal_forces[contact.first_side + s];
    return std::max(sum, 0.0);
}

double MechanismDynamics::press(std::size_t f, const double* normal_forces) {
    return pressed_by_[f] = pressing(f, normal_forces);
}

bool MechanismDynamics::pressed(std::size_t f, const State& state) const {
    const Friction& friction = *rubs_[f].friction;
    if (friction.contact < 0) return true;
    const Contact& contact = system_->contacts[static_cast<std::size_t>(friction.contact)];
    for (int s = 0; s < contact.gap.sides(); ++s) {
        if (state.sides[static_cast<std::size_t>(contact.first_side + s)].memory.closed) return true;
    }
    return false;
}

void MechanismDynamics::begin_slip(std::size_t f) {
    Rub& rub = rubs_[f];
    if (!rub.law->cone || rub.status != FrictionStatus::open) return;
    rub.status = FrictionStatus::slip;
    rub.breaking = false;
    rub.direction = along(rub.slip);
}

void MechanismDynamics::begin_turning(std::size_t f, double normal_force, const Matrix& compliance) {
    Rub& rub = rubs_[f];
    if (!rub.law->cone || rub.friction->directions != 2) return;
    double most = 0;
    for (std::size_t k = 0; k < 2; ++k) {
        reduced_.setZero();
        add_slip_row(f, k, 1, reduced_.data());
        across_.noalias() = compliance * reduced_;
        most = std::fmax(most, reduced_.dot(across_));
    }
    rub.least = least_slip(*rub.law->cone, normal_force, most);
}

contact::FrictionResponse MechanismDynamics::rub(std::size_t f, double normal_force) const {
    const Rub& rub = rubs_[f];
    if (rub.law->cone) {
        if (rub.status != FrictionStatus::slip) return {};
        const contact::Sliding held{rub.direction, rub.breaking, rub.friction->directions, rub.least};
        return contact::slide(*rub.law->cone, held, rub.slip, normal_force);
    }
    contact::BristleStep begin = rub.begin;
    if (begin.duration == 0) begin.velocity = rub.slip;
    return rub.law->evaluate(rub.slip, normal_force, begin);
}

// Of forces that do not pull: those of an iteration are cut at zero (`pressing`), given ones are refused below it. Under a force
// of zero the answer is zero, and there is no secant.
double MechanismDynamics::secant(std::size_t f, const contact::FrictionResponse& answer) const {
    const Rub& rub = rubs_[f];
    if (rub.law->has_bristle || (rub.law->cone && rub.friction->directions == 1)) return 0;
    const contact::Sliding held{rub.direction, rub.breaking, rub.friction->directions, rub.least};
    return secant_of(answer.force, rub.law->cone ? contact::turning_speed(held, rub.slip) : contact::norm(rub.slip));
}

void MechanismDynamics::add_slip_row(std::size_t f, std::size_t k, double scale, double* out) const {
    const Rub& rub = rubs_[f];
    if (rub.side >= 0) {
        const Side& side = sides_[static_cast<std::size_t>(rub.side)];
        return motion_.scatter(side.frames, side.across(), scale, out);
    }
    for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(rub.rows.row[l])];
        const double share = scale * rub.rows.share[k][l];
        if (share == 0) continue;
        for (std::size_t e = 0; e < row.index.size(); ++e) out[coordinate_of(row.index[e])] += share * row.coefficient[e];
    }
}

void MechanismDynamics::subtract_friction(std::size_t f, const Slip& force, double* r) const {
    const Rub& rub = rubs_[f];
    if (force[0] == 0 && force[1] == 0) return;
    if (rub.side >= 0) {
        const Side& side = sides_[static_cast<std::size_t>(rub.side)];
        return motion_.scatter_free(side.frames, side.pushed(0, force[0]), -1, r);
    }
    for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(rub.rows.row[l])];
        const double share = rub.rows.share[0][l] * force[0] + rub.rows.share[1][l] * force[1];
        for (std::size_t e = 0; e < row.index.size(); ++e) r[row.index[e]] -= share * row.coefficient[e];
    }
}

void MechanismDynamics::add_slip_direction(std::size_t f, std::size_t k, double* out) const {
    Slip unit{};
    unit[k] = -1;
    subtract_friction(f, unit, out);
}

// Of rows that stay as they are: what given motions add, and d/dt (t.v) = t.a - (n.v)(t.v)/r of a tangent that turns.
double MechanismDynamics::slip_quadratic(std::size_t f, std::size_t k) const {
    const Rub& rub = rubs_[f];
    if (rub.side >= 0) return rate_quadratic(sides_[static_cast<std::size_t>(rub.side)], true);
    double sum = 0;
    for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(rub.rows.row[l])];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const auto& given = system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
            sum += rub.rows.share[k][l] * row.prescribed_coefficient[e] * given.signal->sample(motion_.time()).second;
        }
    }
    if (!rub.friction->around || k != 0) return sum;
    const Side& side =
        sides_[static_cast<std::size_t>(system_->contacts[static_cast<std::size_t>(rub.friction->contact)].first_side)];
    return sum - side.curvature * side.motion.rate * rub.around;
}

Slip MechanismDynamics::slip_acceleration(std::size_t f, const double* a) const {
    const Rub& rub = rubs_[f];
    Slip out{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(rub.friction->directions); ++k) out[k] = slip_quadratic(f, k);
    for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(rub.rows.row[l])];
        double sum = 0;
        for (std::size_t e = 0; e < row.index.size(); ++e) sum += row.coefficient[e] * a[row.index[e]];
        for (std::size_t k = 0; k < 2; ++k) out[k] += rub.rows.share[k][l] * sum;
    }
    return out;
}

bool MechanismDynamics::on_rigid_stop(std::size_t f) const { return rubs_[f].rigid; }

void MechanismDynamics::take_statuses(std::size_t f, const FrictionState& state) {
    Rub& rub = rubs_[f];
    const Slip direction = direction_from(*rub.friction, state);
    slides_as_before_ = slides_as_before_ && rub.status == state.status && rub.breaking == state.breaking &&
                        (rub.direction == direction || !rub.law->cone);
    rub.status = state.status;
    rub.breaking = state.breaking;
    rub.direction = direction;
    rub.least = rounding_of_slip;
}

// A friction whose contact has just begun slips as it finds the surfaces, or is at rest until `settle` says otherwise.
void MechanismDynamics::rub(State& state) {
    for (std::size_t s = 0; s < sides_.size(); ++s)
        normal_[s] = state.sides[s].memory.closed ? state.sides[s].response.force : 0.0;
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        FrictionState& friction = state.frictions[f];
        const Rub& rub = rubs_[f];
        friction.velocity = rub.slip;
        friction.force = {};
        friction.normal_force = friction.stored_energy = 0;
        if (!pressed(f, state)) {
            friction.status = FrictionStatus::open;
            friction.breaking = false;
            friction.direction = friction.bristle = {};
            take_statuses(f, friction);
            continue;
        }
        if (!rub.law->cone) {
            friction.status = FrictionStatus::slip;
        } else if (friction.status == FrictionStatus::open) {
            const bool rests = !(contact::norm(rub.slip) > rounding_of_slip);
            friction.status = rests ? FrictionStatus::stick : FrictionStatus::slip;
            friction.breaking = false;
            if (!rests) friction.direction = along(rub.slip);
        }
        take_statuses(f, friction);
        bend(f, {friction.bristle, rub.slip, 0});
        if (rub.rigid) continue;
        friction.normal_force = press(f, normal_.data());
        if (friction.normal_force == 0 && !rub.law->cone) {
            friction.status = FrictionStatus::open;
            continue;
        }
        const contact::FrictionResponse response = this->rub(f, friction.normal_force);
        friction.force = response.force;
        friction.stored_energy = response.stored_energy;
        subtract_friction(f, friction.force, state.a.data());
    }
}

void MechanismDynamics::add_friction_derivatives(std::size_t f, const contact::FrictionResponse& answer,
                                                 const contact::Response* responses, Matrix& stiffness, Matrix& damping) {
    const Rub& rub = rubs_[f];
    const auto directions = static_cast<std::size_t>(rub.friction->directions);
    std::array<linalg::Vector*, 2> tangents{&reduced_, &across_};
    for (std::size_t k = 0; k < directions; ++k) {
        tangents[k]->setZero();
        add_slip_row(f, k, 1, tangents[k]->data());
    }
    for (std::size_t i = 0; i < directions; ++i) {
        for (std::size_t j = 0; j < directions; ++j) {
            if (const double d = answer.damping[2 * i + j]; d != 0)
                damping.noalias() += d * *tangents[i] * tangents[j]->transpose();
        }
    }
    if (responses == nullptr || rub.friction->contact < 0) return;
    const Contact& contact = system_->contacts[static_cast<std::size_t>(rub.friction->contact)];
    for (int s = contact.first_side; s < contact.first_side + contact.gap.sides(); ++s) {
        const contact::Response& response = responses[s];
        if (response.stiffness == 0 && response.damping == 0) continue;
        unheld_.setZero();
        add_rate_row(sides_[static_cast<std::size_t>(s)], 1, unheld_.data());
        for (std::size_t i = 0; i < directions; ++i) {
            const double share = answer.by_normal[i];
            if (share == 0) continue;
            stiffness.noalias() += share * response.stiffness * *tangents[i] * unheld_.transpose();
            damping.noalias() += share * response.damping * *tangents[i] * unheld_.transpose();
        }
    }
}

}  // namespace jounce::time

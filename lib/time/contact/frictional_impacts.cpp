// Impacts on rigid stops with friction, in Systems with joints: impulses along normals and tangents as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <stdexcept>

#include "contact/rigid_law.hpp"
#include "linalg/dense.hpp"
#include "time/contact/frictional_contacts.hpp"
#include "time/contact/rigid_stops.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
// Of the terms of a slip speed behind an impact.
constexpr double rounding = 1e-11;

/// A friction of a struck side, along the slip before the impact.
struct Tangent {
    std::size_t friction = 0;
    int normal = 0;  // among the sides struck
    contact::Slip direction{1, 0};
    double slip = 0, coefficient = 0, returned = 0;
};

double tangential_restitution(const contact::Law& law) {
    const auto* rigid = dynamic_cast<const contact::RigidLaw*>(&law);
    return rigid != nullptr ? rigid->tangential_restitution() : 0.0;
}

double coefficient_of(const MechanismDynamics::Rub& rub, const FrictionState& friction) {
    if (rub.law->cone) return rub.law->cone->coefficient;
    return contact::norm(rub.law->evaluate(rub.slip, 1, {friction.bristle, rub.slip, 0}).force);
}
}  // namespace

std::vector<RigidStops::Impulse> RigidStops::strike_with_friction(State& state, const std::vector<int>& sides,
                                                                  const std::vector<char>& accumulated) {
    const auto m = static_cast<Eigen::Index>(sides.size());
    std::vector<Tangent> tangents;
    FrictionalContacts problem;
    std::vector<double> opening;
    for (Eigen::Index i = 0; i < m; ++i) {
        const auto side = static_cast<std::size_t>(sides[static_cast<std::size_t>(i)]);
        const double rate = dynamics_->sides()[side].motion.rate;
        const bool rebounds = bounces(side, rate, accumulated);
        opening.push_back(-(1 + (rebounds ? *law_[side]->restitution_asked : 0.0)) * rate);
        const int f = dynamics_->sides()[side].friction;
        if (f < 0) continue;
        const MechanismDynamics::Rub& rub = dynamics_->rubs()[static_cast<std::size_t>(f)];
        Tangent tangent{static_cast<std::size_t>(f), static_cast<int>(i)};
        const double speed = contact::norm(rub.slip);
        if (rub.friction->directions == 2) {
            if (!(speed > 0)) continue;
            tangent.direction = {rub.slip[0] / speed, rub.slip[1] / speed};
        }
        tangent.slip = contact::dot(rub.slip, tangent.direction);
        tangent.coefficient = coefficient_of(rub, state.frictions[static_cast<std::size_t>(f)]);
        tangent.returned = rebounds ? tangential_restitution(*law_[side]) : 0.0;
        tangents.push_back(tangent);
    }
    const auto t = static_cast<Eigen::Index>(tangents.size());
    Matrix rows(state.v.size(), m + t), answers(state.v.size(), m + t);
    problem.c.resize(m + t);
    Vector before(m + t);
    for (Eigen::Index i = 0; i < m; ++i) {
        const int side = sides[static_cast<std::size_t>(i)];
        rows.col(i) = rows_.col(side);
        answers.col(i) = answers_.col(side);
        problem.c[i] = opening[static_cast<std::size_t>(i)];
        before[i] = -dynamics_->sides()[static_cast<std::size_t>(side)].motion.rate;
    }
    for (Eigen::Index i = 0; i < t; ++i) {
        const Tangent& tangent = tangents[static_cast<std::size_t>(i)];
        slip_columns(tangent.friction, tangent.direction, rows.col(m + i).data(), answers.col(m + i).data());
        before[m + i] = -tangent.slip;
        problem.c[m + i] = -(1 + tangent.returned) * tangent.slip;
        problem.pressed_by.push_back(tangent.normal);
        problem.coefficient.push_back(tangent.coefficient);
        problem.normal_force.push_back(0);
    }
    problem.W = rows.transpose() * answers;
    const auto answer = problem.solve();
    if (!answer)
        throw std::runtime_error("the impulses of rigid stops with friction that are struck at one instant have no solution");
    std::vector<double> slip_before;
    for (const MechanismDynamics::Rub& rub : dynamics_->rubs()) slip_before.push_back(contact::norm(rub.slip));
    const double fastest = state.v.cwiseAbs().maxCoeff();
    put_on_surface(state, sides);
    state.v.noalias() -= answers * answer->forces;
    const Vector after = before + problem.W * answer->forces;
    std::vector<Impulse> out;
    std::vector<int> sticking;
    for (Eigen::Index i = 0; i < m; ++i) {
        const int side = sides[static_cast<std::size_t>(i)];
        const bool rests = after[i] < law_[static_cast<std::size_t>(side)]->minimum_speed * 1e-3;
        out.push_back({side, answer->forces[i], rests});
        if (rests) sticking.push_back(side);
    }
    // What holds by a finite force may be torn loose.
    dynamics_->move(state.q.data(), state.v.data(), false);
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        FrictionState& friction = state.frictions[f];
        const contact::Slip& slip = dynamics_->rubs()[f].slip;
        const double speed = contact::norm(slip);
        if (friction.status != FrictionStatus::stick || speed <= slip_before[f] + rounding * fastest) continue;
        friction.status = FrictionStatus::slip;
        friction.breaking = false;
        friction.direction = {slip[0] / speed, slip[1] / speed};
    }
    std::vector<std::size_t> holding;
    for (Eigen::Index i = 0; i < t; ++i) {
        const Tangent& tangent = tangents[static_cast<std::size_t>(i)];
        FrictionState& friction = state.frictions[tangent.friction];
        for (std::size_t k = 0; k < 2; ++k) {
            friction.impulse[k] += answer->forces[m + i] * tangent.direction[k];
            friction.speed_before[k] = tangent.slip * tangent.direction[k];
        }
        if (!dynamics_->rubs()[tangent.friction].law->cone) continue;
        const double slip = -after[m + i];
        friction.breaking = false;
        friction.status = FrictionStatus::open;  // unless its side stays closed
        if (!out[static_cast<std::size_t>(tangent.normal)].sticks) continue;
        const bool holds = std::abs(slip) <= rounding * answer->sizes[m + i];
        friction.status = holds ? FrictionStatus::stick : FrictionStatus::slip;
        if (holds) {
            holding.push_back(tangent.friction);
        } else {
            const double sign = slip < 0 ? -1 : 1;
            friction.direction = {sign * tangent.direction[0], sign * tangent.direction[1]};
        }
    }
    if (!sticking.empty()) bring_to_rest(state, sticking, holding);
    return out;
}

void RigidStops::slip_columns(std::size_t friction, const contact::Slip& direction, double* row, double* answer) const {
    const Eigen::Index n = rows_.rows();
    Vector one(n);
    Eigen::Map<Vector> out(row, n);
    out.setZero();
    for (std::size_t k = 0; k < 2; ++k) {
        if (direction[k] == 0) continue;
        one.setZero();
        dynamics_->add_slip_direction(friction, k, one.data());
        out += direction[k] * one;
    }
    dynamics_->answer_impulse(row, answer);
}

}  // namespace jounce::time

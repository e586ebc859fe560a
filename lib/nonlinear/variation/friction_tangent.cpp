// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/friction_tangent.hpp"

#include <cmath>

#include "system/state/gap_rows.hpp"

namespace jounce::nonlinear {

using contact::Slip;
using Eigen::RowVectorXd;

PhiRows::PhiRows(const System& system) : n(system.size()), count(2 * n + system.sides), bristle_(system.frictions.size(), -1) {
    for (std::size_t f = 0; f < system.frictions.size(); ++f) {
        if (!system.frictions[f].law->has_bristle) continue;
        bristle_[f] = count;
        count += 2;
    }
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s)
            compression_.push_back(contact.law->transition->relaxes ? count++ : Eigen::Index{-1});
    }
}

namespace {

/// The sliding force of a set-valued law is mu N along the fixed direction.
FrictionTangent of_cone(const contact::FrictionCone& cone, int directions, const FrictionState& state) {
    FrictionTangent out;
    const double mu = state.breaking ? cone.static_coefficient : cone.coefficient;
    out.by_normal = {mu * state.direction[0], mu * state.direction[1]};
    const double speed = contact::norm(state.velocity);
    if (directions == 1 || !(speed > 0)) return out;
    const Slip e{state.velocity[0] / speed, state.velocity[1] / speed};
    for (std::size_t i = 0; i < 2; ++i) {
        out.by_normal[i] = mu * e[i];
        for (std::size_t j = 0; j < 2; ++j)
            out.damping[2 * i + j] = mu * state.normal_force / speed * ((i == j ? 1.0 : 0.0) - e[i] * e[j]);
    }
    return out;
}

}  // namespace

FrictionTangent friction_tangent(const Friction& friction, const FrictionState& state) {
    const contact::FrictionLaw& law = *friction.law;
    if (law.cone) return of_cone(*law.cone, friction.directions, state);
    const auto answer = [&](const Slip& velocity, const Slip& bristle) {
        return law.evaluate(velocity, state.normal_force, {bristle, velocity, 0});
    };
    const contact::FrictionResponse here = answer(state.velocity, state.bristle);
    FrictionTangent out;
    out.damping = here.damping;
    out.by_normal = here.by_normal;
    out.bristle_rate = here.bristle_rate;
    if (!law.has_bristle) return out;
    // Force and rate are linear in the bristle, so the difference is exact; in the slip it is of fourth order and does not cross
    // s = 0, where |s| has a kink.
    const double speed = contact::norm(state.velocity);
    const double step = 1e-3 * (speed > 0 ? speed : 1e-9);
    for (std::size_t j = 0; j < static_cast<std::size_t>(friction.directions); ++j) {
        const double size = state.bristle[j] != 0 ? std::abs(state.bristle[j]) : 1;
        Slip ahead = state.bristle, behind = state.bristle;
        ahead[j] += size;
        behind[j] -= size;
        const contact::FrictionResponse a = answer(state.velocity, ahead), b = answer(state.velocity, behind);
        const auto at_slip = [&](double share) {
            Slip velocity = state.velocity;
            velocity[j] += share * step;
            return answer(velocity, state.bristle).bristle_rate;
        };
        const Slip one = at_slip(1), minus_one = at_slip(-1), two = at_slip(2), minus_two = at_slip(-2);
        for (std::size_t i = 0; i < static_cast<std::size_t>(friction.directions); ++i) {
            out.by_bristle[2 * i + j] = (a.force[i] - b.force[i]) / (2 * size);
            out.rate_by_bristle[2 * i + j] = (a.bristle_rate[i] - b.bristle_rate[i]) / (2 * size);
            out.rate_by_slip[2 * i + j] = (8 * (one[i] - minus_one[i]) - (two[i] - minus_two[i])) / (12 * step);
        }
    }
    return out;
}

SlipGradient slip_gradient(const System& system, const SideGradients& sides, const Friction& friction, const State& state) {
    SlipGradient out;
    out.rows = slip_rows(system, state, friction);
    const linalg::Matrix& B = sides.rows();
    for (std::size_t k = 0; k < 2; ++k) out.along[k] = out.bend[k] = RowVectorXd::Zero(B.cols());
    for (std::size_t l = 0; l < static_cast<std::size_t>(out.rows.count); ++l) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(out.rows.row[l])];
        double acceleration = B.row(out.rows.row[l]).dot(state.a);
        for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
            acceleration +=
                row.prescribed_coefficient[j] *
                system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[j])].signal->sample(state.time).second;
        }
        for (std::size_t k = 0; k < 2; ++k) {
            out.along[k] += out.rows.share[k][l] * B.row(out.rows.row[l]);
            out.acceleration[k] += out.rows.share[k][l] * acceleration;
        }
    }
    if (!friction.around) return out;
    // s = t v with dt = -n (t dx)/r
    const Contact& contact = system.contacts[static_cast<std::size_t>(friction.contact)];
    const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side)];
    const double radius = side.motion.indentation + contact.gap.clearance;
    out.normal = side.normal;
    out.turn = RowVectorXd::Zero(B.cols());
    if (!(radius > 0)) return out;
    for (std::size_t l = 0; l < 2; ++l) out.turn += out.rows.share[0][l] / radius * B.row(out.rows.row[l]);
    const LocalMotion local = local_motion(system, contact, state.time, state.q.data(), state.v.data());
    const double around = out.rows.share[0][0] * local.v[0] + out.rows.share[0][1] * local.v[1];
    out.bend[0] = -side.motion.rate * out.turn;
    out.acceleration[0] -= side.motion.rate * around / radius;
    return out;
}

}  // namespace jounce::nonlinear

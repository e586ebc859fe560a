// The forces of the closed sides of a mechanism as functions of few local motions, and the response to them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/small_cholesky.hpp"

namespace jounce::time {

namespace {
constexpr double stiff_friction = 0.05;  // h times damping times mobility: a friction below it follows its normal force
constexpr double stiff_contact = 0.1;    // the same plus stiffness times h^2: a contact below it is not stiff
}  // namespace

ContactForces::ContactForces(MechanismDynamics& dynamics, const MechanismFlow& flow, std::size_t instants)
    : d_(dynamics),
      flow_(flow),
      n_(static_cast<std::size_t>(dynamics.size())),
      sides_(dynamics.sides().size()),
      at_rest_(n_),
      bristles_(flow.bristles()),
      multipliers_(linalg::Vector::Zero(dynamics.motion().equations())) {
    const std::size_t most = largest_rank();
    rows_.reserve(most);
    turned_.resize(instants * most);
    for (auto* v : {&directions_, &answers_}) v->resize(2 * most * n_);
    inertance_.resize(4 * most * most);
}

void ContactForces::add_row(const Row& row) {
    const std::size_t k = rows_.size();
    const MechanismDynamics::Side& side = d_.sides()[row.side];
    rows_.push_back(row);
    rows_.back().direction = side.normal;
    rows_.back().turns = side.frames[0] >= 0 && side.curvature != 0;
    for (std::size_t part = 0; part < 2; ++part) {
        double* row_of_rate = along(k, part);
        double* answer = &answers_[(2 * k + part) * n_];
        std::fill_n(row_of_rate, n_, 0.0);
        if (part == 0 || side.frames[0] >= 0) d_.subtract(side, part == 0 ? -1 : 0, part == 0 ? 0 : -1, row_of_rate);
        // A tangential force of the same side follows its normal one.
        if (row.tangential) {
            std::copy_n(&answers_[(2 * row.normal + part) * n_], n_, answer);
            continue;
        }
        std::fill_n(answer, n_, 0.0);
        if (part == 1 && !rows_.back().turns && side.friction < 0) continue;
        std::copy_n(row_of_rate, n_, answer);
        d_.accelerate(answer, multipliers_.data(), {}, true);
        for (std::size_t i = 0; i < n_; ++i) answer[i] -= at_rest_[i];
    }
}

void ContactForces::begin(const double* y, double h) {
    const double* q = y + 1;
    const double* v = q + n_;
    std::copy_n(v + n_, bristles_.size(), bristles_.begin());
    d_.set_time(y[0]);
    d_.move(q, v, true);
    // The acceleration is affine in the forces.
    std::fill(at_rest_.begin(), at_rest_.end(), 0.0);
    d_.accelerate(at_rest_.data(), multipliers_.data(), {}, true);
    rows_.clear();
    for (std::size_t s = 0; s < sides_; ++s) {
        const MechanismDynamics::Side& side = d_.sides()[s];
        if (!flow_.memory(s).closed || side.law->rigid) continue;
        const contact::Response response = status_response(*side.law, side.motion, flow_.memory(s));
        const double mobility = d_.mobility(side);
        if (mobility > 0 && h * (response.damping + h * response.stiffness) * mobility < stiff_contact) continue;
        const std::size_t normal = rows_.size();
        add_row({.side = s, .normal = normal, .mobility = mobility > 0 ? mobility : 1});
        if (side.friction < 0) continue;
        if (h * std::abs(friction_at(side, side.slip, response.force).damping[0]) * mobility < stiff_friction) continue;
        add_row({.side = s, .tangential = true, .normal = normal});
    }
    const std::size_t p = rank();
    for (std::size_t j = 0; j < 2 * p; ++j) {
        for (std::size_t i = 0; i < 2 * p; ++i)
            inertance_[i + j * 2 * p] = linalg::small_dot(static_cast<int>(n_), &directions_[i * n_], &answers_[j * n_]);
    }
}

contact::FrictionResponse ContactForces::friction_at(const MechanismDynamics::Side& side, double slip, double force) const {
    const auto f = static_cast<std::size_t>(side.friction);
    const MechanismDynamics::Rub& rub = d_.rubs()[f];
    if (rub.side < 0) return {};  // of nodes: it is not stiff, and goes with the rest of the motion
    if (rub.law->cone) return d_.rub(f, std::max(force, 0.0));
    const contact::Slip velocity{slip, 0};
    return rub.law->evaluate(velocity, std::max(force, 0.0), {{bristles_[rub.bristle], 0}, velocity, 0});
}

void ContactForces::set_direction(std::size_t instant, std::size_t k) {
    const Row& row = rows_[k];
    const MechanismDynamics::Side& side = d_.sides()[row.side];
    double cosine = 1, sine = 0;
    if (row.turns) {
        cosine = side.normal.dot(row.direction);
        sine = side.normal.dot(bodies::perpendicular(row.direction));
    }
    Direction& to = turned_[instant * largest_rank() + k];
    if (row.tangential) {
        to.rate = to.force = {-sine, cosine};
        return;
    }
    to.rate = to.force = {cosine, sine};
    if (side.friction < 0 || (k + 1 < rank() && rows_[k + 1].tangential)) return;
    const double share = friction_at(side, side.slip, 1).by_normal[0];
    to.force[0] -= share * sine;
    to.force[1] += share * cosine;
}

void ContactForces::place(std::size_t instant, const double* y) {
    d_.set_time(y[0]);
    d_.move(y + 1, y + 1 + n_, false);
    direct(instant);
}

void ContactForces::direct(std::size_t instant) {
    for (std::size_t k = 0; k < rank(); ++k) set_direction(instant, k);
}

void ContactForces::inertance(std::size_t of_rates, std::size_t of_forces, double weight, double turned, double* out) const {
    const std::size_t p = rank(), most = largest_rank();
    for (std::size_t i = 0; i < p; ++i) {
        const auto& rate = turned_[of_rates * most + i].rate;
        const double turning = turned * rows_[i].turning;
        const double along = weight * rate[0] - turning * rate[1], across = weight * rate[1] + turning * rate[0];
        for (std::size_t j = 0; j < p; ++j) {
            const auto& force = turned_[of_forces * most + j].force;
            const double* at = &inertance_[2 * i + 2 * j * 2 * p];
            out[i + j * p] =
                along * (at[0] * force[0] + at[2 * p] * force[1]) + across * (at[1] * force[0] + at[1 + 2 * p] * force[1]);
        }
    }
}

void ContactForces::project(const double* v, double* parts) const {
    for (std::size_t k = 0; k < 2 * rank(); ++k) parts[k] = linalg::small_dot(static_cast<int>(n_), &directions_[k * n_], v);
}

void ContactForces::rates(std::size_t instant, const double* parts, double* u) const {
    for (std::size_t k = 0; k < rank(); ++k) {
        const auto& share = turned_[instant * largest_rank() + k].rate;
        u[k] = share[0] * parts[2 * k] + share[1] * parts[2 * k + 1];
    }
}

void ContactForces::turn(std::size_t instant, double time) {
    for (std::size_t k = 0; k < rank(); ++k) {
        const auto& to = turned_[instant * largest_rank() + k].rate;
        rows_[k].turning = rows_[k].tangential || !rows_[k].turns ? 0 : std::atan2(to[1], to[0]) / time;
    }
}

void ContactForces::add_coupling(std::size_t instant, const double* parts, double* u) const {
    for (std::size_t k = 0; k < rank(); ++k) {
        const auto& share = turned_[instant * largest_rank() + k].rate;
        u[k] += rows_[k].turning * (share[0] * parts[2 * k + 1] - share[1] * parts[2 * k]);
    }
}

void ContactForces::add(std::size_t instant, double weight, const double* f, double* sum) const {
    for (std::size_t k = 0; k < rank(); ++k) {
        const auto& share = turned_[instant * largest_rank() + k].force;
        for (std::size_t part = 0; part < 2; ++part) sum[2 * k + part] += weight * f[k] * share[part];
    }
}

void ContactForces::subtract(const double* sum, double* v) const {
    for (std::size_t k = 0; k < 2 * rank(); ++k) {
        if (sum[k] == 0) continue;
        const double* answer = &answers_[k * n_];
        for (std::size_t i = 0; i < n_; ++i) v[i] -= sum[k] * answer[i];
    }
}

void ContactForces::sample(double* x, double* u) const {
    for (std::size_t k = 0; k < rank(); ++k) {
        const MechanismDynamics::Side& side = d_.sides()[rows_[k].side];
        x[k] = rows_[k].tangential ? 0 : side.motion.indentation;
        u[k] = rows_[k].tangential ? side.slip : side.motion.rate;
    }
}

template <class ResponseOf>
void ContactForces::respond_by(const ResponseOf& response_of, const double* u, double* f, double* stiffness,
                               double* damping) const {
    for (std::size_t k = 0; k < rank(); ++k) {
        const Row& row = rows_[k];
        if (!row.tangential) {
            const contact::Response response = response_of(k);
            f[k] = response.force;
            stiffness[2 * k] = response.stiffness;
            damping[2 * k] = response.damping;
            stiffness[2 * k + 1] = damping[2 * k + 1] = 0;
            continue;
        }
        const std::size_t normal = row.normal;
        const contact::FrictionResponse friction = friction_at(d_.sides()[row.side], u[k], f[normal]);
        f[k] = friction.force[0];
        const double share = f[normal] > 0 ? friction.by_normal[0] : 0;
        stiffness[2 * k] = share * stiffness[2 * normal];
        damping[2 * k] = share * damping[2 * normal];
        stiffness[2 * k + 1] = 0;
        damping[2 * k + 1] = friction.damping[0];
    }
}

void ContactForces::respond(const double* x, const double* u, double* f, double* stiffness, double* damping) const {
    const auto of = [&](std::size_t k) {
        const std::size_t side = rows_[k].side;
        return status_response(*d_.sides()[side].law, {x[k], u[k]}, flow_.memory(side));
    };
    respond_by(of, u, f, stiffness, damping);
}

void ContactForces::answer(const double* u, double* f, double* stiffness, double* damping) const {
    respond_by([&](std::size_t k) -> const contact::Response& { return flow_.response(rows_[k].side); }, u, f, stiffness,
               damping);
}

}  // namespace jounce::time

// Impacts on rigid stops with friction: impulses along normals and tangents as one problem.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <optional>
#include <stdexcept>

#include "contact/families/rigid_law.hpp"
#include "linalg/dense/dense.hpp"
#include "system/state/gap_rows.hpp"
#include "time/contact/friction_cones.hpp"
#include "time/contact/frictional_contacts.hpp"
#include "time/contact/redundant_impulses.hpp"
#include "time/contact/rigid_stops.hpp"

namespace jounce::time {

using contact::Slip;
using linalg::Matrix;
using linalg::Vector;

namespace {
// Of the terms of a slip speed behind an impact.
constexpr double rounding = 1e-11;

/// A friction of a struck side: along its line, or along and across the slip before the impact in its plane.
struct Struck {
    std::size_t friction = 0;
    Eigen::Index normal = 0;   // its row: among the sides struck
    Eigen::Index tangent = 0;  // its first row, behind those of the normals
    std::size_t directions = 1;
    std::array<Slip, 2> direction{};
    double slip = 0, coefficient = 0, returned = 0;  // the slip before, along the first direction
};

double tangential_restitution(const contact::Law& law) {
    const auto* rigid = dynamic_cast<const contact::RigidLaw*>(&law);
    return rigid != nullptr ? rigid->tangential_restitution() : 0.0;
}

double coefficient_of(const contact::FrictionLaw& law, const Slip& slip, const FrictionState& friction) {
    if (law.cone) return law.cone->coefficient;
    return contact::norm(law.evaluate(slip, 1, {friction.bristle, slip, 0}).force);
}

/// Of rates of that size after impulses this large, nothing would be left but rounding: W is singular there.
bool cancel(const Matrix& W, const Vector& c, const Vector& P) {
    constexpr double most = 1e8;
    return !((W.cwiseAbs() * P.cwiseAbs()).maxCoeff() <= most * c.cwiseAbs().maxCoeff());
}

/// Impulses of all rows, from rates c without them, if there are any.
std::optional<Vector> impulses_of(const Matrix& W, const Vector& c, const std::vector<FrictionalImpact>& contacts) {
    // The normals, then the tangents along lines and along the slips of before.
    std::vector<Eigen::Index> rows;
    FrictionalContacts lines;
    FrictionCones cones{W, c, {}};
    bool planes = false;
    for (const FrictionalImpact& contact : contacts) {
        rows.push_back(contact.normal);
        cones.contacts.push_back({contact.normal, contact.tangent, contact.directions, contact.coefficient});
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (contacts[i].directions == 0) continue;
        rows.push_back(contacts[i].tangent);
        lines.pressed_by.push_back(static_cast<int>(i));
        lines.coefficient.push_back(contacts[i].coefficient);
        lines.normal_force.push_back(0);
        planes = planes || contacts[i].directions == 2;
    }
    lines.W = W(rows, rows);
    lines.c = c(rows);
    const auto answer = lines.solve();
    Vector out = Vector::Zero(c.size());
    if (answer) out(rows) = answer->forces;
    if (!planes && answer && !cancel(W, c, out)) return out;
    // Stops of nearly one direction make pivots of rounding: sweeps need none.
    const std::optional<Vector> in_cones = cones.solve(out);
    return in_cones && !cancel(W, c, *in_cones) ? in_cones : std::nullopt;
}

/// The same, shared by stops that hold one motion.
std::optional<Vector> impulses(const Matrix& W, const Vector& c, Eigen::Index normals, const std::vector<Struck>& frictions) {
    std::vector<FrictionalImpact> contacts;
    for (Eigen::Index i = 0; i < normals; ++i) contacts.push_back({.normal = i});
    for (const Struck& struck : frictions)
        contacts[static_cast<std::size_t>(struck.normal)] = {struck.normal, struck.tangent, static_cast<int>(struck.directions),
                                                             struck.coefficient};
    const ParallelContacts together(W, c, contacts);
    const std::optional<Vector> merged = impulses_of(W, c, together.merged);
    if (!merged) return {};
    Vector out = together.shared(*merged);
    std::vector<Eigen::Index> smooth;
    for (const Eigen::Index i : stops_at_restitution((c + W * out).head(normals), c)) {
        if (contacts[static_cast<std::size_t>(i)].directions == 0) smooth.push_back(i);
    }
    share_impulses(W, smooth, out);
    return out;
}
}  // namespace

std::vector<Slip> RigidStops::slips(const State& state) const {
    std::vector<Slip> out(state.frictions.size());
    if (dynamics_) {
        dynamics_->move(state.q.data(), state.v.data(), false);
        for (std::size_t f = 0; f < out.size(); ++f) out[f] = dynamics_->rubs()[f].slip;
        return out;
    }
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = slip_velocity(*system_, state, system_->frictions[f]);
    return out;
}

int RigidStops::friction_of(int side) const {
    const Contact* contact = contact_[static_cast<std::size_t>(side)];
    for (std::size_t f = 0; f < system_->frictions.size() && !dynamics_; ++f) {
        const int of = system_->frictions[f].contact;
        if (of >= 0 && &system_->contacts[static_cast<std::size_t>(of)] == contact) return static_cast<int>(f);
    }
    return dynamics_ ? dynamics_->sides()[static_cast<std::size_t>(side)].friction : -1;
}

std::vector<RigidStops::Impulse> RigidStops::strike_with_friction(State& state, const std::vector<int>& sides,
                                                                  const std::vector<char>& accumulated) {
    const auto m = static_cast<Eigen::Index>(sides.size());
    const std::vector<Slip> slips_before = slips(state);
    std::vector<Struck> frictions;
    std::vector<double> opening, before;
    Eigen::Index rows_in_use = m;
    for (Eigen::Index i = 0; i < m; ++i) {
        const auto side = static_cast<std::size_t>(sides[static_cast<std::size_t>(i)]);
        const double approach = rate(state, side);
        const bool rebounds = bounces(side, approach, accumulated);
        before.push_back(-approach);
        opening.push_back(-(1 + (rebounds ? *law_[side]->restitution_asked : 0.0)) * approach);
        const int of = friction_of(static_cast<int>(side));
        if (of < 0) continue;
        const auto f = static_cast<std::size_t>(of);
        Struck struck{f, i, rows_in_use, static_cast<std::size_t>(system_->frictions[f].directions), {Slip{1, 0}, Slip{0, 1}}};
        const Slip& slip = slips_before[f];
        const double speed = contact::norm(slip);
        if (struck.directions == 2 && speed > 0)
            struck.direction = {Slip{slip[0] / speed, slip[1] / speed}, Slip{-slip[1] / speed, slip[0] / speed}};
        struck.slip = contact::dot(slip, struck.direction[0]);
        struck.coefficient = coefficient_of(*system_->frictions[f].law, slip, state.frictions[f]);
        struck.returned = rebounds ? tangential_restitution(*law_[side]) : 0.0;
        rows_in_use += static_cast<Eigen::Index>(struck.directions);
        frictions.push_back(struck);
    }
    const Eigen::Index n = rows_in_use;
    Matrix rows(state.v.size(), n), answers(state.v.size(), n);
    Vector c = Vector::Zero(n), at = Vector::Zero(n);  // the rates of the problem, and those before the impact
    for (Eigen::Index i = 0; i < m; ++i) {
        rows.col(i) = rows_.col(sides[static_cast<std::size_t>(i)]);
        answers.col(i) = answers_.col(sides[static_cast<std::size_t>(i)]);
        c[i] = opening[static_cast<std::size_t>(i)];
        at[i] = before[static_cast<std::size_t>(i)];
    }
    for (const Struck& struck : frictions) {
        for (std::size_t k = 0; k < struck.directions; ++k) {
            const Eigen::Index row = struck.tangent + static_cast<Eigen::Index>(k);
            slip_columns(state, struck.friction, struck.direction[k], rows.col(row).data(), answers.col(row).data());
        }
        at[struck.tangent] = -struck.slip;
        c[struck.tangent] = -(1 + struck.returned) * struck.slip;
    }
    const Matrix W = rows.transpose() * answers;
    std::optional<Vector> found = impulses(W, c, m, frictions);
    if (!found) {
        // Friction wedges the bodies: no impulse within its bound gives the rebound. Poisson's does not move them.
        for (const Struck& struck : frictions) {
            c[struck.normal] = at[struck.normal];
            c[struck.tangent] = at[struck.tangent];
        }
        found = impulses(W, c, m, frictions);
    }
    if (!found) throw std::runtime_error("the impulses of rigid stops with friction have no solution");
    const Vector& P = *found;
    const double fastest = state.v.cwiseAbs().maxCoeff();
    put_on_surface(state, sides);
    state.v.noalias() -= answers * P;
    const Vector after = at + W * P;
    std::vector<Impulse> out;
    std::vector<int> sticking;
    for (Eigen::Index i = 0; i < m; ++i) {
        const int side = sides[static_cast<std::size_t>(i)];
        const bool rests = after[i] < at_rest(*law_[static_cast<std::size_t>(side)]);
        out.push_back({side, P[i], rests});
        if (rests) sticking.push_back(side);
    }
    turn_others(state, slips_before, rounding * fastest);
    Vector most = P.cwiseAbs();
    for (const Struck& struck : frictions)
        most.segment(struck.tangent, static_cast<Eigen::Index>(struck.directions)).array() +=
            struck.coefficient * P[struck.normal];
    const Vector sizes = c.cwiseAbs() + W.cwiseAbs() * most;
    std::vector<std::size_t> holding;
    for (const Struck& struck : frictions) {
        FrictionState& friction = state.frictions[struck.friction];
        Slip slip{};
        double size = 0;
        for (std::size_t j = 0; j < struck.directions; ++j) {
            const Eigen::Index row = struck.tangent + static_cast<Eigen::Index>(j);
            for (std::size_t k = 0; k < 2; ++k) {
                friction.impulse[k] += P[row] * struck.direction[j][k];
                slip[k] -= after[row] * struck.direction[j][k];
            }
            size = std::fmax(size, sizes[row]);
        }
        friction.speed_before = slips_before[struck.friction];
        if (!system_->frictions[struck.friction].law->cone) continue;
        friction.breaking = false;
        friction.status = FrictionStatus::open;  // unless its side stays closed
        if (!out[static_cast<std::size_t>(struck.normal)].sticks) continue;
        const double speed = contact::norm(slip);
        if (speed <= rounding * size) {
            friction.status = FrictionStatus::stick;
            holding.push_back(struck.friction);
        } else {
            friction.status = FrictionStatus::slip;
            friction.direction = {slip[0] / speed, slip[1] / speed};
        }
    }
    if (!sticking.empty()) bring_to_rest(state, sticking, holding);
    return out;
}

void RigidStops::turn_others(State& state, const std::vector<Slip>& before, double least) const {
    const std::vector<Slip> now = slips(state);
    for (std::size_t f = 0; f < now.size(); ++f) {
        FrictionState& friction = state.frictions[f];
        const double speed = contact::norm(now[f]);
        if (friction.status == FrictionStatus::open || !system_->frictions[f].law->cone) continue;
        if (speed <= contact::norm(before[f]) + least && friction.status == FrictionStatus::stick) continue;
        if (!(speed > least)) continue;
        friction.breaking = friction.breaking && friction.status == FrictionStatus::slip;
        friction.status = FrictionStatus::slip;
        friction.direction = {now[f][0] / speed, now[f][1] / speed};
    }
}

void RigidStops::slip_columns(const State& state, std::size_t friction, const Slip& direction, double* row,
                              double* answer) const {
    const Eigen::Index n = rows_.rows();
    Eigen::Map<Vector> out(row, n), velocities(answer, n);
    out.setZero();
    if (dynamics_) {
        Vector one(n);
        for (std::size_t k = 0; k < 2; ++k) {
            if (direction[k] == 0) continue;
            one.setZero();
            dynamics_->add_slip_direction(friction, k, one.data());
            out += direction[k] * one;
        }
        return dynamics_->answer_impulse(row, answer);
    }
    velocities.setZero();
    const SlipRows of = slip_rows(*system_, state, system_->frictions[friction]);
    for (std::size_t l = 0; l < static_cast<std::size_t>(of.count); ++l) {
        const double share = direction[0] * of.share[0][l] + direction[1] * of.share[1][l];
        out += share * transposed_.col(of.row[l]);
        velocities += share * influence_.col(of.row[l]);
    }
}

}  // namespace jounce::time

// Impacts on rigid stops: impulses over all closed stops at one instant, by Newton's law of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/rigid_stops.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "linalg/dense/complementarity.hpp"
#include "linalg/dense/dense.hpp"
#include "system/state/gap_rows.hpp"
#include "time/contact/redundant_impulses.hpp"
#include "time/contact/stop_places.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
// By Lemke's path, in units in which the diagonal of W is one.
std::vector<double> impulses_by_lemke(const Matrix& W, const Vector& q) {
    Vector unit(q.size());
    for (Eigen::Index i = 0; i < q.size(); ++i) unit[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 1.0;
    const Vector right = unit.cwiseProduct(q);
    const double size = right.cwiseAbs().maxCoeff();
    const auto found = linalg::solve_complementarity(unit.asDiagonal() * W * unit.asDiagonal(), right / size);
    if (!found) throw std::runtime_error("the impulses of simultaneous impacts on rigid stops cannot be determined");
    const Vector P = size * unit.cwiseProduct(*found);
    return {P.data(), P.data() + P.size()};
}
}  // namespace

std::vector<double> complementary_impulses(const Matrix& W, const Vector& q) {
    const int m = static_cast<int>(q.size());
    std::vector<bool> pushing(static_cast<std::size_t>(m), false);
    const double round_off = 1e-13 * q.cwiseAbs().maxCoeff();
    for (long pivots = 0; pivots < 4096L * (m + 1); ++pivots) {
        std::vector<int> set;
        for (int i = 0; i < m; ++i) {
            if (pushing[static_cast<std::size_t>(i)]) set.push_back(i);
        }
        Vector P = Vector::Zero(m);
        if (!set.empty()) {
            const int s = static_cast<int>(set.size());
            Matrix A(s, s);
            Vector b(s);
            for (int i = 0; i < s; ++i) {
                b[i] = -q[set[static_cast<std::size_t>(i)]];
                for (int j = 0; j < s; ++j) A(i, j) = W(set[static_cast<std::size_t>(i)], set[static_cast<std::size_t>(j)]);
            }
            // The smallest impulses when several stops constrain one motion and cannot be distinguished.
            const Vector x = linalg::least_solution(A, b);
            for (int i = 0; i < s; ++i) P[set[static_cast<std::size_t>(i)]] = x[i];
        }
        const Vector w = W * P + q;
        const double least_impulse = 1e-13 * P.cwiseAbs().maxCoeff();
        int wrong = -1;
        for (int i = 0; i < m && wrong < 0; ++i) {
            const bool in = pushing[static_cast<std::size_t>(i)];
            if (in ? P[i] < -least_impulse : w[i] < -round_off) wrong = i;
        }
        // Stops that hold one motion with several restitutions: no impulses satisfy the equations of all that push.
        for (int i = 0; i < m && wrong < 0; ++i) {
            if (pushing[static_cast<std::size_t>(i)] && std::abs(w[i]) > 1e5 * round_off) return impulses_by_lemke(W, q);
        }
        if (wrong < 0) {
            std::vector<double> out(static_cast<std::size_t>(m));
            for (int i = 0; i < m; ++i) out[static_cast<std::size_t>(i)] = std::max(P[i], 0.0);
            return out;
        }
        pushing[static_cast<std::size_t>(wrong)] = !pushing[static_cast<std::size_t>(wrong)];
    }
    return impulses_by_lemke(W, q);
}

Vector shared_impulses(const Matrix& W, const Vector& q) {
    const std::vector<double> P = complementary_impulses(W, q);
    Vector out = Eigen::Map<const Vector>(P.data(), q.size());
    share_impulses(W, stops_at_restitution(W * out + q, q), out);
    return out;
}

void require_outside_rigid_stops(const System& system, const State& state, double step) {
    const StopPlaces places(system, step);
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const auto at = static_cast<std::size_t>(contact.first_side + s);
            const double depth = state.sides[at].motion.indentation;
            if (depth <= 1e-9 * (1e-3 + std::abs(contact.gap.clearance))) continue;
            if (state.sides[at].memory.closed && depth <= places.bound(at, state)) continue;
            throw bad_case("gap '" + contact.name + "': the motion must begin in front of a rigid stop, got " + shortest(depth) +
                           " m behind it")
                .at(contact.origin);
        }
    }
}

void require_located_rigid_stops(const System& system, Events events, const std::string& analysis) {
    if (events == Events::locate) return;
    for (const Contact& contact : system.contacts)
        if (contact.law->rigid) throw refusals::rigid_stepwise.error(analysis, {contact.name});
}

RigidStops::RigidStops(const System& system) : system_(&system) {
    for (const Contact& contact : system.contacts) {
        any_ = any_ || contact.law->rigid;
        circular_ = circular_ || (contact.law->rigid && contact.gap.shape == contact::GapShape::circular);
        for (int s = 0; s < contact.gap.sides(); ++s) {
            sign_.push_back(contact.gap.sign(s));
            law_.push_back(contact.law.get());
            contact_.push_back(&contact);
        }
    }
    if (!any_) return;
    rows_ = answers_ = Matrix::Zero(system.size(), static_cast<Eigen::Index>(sign_.size()));
    if (system.mechanism) {
        dynamics_ = std::make_unique<MechanismDynamics>(system);
        return;
    }
    const Matrix transposed = transposed_rows(system);
    for (std::size_t s = 0; s < sign_.size(); ++s)
        rows_.col(static_cast<Eigen::Index>(s)) = sign_[s] * transposed.col(contact_[s]->first_row);
    answers_ = rows_;
    const linalg::Factorisation mass = LinearKernel(system.linear).factor(1, 0, 0);
    mass.solve_in_place(answers_);
    if (system.frictions.empty() && !circular_) return;
    transposed_ = influence_ = transposed;
    mass.solve_in_place(influence_);
}

std::vector<RigidStops::Impulse> RigidStops::strike(State& state, const std::vector<int>& sides,
                                                    const std::vector<char>& accumulated) {
    const int m = static_cast<int>(sides.size());
    place(state, sides);
    if (!system_->frictions.empty()) return strike_with_friction(state, sides, accumulated);
    const Matrix W = mobility(sides);
    Vector before(m), q(m);
    for (int i = 0; i < m; ++i) {
        const std::size_t a = static_cast<std::size_t>(sides[static_cast<std::size_t>(i)]);
        before[i] = -state.sides[a].motion.rate;
        q[i] = (1 + (bounces(a, -before[i], accumulated) ? *law_[a]->restitution_asked : 0.0)) * before[i];
    }
    // The bodies touch: the round-off of the depths is removed; otherwise stops that chatter together would penetrate.
    put_on_surface(state, sides);
    const Vector P = shared_impulses(W, q);
    std::vector<Impulse> out;
    const Vector after = before + W * P;
    for (int i = 0; i < m; ++i) {
        const int a = sides[static_cast<std::size_t>(i)];
        const double impulse = P[i];
        if (impulse > 0) state.v.noalias() -= impulse * answers_.col(a);
        out.push_back({a, impulse, after[i] < at_rest(*law_[static_cast<std::size_t>(a)])});
    }
    std::vector<int> sticking;
    for (const Impulse& now : out) {
        if (now.sticks) sticking.push_back(now.side);
    }
    if (!sticking.empty()) bring_to_rest(state, sticking);
    return out;
}

void RigidStops::place(const State& state, const std::vector<int>& sides) {
    if (!dynamics_) {
        for (const int s : sides) {
            const Contact& contact = *contact_[static_cast<std::size_t>(s)];
            if (contact.gap.shape != contact::GapShape::circular) continue;
            const NormalRows rows = normal_rows(*system_, contact, state);
            rows_.col(s) = rows.share[0] * transposed_.col(rows.row) + rows.share[1] * transposed_.col(rows.row + 1);
            answers_.col(s) = rows.share[0] * influence_.col(rows.row) + rows.share[1] * influence_.col(rows.row + 1);
        }
        return;
    }
    dynamics_->set_time(state.time);
    dynamics_->hold(state);
    dynamics_->move(state.q.data(), state.v.data(), true);
    for (const int s : sides) {
        rows_.col(s).setZero();
        dynamics_->add_direction(static_cast<std::size_t>(s), rows_.col(s).data());
        dynamics_->answer_impulse(rows_.col(s).data(), answers_.col(s).data());
    }
}

Matrix RigidStops::mobility(const std::vector<int>& sides) const {
    const auto m = static_cast<Eigen::Index>(sides.size());
    Matrix W(m, m);
    for (Eigen::Index i = 0; i < m; ++i) {
        for (Eigen::Index j = 0; j < m; ++j)
            W(i, j) = rows_.col(sides[static_cast<std::size_t>(i)]).dot(answers_.col(sides[static_cast<std::size_t>(j)]));
    }
    return W;
}

void RigidStops::put_on_surface(State& state, const std::vector<int>& sides) const {
    Vector depth(static_cast<Eigen::Index>(sides.size()));
    for (std::size_t i = 0; i < sides.size(); ++i)
        depth[static_cast<Eigen::Index>(i)] = state.sides[static_cast<std::size_t>(sides[i])].motion.indentation;
    const Vector shift = linalg::least_solution(mobility(sides), depth);
    for (std::size_t i = 0; i < sides.size(); ++i)
        state.q.noalias() -= shift[static_cast<Eigen::Index>(i)] * answers_.col(sides[i]);
}

void RigidStops::let_go(State& state, const std::vector<int>& sides) {
    place(state, sides);
    put_on_surface(state, sides);
    // One that leaves goes on: where it depends on the others, bringing it to rest would stop all of them.
    std::vector<int> resting;
    for (const int s : sides) {
        const auto at = static_cast<std::size_t>(s);
        if (sides.size() == 1 || state.sides[at].memory.closed || !(rate(state, at) < 0)) resting.push_back(s);
    }
    bring_to_rest(state, resting);
}

void RigidStops::put_beside(State& state, const std::vector<int>& sides, const std::vector<int>& beside,
                            const std::vector<double>& depths) {
    std::vector<int> all = sides;
    all.insert(all.end(), beside.begin(), beside.end());
    place(state, all);
    const auto move = [&](const std::vector<int>& moved, const Vector& depth) {
        const Vector shift = linalg::least_solution(mobility(moved), depth);
        for (std::size_t i = 0; i < moved.size(); ++i)
            state.q.noalias() -= shift[static_cast<Eigen::Index>(i)] * answers_.col(moved[i]);
    };
    const auto depth_of = [&](int side) { return motion(state, static_cast<std::size_t>(side)).indentation; };
    Vector depth(static_cast<Eigen::Index>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        depth[static_cast<Eigen::Index>(i)] = i < sides.size() ? depth_of(sides[i]) : depths[i - sides.size()];
    move(all, depth);
    if (sides.empty()) return;
    // More sides than motions: the rigid ones are exact.
    depth.resize(static_cast<Eigen::Index>(sides.size()));
    for (std::size_t i = 0; i < sides.size(); ++i) depth[static_cast<Eigen::Index>(i)] = depth_of(sides[i]);
    move(sides, depth);
}

double RigidStops::rate(const State& state, std::size_t side) const { return motion(state, side).rate; }

contact::Motion RigidStops::motion(const State& state, std::size_t side) const {
    if (!dynamics_) {
        const LocalMotion local = local_motion(*system_, *contact_[side], state.time, state.q.data(), state.v.data());
        return side_motion(contact_[side]->gap.at(static_cast<int>(side) - contact_[side]->first_side), local.x, local.v).motion;
    }
    dynamics_->set_time(state.time);
    dynamics_->hold(state);
    dynamics_->move(state.q.data(), state.v.data(), false);
    return dynamics_->sides()[side].motion;
}

void RigidStops::bring_to_rest(State& state, const std::vector<int>& sides, const std::vector<std::size_t>& frictions) const {
    std::vector<Vector> rows, answers;
    std::vector<double> speeds;
    const std::vector<contact::Slip> moving = frictions.empty() ? std::vector<contact::Slip>{} : slips(state);
    for (const int side : sides) {
        rows.emplace_back(rows_.col(side));
        answers.emplace_back(answers_.col(side));
        speeds.push_back(rate(state, static_cast<std::size_t>(side)));
    }
    for (const std::size_t f : frictions) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(system_->frictions[f].directions); ++k) {
            contact::Slip unit{};
            unit[k] = 1;
            rows.emplace_back(Vector::Zero(state.v.size()));
            answers.emplace_back(rows.back());
            slip_columns(state, f, unit, rows.back().data(), answers.back().data());
            speeds.push_back(moving[f][k]);
        }
    }
    const auto m = static_cast<Eigen::Index>(rows.size());
    Matrix W(m, m);
    for (Eigen::Index i = 0; i < m; ++i) {
        for (Eigen::Index j = 0; j < m; ++j)
            W(i, j) = rows[static_cast<std::size_t>(i)].dot(answers[static_cast<std::size_t>(j)]);
    }
    const Vector impulse = linalg::least_solution(W, Vector(Eigen::Map<const Vector>(speeds.data(), m)));
    for (Eigen::Index i = 0; i < m; ++i) state.v.noalias() -= impulse[i] * answers[static_cast<std::size_t>(i)];
}

}  // namespace jounce::time

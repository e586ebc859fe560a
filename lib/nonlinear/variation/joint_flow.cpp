// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/joint_flow.hpp"

#include <algorithm>
#include <cmath>

#include "contact/response/response.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/variation/law_derivative.hpp"
#include "system/state/gap_rows.hpp"
#include "time/exact/modal_flight.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;

JointFlow::JointFlow(const System& system, const SideGradients& gradients, const PhiRows& rows, Eigen::Index columns)
    : system_(system),
      gradients_(gradients),
      flow_(system),
      rows_(rows),
      n_(system.size()),
      columns_(columns),
      motion_(flow_.motion_size()),
      diagonal_(time::ModalFlight::applies(system.linear)),
      fill_(flow_.size()),
      cut_(static_cast<std::size_t>(system.sides)),
      force_(columns) {
    if (diagonal_) {
        k_ = Matrix(system.linear.K).diagonal();
        c_ = Matrix(system.linear.C).diagonal();
        damping_trace_ = -c_.sum();
    } else {
        const Matrix M = Matrix(system.linear.M);
        MK_ = linalg::solve_square(M, Matrix(system.linear.K));
        MC_ = linalg::solve_square(M, Matrix(system.linear.C));
        damping_trace_ = -MC_.trace();
    }
}

void JointFlow::begin(const State& from, const State& to) {
    flow_.begin(from, to.time);
    frozen_ = false;
    for (std::size_t s = 0; s < cut_.size(); ++s)
        cut_[s] = cut_within(*gradients_.contact(s).law, from.sides[s], to.sides[s]) ? 1 : 0;
    held_stops_.clear();
    holds_.clear();
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        const Contact& contact = gradients_.contact(s);
        if (!from.sides[s].memory.closed || !contact.law->rigid) continue;
        // The two sides of a gap without play share a row.
        if (!held_stops_.empty() && gradients_.contact(held_stops_.back()).first_row == contact.first_row) continue;
        held_stops_.push_back(s);
        holds_.push_back({s, false, 0});
    }
    follows_ = false;
    for (std::size_t f = 0; f < from.frictions.size(); ++f) {
        const Friction& friction = system_.frictions[f];
        if (from.frictions[f].status == FrictionStatus::stick) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(friction.directions); ++k) holds_.push_back({f, true, k});
        } else if (from.frictions[f].status == FrictionStatus::slip && friction.contact >= 0) {
            follows_ = follows_ || system_.contacts[static_cast<std::size_t>(friction.contact)].law->rigid;
        }
    }
    turning_ = std::ranges::any_of(holds_, [this](const Hold& hold) { return turns(hold); });
    const auto count = static_cast<Eigen::Index>(holds_.size());
    held_.resize(count, n_);
    shallow_.clear();
    if (count == 0) choose_shallow(from, to);
    if (count == 0) return;
    force_rows_.resize(n_, count);
    place_holds(from);
    set_push(force_rows_);
    local_.resize(count, columns_);
}

bool JointFlow::turns(const Hold& hold) const {
    if (hold.stick) return system_.frictions[hold.number].around && hold.component == 0;
    return gradients_.contact(hold.number).gap.shape == contact::GapShape::circular;
}

void JointFlow::place_holds(const State& at) {
    const Matrix& B = gradients_.rows();
    const Matrix& W = gradients_.influence();
    for (std::size_t h = 0; h < holds_.size(); ++h) {
        const auto i = static_cast<Eigen::Index>(h);
        const auto [number, stick, component] = holds_[h];
        held_.row(i).setZero();
        force_rows_.col(i).setZero();
        const auto add = [&](int row, double share) {
            held_.row(i) += share * B.row(row);
            force_rows_.col(i) += share * W.col(row);
        };
        if (stick) {
            const SlipRows rows = slip_rows(system_, at, system_.frictions[number]);
            for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) add(rows.row[l], rows.share[component][l]);
        } else {
            const NormalRows rows = normal_rows(system_, gradients_.contact(number), at);
            for (int k = 0; k < rows.count; ++k) add(rows.row + k, rows.share[static_cast<std::size_t>(k)]);
        }
    }
}

// With the angle tau that normal n and tangent t turn by, dn = t tau and dt = -n tau, and the derivatives by time
//     (n.v)' = n.a + (t.v)^2/r,    (t.v)' = t.a - (n.v)(t.v)/r.
template <class Speed>
void JointFlow::turn_holds(const State& at, const Map& phi, Speed& speed) {
    turn_.setZero(held_.rows(), columns_);
    for (std::size_t h = 0; h < holds_.size(); ++h) {
        const Hold& hold = holds_[h];
        if (!turns(hold)) continue;
        std::size_t side = hold.number;
        if (hold.stick)
            side = static_cast<std::size_t>(
                system_.contacts[static_cast<std::size_t>(system_.frictions[hold.number].contact)].first_side);
        const Turning turning = gradients_.turning(side, at);
        if (turning.row.size() == 0) continue;
        const Eigen::RowVectorXd tau = turning.row * phi.topRows(n_);
        const Eigen::RowVectorXd depth = turning.normal * phi.topRows(n_);
        const double rate = at.sides[side].motion.rate, around = turning.rate * turning.radius;
        const Eigen::RowVectorXd d_rate = turning.normal * phi.middleRows(n_, n_) + around * tau;
        const Eigen::RowVectorXd d_around = turning.tangent * phi.middleRows(n_, n_) - rate * tau;
        auto change = turn_.row(static_cast<Eigen::Index>(h));
        if (hold.stick) {
            speed.noalias() += at.frictions[hold.number].force[0] * turning.w_normal * tau;
            change = -turning.along * tau - (d_rate * around + rate * d_around) / turning.radius +
                     rate * around / (turning.radius * turning.radius) * depth;
        } else {
            speed.noalias() -= at.sides[side].response.force * turning.w_tangent * tau;
            change = turning.across * tau + 2 * turning.rate * d_around - turning.rate * turning.rate * depth;
        }
    }
}

// Sides with a significant change of the indentation within the step, but a nearly constant rate.
// The rate must not vanish within the step, as that of a pressed contact may which vibrates: a side that its force alone would
// stop within the step is not shallow.
void JointFlow::choose_shallow(const State& from, const State& to) {
    constexpr double multiple = 1.001, alike = 0.7;
    const double length = to.time - from.time;
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        const Contact& contact = gradients_.contact(s);
        if (!from.sides[s].memory.closed || contact.law->rigid || contact.gap.coordinates() != 1 || cut_[s] != 0) continue;
        const SideState &a = from.sides[s], &b = to.sides[s];
        const double first = std::abs(a.motion.rate), last = std::abs(b.motion.rate);
        const double slow = std::min(first, last), fast = std::max(first, last);
        if (!(a.motion.rate * b.motion.rate > 0) || slow < alike * fast) continue;
        const double flexibility = gradients_.rows().row(contact.first_row).dot(gradients_.influence().col(contact.first_row));
        const double force = std::max(std::abs(a.response.force), std::abs(b.response.force));
        if (flexibility * force * length > (1 - alike) * fast) continue;
        if (std::max(a.motion.indentation, b.motion.indentation) >
            multiple * std::min(a.motion.indentation, b.motion.indentation))
            shallow_.push_back(s);
    }
}

void JointFlow::add_shifts(const State& at, double sign, Matrix& phi) {
    for (const std::size_t s : shallow_) {
        const int row = gradients_.contact(s).first_row;
        const SideState& side = at.sides[s];
        // W and B both with the sign of the side, theta = -b dq/delta'
        force_.noalias() = (-sign * side.response.force / side.motion.rate) * (gradients_.rows().row(row) * phi.topRows(n_));
        phi.middleRows(n_, n_).noalias() += gradients_.influence().col(row) * force_;
    }
}

void JointFlow::take(const State& to, const double* y, Matrix& phi) {
    phi = Map(y + motion_, rows_.count, columns_);
    if (!shallow_.empty()) add_shifts(to, 1, phi);
}

// W_h (B_h W_h)^-1
void JointFlow::set_push(const Matrix& W) { push_ = linalg::solve_square((held_ * W).transpose(), W.transpose()).transpose(); }

// The normal force of friction on a held stop is the stop's force, so the stop's column also has a component along the slip.
void JointFlow::follow_stops(const State& at) {
    Matrix W = force_rows_;
    for (std::size_t f = 0; f < at.frictions.size(); ++f) {
        const Friction& friction = system_.frictions[f];
        if (at.frictions[f].status != FrictionStatus::slip || friction.contact < 0) continue;
        for (std::size_t h = 0; h < held_stops_.size(); ++h) {
            const Contact& contact = gradients_.contact(held_stops_[h]);
            if (&contact != &system_.contacts[static_cast<std::size_t>(friction.contact)]) continue;
            const SlipRows rows = slip_rows(system_, at, friction);
            const contact::Slip mu = friction_tangent(friction, at.frictions[f]).by_normal;
            const double sign = contact.gap.sign(gradients_.within(held_stops_[h]));
            for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
                W.col(static_cast<Eigen::Index>(h)) +=
                    sign * (mu[0] * rows.share[0][l] + mu[1] * rows.share[1][l]) * gradients_.influence().col(rows.row[l]);
            }
        }
    }
    set_push(W);
}

void JointFlow::fill(const State& from, const Matrix& phi, double* y) {
    flow_.fill(from, fill_.data());
    std::copy_n(fill_.data(), motion_, y);
    actual_ = phi;
    if (!shallow_.empty()) add_shifts(from, -1, actual_);
    std::copy_n(actual_.data(), actual_.size(), y + motion_);
    y[size() - 1] = 0;
}

// In plain loops: calls for products of so few numbers cost more than the products.
double JointFlow::push_along(std::size_t s, const contact::Response& response, double by_speed, const Map& phi,
                             Eigen::Map<Matrix>& out) const {
    const Contact& contact = gradients_.contact(s);
    const Matrix& B = gradients_.rows();
    const double* b = B.data() + contact.first_row;
    const double* w = gradients_.influence().col(contact.first_row).data();
    const double sign = contact.gap.sign(gradients_.within(s));
    const Eigen::Index stride = B.rows(), v0 = rows_.impact_speed(s);
    for (Eigen::Index j = 0; j < columns_; ++j) {
        const double* column = phi.data() + j * rows_.count;
        double place = 0, rate = 0;
        for (Eigen::Index i = 0; i < n_; ++i) {
            place += b[i * stride] * column[i];
            rate += b[i * stride] * column[n_ + i];
        }
        double force = response.stiffness * place + response.damping * rate;
        if (by_speed != 0) force += sign * by_speed * column[v0];
        double* speed = out.data() + j * rows_.count + n_;
        for (Eigen::Index i = 0; i < n_; ++i) speed[i] -= w[i] * force;
    }
    double mobility = 0;
    for (Eigen::Index i = 0; i < n_; ++i) mobility += b[i * stride] * w[i];
    return response.damping * mobility;
}

void JointFlow::rate(const double* y, double* dy, bool) {
    flow_.rate(y, dy, false);
    const Map held(y + motion_, rows_.count, columns_);
    if (!shallow_.empty()) {
        actual_ = held;
        add_shifts(flow_.at(), 1, actual_);
    }
    const Map phi(shallow_.empty() ? held.data() : actual_.data(), rows_.count, columns_);
    Eigen::Map<Matrix> out(dy + motion_, rows_.count, columns_);
    double trace = damping_trace_;
    auto speed = out.middleRows(n_, n_);
    if (diagonal_) {
        for (Eigen::Index j = 0; j < columns_; ++j) {
            const double *q = phi.data() + j * rows_.count, *v = q + n_;
            double *dq = out.data() + j * rows_.count, *dv = dq + n_;
            for (Eigen::Index i = 0; i < n_; ++i) {
                dq[i] = v[i];
                dv[i] = -(k_[i] * q[i] + c_[i] * v[i]);
            }
            std::fill(dv + n_, dq + rows_.count, 0.0);
        }
    } else {
        out.topRows(n_) = phi.middleRows(n_, n_);
        speed.noalias() = -MK_ * phi.topRows(n_);
        speed.noalias() -= MC_ * phi.middleRows(n_, n_);
        out.bottomRows(rows_.count - 2 * n_).setZero();
    }
    const State& at = flow_.at();
    const Matrix& B = gradients_.rows();
    const Matrix& W = gradients_.influence();
    for (std::size_t s = 0; s < at.sides.size(); ++s) {
        const SideState& side = at.sides[s];
        const Contact& contact = gradients_.contact(s);
        if (!side.memory.closed || contact.law->rigid || cut_[s] != 0) continue;
        const double by_speed = by_impact_speed(*contact.law, side.motion, side.memory);
        if (by_speed != 0) frozen_ = true;
        if (std::ranges::find(shallow_, s) != shallow_.end()) {
            // u' = -W ((F_v - F/delta') (b dv + delta'' theta) + F_v0 dv0): without F_x
            const SideGradient g = gradients_.at(s, at);
            const double rate = side.motion.rate, damping = side.response.damping;
            force_.noalias() = g.b * phi.middleRows(n_, n_);
            force_.noalias() -= (g.acceleration / rate) * (g.b * phi.topRows(n_));
            force_ *= damping - side.response.force / rate;
            force_ += by_speed * phi.row(rows_.impact_speed(s));
            speed.noalias() -= g.w * force_;
            trace -= damping * g.b.dot(g.w);
            continue;
        }
        const int rows = contact.gap.coordinates();
        if (rows == 1) {
            trace -= push_along(s, uncut_response(contact, side), by_speed, phi, out);
            continue;
        }
        const LocalMotion local = local_motion(system_, contact, at.time, at.q.data(), at.v.data());
        const contact::SideMotion motion = side_motion(contact.gap, gradients_.within(s), local.x, local.v);
        contact::LocalForce force;
        add_side_force(contact.gap, motion, uncut_response(contact, side), local.v, force);
        for (int i = 0; i < rows; ++i) {
            force_ = motion.normal[static_cast<std::size_t>(i)] * by_speed * phi.row(rows_.impact_speed(s));
            for (int j = 0; j < rows; ++j) {
                const auto entry = static_cast<std::size_t>(rows * i + j);
                force_.noalias() += force.stiffness[entry] * (B.row(contact.first_row + j) * phi.topRows(n_));
                force_.noalias() += force.damping[entry] * (B.row(contact.first_row + j) * phi.middleRows(n_, n_));
                trace -= force.damping[entry] * B.row(contact.first_row + j).dot(W.col(contact.first_row + i));
            }
            speed.noalias() -= W.col(contact.first_row + i) * force_;
        }
    }
    if (!at.frictions.empty()) rub(at, phi, out);
    if (held_.rows() > 0) {
        if (turning_) {
            place_holds(at);
            if (!follows_) set_push(force_rows_);
            turn_holds(at, phi, speed);
        }
        if (follows_) follow_stops(at);
        local_.noalias() = held_ * speed;
        if (turning_) local_ += turn_;
        speed.noalias() -= push_ * local_;
    }
    dy[size() - 1] = trace;
}

Eigen::RowVectorXd JointFlow::pressing(const State& at, const Friction& friction, const Map& phi) const {
    Eigen::RowVectorXd out = Eigen::RowVectorXd::Zero(columns_);
    if (friction.contact < 0) return out;
    const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
    if (contact.law->rigid) return out;  // the stop's force comes from the held rows
    double force = 0;
    for (int k = 0; k < contact.gap.sides(); ++k) {
        const auto s = static_cast<std::size_t>(contact.first_side + k);
        const SideState& side = at.sides[s];
        if (!side.memory.closed || cut_[s] != 0) continue;
        force += side.response.force;
        const SideGradient g = gradients_.at(s, at);
        const contact::Response response = uncut_response(contact, side);
        out += (response.stiffness * g.b + response.damping * g.bend) * phi.topRows(n_);
        out += response.damping * g.b * phi.middleRows(n_, n_);
        out += by_impact_speed(*contact.law, side.motion, side.memory) * phi.row(rows_.impact_speed(s));
    }
    if (contact.law->adhesion && force < 0) out.setZero();
    return out;
}

// dF = damping ds + by_normal dN + by_bristle dz along the rows of each slip, and z'.
void JointFlow::rub(const State& at, const Map& phi, Eigen::Map<Matrix>& out) {
    const Matrix& W = gradients_.influence();
    for (std::size_t f = 0; f < at.frictions.size(); ++f) {
        const Friction& friction = system_.frictions[f];
        const FrictionState& now = at.frictions[f];
        if (now.status == FrictionStatus::open) continue;
        frozen_ = true;
        if (now.status == FrictionStatus::stick) continue;
        const SlipGradient g = slip_gradient(system_, gradients_, friction, at);
        const FrictionTangent tangent = friction_tangent(friction, now);
        const Eigen::RowVectorXd dN = pressing(at, friction, phi);
        std::array<Eigen::RowVectorXd, 2> ds, dF;
        for (std::size_t k = 0; k < 2; ++k) ds[k] = g.along[k] * phi.middleRows(n_, n_) + g.bend[k] * phi.topRows(n_);
        const Eigen::Index z = rows_.bristle(f);
        for (std::size_t k = 0; k < 2; ++k) {
            dF[k] = tangent.damping[2 * k] * ds[0] + tangent.damping[2 * k + 1] * ds[1] + tangent.by_normal[k] * dN;
            for (std::size_t j = 0; z >= 0 && j < 2; ++j) {
                const auto of = z + static_cast<Eigen::Index>(j);
                dF[k] += tangent.by_bristle[2 * k + j] * phi.row(of);
                out.row(z + static_cast<Eigen::Index>(k)) +=
                    tangent.rate_by_slip[2 * k + j] * ds[j] + tangent.rate_by_bristle[2 * k + j] * phi.row(of);
            }
        }
        Eigen::RowVectorXd turn;
        if (g.turn.size() > 0) turn = g.turn * phi.topRows(n_);
        for (std::size_t l = 0; l < static_cast<std::size_t>(g.rows.count); ++l) {
            Eigen::RowVectorXd along = g.rows.share[0][l] * dF[0] + g.rows.share[1][l] * dF[1];
            if (g.turn.size() > 0 && l < 2) along -= now.force[0] * g.normal[l] * turn;
            out.middleRows(n_, n_) -= W.col(g.rows.row[l]) * along;
        }
    }
}

}  // namespace jounce::nonlinear

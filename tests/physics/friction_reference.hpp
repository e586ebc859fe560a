// Friction along one direction of a small structure, integrated by an adaptive rule of high order: M a + C v + K q + g N + b f =
// 0. Steps end where the formula of a law changes with the speed, and where a contact begins or ends: the rule has its order, and
// its estimate of the error its meaning, only where the solution is smooth.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "contact/friction/friction.hpp"
#include "contact/response/status.hpp"
#include "linalg/dense/dense.hpp"
#include "support/extrapolation.hpp"
#include "system/state/system.hpp"

namespace jounce::test {

/// The friction is that of the System's first one, under the force of its first contact or under `normal_force`.
class FrictionReference {
  public:
    static constexpr int size = 4;         ///< of the coordinates, at most
    using Unknowns = Reals<2 * size + 1>;  ///< q, v, the bristle

    /// \param bends slip speeds at which the formula of a law that is not set-valued changes [m/s]
    FrictionReference(const System& system, double normal_force, std::vector<double> bends)
        : normal_force_(normal_force), bends_(std::move(bends)) {
        n_ = system.size();
        inverse_ = linalg::solve_square(system.linear.M, linalg::Matrix::Identity(n_, n_));
        C_ = system.linear.C;
        K_ = system.linear.K;
        const Friction& friction = system.frictions.at(0);
        law_ = friction.law.get();
        slip_ = row(system, friction.first_row);
        gap_ = linalg::Vector::Zero(n_);
        if (!system.contacts.empty()) {
            contact_ = &system.contacts[0];
            gap_ = row(system, contact_->first_row);
        }
        own_ = inverse_ * slip_;
        q_ = system.q0;
        v_ = system.v0;
    }

    /// \param tolerance of the estimated error of a step, relative to `speed` and to the way it makes
    /// \returns the coordinates, then the speeds, after `duration`
    std::pair<linalg::Vector, linalg::Vector> after(double duration, double speed, Real tolerance = 1e-12L) {
        Unknowns y{}, scale{};
        scale.fill(speed);
        for (int i = 0; i < size; ++i) scale[static_cast<std::size_t>(i)] = speed * duration;
        scale[2 * size] = 1e-5;
        for (int i = 0; i < n_; ++i) {
            y[static_cast<std::size_t>(i)] = q_[i];
            y[static_cast<std::size_t>(size + i)] = v_[i];
        }
        sign_ = slip(y) > 0 ? 1 : -1;
        piece_ = piece(y);
        const auto rates = [this](Real, const Unknowns& at) { return this->rates(at); };
        Real t = 0;
        while (t < duration) {
            Unknowns from = y;
            Real length = 0;
            integrate(rates, t, y, duration, 1e-4L * duration, tolerance, scale,
                      [&](Real, const Unknowns& begin, Real h, const Unknowns& end) {
                          if (!changes(end)) return true;
                          from = begin;
                          length = h;
                          return false;
                      });
            if (length == 0) break;
            // Bisection on the length of a single step.
            Real low = 0, high = length, error = 0;
            for (int i = 0; i < 60; ++i) {
                const Real middle = 0.5L * (low + high);
                (changes(sum(from, extrapolated_increment(rates, t, from, middle, scale, error))) ? high : low) = middle;
            }
            y = sum(from, extrapolated_increment(rates, t, from, high, scale, error));
            t += high;
            change(y);
        }
        return {part(y, 0), part(y, size)};
    }

  private:
    [[nodiscard]] linalg::Vector row(const System& system, int at) const {
        linalg::Vector out = linalg::Vector::Zero(n_);
        const SparseRow& row = system.rows[static_cast<std::size_t>(at)];
        for (std::size_t i = 0; i < row.index.size(); ++i) out[row.index[i]] = row.coefficient[i];
        return out;
    }
    static Unknowns sum(Unknowns a, const Unknowns& b) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
        return a;
    }
    [[nodiscard]] linalg::Vector part(const Unknowns& y, int first) const {
        linalg::Vector out(n_);
        for (int i = 0; i < n_; ++i) out[i] = static_cast<double>(y[static_cast<std::size_t>(first + i)]);
        return out;
    }
    [[nodiscard]] double slip(const Unknowns& y) const { return slip_.dot(part(y, size)); }
    [[nodiscard]] double normal_force(const Unknowns& y) const {
        if (contact_ == nullptr) return normal_force_;
        const contact::Motion motion{gap_.dot(part(y, 0)) - contact_->gap.clearance, gap_.dot(part(y, size))};
        return motion.indentation > 0 ? std::max(0.0, contact_->law->evaluate(motion, {}).force) : 0.0;
    }
    /// Of everything but the friction.
    [[nodiscard]] linalg::Vector free_acceleration(const Unknowns& y) const {
        return inverse_ * (-K_ * part(y, 0) - C_ * part(y, size) - normal_force(y) * gap_);
    }
    /// The force that keeps the slip as it is.
    [[nodiscard]] double holding(const Unknowns& y) const { return slip_.dot(free_acceleration(y)) / slip_.dot(own_); }
    [[nodiscard]] double bound(const Unknowns& y) const { return law_->cone->static_coefficient * normal_force(y); }

    [[nodiscard]] Unknowns rates(const Unknowns& y) const {
        Unknowns out{};
        const double N = normal_force(y), w = slip(y);
        double f = 0;
        if (!law_->cone) {
            const double z = static_cast<double>(y[2 * size]);
            const contact::FrictionResponse at = law_->evaluate({w, 0}, N, {{z, 0}, {w, 0}, 0});
            f = at.force[0];
            out[2 * size] = N > 0 ? at.bristle_rate[0] : 0;
        } else if (sticks_) {
            f = holding(y);
        } else {
            f = sign_ * (breaking_ ? law_->cone->static_coefficient : law_->cone->coefficient) * N;
        }
        const linalg::Vector a = free_acceleration(y) - f * own_;
        for (int i = 0; i < n_; ++i) {
            out[static_cast<std::size_t>(i)] = y[static_cast<std::size_t>(size + i)];
            out[static_cast<std::size_t>(size + i)] = a[i];
        }
        return out;
    }
    /// Which formula holds: how many bends lie below the slip speed, with the sign of the slip, and does the contact press?
    [[nodiscard]] std::pair<int, bool> piece(const Unknowns& y) const {
        const double w = slip(y);
        const auto below = static_cast<int>(std::ranges::count_if(bends_, [w](double bend) { return bend < std::abs(w); }));
        return {w < 0 ? -below : below, contact_ != nullptr && gap_.dot(part(y, 0)) > contact_->gap.clearance};
    }
    /// Does a formula change before this, or does a set-valued law begin or end to stick?
    [[nodiscard]] bool changes(const Unknowns& y) const {
        if (piece(y) != piece_) return true;
        if (!law_->cone) return false;
        if (sticks_) return std::abs(holding(y)) > bound(y);
        const double along = sign_ * slip(y);
        return along <= (breaking_ ? 0 : law_->cone->dead_band) || (breaking_ && along >= law_->cone->dead_band);
    }
    void change(Unknowns& y) {
        if (piece(y) != piece_) {
            piece_ = piece(y);
            return;
        }
        const double band = law_->cone->dead_band;
        if (!sticks_ && breaking_ && sign_ * slip(y) >= 0.5 * band) {
            breaking_ = false;
            return;
        }
        if (!sticks_) {  // what is left of the slip is taken away
            const double impulse = slip(y) / slip_.dot(own_);
            for (int i = 0; i < n_; ++i) y[static_cast<std::size_t>(size + i)] -= impulse * own_[i];
            sticks_ = true;
            breaking_ = false;
        }
        if (!(std::abs(holding(y)) > bound(y))) return;
        sticks_ = false;
        breaking_ = band > 0;
        sign_ = holding(y) > 0 ? 1 : -1;
    }

    double normal_force_;
    std::vector<double> bends_;
    int n_ = 0;
    std::pair<int, bool> piece_{};
    linalg::Matrix inverse_, C_, K_;
    linalg::Vector slip_, gap_, own_, q_, v_;
    const contact::FrictionLaw* law_ = nullptr;
    const Contact* contact_ = nullptr;
    int sign_ = 1;
    bool sticks_ = false, breaking_ = false;
};

}  // namespace jounce::test

// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/joint_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;
using linalg::Matrix;

namespace {

/// The first of a sequence of rejected steps. Just after the onset of a contact its indentation, and so the tangent of its force,
/// has few digits: if the error does not decrease with half the step or less, it is rounding, which no smaller step avoids.
struct Rejected {
    static constexpr double most_rounding = 1e3;  // of the tolerance
    double h = 0, size = 0;
    void add(double step, double error) {
        if (h > 0) return;
        h = step;
        size = error;
    }
    [[nodiscard]] bool shows_rounding(double step, double error) const {
        return h > 0 && step <= 0.5 * h && error > 0.5 * size && error < most_rounding;
    }
};

}  // namespace

JointSteps::JointSteps(const System& system, const SideGradients& gradients, const PhiRows& rows, Eigen::Index columns,
                       double rate)
    : system_(system),
      flow_(system, gradients, rows, columns),
      steps_(flow_.size(), flow_.leading()),
      rows_(rows),
      n_(rows.n),
      columns_(columns),
      rate_(rate),
      column_size_(columns),
      y_(flow_.size()),
      dy_(flow_.size()),
      increment_(flow_.size()) {}

double JointSteps::over(const State& before, const State& after, double tolerance, Matrix& phi) {
    const double length = after.time - before.time;
    flow_.begin(before, after);
    flow_.fill(before, phi, y_.data());
    flow_.rate(y_.data(), dy_.data(), true);
    // While everything sticks there is no motion: forces in balance leave accelerations of this size.
    rounding_ = 8 * epsilon * (flow_.motion().push() + flow_.motion().balance(before));
    const double smallest = 32 * epsilon * std::max(std::abs(before.time), length);
    double done = 0;
    double h = next_ > 0 ? std::clamp(next_, 1e-3 * length, length) : length;
    Rejected rejected;
    for (int trial = 0; done < length; ++trial) {
        find_sizes();
        double size = 0;  // the smaller of the two estimates
        const auto error = [&](const double* increment, const double* change) {
            const double found = excess(h, tolerance, increment, change);
            size = size > 0 ? std::min(size, found) : found;
            return found;
        };
        const auto result = steps_.step(flow_, error, y_.data(), dy_.data(), h, increment_.data());
        const bool rounding = !result.converged && rejected.shows_rounding(h, size);
        next_ = rounding ? 2 * h : result.next;
        // Where a tangent jumps at the end of the interval, the last stage may lie beyond: the error only falls with the step.
        const bool instant = !(result.next > smallest) && size < Rejected::most_rounding;
        if (result.converged || rounding || instant) {
            for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += increment_[i];
            done = h >= length - done ? length : done + h;
            if (done < length) flow_.rate(y_.data(), dy_.data(), true);
            rejected = {};
        } else if (trial > 100000 || !(result.next > smallest)) {
            throw computation_failed("orbit: the variational equation requires vanishing steps");
        } else {
            rejected.add(h, size);
        }
        h = std::min(next_, length - done);
    }
    flow_.take(after, y_.data(), phi);
    return y_.back();
}

std::pair<RowVectorXd, double> JointSteps::breaking(const State& before, std::size_t friction, const Matrix& phi) {
    constexpr double part = 1e-6;
    time::StructureFlow& motion = flow_.motion();
    const double h = part / rate_;
    motion.begin(before, before.time + 4 * h);
    std::vector<double> y(motion.size()), at(motion.size()), rate(motion.size());
    motion.fill(before, y.data());
    motion.rate(y.data(), rate.data(), false);
    const auto excess_at = [&](double share, const auto& direction) {
        for (std::size_t i = 0; i < motion.motion_size(); ++i) at[i] = y[i] + share * direction(i);
        std::vector<double> unused(motion.size());
        motion.rate(at.data(), unused.data(), false);
        const FrictionState& f = motion.at().frictions[friction];
        return contact::norm(f.force) - stick_bound(*system_.frictions[friction].law->cone, f);
    };
    const auto along = [&](std::size_t i) { return rate[i]; };
    const double slope = (excess_at(h, along) - excess_at(-h, along)) / (2 * h);
    double size = before.q.cwiseAbs().maxCoeff() + before.v.cwiseAbs().maxCoeff() / rate_;
    if (!(size > 0)) size = 1;
    RowVectorXd out(phi.cols());
    for (Eigen::Index j = 0; j < phi.cols(); ++j) {
        const double column =
            phi.col(j).head(n_).cwiseAbs().maxCoeff() + phi.col(j).segment(n_, n_).cwiseAbs().maxCoeff() / rate_;
        if (!(column > 0)) {
            out[j] = 0;
            continue;
        }
        const double step = part * size / column;
        const auto change = [&](std::size_t i) {
            const auto row = static_cast<Eigen::Index>(i) - 1;
            return row >= 0 && row < 2 * n_ ? phi(row, j) : 0.0;
        };
        const auto moved = [&](double share) {
            State other = before;
            for (std::size_t s = 0; s < other.sides.size(); ++s)
                other.sides[s].memory.impact_speed += share * phi(rows_.impact_speed(s), j);
            motion.begin(other, before.time + 4 * h);
            return excess_at(share, change);
        };
        out[j] = (moved(step) - moved(-step)) / (2 * step);
    }
    return {out, slope};
}

// Lengths in the memory rows after the impact speeds count as displacements.
double JointSteps::size_of(const Eigen::Map<const Matrix>& phi, Eigen::Index column) const {
    const Eigen::Index first = 2 * n_ + static_cast<Eigen::Index>(system_.sides);
    double out = 0;
    for (Eigen::Index i = 0; i < rows_.count; ++i) {
        if (i < n_ || i >= first) out = std::max(out, std::abs(phi(i, column)));
        if (i >= n_ && i < 2 * n_) out = std::max(out, std::abs(phi(i, column)) / rate_);
    }
    return out;
}

void JointSteps::find_sizes() {
    const Eigen::Map<const Matrix> phi(&y_[flow_.motion_size()], rows_.count, columns_);
    for (Eigen::Index j = 0; j < columns_; ++j) column_size_[j] = size_of(phi, j) + std::numeric_limits<double>::min();
    fast_ = std::numeric_limits<double>::min();
    for (Eigen::Index i = 0; i < n_; ++i) fast_ = std::max(fast_, std::abs(y_[static_cast<std::size_t>(1 + n_ + i)]));
    pushed_ = 0;
    for (Eigen::Index i = 0; i < n_; ++i) pushed_ = std::max(pushed_, std::abs(dy_[static_cast<std::size_t>(1 + n_ + i)]));
}

double JointSteps::excess(double h, double tolerance, const double* increment, const double* change) const {
    double largest = 0;
    const double speed = tolerance * (fast_ + pushed_ * h) + (8 * epsilon * pushed_ + rounding_) * h;
    for (Eigen::Index i = 0; i < n_; ++i) {
        const auto q = static_cast<std::size_t>(1 + i), v = static_cast<std::size_t>(1 + n_ + i);
        if (!std::isfinite(increment[v]) || !std::isfinite(change[v])) return infinite;
        largest = std::max(largest, std::abs(change[q]) / (speed * h + 4 * epsilon * std::abs(y_[q])));
        largest = std::max(largest, std::abs(change[v]) / (speed + 4 * epsilon * std::abs(y_[v])));
    }
    for (auto z = static_cast<std::size_t>(1 + 2 * n_); z < flow_.motion_size(); ++z) {
        const double size = std::abs(y_[z]) + std::abs(increment[z]) + fast_ * h;
        largest = std::max(largest, std::abs(change[z]) / (tolerance * size));
    }
    const Eigen::Map<const Matrix> error(change + flow_.motion_size(), rows_.count, columns_);
    for (Eigen::Index j = 0; j < columns_; ++j) {
        const double size = size_of(error, j);
        if (!error.col(j).allFinite()) return infinite;
        largest = std::max(largest, size / (tolerance * column_size_[j]));
    }
    return largest;
}

}  // namespace jounce::nonlinear

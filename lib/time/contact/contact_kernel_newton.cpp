// Newton's method in the local forces of a step with contacts, and when its forces agree with the laws.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_lu.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/contact/hold_regularity.hpp"

namespace jounce::time {

using contact::LocalForce;

namespace {
constexpr int max_iterations = 40;
constexpr int more_with_friction = 40;  // laws that are nearly step functions
// Newton converges quadratically: after an increment this small the next one is below round-off.
constexpr double converged = 1e-9;
// Of the forces: what rounding over the regularity of sticks leaves undetermined.
constexpr double undetermined = 5 * epsilon / hold_regularity;
// Newton's method no longer converges where, from this iteration on, an increment is more than this part of the last one.
constexpr int late = 10;
constexpr double no_longer_falls = 0.5;
// With correct derivatives a small increment means balance; this limit detects laws with wrong derivatives.
constexpr double largest_imbalance = 1e-5;
constexpr double round_off = 1e-13;             // of a local motion, relative: some hundred rounding errors
constexpr double force_rounding = 8 * epsilon;  // of a force from a law, relative
}  // namespace

double ContactKernel::rounding(int row, const Compliance& compliance) const {
    // The force change due to the rounding of the motion: near the end of a contact it is the whole force. The
    // stiffness is limited to that of the step itself.
    const std::size_t i = static_cast<std::size_t>(row);
    if (row_contact_[i] == static_cast<int>(system_->contacts.size())) return friction_.rounding(row, v_free_.data(), compliance);
    const int width = row_width_[i];
    const int first = row_first_[i];
    const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[i])];
    double sum = 0;
    // The speed that a rigid stop takes has its rounding; in plane gaps its equation is linear and solved at once.
    if (rigid_row_[i] && width == 2) {
        const auto at = static_cast<std::size_t>(first);
        sum = std::hypot(v_[at], v_[at + 1]) / along_normal(at, compliance);
    }
    for (int l = 0; l < width; ++l) {
        const std::size_t at = static_cast<std::size_t>(width * (row - first) + l);
        const int other = first + l;
        sum += std::fmin(std::abs(local.stiffness[at]), 1 / compliance.x(other, other)) *
                   std::abs(x_[static_cast<std::size_t>(other)]) +
               std::fmin(std::abs(local.damping[at]), 1 / compliance.v(other, other)) *
                   std::abs(v_[static_cast<std::size_t>(other)]);
    }
    return round_off * sum + (friction_.empty() ? 0.0 : friction_.rounding(row, v_free_.data(), compliance));
}

bool ContactKernel::balanced(const Compliance& compliance) const {
    double largest = 0;
    for (const int i : active_) largest = std::max(largest, std::abs(force_[static_cast<std::size_t>(i)]));
    for (const int i : active_) {
        const std::size_t row = static_cast<std::size_t>(i);
        if (rigid_row_[row] && row_width_[row] == 1) continue;
        double difference = std::abs(force_[row] - answer_[row]);
        if (rigid_row_[row]) {
            // Along the normal any force holds.
            const auto first = static_cast<std::size_t>(row_first_[row]);
            const auto& n = normal_at(row);
            difference = std::abs(n[0] * (force_[first + 1] - answer_[first + 1]) - n[1] * (force_[first] - answer_[first]));
        }
        if (difference <= round_off * largest) continue;
        // The components of one contact share its scale.
        double scale = 0;
        for (int l = 0; l < row_width_[row]; ++l) {
            const std::size_t other = static_cast<std::size_t>(row_first_[row] + l);
            scale = std::max(scale, std::abs(force_[other]) + std::abs(answer_[other]));
        }
        if (difference > largest_imbalance * scale + round_off * largest + rounding(i, compliance)) return false;
    }
    return true;
}

bool ContactKernel::settled() const {
    if (!friction_.empty()) return false;
    for (const int i : active_) {
        const std::size_t row = static_cast<std::size_t>(i);
        if (rigid_row_[row] || !(std::abs(force_[row] - answer_[row]) <= force_rounding * std::abs(answer_[row]))) return false;
    }
    return true;
}

bool ContactKernel::newton_step_of_one(const Compliance& compliance, std::size_t row) {
    const int i = static_cast<int>(row);
    const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[row])];
    const double slope = 1 + local.stiffness[0] * compliance.x(i, i) + local.damping[0] * compliance.v(i, i);
    residual_[0] = (answer_[row] - force_[row]) / slope;
    return slope != 0 && std::isfinite(slope) && std::isfinite(residual_[0]);
}

bool ContactKernel::newton_step(const Compliance& compliance, int iteration) {
    const int m = static_cast<int>(active_.size());
    if (m == 1 && friction_.empty()) {
        const std::size_t row = static_cast<std::size_t>(active_[0]);
        if (!rigid_row_[row]) return newton_step_of_one(compliance, row);
    }
    for (int a = 0; a < m; ++a) {
        const int i = active_[static_cast<std::size_t>(a)];
        const std::size_t row = static_cast<std::size_t>(i);
        double* entry = jacobian_.data() + a;
        if (rigid_row_[row] && row_width_[row] == 1) {
            // rate = 0: sum_j compliance.v_ij df_j = v_i, scaled to a diagonal of one
            const double scale = 1 / compliance.v(i, i);
            residual_[static_cast<std::size_t>(a)] = v_[row] * scale;
            for (int b = 0; b < m; ++b)
                entry[static_cast<std::ptrdiff_t>(b) * m] = compliance.v(i, active_[static_cast<std::size_t>(b)]) * scale;
            continue;
        }
        // df + (dF/dx compliance.x + dF/dv compliance.v) df = F - f; dF is block-diagonal by contact
        residual_[static_cast<std::size_t>(a)] = answer_[row] - force_[row];
        const int width = row_width_[row];
        const int first = row_first_[row];
        const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[row])];
        for (int b = 0; b < m; ++b) {
            const int j = active_[static_cast<std::size_t>(b)];
            double sum = a == b ? 1.0 : 0.0;
            for (int l = 0; l < width; ++l) {
                const std::size_t at = static_cast<std::size_t>(width * (i - first) + l);
                sum += local.stiffness[at] * compliance.x(first + l, j) + local.damping[at] * compliance.v(first + l, j);
            }
            entry[static_cast<std::ptrdiff_t>(b) * m] = sum;
        }
    }
    collect_stops(compliance);
    if (!friction_.empty()) {
        friction_.linearise({x_.data(), v_.data(), force_.data()}, compliance, stops_, active_, iteration, jacobian_.data(),
                            residual_.data());
    }
    hold_on_circles(compliance);
    share_among_stops();
    return linalg::solve_small_system(m, jacobian_.data(), pivots_.data(), residual_.data());
}

namespace {
/// |sum_j V_ij df_j|/V_ii: of an increment of forces, the part that moves a row.
double moving_part(const Compliance& compliance, const std::vector<int>& active, const std::vector<double>& increment) {
    double largest = 0;
    for (const int i : active) {
        if (!(compliance.v(i, i) > 0)) continue;
        double speed = 0;
        for (std::size_t b = 0; b < active.size(); ++b) speed += compliance.v(i, active[b]) * increment[b];
        largest = std::fmax(largest, std::abs(speed) / compliance.v(i, i));
    }
    return largest;
}
}  // namespace

StepReport ContactKernel::solve_contact(const Compliance& compliance, const State& from, double h) {
    StepReport report;
    evaluations_ = 0;
    begin_trial(from, h);
    active_.clear();
    for (int i = 0; i < rows(); ++i) {
        if (force_[static_cast<std::size_t>(i)] != 0) active_.push_back(i);
    }
    evaluate(compliance);

    double change = 0;
    double size = 0;
    // The last increment relative to the forces, then relative to the forces plus their rounding error.
    const auto small = [&] {
        if (change <= converged * size) return true;
        for (const int i : active_) {
            size = std::max(size, std::abs(force_[static_cast<std::size_t>(i)]) + rounding(i, compliance) / converged);
        }
        return change <= converged * size;
    };
    const int most = max_iterations + (friction_.empty() ? 0 : more_with_friction);
    for (int iteration = 1; iteration <= most; ++iteration) {
        report.iterations = iteration;
        if (!newton_step(compliance, iteration)) break;
        const double last = change;
        change = 0;
        size = std::numeric_limits<double>::min();
        for (std::size_t a = 0; a < active_.size(); ++a) {
            double& f = force_[static_cast<std::size_t>(active_[a])];
            f += residual_[a];
            change = std::max(change, std::abs(residual_[a]));
            size = std::max(size, std::abs(f));
        }
        // Where stops and sticks hold one motion, their forces among each other are determined to rounding over the regularity
        // of the constraints: the increments stay that large, and what they change there moves nothing.
        if (iteration >= late && change >= no_longer_falls * last && change <= undetermined * size)
            change = std::min(change, moving_part(compliance, active_, residual_));
        evaluate(compliance);
        if (!std::isfinite(change)) break;
        if (settled() || (small() && balanced(compliance))) {
            report.evaluations = evaluations_;
            report.residual = change / size;
            drop_rounding(compliance);
            return report;
        }
    }
    report.converged = false;
    report.evaluations = evaluations_;
    report.residual = change / size;
    for (const int i : active_) {
        const auto row = static_cast<std::size_t>(i);
        if (!rigid_row_[row]) report.imbalance = std::max(report.imbalance, std::abs(force_[row] - answer_[row]));
    }
    // The failure is reported for the contact with the largest force.
    double largest = -1;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (held_[s] && std::abs(sides_now_[s].response.force) > largest) {
            largest = std::abs(sides_now_[s].response.force);
            report.contact = static_cast<int>(sides_[s].contact);
        }
    }
    return report;
}

}  // namespace jounce::time

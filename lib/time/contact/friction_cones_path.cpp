// Impulses in Coulomb's cones by a path of smoothed laws, where sweeps over the contacts converge too slowly.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones_path.hpp"

#include <cmath>
#include <vector>

#include "base/numbers/limits.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr double last_width = 1e-15;  // of the largest rate
constexpr double narrower = 0.1;      // a width, of the one before
// Where Newton's method fails, the next width is nearer to the one before. One that fails at this part of it has no solution
// nearby.
constexpr double least_narrower = 0.95;
constexpr double enough_step = 1e-2;  // of the width
constexpr int most_newton_steps = 60, most_halvings = 30, most_corrections = 12;
// A stick with the force F within its limit b moves at w |F|/sqrt(b^2 - |F|^2) on the path of width w: at this many widths it has
// all but 1/1800 of its limit.
constexpr double surely_slips = 30;
constexpr double rounding_errors = 64 * epsilon;

struct Linearised {
    Vector residual;
    Matrix derivative;
};

double cone_bound(const FrictionCones::Contact& contact, const Vector& x) {
    return contact.normal < 0 ? contact.bound : contact.coefficient * std::fmax(x[contact.normal], 0.0);
}

// With a width w > 0 the laws are smooth: P gamma_N = w^2 and F r + b gamma_T = 0, r^2 = |gamma_T|^2 + w^2. Each row of the
// second is divided by r where the residual is measured, not where it is linearised: Newton's method converges from farther away.
Linearised linearise_smoothed(const FrictionCones& problem, const Vector& x, double width) {
    const Eigen::Index n = x.size();
    const Vector rates = problem.c + problem.W * x;
    Linearised out{Vector::Zero(n), Matrix::Identity(n, n)};
    for (const FrictionCones::Contact& contact : problem.contacts) {
        if (const Eigen::Index i = contact.normal; i >= 0) {
            const double root = std::hypot(x[i] - rates[i], 2 * width), t = (x[i] - rates[i]) / root;
            out.residual[i] = x[i] + rates[i] - root;
            out.derivative.row(i) = (1 + t) * problem.W.row(i);
            out.derivative(i, i) += 1 - t;
        }
        const Eigen::Index at = contact.tangent, m = contact.directions;
        if (m == 0) continue;
        const auto rows = problem.W.middleRows(at, m);
        const Vector F = x.segment(at, m), slip = rates.segment(at, m);
        const double r = std::hypot(slip.norm(), width), b = cone_bound(contact, x);
        out.residual.segment(at, m) = F + b * slip / r;
        const Matrix by_slip = (b * Matrix::Identity(m, m) + F * slip.transpose() / r) / r;
        out.derivative.middleRows(at, m) = by_slip * rows;
        out.derivative.block(at, at, m, m) += Matrix::Identity(m, m);
        if (contact.normal >= 0 && x[contact.normal] > 0)
            out.derivative.block(at, contact.normal, m, 1) += contact.coefficient * slip / r;
    }
    return out;
}

bool solve_smoothed(const FrictionCones& problem, double width, Vector& x) {
    Linearised now = linearise_smoothed(problem, x, width);
    for (int i = 0; i < most_newton_steps; ++i) {
        const double size = now.residual.norm();
        if (!std::isfinite(size)) return false;
        const Vector step = linalg::solve_square(now.derivative, now.residual);
        // The residual is the rounding of slips over the width, the step is not.
        if (step.norm() <= enough_step * width + rounding_errors * x.norm()) {
            x -= step;
            return true;
        }
        double part = 1;
        for (int k = 0;; ++k, part *= 0.5) {
            if (k == most_halvings) return false;
            const Vector there = x - part * step;
            Linearised next = linearise_smoothed(problem, there, width);
            if (!(next.residual.norm() < (1 - 0.1 * part) * size)) continue;
            x = there;
            now = std::move(next);
            break;
        }
    }
    return false;
}

enum class ConeStatus { open, sticks, slips };

/// What is open has no impulses: exactly, as least corrections leave rounding of them.
void open_exactly(const FrictionCones& problem, const std::vector<ConeStatus>& of, Vector& x) {
    std::size_t k = 0;
    for (const FrictionCones::Contact& contact : problem.contacts) {
        if (contact.normal >= 0 && of[k++] == ConeStatus::open) x[contact.normal] = 0;
        if (contact.directions > 0 && of[k++] == ConeStatus::open) x.segment(contact.tangent, contact.directions).setZero();
    }
}

// The equations of given statuses, without smoothing: opening speeds and slips of what is held vanish, forces of slips lie on
// their cones. Least corrections: sticks that hold one motion keep shares that are within their cones.
std::optional<Vector> with_statuses(const FrictionCones& problem, const std::vector<ConeStatus>& of, Vector x) {
    const Eigen::Index n = x.size();
    for (int i = 0; i < most_corrections; ++i) {
        open_exactly(problem, of, x);
        const Vector rates = problem.c + problem.W * x, sizes = problem.c.cwiseAbs() + problem.W.cwiseAbs() * x.cwiseAbs();
        Vector residual = Vector::Zero(n);
        Matrix derivative = Matrix::Identity(n, n);
        bool solves = true;
        const auto add = [&](Eigen::Index row, double value, double size) {
            residual[row] = value;
            solves = solves && std::abs(value) <= rounding_errors * size;
        };
        std::size_t k = 0;
        for (const FrictionCones::Contact& contact : problem.contacts) {
            const bool open = contact.normal >= 0 && of[k] == ConeStatus::open;
            if (const Eigen::Index p = contact.normal; p >= 0) {
                if (!open) derivative.row(p) = problem.W.row(p);
                add(p, open ? x[p] : rates[p], open ? 0 : sizes[p]);
            }
            if (contact.normal >= 0) ++k;
            const Eigen::Index at = contact.tangent, m = contact.directions;
            if (m == 0) continue;
            const ConeStatus status = of[k++];
            if (status == ConeStatus::sticks) derivative.middleRows(at, m) = problem.W.middleRows(at, m);
            const Vector slip = rates.segment(at, m);
            const double speed = slip.norm(), b = cone_bound(contact, x);
            if (status == ConeStatus::slips) {
                if (!(speed > 0)) return {};
                const Vector e = slip / speed;
                // All rows of one size: the rank of those of the sticks is to be told.
                const double unit = speed / (speed + b);
                derivative.middleRows(at, m) =
                    unit * b / speed * (Matrix::Identity(m, m) - e * e.transpose()) * problem.W.middleRows(at, m);
                derivative.block(at, at, m, m) += unit * Matrix::Identity(m, m);
                if (contact.normal >= 0) derivative.block(at, contact.normal, m, 1) += unit * contact.coefficient * e;
                // The direction is known to the rounding of the slip, the size is exact.
                solves = solves && std::abs(x.segment(at, m).norm() - b) <= rounding_errors * b;
                const double size = unit * b * (1 + sizes.segment(at, m).maxCoeff() / speed);
                for (Eigen::Index l = 0; l < m; ++l) add(at + l, unit * (x[at + l] + b * e[l]), size);
            } else {
                for (Eigen::Index l = 0; l < m; ++l)
                    add(at + l, status == ConeStatus::sticks ? slip[l] : x[at + l], sizes[at + l]);
            }
        }
        if (solves) return x;
        x -= linalg::least_solution(derivative, residual);
        if (!x.allFinite()) return {};
    }
    return {};
}

/// Are the inequalities satisfied, too? Impulses that are rounding are set to zero.
bool in_all_cones(const FrictionCones& problem, Vector& x) {
    const Vector rates = problem.c + problem.W * x, sizes = problem.c.cwiseAbs() + problem.W.cwiseAbs() * x.cwiseAbs();
    const double largest = x.cwiseAbs().maxCoeff();
    for (const FrictionCones::Contact& contact : problem.contacts) {
        if (const Eigen::Index i = contact.normal; i >= 0) {
            if (rates[i] < -rounding_errors * sizes[i] || x[i] < -rounding_errors * largest) return false;
            x[i] = std::fmax(x[i], 0.0);
        }
        if (contact.directions == 0) continue;
        const double excess = x.segment(contact.tangent, contact.directions).norm() - cone_bound(contact, x);
        if (excess > rounding_errors * largest) return false;
    }
    return true;
}

std::vector<ConeStatus> statuses(const FrictionCones& problem, const Vector& x, double width) {
    const Vector rates = problem.c + problem.W * x;
    std::vector<ConeStatus> out;
    for (const FrictionCones::Contact& contact : problem.contacts) {
        const bool open = contact.normal >= 0 && !(x[contact.normal] > rates[contact.normal]);
        if (contact.normal >= 0) out.push_back(open ? ConeStatus::open : ConeStatus::sticks);
        if (contact.directions == 0) continue;
        const bool slips = rates.segment(contact.tangent, contact.directions).norm() > surely_slips * width;
        out.push_back(open || (contact.normal < 0 && !(contact.bound > 0)) ? ConeStatus::open
                      : slips                                              ? ConeStatus::slips
                                                                           : ConeStatus::sticks);
    }
    return out;
}
}  // namespace

std::optional<Vector> follow_smoothed_laws(const FrictionCones& problem, Vector x) {
    const double size = problem.c.cwiseAbs().maxCoeff();
    double part = narrower, width = size / narrower;
    while (width * part > last_width * size) {
        Vector there = x;
        if (!solve_smoothed(problem, width * part, there)) {
            part = std::sqrt(part);
            if (part > least_narrower) return {};
            continue;
        }
        x = there;
        width *= part;
        part = std::fmax(part * part, narrower);
        auto found = with_statuses(problem, statuses(problem, x, width), x);
        if (found && in_all_cones(problem, *found)) return found;
    }
    return {};
}

}  // namespace jounce::time

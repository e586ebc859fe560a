// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/messages/error.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/continuation/bordered.hpp"

namespace jounce::nonlinear {

namespace {

/// Orbit's equations over (y, lambda_1, lambda_2): residual, and N x (N + 2) Jacobian if all of it is requested.
std::optional<Evaluation> orbit_at(const Plane& plane, const Vector& V, Wanted wanted) {
    if (plane.interrupted && plane.interrupted()) throw Error(Failure::interrupted, "interrupted");
    const Eigen::Index n = V.size() - 2;
    ScaledFamily other = plane.over_the_second();
    const double second = other.parameter(V);
    if (second < other.lowest || second > other.highest) return {};
    const std::shared_ptr<const PeriodMap> map = plane.over_first(second);
    ScaledFamily family = plane.first;
    family.map = map.get();
    std::optional<Evaluation> out = orbit_equations(family)(V.head(n + 1), wanted);
    if (!out || wanted != Wanted::all) return out;
    const double first = family.parameter(V.head(n + 1));
    const std::shared_ptr<const PeriodMap> other_map = plane.over_second(first);
    other.map = other_map.get();
    Vector U = V.head(n + 1);
    U(n) = V(n + 1);
    const std::optional<Evaluation> by_second = orbit_equations(other)(U, Wanted::all);
    if (!by_second) return {};
    out->jacobian.conservativeResize(n, n + 2);
    out->jacobian.col(n + 1) = by_second->jacobian.col(n);
    return out;
}

/// Has the curve an unknown before lambda_2?
bool has_further_unknown(SpecialKind kind) { return kind == SpecialKind::neimark_sacker || kind == SpecialKind::branch_point; }

/// (y, lambda_1, lambda_2) of the unknowns of a curve.
Vector plane_point(const PlaneCurve& curve, const Vector& U) {
    if (!has_further_unknown(curve.kind)) return U;
    Vector V(U.size() - 1);
    V << U.head(U.size() - 2), U(U.size() - 1);
    return V;
}

double unfolding(const Vector& U) { return U(U.size() - 2); }

std::complex<double> multiplier(const PlaneCurve& curve, const Vector& U) {
    if (curve.kind == SpecialKind::fold) return 1;
    if (curve.kind == SpecialKind::period_doubling) return -1;
    return std::polar(1.0, U(U.size() - 2));
}

/// The matrix with the eigenvalue `multiplier` at the point: Phi, and for a fold without a load the Jacobian by (y, T) plus one,
/// since Phi has the eigenvalue 1 on every orbit.
Matrix spectral_matrix(const PlaneCurve& curve, const Evaluation& at) {
    if (curve.kind != SpecialKind::fold || at.flow.size() == 0) return at.monodromy();
    const Eigen::Index n = at.flow.size() + 1;
    return at.jacobian.leftCols(n) + Matrix::Identity(n, n);
}

/// A complex matrix or vector as a real one of twice the size.
Matrix real_form(const Matrix& A, std::complex<double> mu) {  // A - mu
    const Eigen::Index n = A.rows();
    Matrix out = Matrix::Zero(2 * n, 2 * n);
    out.topLeftCorner(n, n) = out.bottomRightCorner(n, n) = A - mu.real() * Matrix::Identity(n, n);
    out.topRightCorner(n, n) = mu.imag() * Matrix::Identity(n, n);
    out.bottomLeftCorner(n, n) = -mu.imag() * Matrix::Identity(n, n);
    return out;
}

struct Sigma {
    std::complex<double> value;
    Vector v, v_imaginary, w, w_imaginary;  ///< right and left solutions
};

/// [Phi - mu, b; c^H, 0] [v; sigma] = [0; 1] and its adjoint [.., c; b^H, 0] [w; conj sigma] = [0; 1], in real numbers.
Sigma sigma(const Matrix& Phi, std::complex<double> mu, const PlaneCurve& curve) {
    const Eigen::Index n = Phi.rows();
    Matrix A = Matrix::Zero(2 * n + 2, 2 * n + 2);
    A.topLeftCorner(2 * n, 2 * n) = real_form(Phi, mu);
    const Vector &b = curve.b, &bi = curve.b_imaginary, &c = curve.c, &ci = curve.c_imaginary;
    A.block(0, 2 * n, n, 1) = A.block(n, 2 * n + 1, n, 1) = b;
    A.block(n, 2 * n, n, 1) = bi;
    A.block(0, 2 * n + 1, n, 1) = -bi;
    A.block(2 * n, 0, 1, n) = A.block(2 * n + 1, n, 1, n) = c.transpose();
    A.block(2 * n, n, 1, n) = ci.transpose();
    A.block(2 * n + 1, 0, 1, n) = -ci.transpose();
    Matrix one = Matrix::Zero(2 * n + 2, 1);
    one(2 * n, 0) = 1;
    const Matrix right = linalg::solve_square(A, one), left = linalg::solve_square(A.transpose(), one);
    return {{right(2 * n, 0), right(2 * n + 1, 0)},
            right.col(0).head(n),
            right.col(0).segment(n, n),
            left.col(0).head(n),
            left.col(0).segment(n, n)};
}

/// -w^H D v
std::complex<double> change(const Sigma& at, const Matrix& D) {
    const Vector real = D * at.v, imaginary = D * at.v_imaginary;
    return -std::complex<double>(at.w.dot(real) + at.w_imaginary.dot(imaginary), at.w.dot(imaginary) - at.w_imaginary.dot(real));
}

/// Two evaluations around a point along a direction, with the events of the point, and their distance.
struct Pair {
    Evaluation low, high;
    double width = 0;
};
std::optional<Pair> around(const Plane& plane, const Vector& V, const Vector& direction, double e, const Evaluation& at,
                           Wanted wanted) {
    const Vector step = e * direction;
    std::optional<Evaluation> low = orbit_at(plane, V - step, wanted), high = orbit_at(plane, V + step, wanted);
    const bool good_low = low && low->events == at.events, good_high = high && high->events == at.events;
    if (!good_low && !good_high) return {};
    if (good_low && good_high) return Pair{std::move(*low), std::move(*high), 2 * e};
    if (good_low) return Pair{std::move(*low), at, e};
    return Pair{at, std::move(*high), e};
}

std::optional<Evaluation> spectral(const Plane& plane, const PlaneCurve& curve, const Vector& U) {
    constexpr double e = 1e-6;
    const bool pair = curve.kind == SpecialKind::neimark_sacker;
    const Vector V = plane_point(curve, U);
    std::optional<Evaluation> at = orbit_at(plane, V, Wanted::all);
    if (!at) return {};
    const Eigen::Index n = V.size() - 2, rows = pair ? n + 2 : n + 1;
    const std::complex<double> mu = multiplier(curve, U);
    const Sigma here = sigma(spectral_matrix(curve, *at), mu, curve);
    Evaluation out = *at;
    out.residual.resize(rows);
    out.jacobian = Matrix::Zero(rows, rows + 1);
    out.residual.head(n) = at->residual;
    out.residual(n) = here.value.real();
    if (pair) out.residual(n + 1) = here.value.imag();
    for (Eigen::Index k = 0; k < n + 2; ++k) {
        const Eigen::Index column = pair && k == n + 1 ? n + 2 : k;
        out.jacobian.col(column).head(n) = at->jacobian.col(k);
        const std::optional<Pair> beside = around(plane, V, Vector::Unit(n + 2, k), e, *at, Wanted::states);
        if (!beside) return {};
        const Matrix ahead = spectral_matrix(curve, beside->high), behind = spectral_matrix(curve, beside->low);
        const std::complex<double> d = change(here, (ahead - behind) / beside->width);
        out.jacobian(n, column) = d.real();
        if (pair) out.jacobian(n + 1, column) = d.imag();
    }
    if (pair) {  // Phi - e^(i angle): derivative -i mu
        const std::complex<double> wv(here.w.dot(here.v) + here.w_imaginary.dot(here.v_imaginary),
                                      here.w.dot(here.v_imaginary) - here.w_imaginary.dot(here.v));
        const std::complex<double> d = std::complex<double>(0, 1) * mu * wv;
        out.jacobian(n, n + 1) = d.real();
        out.jacobian(n + 1, n + 1) = d.imag();
    }
    return out;
}

/// r + a p = 0 and s_1 = s_2 = 0 over (y, lambda_1, a, lambda_2). As second derivatives of r commute, w' (dJ/dU_j) X_k is
/// component j of w' times the difference of J along X_k.
std::optional<Evaluation> crossing(const Plane& plane, const PlaneCurve& curve, const Vector& U) {
    constexpr double e = 1e-5;  // the column of lambda_1 is a difference itself
    const Vector V = plane_point(curve, U);
    std::optional<Evaluation> at = orbit_at(plane, V, Wanted::all);
    if (!at) return {};
    const Eigen::Index n = V.size() - 2, a = n + 1;
    Evaluation over_first = *at;
    over_first.jacobian = at->jacobian.leftCols(n + 1);
    const CrossingTest here = crossing_test(curve.crossing, over_first);
    Evaluation out = *at;
    out.residual.resize(n + 2);
    out.residual << at->residual + unfolding(U) * curve.crossing.left, here.s;
    out.jacobian = Matrix::Zero(n + 2, n + 3);
    out.jacobian.topLeftCorner(n, n + 1) = over_first.jacobian;
    out.jacobian.col(a).head(n) = curve.crossing.left;
    out.jacobian.col(n + 2).head(n) = at->jacobian.col(n + 1);
    for (Eigen::Index k = 0; k < 2; ++k) {
        Vector direction = Vector::Zero(n + 2);
        direction.head(n + 1) = here.X.col(k);
        const std::optional<Pair> beside = around(plane, V, direction, e, *at, Wanted::all);
        if (!beside) return {};
        const Vector d = -(beside->high.jacobian - beside->low.jacobian).transpose() * here.w / beside->width;
        out.jacobian.row(n + k).head(n + 1) = d.head(n + 1).transpose();
        out.jacobian(n + k, n + 2) = d(n + 1);
    }
    return out;
}

/// Newton's method along a curve. The steps to a branch point remain at the noise of the derivatives by the parameter, about
/// 1e-10, over the rate at which the branches part; s, which is made of these derivatives, has more of it where contacts are
/// integrated. Its size is no measure of the distance to the point, but the step is.
NewtonSettings newton_of(SpecialKind kind, NewtonSettings settings) {
    if (kind != SpecialKind::branch_point) return settings;
    settings.noise = 1e-8;
    settings.residual = 1e-7;
    return settings;
}

std::optional<Evaluation> touching(const Plane& plane, const PlaneCurve& curve, const Vector& U, double opening) {
    std::optional<Evaluation> at = orbit_at(plane, U, Wanted::all);
    if (!at || at->events.contacts_begun != curve.contacts_begun || !std::isfinite(at->smallest_opening)) return {};
    const Eigen::Index n = U.size() - 2;
    const double e = std::min(1e-6, 1e-2 * at->smallest_opening);
    Evaluation out = *at;
    out.residual.conservativeResize(n + 1);
    out.jacobian.conservativeResize(n + 1, n + 2);
    out.residual(n) = at->smallest_opening - opening;
    for (Eigen::Index k = 0; k < n + 2; ++k) {
        const std::optional<Pair> beside = around(plane, U, Vector::Unit(n + 2, k), e, *at, Wanted::motion);
        if (!beside) return {};
        out.jacobian(n, k) = (beside->high.smallest_opening - beside->low.smallest_opening) / beside->width;
    }
    return out;
}

/// Unit null vectors of Phi - mu; real numbers have a zero imaginary part.
void null_vectors(const Matrix& Phi, std::complex<double> mu, PlaneCurve& curve) {
    const Eigen::Index n = Phi.rows();
    if (mu.imag() == 0) {
        const linalg::SingularValues values = linalg::singular_values(Phi - mu.real() * Matrix::Identity(n, n));
        curve.b = values.left.col(n - 1);
        curve.c = values.right.col(n - 1);
        curve.b_imaginary = curve.c_imaginary = Vector::Zero(n);
        return;
    }
    const linalg::SingularValues values = linalg::singular_values(real_form(Phi, mu));
    curve.b = values.left.col(2 * n - 1).head(n);
    curve.b_imaginary = values.left.col(2 * n - 1).tail(n);
    curve.c = values.right.col(2 * n - 1).head(n);
    curve.c_imaginary = values.right.col(2 * n - 1).tail(n);
}

}  // namespace

ScaledFamily Plane::over_the_second() const {
    ScaledFamily out = first;
    out.map = nullptr;
    out.from = second_from;
    out.to = second_to;
    out.lowest = std::min(second_from, second_to);
    out.highest = std::max(second_from, second_to);
    return out;
}

bool has_curve(SpecialKind kind) {
    return kind == SpecialKind::fold || kind == SpecialKind::period_doubling || kind == SpecialKind::neimark_sacker ||
           kind == SpecialKind::branch_point || kind == SpecialKind::grazing;
}

Equations curve_equations(const Plane& plane, PlaneCurve curve) {
    if (curve.kind == SpecialKind::grazing)
        return [&plane, curve = std::move(curve)](const Vector& U, Wanted) { return touching(plane, curve, U, curve.opening); };
    if (curve.kind == SpecialKind::branch_point)
        return [&plane, curve = std::move(curve)](const Vector& U, Wanted) { return crossing(plane, curve, U); };
    return [&plane, curve = std::move(curve)](const Vector& U, Wanted) { return spectral(plane, curve, U); };
}

std::optional<PlaneCurve> borders_at(const Plane& plane, const PlaneCurve& curve, const Vector& U) {
    if (curve.kind == SpecialKind::grazing) return curve;
    const bool crosses = curve.kind == SpecialKind::branch_point;
    const std::optional<Evaluation> at = orbit_at(plane, plane_point(curve, U), crosses ? Wanted::all : Wanted::states);
    if (!at) return {};
    PlaneCurve out = curve;
    if (crosses) {
        out.crossing = crossing_borders(at->jacobian.leftCols(at->jacobian.cols() - 1));
        return out;
    }
    null_vectors(spectral_matrix(curve, *at), multiplier(curve, U), out);
    return out;
}

std::optional<CurveStart> begin_curve(const Plane& plane, SpecialKind kind, const CurvePoint& special, double second,
                                      const NewtonSettings& settings) {
    PlaneCurve curve;
    curve.kind = kind;
    curve.contacts_begun = special.at.events.contacts_begun;
    const double scaled = (second - plane.second_from) / plane.second_range();
    const Eigen::Index n = special.U.size() - 1;
    Vector U(has_further_unknown(kind) ? n + 3 : n + 2);
    if (kind == SpecialKind::neimark_sacker) {
        const std::optional<std::complex<double>> pair = critical_pair(special.multipliers);
        if (!pair) return {};
        U << special.U, std::arg(*pair), scaled;
    } else if (kind == SpecialKind::branch_point) {
        U << special.U, 0.0, scaled;
    } else {
        U << special.U, scaled;
    }
    std::optional<PlaneCurve> bordered = borders_at(plane, curve, U);
    if (!bordered) return {};
    const Vector along = Vector::Unit(U.size(), U.size() - 1);
    std::optional<Corrected> corrected;
    if (kind == SpecialKind::grazing) {
        // The row is at the grazing itself; the curve of a small opening is reached from it along the branch.
        for (const double move : {1e-3, -1e-3, 1e-2, -1e-2, 1e-4, -1e-4}) {
            Vector guess = U;
            guess.head(n + 1) += move * special.tangent;
            corrected = correct(curve_equations(plane, *bordered), guess, along, scaled, to_the_last_digit(settings));
            if (corrected) break;
        }
    } else {
        corrected = correct(curve_equations(plane, *bordered), U, along, scaled, newton_of(kind, to_the_last_digit(settings)));
    }
    if (!corrected) return {};
    std::optional<CurvePoint> point = curve_point(std::move(*corrected), along, 0);
    if (!point) return {};
    return CurveStart{std::move(*point), std::move(*bordered)};
}

namespace {

/// The end of a walk on a curve of grazings, if its impact speed falls to zero within one ordinary step, linearly from an earlier
/// row with at least twice the speed of the last one; empty otherwise.
std::string end_on_grazings(const Walk& walk, const PlaneCurve& curve, const Plane& plane, const WalkSettings& settings) {
    constexpr double slow = 1e-2;
    const CurvePoint& last = walk.rows.back().point;
    const double v = last.at.smallest_impact_speed;
    for (std::size_t k = walk.rows.size() - 1; v < slow && k-- > 0;) {
        const CurvePoint& before = walk.rows[k].point;
        const double earlier = before.at.smallest_impact_speed;
        if (earlier < v) return {};
        if (earlier < 2 * v) continue;
        const Vector way = v / (earlier - v) * (last.U - before.U);
        if (!(way.norm() <= settings.most)) return {};
        const Vector V = plane_point(curve, last.U + way);
        return fmt::format("{}, near ({:.6g}, {:.6g})", speed_vanishes, plane.first.parameter(V.head(V.size() - 1)),
                           plane.second(V));
    }
    return {};
}

}  // namespace

void advance_curve(Walk& walk, PlaneCurve& curve, const Plane& plane, const WalkSettings& settings) {
    const CurvePoint last = walk.rows.back().point;
    if (std::optional<PlaneCurve> bordered = borders_at(plane, curve, last.U)) curve = std::move(*bordered);
    WalkSettings of_curves = settings;
    of_curves.pieces = false;
    of_curves.detect.clear();
    of_curves.newton = newton_of(curve.kind, of_curves.newton);
    const std::size_t known = walk.rows.size();
    bool parted = false;
    for (;;) {
        advance(walk, {curve_equations(plane, curve), curve_bounds(plane, curve, last)}, of_curves);
        if (curve.kind != SpecialKind::branch_point || walk.rows.size() == known) break;
        const CurvePoint& next = walk.rows.back().point;
        if (std::abs(unfolding(next.U)) <= largest_unfolding) break;
        // Its branches do not cross: the last point at which they do is nearer.
        parted = true;
        walk.step = 0.5 * (next.arc - last.arc);
        walk.end = WalkEnd::none;
        walk.rows.resize(known);
        if (walk.step >= settings.least) continue;
        walk.end = WalkEnd::step_too_small;
        break;
    }
    // Within the rounding of their last crossing the shortest steps may fail in other ways, too.
    if (walk.end == WalkEnd::step_too_small && (parted || parts_branches(curve, walk.rows.back().point))) {
        walk.why = branches_part;
        return;
    }
    constexpr double crept = 1e-6;
    if (walk.end == WalkEnd::step_too_small || (walk.end == WalkEnd::none && walk.step < crept)) {
        if (std::string why = end_on_grazings(walk, curve, plane, settings); !why.empty()) {
            walk.end = WalkEnd::step_too_small;
            walk.why = std::move(why);
        }
    }
}

bool parts_branches(const PlaneCurve& curve, const CurvePoint& first) {
    constexpr double noise = 1e-6;  // of the derivatives by both parameters
    return curve.kind == SpecialKind::branch_point &&
           (std::abs(unfolding(first.U)) > largest_unfolding || std::abs(unfolding(first.tangent)) > noise);
}

Vector on_curve(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point, const NewtonSettings& settings) {
    if (curve.kind != SpecialKind::grazing) return point.U;
    const Vector along = Vector::Unit(point.U.size(), point.U.size() - 1);
    Vector before = point.U, now = point.U;
    double opening_before = curve.opening, opening = curve.opening;
    for (int steps = 0; steps < 4; ++steps) {
        PlaneCurve nearer = curve;
        nearer.opening = 0.1 * opening;
        // Linear extrapolation in the opening.
        Vector guess = now;
        if (steps > 0) guess += (nearer.opening - opening) / (opening - opening_before) * (now - before);
        std::optional<Corrected> corrected =
            correct(curve_equations(plane, nearer), guess, along, point.U(point.U.size() - 1), to_the_last_digit(settings));
        if (!corrected) break;
        before = now;
        opening_before = opening;
        now = corrected->U;
        opening = nearer.opening;
    }
    if (opening == opening_before) return now;
    return now - opening / (opening - opening_before) * (now - before);
}

std::vector<Bound> curve_bounds(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point) {
    constexpr double strong = 1e-2;  // [rad] from the angles 0 and pi
    const bool up = plane.second_to > plane.second_from;
    std::vector<Bound> out{{point.U.size() - 1, up ? 0.0 : -1.0, up ? 1.0 : 0.0}};
    if (curve.kind == SpecialKind::neimark_sacker) out.push_back({point.U.size() - 2, strong, std::numbers::pi - strong});
    return out;
}

}  // namespace jounce::nonlinear

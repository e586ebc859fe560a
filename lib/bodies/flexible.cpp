// Inertia and points of a flexible body in its floating frame. Equation numbers refer to docs/theory/flexible_links.md.
// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/flexible.hpp"

namespace jounce::bodies {

namespace {

using View = Eigen::Map<const Vector>;

}  // namespace

bool FlexibleInertia::update(const FlexibleBody& body, const double* eta) {
    const int k = body.modes();
    const View at(eta, k);
    gradient.noalias() = body.second * at;
    moment = body.inertia + 2 * body.first.dot(at) + at.dot(gradient);
    gradient = 2 * (gradient + body.first);
    coupling.noalias() = body.swirl.transpose() * at;
    reduced = moment;
    for (int j = 0; j < k; ++j) reduced -= coupling[j] * coupling[j] / body.modal_mass[j];
    return reduced > 0;
}

void FlexibleInertia::solve(const FlexibleBody& body, double& turn, double* modal) const {
    const int k = body.modes();
    double left = turn;
    for (int j = 0; j < k; ++j) {
        modal[j] /= body.modal_mass[j];
        left -= coupling[j] * modal[j];
    }
    turn = left / reduced;
    for (int j = 0; j < k; ++j) modal[j] -= coupling[j] / body.modal_mass[j] * turn;
}

double FlexibleInertia::velocity_torque(double rate, const double* eta_rate) const {
    return -rate * gradient.dot(View(eta_rate, gradient.size()));
}

double FlexibleInertia::velocity_force(const FlexibleBody& body, double rate, const double* eta_rate, int mode) const {
    return rate * (0.5 * rate * gradient[mode] + 2 * body.swirl.row(mode).dot(View(eta_rate, body.modes())));
}

double FlexibleInertia::extra_energy(const FlexibleBody& body, double rate, const double* eta_rate) const {
    return rate * (0.5 * (moment - body.inertia) * rate + coupling.dot(View(eta_rate, body.modes())));
}

double FlexibleInertia::momentum(const FlexibleBody& body, double rate, const double* eta_rate) const {
    return moment * rate + coupling.dot(View(eta_rate, body.modes()));
}

void FlexibleInertia::add_tangents(const FlexibleBody& body, double rate, const double* eta_rate, double acceleration,
                                   const double* eta_acceleration, const int* place, Matrix& by_position, Matrix& by_rate) const {
    const int k = body.modes();
    const View speed(eta_rate, k), change(eta_acceleration, k);
    by_rate(place[0], place[0]) += gradient.dot(speed);
    for (int j = 0; j < k; ++j) {
        const auto swirl = body.swirl.row(j);
        const auto second = body.second.row(j);
        by_position(place[0], place[1 + j]) += acceleration * gradient[j] + swirl.dot(change) + 2 * rate * second.dot(speed);
        by_rate(place[0], place[1 + j]) += rate * gradient[j];
        by_rate(place[1 + j], place[0]) -= 2 * swirl.dot(speed) + rate * gradient[j];
        for (int i = 0; i < k; ++i) {
            by_position(place[1 + j], place[1 + i]) -= acceleration * swirl[i] + rate * rate * second[i];
            by_rate(place[1 + j], place[1 + i]) -= 2 * rate * swirl[i];
        }
    }
}

void MarkerMotion::update(const FlexibleMarker& marker, const FrameMotion& body, const double* eta, const double* eta_rate) {
    const Eigen::Index k = marker.along.size();
    const View at(eta, k);
    bent.noalias() = marker.shortening * at;
    const Vector2 local(marker.at + marker.along.dot(at) - 0.5 * at.dot(bent), marker.across.dot(at));
    const Vector2 arm = body.turned(local);
    by_angle = perpendicular(arm);
    by_modes.resize(2, k);
    for (Eigen::Index j = 0; j < k; ++j) by_modes.col(j) = body.turned({marker.along[j] - bent[j], marker.across[j]});
    frame.position = body.position + arm;
    frame.velocity = body.velocity + body.rate * by_angle;
    frame.set_angle(body.angle + marker.turn.dot(at));
    frame.rate = body.rate;
    quadratic = {};
    if (eta_rate == nullptr) return;
    const View speed(eta_rate, k);
    Vector2 drift = Vector2::Zero();
    double shrink = 0;
    for (Eigen::Index j = 0; j < k; ++j) {
        drift += by_modes.col(j) * speed[j];
        shrink += speed[j] * marker.shortening.col(j).dot(speed);
    }
    frame.velocity += drift;
    frame.rate += marker.turn.dot(speed);
    const Vector2 more = -body.rate * body.rate * arm + 2 * body.rate * perpendicular(drift) - body.turned({shrink, 0});
    quadratic = {more.x(), more.y(), 0};
}

void MarkerMotion::add_second_derivative(const FlexibleMarker& marker, const FrameMotion& body, const Vector2& force,
                                         double scale, const int* place, Matrix& out) const {
    const Eigen::Index k = marker.along.size();
    // d2 position / d angle^2 = -arm, and by_angle = perpendicular(arm).
    out(place[0], place[0]) += scale * force.dot(perpendicular(by_angle));
    const double inward = scale * force.dot(body.turned(Vector2::UnitX()));
    for (Eigen::Index j = 0; j < k; ++j) {
        const double mixed = scale * force.dot(perpendicular(by_modes.col(j)));
        out(place[0], place[1 + j]) += mixed;
        out(place[1 + j], place[0]) += mixed;
        for (Eigen::Index i = 0; i < k; ++i) out(place[1 + i], place[1 + j]) -= inward * marker.shortening(i, j);
    }
}

}  // namespace jounce::bodies

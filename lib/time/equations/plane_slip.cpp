// A slip in a plane under Coulomb friction: its direction turns ever faster as it vanishes, and where it counts as at rest.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/plane_slip.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "system/state/gap_rows.hpp"
#include "system/state/slip_rows.hpp"

namespace jounce::time {

namespace {
constexpr double of_slip_rounding = 256 * epsilon, of_slip_noise = 4 * epsilon;
// Explicit steps follow the turning in some thirtieths of its time, and none is shorter than 32 roundings of the instant.
constexpr double of_turning = 4;
// Largest slip, in speeds of rest, of one that began from rest and has ended: beyond, it has turned round while it moved.
constexpr double near_rest = 100;
/// At least the acceleration that a friction's force alone gives its slip [m/s^2].
double own_acceleration(const System& system, const Friction& friction, const State& state, double force) {
    const SlipRows rows = slip_rows(system, state, friction);
    double mobility = 0;
    for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(rows.row[l])];
        const double share = std::hypot(rows.share[0][l], rows.share[1][l]);
        double sum = 0;
        for (std::size_t k = 0; k < row.index.size(); ++k) {
            const double mass = system.linear.M.coeff(row.index[k], row.index[k]);
            if (mass > 0) sum += row.coefficient[k] * row.coefficient[k] / mass;
        }
        mobility = std::max(mobility, share * share * sum);
    }
    return mobility * force;
}
/// Of the tangent of a circular gap: d/dt (t.v) = t.a - (n.v)(t.v)/r; \returns the last term [m/s^2].
double turning(const System& system, const Friction& friction, const SlipRows& rows, const State& state) {
    const Contact& contact = system.contacts[static_cast<std::size_t>(friction.contact)];
    const LocalMotion local = local_motion(system, contact, state.time, state.q.data(), state.v.data());
    const contact::SideMotion side = contact::side_motion(contact.gap, 0, local.x, local.v);
    if (!(side.radius > 0)) return 0;
    return side.motion.rate * (rows.share[0][0] * local.v[0] + rows.share[0][1] * local.v[1]) / side.radius;
}
}  // namespace

contact::Slip slip_acceleration(const System& system, const Friction& friction, const State& state) {
    const SlipRows rows = slip_rows(system, state, friction);
    contact::Slip out{};
    for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(rows.row[l])];
        double a = 0;
        for (std::size_t k = 0; k < row.index.size(); ++k) a += row.coefficient[k] * state.a[row.index[k]];
        for (std::size_t k = 0; k < row.prescribed.size(); ++k) {
            a += row.prescribed_coefficient[k] *
                 system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[k])].signal->sample(state.time).second;
        }
        for (std::size_t k = 0; k < 2; ++k) out[k] += rows.share[k][l] * a;
    }
    if (friction.around) out[0] -= turning(system, friction, rows, state);
    return out;
}

BeginningSlip beginning_slip(const std::array<double, 4>& inertia, const contact::Slip& hold, double friction) {
    BeginningSlip out;
    const double size = contact::norm(hold);
    if (!(size > 0)) return out;
    out.direction = {hold[0] / size, hold[1] / size};
    if (!(size > friction)) return out;
    // |e| falls with c, ever more slowly: Newton's method from c = 0 approaches from below.
    constexpr int iterations = 30;
    for (int i = 0; i < iterations; ++i) {
        const double a = friction + out.rise * inertia[0], b = out.rise * inertia[1];
        const double c = out.rise * inertia[2], d = friction + out.rise * inertia[3];
        const double determinant = a * d - b * c;
        if (!(determinant > 0)) break;
        const auto solve = [&](const contact::Slip& x) {
            return contact::Slip{(d * x[0] - b * x[1]) / determinant, (a * x[1] - c * x[0]) / determinant};
        };
        const contact::Slip e = solve(hold);
        const double length = contact::norm(e);
        out.direction = {e[0] / length, e[1] / length};
        const contact::Slip slope = solve({inertia[0] * e[0] + inertia[1] * e[1], inertia[2] * e[0] + inertia[3] * e[1]});
        const double falls = contact::dot(e, slope) / length, step = falls > 0 ? (length - 1) / falls : 0;
        out.rise += step;
        if (!(step > 4 * epsilon * out.rise)) break;
    }
    return out;
}

double least_mobility(const std::array<double, 4>& inertia) {
    const double mean = (inertia[0] + inertia[3]) / 2, half = (inertia[0] - inertia[3]) / 2;
    const double largest = mean + std::sqrt(std::fmax(half * half + inertia[1] * inertia[2], 0.0));  // equal masses: rounding
    return largest > 0 ? 1 / largest : 0;
}

PlaneSlip::PlaneSlip(const System& system, const State& from, std::size_t friction) {
    const FrictionState& now = from.frictions[friction];
    const double fastest = from.v.size() > 0 ? from.v.cwiseAbs().maxCoeff() : 0.0;
    const double change = contact::norm(slip_acceleration(system, system.frictions[friction], from));
    // Where a stop bears most of it, the friction still turns the slip as fast as it could stop it: steps of a fraction of that
    // time.
    const double turning = own_acceleration(system, system.frictions[friction], from, contact::norm(now.force));
    const double scale = fastest + change * std::abs(from.time);
    rest = std::max(rounding_of_slip, of_slip_rounding * std::max(scale, of_turning * turning * std::abs(from.time)));
    noise = of_slip_noise * scale;
    begin = now.velocity;
    speed = contact::norm(begin);
    direction = now.direction;
    if (left_by_location(now, begin)) speed = 0;
}

double PlaneSlip::ended(const contact::Slip& slip, double band) const {
    if (band > 0) return band - contact::norm(slip);
    const double size = contact::norm(slip);
    if (speed > rest) return rest - size;
    const contact::Slip moved{slip[0] - begin[0], slip[1] - begin[1]};
    return std::fmin(-contact::dot(moved, direction) - rest, near_rest * rest - size);
}

}  // namespace jounce::time

// A contact force from a user's function.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/user_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce::contact {

namespace {
const char* const law = "law.custom: ";
constexpr double difference_step = 1e-5;  // of the argument's scale: error of about step^2 plus round-off/step
constexpr double least_step = 1e-13;      // m
// A derivative with a larger error is wrong; with a smaller error Newton's method converges as with the exact one.
constexpr double wrong_by = 1e-3;
// Indentations and rates for a test of the function when the law is made; any contact passes through similar states. Not round
// numbers, because a function may have a kink there.
constexpr double first_depths[] = {1.3e-9, 1.1e-8, 1.7e-7, 1.2e-6};  // m
constexpr double first_rates[] = {0, 1.7e-2, -1.3e-2, 1.1, -0.9};    // m/s
}  // namespace

/// Slopes on both sides of a point, and their change when the step is halved.
struct UserForce::Difference {
    double left = 0, right = 0;
    double change = 0;
    double noise = 0;  // their possible round-off
};

std::size_t UserForce::call(double delta, double rate, double impact_speed, std::span<double> results) const {
    const double arguments[] = {delta, rate, impact_speed};
    try {
        const std::size_t got = function_->call_some(std::span(arguments).first(elastic_ ? 1 : 3), results);
        // Throws the error for missing results.
        if (got == 0) function_->call(std::span(arguments).first(elastic_ ? 1 : 3), results.first(1));
        return got;
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        throw Error(error.failure(), law + ("'" + field_ + "': ") + error.message(), error.origin());
    }
}

double UserForce::force(double delta, double rate, double impact_speed) const {
    double results[3];
    call(delta, rate, impact_speed, std::span(results).first(elastic_ ? 2 : 3));
    return results[0];
}

UserForce::Answer UserForce::at(double delta, double rate, double impact_speed) const {
    double results[3] = {};
    const std::size_t got = call(delta, rate, impact_speed, std::span(results).first(elastic_ ? 2 : 3));
    Answer out{results[0], results[1], results[2]};
    if (got < 2) {
        const double h = std::max(difference_step * delta, least_step);
        const double above = force(delta + h, rate, impact_speed);
        out.stiffness = delta > h ? (above - force(delta - h, rate, impact_speed)) / ((delta + h) - (delta - h))
                                  : (above - out.force) / ((delta + h) - delta);
    }
    if (got < 3 && !elastic_) {
        const double h = difference_step * std::max(std::abs(rate), impact_speed);
        out.damping = (force(delta, rate + h, impact_speed) - force(delta, rate - h, impact_speed)) / ((rate + h) - (rate - h));
    }
    return out;
}

UserForce::Difference UserForce::over_delta(double delta, double rate, double impact_speed, double h) const {
    const auto F = [&](double x) { return force(x, rate, impact_speed); };
    const double here = F(delta);
    const double near = (F(delta + 0.5 * h) - F(delta - 0.5 * h)) / h;
    const double above = F(delta + h);
    const double below = F(delta - h);
    const double noise = 1e-12 * std::max({std::abs(here), std::abs(above), std::abs(below)}) / h;
    return {(here - below) / h, (above - here) / h, std::abs((above - below) / (2 * h) - near), noise};
}

UserForce::Difference UserForce::over_rate(double delta, double rate, double impact_speed, double h) const {
    const auto F = [&](double x) { return force(delta, x, impact_speed); };
    const double here = F(rate);
    const double near = (F(rate + 0.5 * h) - F(rate - 0.5 * h)) / h;
    const double above = F(rate + h);
    const double below = F(rate - h);
    const double noise = 1e-12 * std::max({std::abs(here), std::abs(above), std::abs(below)}) / h;
    return {(here - below) / h, (above - here) / h, std::abs((above - below) / (2 * h) - near), noise};
}

// At a kink any value between the one-sided slopes is accepted.
void UserForce::compare(double delta, double rate, double impact_speed) const {
    double given[4] = {};
    const std::size_t got = call(delta, rate, impact_speed, given);
    const std::size_t most = elastic_ ? 2 : 3;
    if (got > most) {
        throw computation_failed(law + fmt::format("'{}' must return {} numbers at most, F, dF/ddelta{}, got more", field_, most,
                                                   elastic_ ? "" : ", dF/drate"),
                                 function_->origin());
    }
    const auto require = [&](const char* name, const char* unit, double value, const Difference& d, double negligible) {
        const double low = std::min(d.left, d.right);
        const double high = std::max(d.left, d.right);
        const double size = std::max({std::abs(value), std::abs(low), std::abs(high)});
        const double allowed = wrong_by * size + 4 * d.change + d.noise + negligible;
        if (value >= low - allowed && value <= high + allowed) return;
        throw computation_failed(
            law + fmt::format(
                      "'{}' returns a wrong {}: {:.6g} {} at delta = {:.6g} m{}, where differences of its force give {:.6g}",
                      field_, name, value, unit, delta,
                      elastic_ ? "" : fmt::format(", rate = {:.6g} m/s, impact speed {:.6g} m/s", rate, impact_speed),
                      0.5 * (low + high)),
            function_->origin());
    };
    if (got >= 2) {
        const double negligible = 1e-6 * std::abs(given[0]) / delta;
        require("dF/ddelta", "N/m", given[1], over_delta(delta, rate, impact_speed, 1e-3 * delta), negligible);
    }
    if (elastic_) return;
    if (got >= 3) {
        const double scale = std::max(std::abs(rate), 1e-3 * impact_speed);
        const double negligible = 1e-6 * std::abs(given[0]) / std::max(std::abs(rate), impact_speed);
        require("dF/drate", "N s/m", given[2], over_rate(delta, rate, impact_speed, 1e-3 * scale), negligible);
    }
    const double rest = force(delta, 0, impact_speed);
    const double other = force(delta, 0, 2 * impact_speed);
    if (std::abs(rest - other) > 1e-9 * std::max(std::abs(rest), std::abs(other))) {
        throw computation_failed(
            law + fmt::format("'{}' must not depend on the impact speed at rate 0, where it is the elastic part: at delta = "
                              "{:.6g} m it returns {:.9g} N for an impact speed of {:.6g} m/s and {:.9g} N for {:.6g} m/s",
                              field_, delta, rest, impact_speed, other, 2 * impact_speed),
            function_->origin());
    }
}

void UserForce::check(double delta, double rate, double impact_speed) const {
    if (!(delta > 0)) return;
    const std::int64_t direction = rate > 0 ? 1 : rate < 0 ? 2 : 0;
    const std::int64_t cell = (std::ilogb(delta) * std::int64_t{4096} + (rate == 0 ? 0 : std::ilogb(rate))) * 4 + direction;
    if (!checked_.insert(cell).second) return;
    compare(delta, rate, impact_speed);
}

void UserForce::check_everywhere() const {
    try {
        for (const double depth : first_depths) {
            for (const double rate : first_rates) {
                compare(depth, rate, rate == 0 ? 1.0 : std::abs(rate));
                if (elastic_) break;
            }
        }
    } catch (const Error& error) {
        // At this point it is an error in the case.
        if (error.failure() != Failure::computation) throw;
        throw bad_case(error.message(), error.origin());
    }
}

}  // namespace jounce::contact

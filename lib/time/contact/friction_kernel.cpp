// The frictions of a System in a time step: slip, forces with their derivatives, and the constraints of those that stick.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/friction/sliding.hpp"
#include "time/contact/pressing.hpp"
#include "time/equations/given_normal_force.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/equations/slip_secant.hpp"

namespace jounce::time {

using contact::dot;
using contact::FrictionResponse;
using contact::Slip;

namespace {
constexpr double local_rounding = 1e-13;
}  // namespace

FrictionKernel::FrictionKernel(const System& system, Events events) : system_(&system), stepwise_(events == Events::stepwise) {
    if (system.frictions.empty()) return;
    item_of_.assign(system.rows.size(), -1);
    position_.assign(system.rows.size(), -1);
    for (const Friction& friction : system.frictions) {
        Item item;
        item.friction = &friction;
        item.law = friction.law.get();
        if (friction.contact >= 0) {
            const Contact& contact = system.contacts[static_cast<std::size_t>(friction.contact)];
            item.first_side = contact.first_side;
            item.sides = contact.gap.sides();
            item.rigid = contact.law->rigid;
            item.adhesion = contact.law->adhesion;
            item.normal_rows = contact.gap.coordinates();
            for (int i = 0; i < item.normal_rows; ++i) item.normal_row[static_cast<std::size_t>(i)] = contact.first_row + i;
        } else {
            always_ = true;
        }
        for (int i = 0; i < friction.own_rows; ++i)
            item_of_[static_cast<std::size_t>(friction.first_row + i)] = static_cast<int>(items_.size());
        for (int i = 0; i < item.normal_rows && friction.around; ++i)
            item_of_[static_cast<std::size_t>(item.normal_row[static_cast<std::size_t>(i)])] = static_cast<int>(items_.size());
        item.rows = slip_rows(system, friction, std::array<double, 2>{});
        items_.push_back(item);
    }
}

void FrictionKernel::begin(Item& item, const FrictionState& state) const {
    item.begin = &state;
    item.stick = state.status == FrictionStatus::stick;
    item.breaking = state.breaking;
    item.direction = state.direction;
    if (item.friction->contact >= 0) return;
    item.N = given_normal_force(*item.friction, item.N);  // the time was handed over by the callers
}

void FrictionKernel::begin_step(const State& from, double h, double* force) {
    instant_ = false;
    duration_ = h;
    end_time_ = from.time + h;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        Item& item = items_[i];
        item.N = from.time + h;
        begin(item, from.frictions[i]);
        if (!stepwise_ || !item.law->cone) continue;
        // The dead band is judged at the beginning of the step: a slip that leaves it meets the static coefficient.
        item.breaking = contact::norm(item.begin->velocity) < item.law->cone->dead_band;
        item.stick = item.stick || item.breaking;
    }
    // Several sticks share the force as this step has their cones, whatever was their part before.
    const auto sticks = [](const FrictionState& state) { return state.status == FrictionStatus::stick; };
    const bool anew = !stepwise_ && std::ranges::count_if(from.frictions, sticks) > 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (anew && sticks(from.frictions[i])) continue;
        const Slip& F = from.frictions[i].force;
        const SlipRows rows = slip_rows(*system_, from, system_->frictions[i]);
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l)
            force[rows.row[l]] += rows.share[0][l] * F[0] + rows.share[1][l] * F[1];
    }
}

void FrictionKernel::begin_instant(const State& state) {
    instant_ = true;
    duration_ = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        Item& item = items_[i];
        item.N = state.time;
        begin(item, state.frictions[i]);
    }
}

void FrictionKernel::begin_flight(const State& from) {
    instant_ = false;
    for (std::size_t i = 0; i < items_.size(); ++i) items_[i].begin = &from.frictions[i];
}

// Normal force with its derivatives.
void FrictionKernel::press(Item& item, const Iterate& at, const Sides& sides) const {
    item.pressed = item.friction->contact < 0;
    item.N_by_x = item.N_by_v = {};
    item.N_by_force = {};
    item.across = 0;
    if (item.friction->contact < 0) return;
    Pressing press;
    for (int s = 0; s < item.sides; ++s) {
        const auto side = static_cast<std::size_t>(item.first_side + s);
        if (!sides.held[side]) continue;
        item.pressed = true;
        if (item.rigid) {
            const auto& normal = sides.state[side].normal;
            for (std::size_t i = 0; i < static_cast<std::size_t>(item.normal_rows); ++i) {
                press.force += normal[i] * at.force[item.normal_row[i]];
                item.N_by_force[i] += normal[i];
            }
            if (item.normal_rows == 2)
                item.across = normal[0] * at.force[item.normal_row[1]] - normal[1] * at.force[item.normal_row[0]];
            continue;
        }
        const SideState& m = sides.state[side];
        press.add(m.response, m.normal, m.motion.rate, sides.radius[side], at.v + item.normal_row[0],
                  static_cast<std::size_t>(item.normal_rows));
    }
    if (item.adhesion) press.remove_tension();
    item.N_by_x = press.by_x;
    item.N_by_v = press.by_v;
    item.N = press.force;
    if (!item.friction->around) return;
    const auto first = static_cast<std::size_t>(item.first_side);
    const SideState& m = sides.state[first];
    item.radius = sides.radius[first];
    item.rate = m.motion.rate;
    item.normal = m.normal;
    item.rows = slip_rows(*system_, *item.friction, item.normal);
    item.pressed = item.pressed && item.radius > 0;
}

// F of a stick, from the forces of the rows.
Slip FrictionKernel::components(const Item& item, const double* force) const {
    Slip out{};
    int own = item.friction->first_row;
    if (item.friction->around) {
        out[0] = item.rows.share[0][0] * force[item.rows.row[0]] + item.rows.share[0][1] * force[item.rows.row[1]];
        if (item.friction->spins) ++own;
    } else {
        out[0] = force[own++];
    }
    if (item.friction->directions == 2) out[1] = force[own];
    return out;
}

double FrictionKernel::effective_compliance(const Item& item, std::size_t component, const Compliance& compliance) const {
    double sum = 0;
    const auto count = static_cast<std::size_t>(item.rows.count);
    const auto& share = item.rows.share[component];
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) sum += share[i] * share[j] * compliance.v(item.rows.row[i], item.rows.row[j]);
    }
    return sum;
}

// Stepwise: stick if F + r s is within the cone, else slip along it. A stick breaks at the static coefficient; once
// slipping within the iteration, it sticks again only below the sliding one.
void FrictionKernel::decide(Item& item, const Slip& held_force, const Compliance& compliance) const {
    const contact::FrictionCone& cone = *item.law->cone;
    Slip g = held_force;
    for (std::size_t k = 0; k < static_cast<std::size_t>(item.friction->directions); ++k) {
        const double c = effective_compliance(item, k, compliance);
        if (c > 0) g[k] += item.slip[k] / c;
    }
    // Slip that reverses passes through rest, where the static coefficient holds it.
    const bool rests = item.stick || dot(g, item.begin->velocity) < 0;
    const double bound = (rests ? cone.static_coefficient : cone.coefficient) * std::fmax(item.N, 0.0);
    const double size = contact::norm(g);
    item.stick = size <= bound;
    if (!item.stick && size > 0) item.direction = {g[0] / size, g[1] / size};
}

// The force of a slip that a set-valued law resists.
void FrictionKernel::slide(Item& item) const {
    const contact::FrictionCone& cone = *item.law->cone;
    const contact::Sliding held{item.direction, item.breaking, item.friction->directions, item.least};
    item.response = contact::slide(cone, held, item.slip, item.N);
    item.secant = {};
    if (item.friction->directions == 1) return;
    const double secant = item.N > 0 ? secant_of(item.response.force, contact::turning_speed(held, item.slip)) : 0.0;
    item.secant = {secant, secant};
}

void FrictionKernel::evaluate(const Iterate& at, const Sides& sides, const Compliance* compliance, double* answer,
                              std::vector<int>& active) {
    for (Item& item : items_) {
        press(item, at, sides);
        item.last_slip = item.slip;
        item.slip = {};
        for (std::size_t l = 0; l < static_cast<std::size_t>(item.rows.count); ++l) {
            for (std::size_t k = 0; k < 2; ++k) item.slip[k] += item.rows.share[k][l] * at.v[item.rows.row[l]];
        }
        if (!item.pressed) {
            item.stick = false;
            item.response = {};
            continue;
        }
        const bool cone = item.law->cone.has_value();
        const double speed = contact::norm(item.slip);
        if (cone && instant_) {
            const bool begins = item.begin->status == FrictionStatus::open;
            if (begins) {
                item.stick = !(speed > rounding_of_slip);
                item.breaking = false;
                if (!item.stick) item.direction = {item.slip[0] / speed, item.slip[1] / speed};
            }
            item.least = item.directed ? std::numeric_limits<double>::max() : rounding_of_slip;
            if (item.friction->directions == 2 && speed > item.least && !left_by_location(*item.begin, item.slip))
                item.direction = {item.slip[0] / speed, item.slip[1] / speed};
        } else if (cone && compliance != nullptr) {
            if (stepwise_) decide(item, components(item, at.force), *compliance);
            const double c = std::fmax(effective_compliance(item, 0, *compliance), effective_compliance(item, 1, *compliance));
            item.least = least_slip(*item.law->cone, item.begin->normal_force, c);
            const double before = contact::norm(item.begin->velocity);
            if (!stepwise_ && item.friction->directions == 2 && before > item.least)
                item.direction = {item.begin->velocity[0] / before, item.begin->velocity[1] / before};
        }
        if (item.stick) {
            item.response = {};
            item.response.force = instant_ ? Slip{} : components(item, at.force);
        } else if (cone) {
            slide(item);
        } else {
            item.response =
                item.law->evaluate(item.slip, item.N, {item.begin->bristle, item.begin->velocity, pressed_for(item, sides)});
            const double secant = item.law->has_bristle ? 0.0 : secant_of(item.response.force, speed);
            item.secant = {secant, secant};
        }
        for (std::size_t l = 0; l < static_cast<std::size_t>(item.rows.count); ++l) {
            answer[item.rows.row[l]] +=
                item.rows.share[0][l] * item.response.force[0] + item.rows.share[1][l] * item.response.force[1];
        }
        for (int i = 0; i < item.friction->own_rows; ++i) active.push_back(item.friction->first_row + i);
    }
}

void FrictionKernel::linearise(const Iterate& at, const Compliance& compliance, DependentStops& stops,
                               const std::vector<int>& active, int iteration, double* matrix, double* residual) {
    const std::size_t m = active.size();
    std::fill(position_.begin(), position_.end(), -1);
    for (std::size_t a = 0; a < m; ++a) position_[static_cast<std::size_t>(active[a])] = static_cast<int>(a);
    for (Item& item : items_) {
        if (!item.pressed) continue;
        if (item.stick) {
            hold(item, at, compliance, stops, active, matrix, residual);
            continue;
        }
        const auto count = static_cast<std::size_t>(item.rows.count);
        std::array<double, 4> damping = item.response.damping;
        if (swings(iteration, item.slip, item.last_slip) && item.secant[0] > 0) damping = {item.secant[0], 0, 0, item.secant[1]};
        for (std::size_t b = 0; b < m; ++b) {
            const int j = active[b];
            Slip slip{};
            double turn = 0;  // of the tangent of a circular gap
            for (std::size_t l = 0; l < count; ++l) {
                for (std::size_t k = 0; k < 2; ++k) slip[k] += item.rows.share[k][l] * compliance.v(item.rows.row[l], j);
                if (item.friction->around && l < 2)
                    turn += item.rows.share[0][l] * compliance.x(item.rows.row[l], j) / item.radius;
            }
            slip[0] -= item.rate * turn;
            double pressing = 0;
            for (std::size_t n = 0; n < static_cast<std::size_t>(item.normal_rows); ++n) {
                pressing +=
                    item.N_by_x[n] * compliance.x(item.normal_row[n], j) + item.N_by_v[n] * compliance.v(item.normal_row[n], j);
                if (j == item.normal_row[n]) pressing -= item.N_by_force[n];
            }
            pressing += item.across * turn;
            Slip change{};
            for (std::size_t k = 0; k < 2; ++k)
                change[k] = damping[2 * k] * slip[0] + damping[2 * k + 1] * slip[1] + item.response.by_normal[k] * pressing;
            for (std::size_t l = 0; l < count; ++l) {
                double sum = item.rows.share[0][l] * change[0] + item.rows.share[1][l] * change[1];
                if (item.friction->around && l < 2) sum -= item.response.force[0] * item.normal[l] * turn;
                matrix[static_cast<std::size_t>(position_[static_cast<std::size_t>(item.rows.row[l])]) + b * m] += sum;
            }
        }
    }
}

double FrictionKernel::rounding(int row, const double* v_free, const Compliance& compliance) const {
    const int number = item_of_[static_cast<std::size_t>(row)];
    const double c = compliance.v(row, row);
    if (number < 0 || !(c > 0)) return 0;
    const Item& item = items_[static_cast<std::size_t>(number)];
    // The slip around a circular gap is a combination of both of its rows, and of its spin.
    double speed = 0;
    for (std::size_t l = 0; l < static_cast<std::size_t>(item.rows.count); ++l) {
        if (item.friction->around || item.rows.row[l] == row) speed += std::abs(v_free[item.rows.row[l]]);
    }
    const double slope =
        item.stick ? 1 / c : std::fmin(std::abs(item.response.damping[0]) + std::abs(item.response.damping[3]), 1 / c);
    return local_rounding * slope * speed;
}

void FrictionKernel::commit(State& to) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        FrictionState& out = to.frictions[i];
        const Slip impulse = instant_ ? item.begin->impulse : Slip{};
        const Slip speed_before = instant_ ? item.begin->speed_before : Slip{};
        out.status = !item.pressed ? FrictionStatus::open : item.stick ? FrictionStatus::stick : FrictionStatus::slip;
        out.breaking = item.pressed && !item.stick && item.breaking;
        out.direction = item.pressed && item.law->cone ? item.direction : Slip{};
        out.velocity = item.slip;
        out.force = item.response.force;
        out.bristle = item.pressed ? item.response.bristle : Slip{};
        out.normal_force = item.pressed ? item.N : 0.0;
        out.largest_force = item.begin->largest_force;
        if (item.pressed) out.largest_force = std::max({out.largest_force, std::abs(item.N), contact::norm(item.response.force)});
        out.stored_energy = item.response.stored_energy;
        out.impulse = impulse;
        out.speed_before = speed_before;
    }
}

}  // namespace jounce::time

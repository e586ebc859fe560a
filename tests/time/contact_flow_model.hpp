// A system of three unit masses with contacts in planes and rings, loads and a moving stop, as the flow in contact takes it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/flow/contact_flow.hpp"

namespace jounce::test::contact_flow_test {

constexpr int n = 3;
constexpr double stiffness = 4e3, damping = 9, loss = 0.3, impact = 0.7, start = 0.4;
constexpr std::size_t place_of_time = 2 * n, first_root = 2 * n + 1;

struct Flow {
    enum class Sides { plane, many };
    /// \param sides one plane gap, or a ring and a plane gap of two sides, of which one moves
    explicit Flow(Sides sides, int loads, bool moving, bool smooth = false)
        : smooth_law(smooth), system(linear_system(unit(), c.asDiagonal(), k.asDiagonal())) {
        const auto first = std::make_shared<ClosedSignal>(std::array<double, 4>{2, -1, 0.5, 0.3}, 1.5, 3, 0.2);
        const auto second = std::make_shared<ClosedSignal>(std::array<double, 4>{-1, 2, 0.7, -0.4}, 0.8, 5, 1.1);
        const std::array<SignalPointer, 4> signals{first, first, first, second};
        const std::array<int, 4> derivatives{0, 0, 1, 2};
        const std::array<WorkTerm, 4> terms{WorkTerm::external, WorkTerm::external, WorkTerm::base, WorkTerm::external};
        for (int l = 0; l < loads; ++l) {
            const auto at = static_cast<std::size_t>(l);
            Load load;
            load.pattern = Vector{{0.9 - l, 0.4 + 0.3 * l, -0.7 + 0.8 * l}};
            load.signal = signals[at];
            load.derivative = derivatives[at];
            load.term = terms[at];
            system.loads.push_back(load);
        }
        const auto damper = std::make_shared<DashpotLaw>(stiffness, damping);
        damper->smooth_onset = true;
        const contact::LawPointer law =
            smooth ? contact::LawPointer(damper) : contact::LawPointer(std::make_shared<PowerLaw>(stiffness, 1.5, loss));
        if (sides == Sides::plane) {
            add_contact(system, "floor", {contact::GapShape::plane, 0.01, false, true}, law, {Vector{{1.5, -0.8, 0.6}}});
        } else {
            add_contact(system, "ring", {contact::GapShape::circular, 0.02, true, false}, law,
                        {Vector{{1.1, 0, -0.5}}, Vector{{0.3, 1.4, 0.2}}});
            add_contact(system, "walls", {contact::GapShape::plane, 0.015, true, true}, law, {Vector{{-0.6, 0.9, 1.2}}});
        }
        if (!moving) return;
        PrescribedMotion stop;
        stop.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0.01, 0.2, -0.3, 0}, 0.02, 7, 0.5);
        stop.mass_row = stop.damping_row = stop.stiffness_row = Vector::Zero(n);
        stop.mass = stop.damping = stop.stiffness = {0};
        system.recovery.prescribed.push_back(stop);
        for (std::size_t r = 0; r < system.rows.size(); ++r) {
            system.rows[r].prescribed = {0};
            system.rows[r].prescribed_coefficient = {r == 1 ? 0.7 : -0.4};
        }
    }

    static Matrix unit() { return Matrix::Identity(n, n); }

    /// The state from which a motion with these closed sides goes on.
    State begin(const std::vector<char>& closed, bool in_contact = true) const {
        State from;
        from.time = start;
        from.q = Vector{{0.05, -0.04, 0.03}};
        from.v = Vector{{0.4, 0.9, -0.6}};
        from.sides.resize(static_cast<std::size_t>(system.sides));
        for (const Contact& contact : system.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                SideState& side = from.sides[static_cast<std::size_t>(contact.first_side + s)];
                side.motion = motion(contact, s, start, from.q, from.v).motion;
                side.memory.closed = closed[static_cast<std::size_t>(contact.first_side + s)] != 0;
                side.memory.impact_speed = impact;
                if (in_contact && side.memory.closed) side.motion.indentation = 0.004;  // at rest on the surface there is no root
            }
        }
        return from;
    }
    contact::SideMotion motion(const Contact& contact, int s, double t, const Vector& q, const Vector& v) const {
        double x[2] = {0, 0}, rate[2] = {0, 0};
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            x[i] = dense(row).dot(q);
            rate[i] = dense(row).dot(v);
            if (row.prescribed.empty()) continue;
            const SignalSample stop = system.recovery.prescribed[0].signal->sample(t);
            x[i] += row.prescribed_coefficient[0] * stop.value;
            rate[i] += row.prescribed_coefficient[0] * stop.first;
        }
        return contact::side_motion(contact.gap, s, x, rate);
    }
    static Vector dense(const SparseRow& row) {
        Vector out = Vector::Zero(n);
        for (std::size_t e = 0; e < row.index.size(); ++e) out[row.index[e]] = row.coefficient[e];
        return out;
    }

    bool smooth_law;
    Vector c{{3, 5, 2}}, k{{40, 900, 250}};
    System system;
};

/// y in the clock of the flow, a little away from its begin, with any roots.
inline std::vector<double> somewhere(const time::ContactFlow& flow) {
    std::vector<double> y(flow.integrated(), 0.0);
    for (std::size_t i = 0; i < flow.unknowns(); ++i) y[i] = flow.y()[i];
    for (std::size_t i = 0; i < 2 * n; ++i) y[i] += 0.003 * std::sin(2.0 + static_cast<double>(i));
    y[place_of_time] = 0.03;
    for (std::size_t j = first_root; j < flow.unknowns(); ++j) {
        const bool rooted = flow.sides()[flow.closed()[j - first_root]].rooted;
        y[j] = rooted ? 0.13 + 0.08 * static_cast<double>(j - first_root) : 1;
    }
    return y;
}

}  // namespace jounce::test::contact_flow_test

// One mass between stops, in modal coordinates, and how two numbers are compared to many digits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>

#include "support/small_system.hpp"

namespace jounce::test {

constexpr contact::GapGeometry stop_above(double clearance) { return {contact::GapShape::plane, clearance, true, false}; }
constexpr contact::GapGeometry stop_below(double clearance) { return {contact::GapShape::plane, clearance, false, true}; }
constexpr contact::GapGeometry both(double clearance) { return {contact::GapShape::plane, clearance, true, true}; }

/// One mass in modal coordinates: q = sqrt(m) x, the row is 1/sqrt(m).
struct Mass {
    double m, c, k, x0, v0;
    [[nodiscard]] double b() const { return 1 / std::sqrt(m); }
    [[nodiscard]] System system() const {
        System s = linear_system(scalar(1), scalar(c / m), scalar(k / m));
        s.q0[0] = x0 / b();
        s.v0[0] = v0 / b();
        return s;
    }
    void add(System& s, const contact::GapGeometry& gap, contact::LawPointer law) const {
        add_contact(s, "stop", gap, std::move(law), {Vector::Constant(1, b())});
    }
    void load(System& s, SignalPointer signal) const {
        Load load;
        load.pattern = Vector::Constant(1, b());
        load.signal = std::move(signal);
        s.loads.push_back(load);
    }
};

inline double digits(double value, double reference) { return std::abs(value / reference - 1); }

}  // namespace jounce::test

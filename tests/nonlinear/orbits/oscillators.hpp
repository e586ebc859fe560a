// One mass between stops under a harmonic load, as a family of its frequency.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "nonlinear/orbits/march_map.hpp"
#include "nonlinear/orbits/orbit.hpp"
#include "support/small_system.hpp"
#include "support/table.hpp"

namespace jounce::test {

inline constexpr double pi = 3.141592653589793;

inline contact::LawPointer law_named(const std::string& name, const Table& settings) {
    const auto* kind = contact::law_family.find(name);
    if (kind == nullptr) throw std::invalid_argument("no law is called '" + name + "'");
    return kind->make(settings);
}

inline SignalPointer cosine(double amplitude, double w) {
    return signal_family.find("sine")->make(table({{"amplitude", amplitude}, {"frequency", w / (2 * pi)}, {"phase", pi / 2}}));
}

/// x'' + 2 z x' + x + F(x - s) = f cos w t.
struct Oscillator {
    double z = 0, clearance = 0, force = 1;
    contact::LawPointer law;
    bool both = false;  ///< a second stop at -s

    [[nodiscard]] std::shared_ptr<const System> system(double w) const {
        auto out = std::make_shared<System>(linear_system(scalar(1), scalar(2 * z), scalar(1)));
        if (law) {
            contact::GapGeometry gap = stop(clearance);
            gap.negative = both;
            add_contact(*out, "stop", gap, law, {linalg::Vector::Ones(1)});
        }
        Load load;
        load.pattern = linalg::Vector::Ones(1);
        load.signal = cosine(force, w);
        out->loads.push_back(load);
        return out;
    }
    [[nodiscard]] nonlinear::ModelFamily family() const {
        return {[*this](double w) { return system(w); }, [](double w) { return 2 * pi / w; }};
    }
};

inline linalg::Vector state(double x, double v) { return (linalg::Vector(2) << x, v).finished(); }

inline nonlinear::MapSettings section(double phase, int periods, double w, double length = 1) {
    nonlinear::MapSettings out;
    out.phase = phase;
    out.periods = periods;
    out.scales = state(length, length * w);
    return out;
}

}  // namespace jounce::test

// Shorthand for plane mechanisms: entries as a script would write them, and a march by any method with its account.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <numbers>

#include "system/mechanism/motion.hpp"
#include "system/models.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/start/start.hpp"

namespace jounce::test {

using Eigen::Vector2d;
using std::numbers::pi;

inline Value pair_of(double x, double y) { return list({x, y}); }
inline Value between(const Value& first, const Value& second) { return list({first, second}); }
inline Vector2d rotated(const Vector2d& a, double angle) {
    return {std::cos(angle) * a.x() - std::sin(angle) * a.y(), std::sin(angle) * a.x() + std::cos(angle) * a.y()};
}
inline Vector2d cross_z(double rate, const Vector2d& a) { return {-rate * a.y(), rate * a.x()}; }
inline double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Entries of a mechanism, one a line.
struct Mechanisms : Script {
    void body(const char* name, double mass, double inertia, std::initializer_list<std::pair<const char*, Value>> points) {
        add("body", {{"name", name}, {"mass", mass}, {"inertia", inertia}, {"points", table(points)}});
    }
    void hinge(const char* name, const Value& first, const Value& second) {
        add("revolute", {{"name", name}, {"between", between(first, second)}});
    }
    void guess(std::initializer_list<std::pair<const char*, Value>> angles) { add("assemble", {{"angles", table(angles)}}); }
};

/// A flexible rod of 0.3 m with two bending modes, on a hinge at its end.
inline void add_rod(Mechanisms& m) {
    m.add("flexible_body", {{"name", "rod"},
                            {"length", 0.3},
                            {"section", circle(0.01)},
                            {"material", steel()},
                            {"points", table({{"A", 0.0}, {"C", 0.3}})},
                            {"modes", 2},
                            {"elements", 6}});
    m.hinge("A", pair_of(0, 0), "rod.A");
    m.add("assemble", {{"positions", table({{"rod", pair_of(0.15, 0)}})}});
}

inline time::MethodPointer method(const char* kind, std::initializer_list<std::pair<const char*, Value>> settings = {}) {
    return time::method_family.find(kind)->make(table(settings));
}
inline time::MethodPointer events(double tolerance = 1e-12) { return method("event_driven", {{"tolerance", tolerance}}); }
inline time::MethodPointer alpha(double radius = 0.8) { return method("generalized_alpha", {{"spectral_radius", radius}}); }

inline double probe(const System& system, const State& state, const std::string& name) {
    return evaluate(resolve_probe(system, name), system, state);
}

struct MechanismRun {
    State end;
    std::vector<time::Impact> impacts;
    time::EnergyTerms energy;
    double largest_remainder = 0, work_done = 0;
    time::MarchReport report;
};

using Watch = std::function<void(const State&)>;

/// \param watch sees the start and every accepted state \param tolerance > 0: `step` is the largest one
inline MechanismRun run_mechanism(const System& system, const time::Method& method, double step, double duration,
                                  const Watch& watch = {}, double tolerance = 0) {
    struct Watcher final : time::Observer {
        void begin(const System& /*system*/, const State& state) override {
            if (*watch) (*watch)(state);
        }
        void accepted(const time::AcceptedStep& accepted) override {
            (void)account->terms(accepted.after);  // which keeps the largest remainder
            if (*watch) (*watch)(accepted.after);
        }
        time::EnergyAccount* account = nullptr;
        const Watch* watch = nullptr;
    };
    const auto stepper = method.bind(system, time::Events::locate);
    MechanismRun out;
    out.end = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    Watcher watcher;
    watcher.account = &account;
    watcher.watch = &watch;
    std::vector<time::Observer*> observers = {&log, &account, &watcher};
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.order = method.order();
    options.tolerance = tolerance;
    out.report = time::march(system, *stepper, options, out.end, observers);
    out.impacts = log.impacts();
    out.energy = account.terms(out.end);
    out.largest_remainder = account.largest_remainder();
    out.work_done = account.work_done();
    return out;
}

/// Largest violation of the joints' equations and of their rates.
struct Drift {
    explicit Drift(const System& system) : motion(system, *system.mechanism, system.mechanism->joints) {}
    void operator()(const State& state) {
        motion.set_time(state.time);
        motion.move(state.q.data(), state.v.data());
        motion.constrain();
        position = std::max(position, motion.value().cwiseAbs().maxCoeff());
        rate = std::max(rate, motion.rate().cwiseAbs().maxCoeff());
    }
    MechanismMotion motion;
    double position = 0, rate = 0;
};

/// The slider-crank of Koshy, Flores and Lankarani (2013), doi:10.1007/s11071-013-0787-x; crank driven at 177 rpm.
struct SliderCrank {
    double r = 0.05, l = 0.3, rpm = 177;
    double crank_mass = 17.9, rod_mass = 1.13, rod_inertia = 0.0153, slider_mass = 1.013;
    double offset = 0;  ///< of the guide from the crank's pivot
    [[nodiscard]] double speed() const { return rpm * 2 * pi / 60; }

    /// Everything but what joins rod and slider.
    void without_joint(Mechanisms& m) const {
        m.body("crank", crank_mass, 0.460327, {{"O", pair_of(-0.5 * r, 0)}, {"A", pair_of(0.5 * r, 0)}});
        m.body("rod", rod_mass, rod_inertia, {{"A", pair_of(-0.5 * l, 0)}, {"C", pair_of(0.5 * l, 0)}});
        m.body("slider", slider_mass, 0.000772, {{"C", pair_of(0, 0)}});
        m.hinge("O", pair_of(0, 0), "crank.O");
        m.hinge("A", "crank.A", "rod.A");
        m.add("translational", {{"name", "guide"}, {"body", "slider"}, {"through", pair_of(0, offset)}});
        m.add("drive", {{"joint", "O"}, {"speed", speed()}});
    }
    [[nodiscard]] System ideal() const {
        Mechanisms m;
        without_joint(m);
        m.hinge("C", "rod.C", "slider.C");
        m.guess({{"crank", 0.0}, {"rod", 0.0}});
        return m.system();
    }

    struct Instant {
        double x, v, a;             // of the slider
        double turn, rate, spin;    // of the rod
        Vector2d at_o, at_a, at_c;  // forces on the crank, on the rod, on the slider
        double torque = 0, guide = 0;
    };
    /// Closed kinematics, and Newton-Euler from the slider back to the crank.
    [[nodiscard]] Instant at(double time) const {
        const double w = speed(), c = std::cos(w * time), s = std::sin(w * time);
        Instant out;
        // l sin(turn) = offset - r s
        const double sine = (offset - r * s) / l, cosine = std::sqrt(1 - sine * sine);
        out.turn = std::asin(sine);
        out.rate = -r * w * c / (l * cosine);
        out.spin = (r * w * w * s / l + sine * out.rate * out.rate) / cosine;
        out.x = r * c + l * cosine;
        out.v = -r * w * s - l * sine * out.rate;
        out.a = -r * w * w * c - l * (cosine * out.rate * out.rate + sine * out.spin);
        const Vector2d u(cosine, sine);
        const Vector2d pin = -w * w * r * Vector2d(c, s);
        const Vector2d middle = pin + 0.5 * l * (cross_z(out.spin, u) - out.rate * out.rate * u);
        const double cx = slider_mass * out.a, ax = rod_mass * middle.x() + cx;
        const double cy = (-2 * rod_inertia * out.spin / l + sine * (ax + cx) - cosine * rod_mass * middle.y()) / (2 * cosine);
        out.at_c = {cx, cy};
        out.at_a = {ax, rod_mass * middle.y() + cy};
        out.guide = -cy;
        out.at_o = 0.5 * crank_mass * pin + out.at_a;
        out.torque = r * cross(Vector2d(c, s), out.at_a);
        return out;
    }
};

}  // namespace jounce::test

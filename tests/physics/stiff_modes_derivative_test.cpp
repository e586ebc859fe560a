// The derivative of a run through contacts of a beam with many modes, the fastest of which vibrates a thousand times within a
// contact: the variation of the force is found by collocation, not by explicit steps.
//
// Reference: differences of fourth order of runs, by low and high modes. Tolerance: as in orbit_derivative_test.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/families/law.hpp"
#include "derivative_of_run.hpp"
#include "support/small_system.hpp"
#include "support/table.hpp"

namespace jounce::test::stiff_modes_derivative_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

constexpr double pi = 3.141592653589793, slowest = 40, clearance = 0.01;
constexpr Eigen::Index modes = 40;

/// A pinned beam of mass 2 in its modes, w_k = k^2 w_1, with a stop at 0.3 of its length.
System pinned_beam(const contact::LawPointer& law, const contact::LawPointer& other = nullptr) {
    Vector k(modes), c(modes), row(modes), second(modes);
    for (Eigen::Index i = 0; i < modes; ++i) {
        const double n = static_cast<double>(i + 1), w = n * n * slowest;
        k[i] = w * w;
        c[i] = 2 * 0.01 * w;
        row[i] = std::sin(0.3 * pi * n);
        second[i] = std::sin(0.8 * pi * n);
    }
    System out = linear_system(Matrix::Identity(modes, modes), c.asDiagonal(), k.asDiagonal());
    add_contact(out, "stop", stop(clearance), law, {row});
    if (other) add_contact(out, "second", stop(0.4 * clearance), other, {second});
    return out;
}

contact::LawPointer law_of(const char* kind, const Table& settings) { return contact::law_family.find(kind)->make(settings); }

/// Largest error of columns of dPi/dy relative to their size.
double error_of(const System& system, const Vector& y, double period, int& onsets) {
    constexpr double step = 1e-5;
    Vector D(2 * modes);
    D.head(modes).setConstant(clearance);
    D.tail(modes).setConstant(clearance * slowest);
    const nonlinear::MarchMap map = map_of(system, period, D);
    const nonlinear::MapPoint point = map.at(y, 0, nonlinear::Derivatives::state);
    EXPECT_EQ(point.refused, "");
    onsets = 0;
    double fastest_contact = 0;
    for (const nonlinear::MapEvent& event : point.events) {
        if (event.kind == nonlinear::MapEvent::Kind::onset) {
            ++onsets;
            fastest_contact -= event.time;
        } else {
            fastest_contact += event.time;
        }
    }
    EXPECT_GT(fastest_contact * modes * modes * slowest, 200) << "radians of the fastest mode in contact";
    double out = 0;
    for (const Eigen::Index j : {Eigen::Index{0}, Eigen::Index{1}, Eigen::Index{5}, modes - 1, modes, modes + 2, 2 * modes - 1}) {
        const auto at = [&](double share) {
            Vector moved = y;
            moved[j] += share * step * D[j];
            return Vector(map.at(moved, 0, nonlinear::Derivatives::none).end);
        };
        const Vector difference = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step * D[j]);
        const Vector found = point.derivative.col(j);
        out = std::max(out, ((found - difference).cwiseQuotient(D)).cwiseAbs().maxCoeff() /
                                std::max(difference.cwiseQuotient(D).cwiseAbs().maxCoeff(), 1 / D[j]));
    }
    return out;
}

TEST(StiffModesDerivative, GoesThroughContactsOfLaws) {
    struct Case {
        const char* kind;
        Table settings;
    };
    Vector y = Vector::Zero(2 * modes);
    y[modes] = 1;
    y[modes + 2] = 0.1;
    for (const Case& c : {Case{"hooke", table({{"stiffness", 2e4}})}, Case{"hertz", table({{"stiffness", 1e6}})},
                          Case{"hunt_crossley", table({{"stiffness", 1e6}, {"restitution", 0.7}})},
                          Case{"tsuji", table({{"stiffness", 1e6}, {"restitution", 0.8}, {"reduced_mass", 0.1}})},
                          Case{"kelvin_voigt", table({{"stiffness", 2e4}, {"damping", 10.0}})}}) {
        SCOPED_TRACE(c.kind);
        int onsets = 0;
        EXPECT_LT(error_of(pinned_beam(law_of(c.kind, c.settings)), y, 0.15, onsets), 2e-7);
        EXPECT_GE(onsets, 1);
    }
}

/// The first of some durations at whose end no contact is closed.
double open_end(const System& system, const Vector& y) {
    for (const double period : {0.15, 0.14, 0.13, 0.12, 0.11, 0.1, 0.09}) {
        const nonlinear::MarchMap map = map_of(system, period, Vector::Ones(y.size()));
        const nonlinear::MapPoint point = map.at(y, 0, nonlinear::Derivatives::none);
        const auto count = [&](nonlinear::MapEvent::Kind kind) {
            return std::ranges::count_if(point.events, [kind](const nonlinear::MapEvent& event) { return event.kind == kind; });
        };
        if (point.refused.empty() && count(nonlinear::MapEvent::Kind::onset) == count(nonlinear::MapEvent::Kind::release))
            return period;
    }
    ADD_FAILURE() << "a contact is closed at every end";
    return 0.15;
}

TEST(StiffModesDerivative, GoesThroughTwoContactsAtATime) {
    Vector y = Vector::Zero(2 * modes);
    y[modes] = 1;
    const System system = pinned_beam(law_of("hertz", table({{"stiffness", 1e6}})), law_of("hooke", table({{"stiffness", 1e4}})));
    int onsets = 0;
    EXPECT_LT(error_of(system, y, open_end(system, y), onsets), 2e-7);
    EXPECT_GE(onsets, 2);
}

}  // namespace
}  // namespace jounce::test::stiff_modes_derivative_test

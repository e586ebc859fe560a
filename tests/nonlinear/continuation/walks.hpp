// A branch to both sides of an orbit, for tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/walk.hpp"

namespace jounce::test {

struct Found {
    nonlinear::SpecialKind kind;
    double parameter;
    Vector state;
    bool turns;
};
struct Followed {
    nonlinear::Walk up, down;
    std::vector<Found> special;  ///< of both, by the parameter
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::vector<Found> of(nonlinear::SpecialKind kind) const;
};

[[nodiscard]] nonlinear::WalkSettings everything(double most);
/// The orbit near y at lambda. \throws std::runtime_error when there is none
[[nodiscard]] nonlinear::CurvePoint orbit_at(const nonlinear::ScaledFamily& family, const Vector& y, double lambda);
[[nodiscard]] nonlinear::Walk walked(const nonlinear::ScaledFamily& family, const nonlinear::CurvePoint& from, int sense,
                                     const nonlinear::WalkSettings& settings);
[[nodiscard]] Followed followed(const nonlinear::ScaledFamily& family, const Vector& y, double lambda,
                                const nonlinear::WalkSettings& settings);

}  // namespace jounce::test

// The points of a sweep and their order: a grid, lines that carry a state, a list of points, samples.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sweep/axes.hpp"

namespace jounce::sweep {

enum class Way : char { none, up, down };

struct Point {
    std::vector<Value> at;  ///< one for each axis
    Way way = Way::none;    ///< along the carried axis
};

struct Plan {
    std::vector<Axis> axes;
    std::vector<Point> points;                    ///< in the order of the table
    std::vector<std::vector<std::size_t>> lines;  ///< points computed in sequence; one point each without `carry`
    std::string carry;                            ///< name of the axis, or empty
    [[nodiscard]] bool carried() const { return !carry.empty(); }
};

/// The numbers of the first five: "4, 5, 6, 7, 8, ..."
[[nodiscard]] std::string some_points(const std::vector<std::size_t>& points);

/// "up", "down", or "".
[[nodiscard]] const char* way_text(Way way);

/// All combinations: the last axis varies first. With `carry` the points of a line are adjacent, and lines are in the
/// order of the other axes; `both` is up, then down, with the turning value twice.
/// \param carry empty, or the name of an axis of ascending numbers
/// \throws Error (bad_case) "sweep: 'carry' must be ..."
[[nodiscard]] Plan grid(std::vector<Axis> axes, const std::string& carry, const std::string& direction,
                        const Proceed& proceed = {});

/// One point for each table, which all have the same names.
/// \param axes those names with units, in the order of the columns; empty: the names of the first point, sorted
[[nodiscard]] Plan listed(std::vector<Axis> axes, const Value& points, const Proceed& proceed = {});

struct SampleSettings {
    std::string method = "latin_hypercube";
    int count = 0;
    int seed = 1;
};
[[nodiscard]] const FieldList& sample_fields();

/// Points within the ranges of the axes. "random": independent, uniform in the axis (in its logarithm on a logarithmic
/// one). "latin_hypercube": each of `count` strata of each axis contains one point, at a random position in it.
/// Source: M. D. McKay, R. J. Beckman, W. J. Conover (1979), Technometrics 21, 239-245, doi:10.1080/00401706.1979.10489755.
/// The numbers depend on the seed alone, on no machine and no library.
[[nodiscard]] Plan sampled(std::vector<Axis> axes, const SampleSettings& settings, const Proceed& proceed = {});

}  // namespace jounce::sweep

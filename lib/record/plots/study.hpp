// Files of a work-precision study, from plain rows and curves: a table as CSV, and errors over cost as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/value.hpp"
#include "record/files/csv.hpp"

namespace jounce::record {

/// Writes a whole table so that a reader sees the old file or the new one, never a partial one.
/// \param rows numbers, words, booleans (1 or 0), and nothing for an empty cell; one entry for each column
/// \throws Error (computation) naming the file
void write_study(const std::filesystem::path& file, const FileHead& head, const std::vector<std::string>& columns,
                 const std::vector<List>& rows);

/// One method's runs; points in the order in which they are joined.
struct StudyCurve {
    struct Point {
        double cost = 0;
        double error = 0;
        bool front = false;
    };
    std::string name;
    std::vector<Point> points;
};

struct StudyPicture {
    std::string title;
    std::string cost_label, error_label;
    std::vector<StudyCurve> curves;
    std::optional<double> floor;  ///< the uncertainty of the reference: a line; errors below it are not resolved
};

/// Error over cost on logarithmic axes, one marked curve for each method, rings round the points of the Pareto front;
/// .svg or .png by the file's ending. Points with a cost or an error that is not positive are left out.
/// \param proceed as record::draw
/// \throws Error as record::draw, and (computation) when no point is left
void plot_study(const StudyPicture& picture, const std::filesystem::path& file, const std::function<void()>& proceed = {});

}  // namespace jounce::record

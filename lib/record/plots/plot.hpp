// Curves over time as a picture, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace jounce::record {

/// One curve; times and values have equal length and must outlive the call.
struct PlotCurve {
    std::string name;
    std::string unit;
    std::span<const double> times;
    std::span<const double> values;
};

/// One panel per unit, a common time axis; .svg or .png by the file's ending. Missing folders are created.
/// \param proceed as record::draw
/// \throws Error (bad_case for a wrong ending, computation when gnuplot is missing, fails, or the file cannot be written)
void plot(const std::vector<PlotCurve>& curves, const std::string& title, const std::filesystem::path& file,
          const std::function<void()>& proceed = {});

}  // namespace jounce::record

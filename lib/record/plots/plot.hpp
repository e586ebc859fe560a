// Curves over time as a picture, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "record/plots/time_curve.hpp"

namespace jounce::record {

/// One curve.
struct PlotCurve {
    std::string name;
    std::string unit;
    TimeCurve curve;
};

/// One panel per unit, a common time axis; .svg or .png by the file's ending. Missing folders are created.
/// \param proceed as record::draw
/// \throws Error (bad_case for a wrong ending, computation when gnuplot is missing, fails, or the file cannot be written)
void plot(std::vector<PlotCurve> curves, const std::string& title, const std::filesystem::path& file,
          const std::function<void()>& proceed = {});

}  // namespace jounce::record

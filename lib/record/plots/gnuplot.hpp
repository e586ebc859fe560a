// Pictures drawn by gnuplot: its process, its files, and their failures.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace jounce::record {

/// gnuplot's text in single quotes, on one line. Invalid bytes and control characters become U+FFFD.
[[nodiscard]] std::string gnuplot_quoted(const std::string& text);
/// The same, for places where gnuplot takes % for the beginning of a number.
[[nodiscard]] std::string gnuplot_format(const std::string& text);

/// The target of a script.
struct GnuplotTarget {
    std::string terminal;          ///< "svg" or "pngcairo"
    std::filesystem::path file;    ///< for "set output"
    std::filesystem::path folder;  ///< for data files; gnuplot runs in it; removed afterwards
};

/// \throws Error (bad_case) where a picture's name ends in neither .svg nor .png
void require_picture_name(const std::string& subject, const std::filesystem::path& file);

/// Draws `file` (.svg or .png by its ending) from the script that the function returns. Missing folders are created; if
/// drawing fails, an old picture is kept.
/// \param subject the beginning of messages: "run:plot"
/// \throws Error (bad_case for a wrong ending, computation when gnuplot is missing, fails, or the file cannot be written)
void draw(const std::string& subject, const std::filesystem::path& file,
          const std::function<std::string(const GnuplotTarget&)>& script);

}  // namespace jounce::record

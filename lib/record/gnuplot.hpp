// Pictures drawn by gnuplot: its process, its files, and what can go wrong with them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace jounce::record {

/// gnuplot's text in single quotes, on one line. Bytes that are no character, and control characters, become U+FFFD.
[[nodiscard]] std::string gnuplot_quoted(const std::string& text);
/// The same where gnuplot would take % for the beginning of a number.
[[nodiscard]] std::string gnuplot_format(const std::string& text);

/// What a script is written for.
struct GnuplotTarget {
    std::string terminal;          ///< "svg" or "pngcairo"
    std::filesystem::path file;    ///< for "set output"
    std::filesystem::path folder;  ///< for data files; gnuplot runs in it; removed afterwards
};

/// \throws Error (bad_case) where a picture's name ends in neither .svg nor .png
void require_picture_name(const std::string& subject, const std::filesystem::path& file);

/// Draws `file` (.svg or .png by its ending) from the script that the function returns. Missing folders are created; a picture
/// that fails leaves an old one alone.
/// \param subject what messages begin with: "run:plot"
/// \throws Error (bad_case for a wrong ending, computation when gnuplot is missing, fails, or the file cannot be written)
void draw(const std::string& subject, const std::filesystem::path& file,
          const std::function<std::string(const GnuplotTarget&)>& script);

}  // namespace jounce::record

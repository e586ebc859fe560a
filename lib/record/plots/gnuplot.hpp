// Pictures drawn by gnuplot: its process, its files, and their failures.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace jounce::record {

/// Any text as a string of gnuplot, on one line. Invalid bytes and control characters become U+FFFD.
[[nodiscard]] std::string gnuplot_quoted(const std::string& text);

/// The target of a script.
struct GnuplotTarget {
    std::string terminal;                       ///< "svg" or "pngcairo"
    std::function<void(std::string_view)> add;  ///< appends to the script: commands, and data for '-' after them
};

/// \throws Error (bad_case) where a picture's name ends in neither .svg nor .png
void require_picture_name(const std::string& subject, const std::filesystem::path& file);

/// Draws `file` (.svg or .png by its ending) from the script that the function adds. Missing folders are created; if
/// drawing fails, an old picture is kept. Script and picture are unnamed files until the picture is complete.
/// \param subject the beginning of messages: "run:plot"
/// \param proceed called repeatedly while the script is written and drawn; an Error thrown by it (an interrupt) ends gnuplot
/// \throws Error (bad_case for a wrong ending, computation when gnuplot is missing, fails, or the file cannot be written)
void draw(const std::string& subject, const std::filesystem::path& file, const std::function<void(const GnuplotTarget&)>& script,
          const std::function<void()>& proceed = {});

}  // namespace jounce::record

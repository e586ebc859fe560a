// A text file read line by line or word by word, which knows where it is when something is wrong.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace jounce::mesh_files {

class TextReader {
  public:
    /// \throws Error (bad_case) when the file cannot be read
    TextReader(std::string file, std::string subject);

    /// The next line without its blanks at both ends; false at the end of the file. What is left of the present one is skipped.
    bool next_line(std::string& line);
    /// The next word, across lines. \throws Error at the end of the file, naming what was expected
    std::string word(std::string_view expected);
    /// The next words between double quotes in one line, without the quotes. \throws Error when they are not there
    std::string quoted(std::string_view expected);
    /// \throws Error when the next word is no finite number
    double number(std::string_view expected);
    /// \throws Error when the next word is no integer or outside [low, high]
    long integer(std::string_view expected, long low, long high);

    [[nodiscard]] int line() const { return line_; }
    /// Messages speak of another line from now on: one that is looked at again. The next line read counts from it.
    void show_line(int line) { line_ = line; }
    /// "mesh.gmsh: 'file' shaft.msh:12: what"
    [[nodiscard]] Error wrong(const std::string& what) const { return wrong(what, line_); }
    [[nodiscard]] Error wrong(const std::string& what, int line) const;

    // The same for text already at hand.
    [[nodiscard]] double number_in(std::string_view text, std::string_view expected) const;
    [[nodiscard]] long integer_in(std::string_view text, std::string_view expected, long low, long high) const;

  private:
    bool fill();

    std::string file_, subject_;
    std::ifstream stream_;
    std::string text_;
    std::size_t at_ = 0;
    int line_ = 0;
};

[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace jounce::mesh_files

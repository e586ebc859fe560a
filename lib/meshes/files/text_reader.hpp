// A text file read line by line or word by word; its error messages have the line.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "base/files/data_file.hpp"
#include "base/messages/error.hpp"

namespace jounce::mesh_files {

class TextReader {
  public:
    /// \throws Error (bad_case) when the file cannot be read
    TextReader(std::string file, std::string subject);

    /// The next line without its blanks at both ends; false at the end of the file. The rest of the current line is
    /// skipped.
    bool next_line(std::string& line);
    /// The next word, across lines. \throws Error at the end of the file, naming the expected word
    std::string word(std::string_view expected);
    /// The next words between double quotes in one line, without the quotes. \throws Error if there are none
    std::string quoted(std::string_view expected);
    /// \throws Error when the next word is not a finite number
    double number(std::string_view expected);
    /// \throws Error when the next word is not an integer or outside [low, high]
    long integer(std::string_view expected, long low, long high);

    [[nodiscard]] int line() const { return line_; }
    /// Messages name another line from now on, which is examined again. The next line read is counted from it.
    void show_line(int line) { line_ = line; }
    /// "mesh.gmsh: 'file' shaft.msh:12: what"
    [[nodiscard]] Error wrong(const std::string& what) const { return wrong(what, line_); }
    [[nodiscard]] Error wrong(const std::string& what, int line) const;

    // The same for a given text.
    [[nodiscard]] double number_in(std::string_view text, std::string_view expected) const;
    [[nodiscard]] long integer_in(std::string_view text, std::string_view expected, long low, long high) const;

  private:
    bool fill();

    std::string file_, subject_;
    DataFile stream_;
    std::string text_;
    std::size_t at_ = 0;
    int line_ = 0;
};

[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace jounce::mesh_files

// Results read back by a reader that shares nothing with the writer, and a digit made wrong for its control.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "small_cases.hpp"

namespace jounce::test {

struct Reading {
    int status = -1;
    std::string text;
};

/// \param script of this folder
inline Reading read_with(const std::string& script, const fs::path& folder, const std::string& more = "") {
    const std::string command =
        "python3 '" JOUNCE_SOURCE_DIR "/tests/record/" + script + "' '" + folder.string() + "' " + more + " 2>&1";
    Reading out;
    FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> piece{};
    while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), pipe)) out.text.append(piece.data(), n);
    out.status = ::pclose(pipe);
    return out;
}

/// The third decimal of the second value in the last row.
inline void spoil_a_digit(const fs::path& series) {
    std::string text = text_of(series);
    const std::size_t row = text.rfind("\n", text.size() - 2) + 1;
    const std::size_t digit = text.find('.', text.find(',', row)) + 3;
    text[digit] = text[digit] == '5' ? '6' : '5';
    std::ofstream(series) << text;
}

}  // namespace jounce::test

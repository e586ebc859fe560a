// The keyword lines of an .inp file: "*NSET, NSET=ends, GENERATE".
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/files/text_reader.hpp"

namespace jounce::mesh_files {

struct Keyword {
    std::string name;                           // "NSET"
    std::map<std::string, std::string> values;  // parameters in capitals, with their values as written
    int line = 0;
};

[[nodiscard]] std::string upper(std::string_view text);
[[nodiscard]] std::string unquoted(std::string_view word);
/// At commas outside quotes, without the blanks around each part and without empty parts at the end.
[[nodiscard]] std::vector<std::string> split(std::string_view line);

/// \param line that begins with a star
[[nodiscard]] Keyword read_keyword(const std::string& line, int number);
/// \throws Error for a keyword, or a parameter of one that is read, that would change geometry, stiffness or mass in an
/// unsupported way
void check_keyword(const Keyword& keyword, const TextReader& text);

}  // namespace jounce::mesh_files

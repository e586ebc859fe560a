// The generated files: the reference in docs/reference and the editor's types in lua/types.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

namespace jounce::lua {

/// Path below the source folder -> text. tools/generate-docs writes them; a test compares them with the committed files.
[[nodiscard]] std::map<std::string, std::string> generated_docs();

/// docs/reference/*.md
void add_reference(std::map<std::string, std::string>& files);
/// lua/types/jounce.lua
[[nodiscard]] std::string editor_types();

}  // namespace jounce::lua

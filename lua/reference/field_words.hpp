// Text of fields, defaults and sources for readers: shared by `jounce kinds`, the reference and the editor's types.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/fields/kind.hpp"
#include "script/families.hpp"

namespace jounce::lua {

/// "number", "law", "\"x\" or \"y\""
[[nodiscard]] std::string type_words(const Field& field);
/// "positive"; "-" if every value of the type is allowed
[[nodiscard]] std::string range_words(const Field& field);
/// "required", "1.5", "-" (optional without a default)
[[nodiscard]] std::string default_words(const Field& field);
/// "Exactly one of 'a' and 'b' is given.", ...
[[nodiscard]] std::vector<std::string> group_words(const FieldList& fields);
/// "Hertz, H. (1881), doi:10.1515/..., eq. (3)"
[[nodiscard]] std::string source_words(const Source& source);
/// "jounce.law.hertz", "model:beam", "jounce.material"
[[nodiscard]] std::string constructor_words(const AnyFamily& family, const KindDescription& kind);

}  // namespace jounce::lua

// Tables in C++ in the form of a script, and their place in the source.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <source_location>
#include <string>
#include <utility>

#include "base/fields/value.hpp"
#include "base/messages/error.hpp"

namespace jounce {

using Entries = std::initializer_list<std::pair<const char*, Value>>;

/// { name = value, ... }
inline Table table(Entries entries) {
    Table out;
    for (const auto& [key, value] : entries) out.set(key, value);
    return out;
}

/// jounce.family.kind{ name = value, ... }: table_of("law", "hertz", {{"stiffness", 1.5e11}}). The fields are checked when the
/// table is used.
inline Table table_of(const std::string& family, const std::string& kind, Entries entries) {
    Table out = table(entries);
    out.set("family", family);
    out.set("kind", kind);
    return out;
}

/// The line of the call, for messages: model.add("gap", table({...}), here()).
inline Origin here(const std::source_location& place = std::source_location::current()) {
    return {place.file_name(), static_cast<int>(place.line())};
}

}  // namespace jounce

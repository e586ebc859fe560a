// Entries of a model as a script would write them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <utility>

#include "base/fields/tables.hpp"
#include "system/model/model.hpp"

namespace jounce::bench {

[[nodiscard]] inline Value vector(double x, double y, double z) { return List{x, y, z}; }
[[nodiscard]] inline Value point(double x, double y) { return List{x, y}; }
[[nodiscard]] inline Value kind(const char* family, const char* name,
                                std::initializer_list<std::pair<const char*, Value>> entries) {
    Table out = table(entries);
    out.set("family", family);
    out.set("kind", name);
    return out;
}

}  // namespace jounce::bench

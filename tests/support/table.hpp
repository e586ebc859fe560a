// Tables and lists as a script hands them over.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <utility>

#include "base/value.hpp"

namespace jounce::test {

inline Table table(std::initializer_list<std::pair<const char*, Value>> entries) {
    Table out;
    for (const auto& [key, value] : entries) out.set(key, value);
    return out;
}
inline Value list(std::initializer_list<Value> values) { return List(values); }
inline Value vector(double x, double y, double z) { return List{x, y, z}; }
inline Value words(std::initializer_list<const char*> names) { return List(names.begin(), names.end()); }

}  // namespace jounce::test

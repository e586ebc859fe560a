// Tables and lists as a script hands them over.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/tables.hpp"

namespace jounce::test {

using jounce::table;
inline Value list(std::initializer_list<Value> values) { return List(values); }
inline Value vector(double x, double y, double z) { return List{x, y, z}; }
inline Value words(std::initializer_list<const char*> names) { return List(names.begin(), names.end()); }

}  // namespace jounce::test

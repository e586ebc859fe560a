// The key below a picture: its names, and in how many columns and rows they have room.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record/figure.hpp"

namespace jounce::record {

/// Names of a panel's curves, as its key has them.
[[nodiscard]] std::vector<std::string> key_names(const FigurePanel& panel);

/// \param width of the picture above the key, in pixels
[[nodiscard]] int key_columns(const std::vector<std::string>& names, int width);
/// 0 where there is no key: a single name says nothing.
[[nodiscard]] int key_rows(const std::vector<std::string>& names, int width);

}  // namespace jounce::record

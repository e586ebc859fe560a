// The key below a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/figure_key.hpp"

#include <algorithm>
#include <cstddef>

namespace jounce::record {

std::vector<std::string> key_names(const FigurePanel& panel) {
    std::vector<std::string> out;
    for (const FigureCurve& curve : panel.curves)
        if (!curve.name.empty()) out.push_back(curve.name);
    return out;
}

int key_columns(const std::vector<std::string>& names, int width) {
    std::size_t longest = 1;
    for (const std::string& name : names) longest = std::max(longest, name.size());
    return static_cast<int>(std::clamp<std::size_t>(static_cast<std::size_t>(width) / (8 * (longest + 8)), 1,
                                                    std::max<std::size_t>(names.size(), 1)));
}

int key_rows(const std::vector<std::string>& names, int width) {
    if (names.size() < 2) return 0;
    const int columns = key_columns(names, width);
    return (static_cast<int>(names.size()) + columns - 1) / columns;
}

}  // namespace jounce::record

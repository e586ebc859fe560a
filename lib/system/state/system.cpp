// Finds objects in an assembled System by name.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/state/system.hpp"

#include <algorithm>

namespace jounce {

int System::find_node(const std::string& node) const {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].name == node || std::ranges::find(nodes[i].aliases, node) != nodes[i].aliases.end())
            return static_cast<int>(i);
    }
    return -1;
}

int System::find_contact(const std::string& gap) const {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (contacts[i].name == gap) return static_cast<int>(i);
    }
    return -1;
}

int System::find_friction(const std::string& friction) const {
    for (std::size_t i = 0; i < frictions.size(); ++i) {
        if (frictions[i].name == friction) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace jounce

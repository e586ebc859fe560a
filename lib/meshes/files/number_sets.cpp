// Sets of numbers by name.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/number_sets.hpp"

#include <algorithm>

#include "meshes/files/abaqus_keywords.hpp"

namespace jounce::mesh_files {

NumberSet& NumberSets::named(const std::string& name, int line) {
    for (NumberSet& set : sets_)
        if (upper(set.name) == upper(name)) return set;
    return sets_.emplace_back(NumberSet{name, line});
}

const NumberSet* NumberSets::find(const std::string& name) const {
    const auto set = std::find_if(sets_.begin(), sets_.end(), [&](const NumberSet& s) { return upper(s.name) == upper(name); });
    return set == sets_.end() ? nullptr : &*set;
}

}  // namespace jounce::mesh_files

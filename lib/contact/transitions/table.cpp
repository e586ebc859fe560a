// The table of transition conditions. A new one is one file of this folder, one line here and one in transition.hpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "contact/transition.hpp"

namespace jounce::contact {

namespace {
constexpr const Transition* transition_table[] = {
    &transitions::distance,        //
    &transitions::force,           //
    &transitions::distance_force,  //
    &transitions::latched,         //
    &transitions::relaxation,      //
};
}  // namespace

std::span<const Transition* const> transition_kinds() { return transition_table; }

std::vector<std::string> transition_names() {
    std::vector<std::string> out;
    for (const Transition* transition : transition_table) out.emplace_back(transition->name);
    return out;
}

const Transition& transition_named(const std::string& name) {
    for (const Transition* transition : transition_table) {
        if (name == transition->name) return *transition;
    }
    throw std::logic_error("there is no transition condition '" + name + "'");
}

}  // namespace jounce::contact

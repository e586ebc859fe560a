// The table of transition conditions. A new one is one file of this folder and one line here, which declares it and lists it.
// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "contact/families/transition.hpp"

#define JOUNCE_TRANSITIONS(TRANSITION) \
    TRANSITION(distance)               \
    TRANSITION(force)                  \
    TRANSITION(distance_force)         \
    TRANSITION(latched)                \
    TRANSITION(relaxation)

namespace jounce::contact {

namespace transitions {
#define JOUNCE_DECLARE(name) extern const Transition name;
JOUNCE_TRANSITIONS(JOUNCE_DECLARE)
#undef JOUNCE_DECLARE
}  // namespace transitions

namespace {
#define JOUNCE_LIST(name) &transitions::name,
constexpr const Transition* transition_table[] = {JOUNCE_TRANSITIONS(JOUNCE_LIST)};
#undef JOUNCE_LIST
#undef JOUNCE_TRANSITIONS
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

// When a contact begins and ends: the transition conditions as data, one file each in transitions/.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

namespace jounce::contact {

/// A transition condition. With F_f the force of the element as if in contact, and its surface: the indentation at which it is
/// unstrained (zero, what an earlier impact left behind, or under `relaxes` the compression x_f(t) that it still keeps).
struct Transition {
    enum class ForceCloses { never, indented, anywhere };

    const char* name;
    const char* letter;   ///< in the paper
    const char* summary;  ///< one sentence
    /// Closes where the indentation rises through the surface; besides, where F_f rises through zero ...
    ForceCloses force_closes = ForceCloses::never;
    /// Opens where F_f falls through zero, else where the indentation falls through the surface.
    bool opens_by_force = true;
    /// The element keeps its compression while open and relaxes by itself, 0 = F_f(x_f, x_f').
    bool relaxes = false;
    /// A body that turns back while still indented meets nothing: it has to leave first.
    bool latches = false;
};

/// Those that code names; table.cpp has all.
namespace transitions {
extern const Transition distance;
extern const Transition force;
extern const Transition distance_force;
}  // namespace transitions

/// All conditions (transitions/table.cpp), and their names.
[[nodiscard]] std::span<const Transition* const> transition_kinds();
[[nodiscard]] std::vector<std::string> transition_names();
/// \throws std::logic_error for an unknown name
[[nodiscard]] const Transition& transition_named(const std::string& name);

}  // namespace jounce::contact

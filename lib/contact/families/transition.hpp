// Begin and end of a contact: the transition conditions as data, one file each in transitions/.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

namespace jounce::contact {

/// A transition condition. With F_f the force of the element as if in contact, and its surface: the indentation of the unstrained
/// element (zero, the permanent indentation, or with `relaxes` the remaining compression x_f(t)).
struct Transition {
    enum class ForceCloses { never, indented, anywhere };

    const char* name;
    const char* letter;   ///< in the paper
    const char* summary;  ///< one sentence
    /// Closes where the indentation rises through the surface, and also where F_f rises through zero ...
    ForceCloses force_closes = ForceCloses::never;
    /// Opens where F_f falls through zero; otherwise where the indentation falls through the surface.
    bool opens_by_force = true;
    /// The open element keeps its compression, which relaxes without force, 0 = F_f(x_f, x_f').
    bool relaxes = false;
    /// A body that turns back while still indented has no contact: it must leave first.
    bool latches = false;
};

/// The conditions used by name in the code; table.cpp lists all.
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

// Where the contact of one side begins and ends on a stretch of its motion of which both ends are known.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/hermite.hpp"
#include "contact/contact_event.hpp"

namespace jounce::time {

using contact::ContactEvent;

/// A stretch of motion with the side's status held; between its ends the motion is the cubic through both.
struct SideStretch {
    const contact::Law* law = nullptr;
    const contact::ContactMemory* memory = nullptr;  ///< at the start
    double begin = 0, length = 0;                    ///< [s]
    contact::Motion from, to;
    /// Of a closed side at both ends [N]; those of an open one, as if in contact, are asked of the law.
    double force_from = 0, force_to = 0;
    double size = 0;  ///< of the places that the indentation is the difference of: round-off in it is of this [m]
    /// An open side that is indented by no more than this stands on its surface [m].
    double margin = 0;
    /// A force of an open side that is no larger than this has just passed zero [N].
    double force_margin = 0;
    /// Does a body strike that begins on its surface and moves in, though the stretch ends outside?
    bool strikes_at_begin = false;
};

struct SideEvent {
    ContactEvent event = ContactEvent::onset;
    double after = 0;          ///< behind the stretch's begin, as the cubic shows it [s]
    double low = 0, high = 0;  ///< where it lies [s]
    /// False when both ends of the stretch lie on the same side of zero and only the cubic between them crosses.
    bool at_end = true;
};

/// The first onset of an open side.
[[nodiscard]] std::optional<SideEvent> onset_within(const SideStretch& stretch);
/// The first release of a closed side, by distance or by force.
[[nodiscard]] std::optional<SideEvent> release_within(const SideStretch& stretch);

}  // namespace jounce::time

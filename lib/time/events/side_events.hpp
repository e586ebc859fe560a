// Begin and end of the contact of one side on a stretch of its motion with both ends known.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>

#include "base/numbers/hermite.hpp"
#include "base/numbers/limits.hpp"
#include "contact/response/contact_event.hpp"
#include "contact/response/gap.hpp"

namespace jounce::time {

using contact::ContactEvent;

/// A stretch of motion with constant status of the side; between its ends the motion is the cubic through both.
struct SideStretch {
    const contact::Law* law = nullptr;
    const contact::ContactMemory* memory = nullptr;  ///< at the start
    double begin = 0, length = 0;                    ///< [s]
    contact::Motion from, to;
    /// Forces of a closed side at both ends [N]; those of an open side, as if in contact, are computed by the law.
    double force_from = 0, force_to = 0;
    double size = 0;  ///< size of the positions: the round-off of the indentation is relative to this [m]
    /// A side with an indentation up to this is on its surface [m].
    double margin = 0;
    /// A rate up to this is rounding at a rigid stop [m/s].
    double slow = 0;
    /// A force of an open side up to this has just passed zero [N].
    double force_margin = 0;
    /// Does a body on its surface that moves inwards at the beginning strike, although the stretch ends outside?
    bool strikes_at_begin = false;
};

/// An indentation up to this is rounding of the place [m].
[[nodiscard]] inline double surface_rounding(const contact::GapGeometry& gap) { return 8 * epsilon * std::abs(gap.clearance); }

struct SideEvent {
    ContactEvent event = ContactEvent::onset;
    double after = 0;          ///< after the beginning of the stretch, by the cubic [s]
    double low = 0, high = 0;  ///< bounds of the event [s]
    /// False when both ends of the stretch are on the same side of zero and only the cubic between them crosses.
    bool at_end = true;
};

/// The first onset of an open side.
[[nodiscard]] std::optional<SideEvent> onset_within(const SideStretch& stretch);
/// The first release of a closed side, by distance or by force.
[[nodiscard]] std::optional<SideEvent> release_within(const SideStretch& stretch);

}  // namespace jounce::time

// The status of one side of a gap: the onset of a contact that begins within a step.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/response/status.hpp"

#include "base/numbers/hermite.hpp"

namespace jounce::contact {

void set_stepwise_onset(const Law& law, const Motion& before, const Motion& end, double begin_time, double h,
                        ContactMemory& memory) {
    const Motion d0 = above_surface(law, before, memory, begin_time);
    const Motion d1 = above_surface(law, end, memory, begin_time + h);
    if (!(d1.indentation > 0)) {
        // Only the force of another side can close this side within the step: its speed is known to first order.
        set_onset(law, begin_time + h, std::fmax(std::fmax(before.rate, end.rate), 0.0), memory);
        return;
    }
    const CubicHermite flight{h, d0.indentation, d0.rate, d1.indentation, d1.rate};
    const double onset = flight.crossing();
    set_onset(law, begin_time + onset, std::fmax(flight.rate(onset), 0.0), memory);
}

}  // namespace jounce::contact

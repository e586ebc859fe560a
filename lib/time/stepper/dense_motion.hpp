// A stepper that knows the motion within its last step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"

namespace jounce::time {

class DenseMotion {
  public:
    virtual ~DenseMotion() = default;
    /// The state at from.time + s within the last step, which went from `from` to another state, as accurate as that one. Valid
    /// until the next step. \param out has the shape of `from`; overwritten \returns false: the motion within this step is not
    /// known
    virtual bool within(const State& from, double s, State& out) = 0;
};

}  // namespace jounce::time

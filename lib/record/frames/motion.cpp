// The motion of every dof of the full model at one instant, from the free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/motion.hpp"

namespace jounce::record {

FullMotion full_motion(const System& system, const State& state) {
    const linalg::SparseMatrix& T = system.recovery.T;
    FullMotion out{T * state.q, T * state.v, T * state.a};
    for (const PrescribedMotion& p : system.recovery.prescribed) {
        const SignalSample s = p.signal->sample(state.time);
        out.displacement += p.pattern * s.value;
        out.velocity += p.pattern * s.first;
        out.acceleration += p.pattern * s.second;
    }
    return out;
}

linalg::Vector full_shape(const System& system, const linalg::Vector& q) { return system.recovery.T * q; }

}  // namespace jounce::record

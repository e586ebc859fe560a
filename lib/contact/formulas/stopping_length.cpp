// The scale of an impact's indentation, estimated before the integration.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/stopping_length.hpp"

#include <exception>

#include "base/messages/error.hpp"

namespace jounce::contact {

StoppingLength stopping_length(const std::function<double(double)>& force, double energy) {
    constexpr double deepest = 1e9;
    double length = 1e-18;
    double positive = length;  // the largest depth below `beyond` with a pushing force
    double beyond = 0;         // a pole of a user's law is before it
    bool pushes = false;
    std::exception_ptr failure;
    try {
        for (double f = 0; length <= deepest; length *= 2) {
            f = force(length);
            if (f * length >= energy) return {length};
            pushes = pushes || f > 0;
            if (f > 0 && beyond == 0) positive = length;
            if (f < 0 && beyond == 0 && positive == 0.5 * length) beyond = length;
        }
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        failure = std::current_exception();
        if (beyond == 0) beyond = length;
    }
    const char* never = pushes ? "the force never turns the bodies back" : "the force never pushes the bodies apart";
    if (beyond == 0) return {0, never};
    // Between the two the force may still grow without bound and stop the bodies.
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (positive + beyond);
        double f = -1;
        try {
            f = force(middle);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
        }
        if (f * middle >= energy) return {middle};
        (f > 0 ? positive : beyond) = middle;
    }
    if (!failure) return {0, never};
    // A user's law that ends before: possibly beyond the reach of the bodies, but still the scale of the motion.
    if (!(positive < 1)) std::rethrow_exception(failure);
    return {positive};
}

}  // namespace jounce::contact

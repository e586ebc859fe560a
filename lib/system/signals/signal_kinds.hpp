// The kinds of jounce.signal, one file each in kinds/; signal_kinds.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <limits>
#include <vector>

#include "system/signals/signal.hpp"

namespace jounce::signals {

[[nodiscard]] const SignalKind& constant_kind();
[[nodiscard]] const SignalKind& step_kind();
[[nodiscard]] const SignalKind& ramp_kind();
[[nodiscard]] const SignalKind& sine_kind();
[[nodiscard]] const SignalKind& sweep_kind();
[[nodiscard]] const SignalKind& half_sine_kind();
[[nodiscard]] const SignalKind& table_kind();

/// A signal that is `value` at all times.
[[nodiscard]] SignalPointer make_constant(double value);
/// A signal from the user's function f(t) -> value[, first[, second]].
[[nodiscard]] SignalPointer make_function(std::shared_ptr<const Callable> function);
/// Such a function with the instants in (from, to) at which its slope or its acceleration jumps among its `breaks`, with
/// differences that do not reach over them, and at `from` with the acceleration behind it; any other signal, and a function
/// without such an instant, as it is. \param step of the run, as in `require_motion`
[[nodiscard]] SignalPointer with_known_kinks(const SignalPointer& signal, double from, double to, double step);
/// Is it such a function, or a signal of another program, of which nothing is known unless it is called?
[[nodiscard]] bool is_function(const Signal& signal);

/// The end of a last piece.
inline constexpr double endless = std::numeric_limits<double>::infinity();
[[nodiscard]] inline SignalPiece constant_piece(double begin, double end, double value) {
    return {.begin = begin, .end = end, .polynomial = {value, 0, 0, 0}};
}

/// The instants (ascending) within (from, to].
[[nodiscard]] inline std::vector<double> instants_within(std::initializer_list<double> instants, double from, double to) {
    std::vector<double> out;
    for (const double t : instants) {
        if (t > from && t <= to) out.push_back(t);
    }
    return out;
}

}  // namespace jounce::signals

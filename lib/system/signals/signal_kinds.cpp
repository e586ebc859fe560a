// The list of signal kinds. A number and a user's function are also accepted as a signal.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "system/signals/signal_kinds.hpp"

namespace jounce {

namespace {

std::span<const SignalKind* const> signal_kinds() {
    static const std::array<const SignalKind*, 7> table{
        &signals::constant_kind(),   //
        &signals::step_kind(),       //
        &signals::ramp_kind(),       //
        &signals::sine_kind(),       //
        &signals::sweep_kind(),      //
        &signals::half_sine_kind(),  //
        &signals::table_kind(),      //
    };
    return table;
}

}  // namespace

const Family<SignalPointer> signal_family{
    .name = "signal",
    .kinds = signal_kinds,
    .from_number = signals::make_constant,
    .from_function = signals::make_function,
};

}  // namespace jounce

// The table of time integrators: one line each.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/table.hpp"

namespace jounce::time {

namespace {
constexpr const MethodKind* methods[] = {
    &newmark_kind,               //
    &average_acceleration_kind,  //
    &linear_acceleration_kind,   //
    &central_difference_kind,    //
    &generalized_alpha_kind,     //
    &hht_kind,                   //
    &wbz_kind,                   //
    &event_driven_kind,          //
    &precise_kind,               //
    &baumgarte_kind,             //
};
}  // namespace

const Family<MethodPointer> method_family{.name = "method", .kinds = [] { return std::span<const MethodKind* const>(methods); }};

}  // namespace jounce::time

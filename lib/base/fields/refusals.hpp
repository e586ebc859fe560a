// The combinations of method, model, law and friction that are refused, one row each: the code that refuses them takes its
// message from here, docs/reference/refusals.md is generated from here, and the tests trigger each row.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/messages/error.hpp"

namespace jounce {

struct Refusal {
    const char* combination;  ///< the refused combination, in Markdown
    const char* reason;       ///< the message after its subject; {} stands for a word from the case
    /// The reason with the given words in place of each {}, in order.
    [[nodiscard]] std::string text(std::initializer_list<std::string_view> given = {}) const;
    /// The error "subject: reason", a bad_case.
    [[nodiscard]] Error error(const std::string& subject, std::initializer_list<std::string_view> given = {},
                              Origin origin = {}) const;
    /// Does the message contain this reason, with any words?
    [[nodiscard]] bool made(std::string_view message) const;
};

namespace refusals {
extern const Refusal method_without_joints, baumgarte_without_joints, own_steps_stepwise, tolerance_without_estimate,
    rigid_stepwise, rigid_at_centre, rigid_interference, damper_before_circular_touch, relaxation_without_way_back,
    adhesion_with_transition, law_without_transition, surface_of_given_spin, analysis_of_mechanism,
    orbit_of_permanent_indentation, orbit_of_latched;
}  // namespace refusals

/// All rows, in the order of the reference page.
[[nodiscard]] std::span<const Refusal* const> all_refusals();

}  // namespace jounce

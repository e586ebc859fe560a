// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/refusals.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace jounce {

namespace refusals {

const Refusal method_without_joints = {"a method without joints, a model with bodies or joints",
                                       "the model has bodies or joints, which {} does not support; method.event_driven, "
                                       "method.baumgarte, and method.generalized_alpha with 'spectral_radius' below 1 do"};
const Refusal baumgarte_without_joints = {"`method.baumgarte`, a model without joints",
                                          "the model has no joints to stabilise; use another method"};
const Refusal own_steps_stepwise = {
    "`method.event_driven`, `events = \"stepwise\"`",
    "'events' must be \"locate\" with method.{}, which ends its steps at every event, got \"stepwise\""};
const Refusal tolerance_without_estimate = {
    "`tolerance` of `jounce.run`, a method that does not estimate its error (`precise`, `baumgarte`; `event_driven` has "
    "its own `tolerance`)",
    "'tolerance' must be used with a one-step method (newmark, generalized_alpha, ...), got method.{}"};
const Refusal rigid_stepwise = {"`law.rigid`, `events = \"stepwise\"`",
                                "'events' must be \"locate\" with the rigid stop of gap '{}', got \"stepwise\""};
const Refusal rigid_at_centre = {"`law.rigid`, a circular gap with `clearance = 0`",
                                 "'clearance' must be > 0 with law.{}, because a circle without a radius has no normal; without "
                                 "clearance use model:tie or model:fix"};
const Refusal rigid_interference = {"`law.rigid`, a gap with `interference`",
                                    "'law' must have a force if the gap has 'interference', got law.{}"};
const Refusal damper_before_circular_touch = {
    "a damper that acts before contact (`transition = \"force\"`), `model:circular_gap`",
    "'law' must not act before contact, because a circular gap has no normal at its centre; got law.{} with transition = "
    "\"{}\""};
const Refusal relaxation_without_way_back = {"`transition = \"relaxation\"`, a law that does not define a relaxation",
                                             "'transition' must not be 'relaxation': the law does not define its relaxation at "
                                             "zero force, 0 = F(x, x'), after the release"};
const Refusal adhesion_with_transition = {"`adhesion = true`, any `transition` but `\"distance\"`",
                                          "'adhesion' must be false with 'transition' = '{}', got true"};
// Made by the reader of fields, which knows no laws (unknown_key.hpp): such a law has no field of this name.
const Refusal law_without_transition = {
    "`transition`, a law without a damping force (`hooke`, `hertz`, `rigid`, laws of cylinders, "
    "plastic laws), or `adams_impact`, which itself cuts its force off at zero",
    "unknown key 'transition'; known are {}"};
const Refusal surface_of_given_spin = {
    "`surface_radius` of `model:circular_gap`, a node whose rotation about the axis is fixed or prescribed",
    "'surface_radius' must have a component along a free dof, got only {}"};
const Refusal analysis_of_mechanism = {
    "`jounce.modes`, `jounce.static` or `jounce.reduce`, a model with bodies or joints",
    "model '{}' has bodies or joints, so that its matrices change with the motion: only jounce.run supports them"};

const Refusal orbit_of_permanent_indentation = {"`jounce.orbit`, a law with permanent indentation",
                                                "law.{} keeps its permanent indentation from one impact to the next, so that no "
                                                "motion returns to its start; law.{} has no orbit"};
const Refusal orbit_of_latched = {"`jounce.orbit`, `transition = \"latched\"`",
                                  "with the transition \"latched\" of law.{} the motion depends not only on its state, but on "
                                  "whether a body with positive indentation had separated before; it has no derivative"};

}  // namespace refusals

namespace {

using namespace refusals;
constexpr const Refusal* rows[] = {
    &method_without_joints,           //
    &baumgarte_without_joints,        //
    &own_steps_stepwise,              //
    &tolerance_without_estimate,      //
    &rigid_stepwise,                  //
    &rigid_at_centre,                 //
    &rigid_interference,              //
    &damper_before_circular_touch,    //
    &relaxation_without_way_back,     //
    &adhesion_with_transition,        //
    &law_without_transition,          //
    &surface_of_given_spin,           //
    &analysis_of_mechanism,           //
    &orbit_of_permanent_indentation,  //
    &orbit_of_latched,                //
};

/// The parts of the reason between its {}.
std::vector<std::string_view> pieces(std::string_view reason) {
    std::vector<std::string_view> out;
    for (std::size_t at = reason.find("{}"); at != std::string_view::npos; at = reason.find("{}")) {
        out.push_back(reason.substr(0, at));
        reason.remove_prefix(at + 2);
    }
    out.push_back(reason);
    return out;
}

}  // namespace

std::string Refusal::text(std::initializer_list<std::string_view> given) const {
    std::string out;
    const std::string_view* next = given.begin();
    for (const std::string_view piece : pieces(reason)) {
        if (piece.data() != reason && next != given.end()) out += *next++;
        out += piece;
    }
    return out;
}

Error Refusal::error(const std::string& subject, std::initializer_list<std::string_view> given, Origin origin) const {
    return bad_case(subject + ": " + text(given), std::move(origin));
}

bool Refusal::made(std::string_view message) const {
    for (const std::string_view piece : pieces(reason)) {
        const std::size_t at = message.find(piece);
        if (at == std::string_view::npos) return false;
        message.remove_prefix(at + piece.size());
    }
    return true;
}

std::span<const Refusal* const> all_refusals() { return rows; }

}  // namespace jounce

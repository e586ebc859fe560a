// Notes on a model and its loads in a run that are probably mistakes, from the response of the model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record/run/run.hpp"

namespace jounce::record {

/// Structures of beams and shells, up to 2000 coordinates, are examined for (words of `doubt_words`):
/// "length", shells with a diagonal of all nodes above 100 m; "section", a shell thicker than half of it; "gyroscopic", a node
/// that turns by more than a radian from its initial or given velocity and is free to tilt; "clearance", a clearance or an
/// interference larger than the diagonal of all nodes, or than a fifth of it where stiffness holds the gap's node; "stop", a stop
/// that at an indentation of its clearance has less than a thousandth of the force that moves the structure as far; "mesh", an
/// oscillating load whose bending wavelength 2 pi (E I/(rho A w^2))^(1/4) is shorter than six elements of a beam that it pushes
/// across: elements of the length l with a cubic deflection then err by (2 pi l/wavelength)^4/1440 = 8e-4 in the frequency;
/// "frequency", an oscillating load of more than a hundred times the highest frequency of the model, also of masses on springs;
/// "direction" and "clearance", gaps that the run cannot close (gap_doubts.hpp); "deflection", a load whose static deflection,
/// divided by (w/w1)^2 above the frequency w1 of the response to it, exceeds the diagonal of all nodes, or an initial
/// displacement that does where stiffness resists it. Functions of loads are not called; a law of the script is, once, at its
/// clearance. Of mechanisms, whose loads, drives and laws are evaluated at the start: "stop", a round clearance joint whose
/// contact turns the impact expected by the advice only deeper than the radius of the pin. \returns nothing for a System with
/// doubts about its values, from which others follow
[[nodiscard]] std::vector<std::string> run_doubts(const System& system, const RunOptions& options);

}  // namespace jounce::record

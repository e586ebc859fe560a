// How the cells of a matrix of runs are judged: each at the order that its method has, refused ones by the table of refusals.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "time/stepper/integrator.hpp"

namespace jounce::test::matrix {

struct Judgement {
    enum class Verdict { right, wrong, refused };
    Verdict verdict = Verdict::right;
    std::string text;                ///< what is wrong, or the reason of the refusal
    double coarse = 0, fine = 0;     ///< relative errors
    double expected = 0, found = 0;  ///< orders
    std::string end;                 ///< what the last run gave, beside the reference
};

struct Cell {
    std::string name;
    Judgement judgement;
};

/// Of steps.
inline constexpr double refinement = 4;

/// Asks a method for its order. \param error_at relative error of steps 1/refined of the coarse one, the root mean square over
/// several places; it may enter what else is wrong as `text`
/// \throws nothing: an Error of the run is a refusal, or wrong
void judge_order(Judgement& out, const time::Method& method, double expected, time::Events events,
                 const std::function<double(double refined)>& error_at);

/// Does a row of refusals.hpp make the message?
[[nodiscard]] bool in_refusal_table(const std::string& message);

/// One line for each cell that is neither right nor refused by a row of refusals.hpp, and for each known fault that is right now.
/// \param known_faults begins of names
[[nodiscard]] std::vector<std::string> wrong_cells(std::span<const Cell> cells, std::span<const char* const> known_faults);

/// "locate" or "stepwise".
[[nodiscard]] const char* word(time::Events events);

}  // namespace jounce::test::matrix

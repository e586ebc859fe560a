// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/fields/refusals.hpp"

namespace jounce::test::matrix {

namespace {
// An order is that of small steps: where a law has a layer that few steps resolve, it is seen only four times finer.
constexpr double refinements[] = {1, refinement, refinement* refinement};
// Errors of several places cancel in part, and h^2 stands beside h^1.25.
constexpr double margin = 0.3;
constexpr double largest = 5e-3;
// Below it an error has no order: rounding, and the tolerance of located events, 1e-12 of a step.
constexpr double located_floor = 1e-8;
// Where an event falls on the end of a step, rounding says within which step it is.
constexpr double stepwise_floor = 1e-6;
// A method of its own steps at its standard tolerance, 1e-9 a step.
constexpr double own_steps = 1e-8;
}  // namespace

void judge_order(Judgement& out, const time::Method& method, double expected, time::Events events,
                 const std::function<double(double refined)>& error_at) {
    out.expected = expected;
    const double floor = events == time::Events::stepwise ? stepwise_floor : located_floor;
    try {
        out.fine = error_at(refinements[0]);
        for (std::size_t i = 1; i < std::size(refinements) && out.text.empty(); ++i) {
            out.coarse = out.fine;
            out.fine = error_at(refinements[i]);
            out.found = std::log2(out.coarse / out.fine) / std::log2(refinement);
            if (out.fine <= largest && (out.fine <= floor || out.found > expected - margin)) break;
            if (method.own_steps()) break;
            if (i + 1 == std::size(refinements) && out.text.empty())
                out.text = fmt::format("order {:.2f}, not {:.2f}, error {:.1e}", out.found, expected, out.fine);
        }
        if (out.text.empty() && method.own_steps() && !(out.fine <= own_steps)) out.text = fmt::format("error {:.1e}", out.fine);
        if (!out.text.empty()) out.verdict = Judgement::Verdict::wrong;
    } catch (const Error& error) {
        out.verdict = error.failure() == Failure::bad_case ? Judgement::Verdict::refused : Judgement::Verdict::wrong;
        out.text = error.what();
    }
}

bool in_refusal_table(const std::string& message) {
    return std::ranges::any_of(all_refusals(), [&](const Refusal* row) { return row->made(message); });
}

std::vector<std::string> wrong_cells(std::span<const Cell> cells, std::span<const char* const> known_faults) {
    std::vector<std::string> out;
    for (const auto& [name, cell] : cells) {
        const bool known = std::ranges::any_of(known_faults, [&name = name](const char* row) { return name.starts_with(row); });
        const bool right = cell.verdict == Judgement::Verdict::right;
        const bool refused = cell.verdict == Judgement::Verdict::refused;
        if (known && right) out.push_back(name + " is right now: remove it from known_faults()");
        if (known || right || (refused && in_refusal_table(cell.text))) continue;
        out.push_back(name + ": " + (refused ? "no row of refusals.hpp: " : "") + cell.text + "; " + cell.end);
    }
    return out;
}

const char* word(time::Events events) { return events == time::Events::locate ? "locate" : "stepwise"; }

}  // namespace jounce::test::matrix

// Twins are neighbours in the order of their nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/twin_elements.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "system/assembly/doubts.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce {

namespace {

/// An element by its nodes, ascending, and its number among all of its kind.
template <std::size_t N>
struct Element {
    std::array<int, N> nodes{};
    int number = 0;
    auto operator<=>(const Element&) const = default;
};

/// Names the first twins and the number of the others.
/// \param name of an element by its number \param alike whether two elements with the same nodes are twins
template <std::size_t N>
void add_note(std::vector<Element<N>>& elements, const std::function<std::string(int)>& name,
              const std::function<bool(int, int)>& alike, const std::string& more_of, std::vector<std::string>& notes) {
    std::ranges::sort(elements);
    std::string first;
    int count = 0;
    for (std::size_t i = 1; i < elements.size(); ++i) {
        const Element<N>&a = elements[i - 1], &b = elements[i];
        if (a.nodes != b.nodes || !alike(a.number, b.number)) continue;
        if (count++ == 0) first = name(a.number) + " and " + name(b.number);
    }
    if (count == 0) return;
    const std::string more =
        count > 1 ? ", and " + std::to_string(count - 1) + " more pair" + (count > 2 ? "s" : "") + more_of : "";
    notes.push_back(doubt("mesh", first + " have the same nodes" + more + ": their mass and stiffness count twice"));
}

void doubt_shells(const std::vector<ShellPart>& parts, std::vector<std::string>& notes) {
    std::vector<Element<4>> elements;
    std::vector<int> ends;  // of the numbers of each part
    for (const ShellPart& part : parts) {
        for (const ShellPiece& piece : part.pieces) {
            elements.push_back({piece.nodes, static_cast<int>(elements.size())});
            std::ranges::sort(elements.back().nodes);
        }
        ends.push_back(static_cast<int>(elements.size()));
    }
    const auto name = [&](int number) {
        const auto at = std::ranges::upper_bound(ends, number) - ends.begin();
        const int before = at > 0 ? ends[static_cast<std::size_t>(at) - 1] : 0;
        return "cell " + std::to_string(number - before + 1) + " of shell '" + parts[static_cast<std::size_t>(at)].name + "'";
    };
    add_note<4>(
        elements, name, [](int, int) { return true; }, " of cells", notes);
}

void doubt_beams(const std::vector<BeamPiece>& pieces, std::vector<std::string>& notes) {
    std::vector<Element<2>> elements;
    for (const BeamPiece& piece : pieces) {
        elements.push_back({piece.nodes, static_cast<int>(elements.size())});
        std::ranges::sort(elements.back().nodes);
    }
    const auto at = [&](int number) -> const BeamPiece& { return pieces[static_cast<std::size_t>(number)]; };
    const auto name = [&](int number) {
        return "element " + std::to_string(at(number).element) + " of beam '" + at(number).beam + "'";
    };
    const auto same_place = [&](int a, int b) {
        const auto &x = at(a).ends, &y = at(b).ends;
        return (x[0] == y[0] && x[1] == y[1]) || (x[0] == y[1] && x[1] == y[0]);
    };
    add_note<2>(elements, name, same_place, " of elements", notes);
}

}  // namespace

void doubt_twin_elements(const Builder& builder, std::vector<std::string>& notes) {
    const std::vector<std::string>& accepted = builder.model().accepted();
    if (std::ranges::find(accepted, "mesh") != accepted.end()) return;
    doubt_shells(builder.shell_parts(), notes);
    doubt_beams(builder.beam_pieces(), notes);
}

}  // namespace jounce

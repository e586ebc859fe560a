// Where everything in a picture stands: frames, words, the key, the colour bar. No two words collide and none is cut: margins are
// made as wide as the words ask for, and the picture as large as all of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/figure.hpp"
#include "record/figure_range.hpp"

namespace jounce::record {

/// In pixels from the lower left corner of the picture.
struct Rectangle {
    double x = 0, y = 0, width = 0, height = 0;
};

enum class Anchor : char { left, centre, right };

/// One line of words; the anchor lies half-way up the line.
struct PlacedText {
    std::string text;
    double x = 0, y = 0;
    Anchor anchor = Anchor::centre;
    double angle = 0;    ///< degrees, counter-clockwise
    bool faint = false;  ///< a number at an axis
};

/// The corners of its room.
[[nodiscard]] std::array<std::pair<double, double>, 4> corners(const PlacedText& text);

/// A piece of the curve, left of its name in the key: from x to the right by `key_sample`, at y.
struct KeySample {
    std::size_t panel = 0, curve = 0;
    double x = 0, y = 0;
};
inline constexpr double key_sample = 32;

struct PlacedPanel {
    Axes axes;
    Rectangle frame;
    std::optional<Rectangle> bar;
};

struct Layout {
    double width = 0, height = 0;
    std::vector<PlacedPanel> panels;
    std::vector<PlacedText> texts;
    std::vector<KeySample> key;
};

/// \param subject what messages begin with
/// \throws Error as axes_of
[[nodiscard]] Layout lay_out(const Figure& figure, const std::string& subject);

}  // namespace jounce::record

// The position of everything in a picture: frames, words, the key, the colour bar. No two words overlap and none is
// cut: margins are as wide as the words need, and the picture is as large as its contents need.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/plots/figure.hpp"
#include "record/plots/figure_range.hpp"

namespace jounce::record {

/// In pixels from the lower left corner of the picture.
struct Rectangle {
    double x = 0, y = 0, width = 0, height = 0;
};

enum class Anchor : char { left, centre, right };

/// One line of words; the anchor is half-way up the line.
struct PlacedText {
    std::string text;
    double x = 0, y = 0;
    Anchor anchor = Anchor::centre;
    double angle = 0;    ///< degrees, counter-clockwise
    bool faint = false;  ///< a number at an axis
};

/// The corners of its box.
[[nodiscard]] std::array<std::pair<double, double>, 4> corners(const PlacedText& text);

/// A sample of the curve, left of its name in the key: from x to the right by `key_sample`, at y.
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

/// \param subject the beginning of messages
/// \throws Error as axes_of
[[nodiscard]] Layout lay_out(const Figure& figure, const std::string& subject);

}  // namespace jounce::record

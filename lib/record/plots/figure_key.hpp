// The key of a picture: names of curves with a piece of each, in columns below the frames.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record/plots/figure_layout.hpp"

namespace jounce::record {

struct KeyName {
    std::string name;
    std::size_t panel = 0, curve = 0;  ///< the curve that it shows
};

class Key {
  public:
    /// \param panels of the figure; each name appears once. A single name needs no key
    Key(const Figure& figure, const std::vector<Axes>& axes, const std::vector<std::size_t>& panels);
    /// Its height in pixels below a picture of `width` pixels.
    [[nodiscard]] double height(double width) const;
    /// \param left, top of the space below a picture of that width
    void place(double left, double top, double width, Layout& layout) const;

  private:
    struct Grid {
        std::size_t columns = 1;
        double pitch = 0;  ///< of the columns
    };
    [[nodiscard]] Grid grid(double width) const;
    std::vector<KeyName> names_;
};

}  // namespace jounce::record

// Nine instants of a user's function, and the windows on which it is smooth.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "system/signals/motion_survey.hpp"
#include "system/signals/nine_samples.hpp"

namespace jounce::signals {

struct Instant {
    double t = 0;
    ReturnedMotion motion;
};
using Window = std::array<Instant, 9>;

inline double length_of(const Window& w) { return w.back().t - w.front().t; }
inline int returned_in(const Window& w) {
    return std::ranges::min_element(w, {}, [](const Instant& i) { return i.motion.returned; })->motion.returned;
}
inline NineSamples samples_of(const Window& w, std::size_t derivative) {
    NineSamples out{};
    for (std::size_t i = 0; i < w.size(); ++i) out[i] = w[i].motion.of[derivative];
    return out;
}

struct SmoothWindow {
    double begin = 0, end = 0, span = 0;  ///< it is smooth on a window of this length [s]
    NineSamples samples{};                ///< of what differences are taken of, like the next two
    double tolerance = 0, rounding = 0;
    bool whole = false, differenced = false;
    [[nodiscard]] double distance() const { return (end - begin) / 8; }
    [[nodiscard]] Octic polynomial() const { return {samples, begin, distance()}; }
};

}  // namespace jounce::signals

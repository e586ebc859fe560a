// view.py of a run's folder: how ParaView shows its frames.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/view_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/frames/view_template.hpp"

namespace jounce::record {

double warp_factor(const FrameView& view) {
    if (view.mechanism) return 1;
    double largest = 0;
    for (const FrameRange& range : view.ranges) {
        if (range.array == "displacement" && range.part != "stops" && range.part != "guides")
            largest = std::max(largest, range.high);
    }
    if (!(largest > 0)) return 1;
    const double wanted = 0.1 * view.size / largest;
    if (!(wanted > 1)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    const double digit = wanted / power;
    return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

std::string view_script(const FrameView& view) {
    std::string out(view_head);
    out += fmt::format("FRAMES = {}\nSIZE = {:.6g}\nWARP = {:.6g}\nRANGES = {{\n", view.frames, view.size, warp_factor(view));
    for (const FrameRange& range : view.ranges)
        out += fmt::format("    ('{}', '{}'): ({:.9g}, {:.9g}),\n", range.part, range.array, range.low, range.high);
    out += "}\n";
    return out + std::string(view_body);
}

}  // namespace jounce::record

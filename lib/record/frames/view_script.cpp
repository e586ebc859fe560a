// view.py of a run's folder: how ParaView shows its frames.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/view_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

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

namespace {
/// With the largest contact force; the last one where no gap closed.
std::int64_t strongest_frame(const FrameView& view) {
    for (const FrameRange& range : view.ranges) {
        if (range.part == "gaps" && range.array == "contact_force" && range.high > 0) return range.frame;
    }
    return std::max<std::int64_t>(view.frames - 1, 0);
}
}  // namespace

std::string view_script(const FrameView& view) {
    std::string out(view_head);
    out += fmt::format("FRAMES = {}\nSTRONGEST = {}\nSIZE = {:.6g}\nWARP = {:.6g}\nRANGES = {{\n", view.frames,
                       strongest_frame(view), view.size, warp_factor(view));
    for (const FrameRange& range : view.ranges)
        out += fmt::format("    ('{}', '{}'): ({:.9g}, {:.9g}),\n", range.part, range.array, range.low, range.high);
    out += "}\n";
    return out + std::string(view_body);
}

bool is_view_script(std::string_view text) {
    if (text.size() < view_head.size() + view_body.size() || !text.starts_with(view_head) || !text.ends_with(view_body))
        return false;
    const std::string given(text.substr(view_head.size(), text.size() - view_head.size() - view_body.size()));
    static const std::string number = R"([-+]?[0-9.]+(e[-+]?[0-9]+)?)";
    static const std::regex scalars("FRAMES = [0-9]+\nSTRONGEST = [0-9]+\nSIZE = " + number + "\nWARP = " + number +
                                    R"(\nRANGES = \{\n)");
    static const std::regex range(R"( {4}\('[a-z0-9_ ]+', '[a-z0-9_ ]+'\): \()" + number + ", " + number + R"(\),\n)");
    std::smatch found;
    constexpr auto from_here = std::regex_constants::match_continuous;
    if (!std::regex_search(given, found, scalars, from_here)) return false;
    auto at = found[0].second;
    while (std::regex_search(at, given.end(), found, range, from_here)) at = found[0].second;
    return std::string_view(at, given.end()) == "}\n";
}

}  // namespace jounce::record

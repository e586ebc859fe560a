// view.py of a run's folder: how ParaView shows its frames.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/archive.hpp"

namespace jounce::record {

/// Smallest and largest value of an array of a part over all frames; of vectors of their length.
struct FrameRange {
    std::string part, array;
    double low = 0, high = 0;
    std::int64_t frame = 0;  ///< the first one with the largest value, counted from zero
};
template <class Archive>
void transfer(Archive& archive, Either<FrameRange> auto& range) {
    auto& [part, array, low, high, frame] = range;
    archive(part, array, low, high, frame);
}

/// Data on all frames for the script.
struct FrameView {
    std::int64_t frames = 0;  ///< 0: there are none
    bool mechanism = false;   ///< its motion is not enlarged
    double size = 1;          ///< of the model [m]
    std::vector<FrameRange> ranges;
};

/// Factor by which the script enlarges displacements: 1 for a mechanism, else 1, 2 or 5 times a power of ten so that the largest
/// one is at most a tenth of the model's size; at least 1.
[[nodiscard]] double warp_factor(const FrameView& view);

/// Environment variable with the folder of the frames, where the script lies elsewhere.
inline constexpr const char* view_folder_variable = "JOUNCE_VIEW_FOLDER";

/// The script, for `paraview --script=view.py` and for pvpython, which makes pictures of it.
[[nodiscard]] std::string view_script(const FrameView& view);
/// Is a text one that `view_script` writes? It contains numbers and names of arrays then, and no other code.
[[nodiscard]] bool is_view_script(std::string_view text);

}  // namespace jounce::record

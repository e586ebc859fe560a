// The scenes that are timed: a table of names and functions, each returning seconds per step for Jounce and for the yardstick.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace jounce::bench {

/// One measured line.
struct Measurement {
    std::string scene;
    std::string variant;  ///< "loop", "jounce", "jounce without account", "jounce with probes every 10 steps"
    int size = 0;         ///< free coordinates
    long steps = 0;
    double seconds_per_step = 0;  ///< minimum over the repeats
    double ratio = 0;             ///< to the loop of the same scene (0 for the loop itself); of methods: to newmark
};

struct Scene {
    std::string name;
    std::string sentence;
    std::vector<Measurement> (*measure)(int repeats);
};

[[nodiscard]] const std::vector<Scene>& scenes();

}  // namespace jounce::bench

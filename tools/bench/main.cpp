// bench [--repeats N] [SCENE ...]: time per step of the scenes, as CSV lines on standard output; bench --large [AROUND]: time and
// memory of a large model.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/files/memory.hpp"
#include "large.hpp"
#include "scenes.hpp"

int main(int argc, char** argv) {
    jounce::choose_heap();  // as the program
    int repeats = 5;
    std::vector<std::string> wanted;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--repeats") == 0 && i + 1 < argc) {
            repeats = std::atoi(argv[++i]);
        } else if (std::strcmp(argv[i], "--help") == 0) {
            fmt::print(
                "usage: bench [--repeats N] [SCENE ...]\n"
                "       bench --large [AROUND]  time and memory of a tube of AROUND x AROUND shell nodes;\n"
                "                               by default of 224 (301 056 dofs) and, for assembly and modes,\n"
                "                               of 408 (998 784): five minutes, 5 GB\n");
            for (const auto& scene : jounce::bench::scenes()) fmt::print("  {:12} {}\n", scene.name, scene.sentence);
            return 0;
        } else if (std::strcmp(argv[i], "--large") == 0) {
            if (i + 1 < argc) return jounce::bench::print_large_table(std::atoi(argv[i + 1]));
            const int status = jounce::bench::print_large_table(224);
            return std::max(status, jounce::bench::print_large_table(408, jounce::bench::LargeTable::short_one));
        } else {
            wanted.emplace_back(argv[i]);
        }
    }
    if (repeats < 1) {
        fmt::print(stderr, "bench: --repeats must be at least 1\n");
        return 2;
    }
    for (const std::string& name : wanted) {
        bool known = false;
        for (const auto& scene : jounce::bench::scenes()) known = known || scene.name == name;
        if (!known) {
            fmt::print(stderr, "bench: no scene '{}'; see bench --help\n", name);
            return 2;
        }
    }
    fmt::print("scene,variant,coordinates,steps,ns_per_step,ratio_to_loop\n");
    for (const auto& scene : jounce::bench::scenes()) {
        bool run = wanted.empty();
        for (const std::string& name : wanted) run = run || scene.name == name;
        if (!run) continue;
        for (const auto& m : scene.measure(repeats)) {
            fmt::print("{},{},{},{},{:.1f},{}\n", m.scene, m.variant, m.size, m.steps, 1e9 * m.seconds_per_step,
                       m.ratio > 0 ? fmt::format("{:.2f}", m.ratio) : "");
            std::fflush(stdout);
        }
    }
    return 0;
}

// Starts jounce on the ranks of mpirun and compares lists of numbers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "lua/command.hpp"

namespace jounce::test::petsc_test {

/// A free tube: six rigid motions, then pairs of equal frequencies.
inline const std::string tube =
    "local jounce = require 'jounce'\n"
    "local model = jounce.model{ name = 'tube' }\n"
    "model:shell{ name = 'tube', mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.0925, around = 12, "
    "along = 5 },\n"
    "  thickness = 0.005, material = jounce.material{ E = 207e9, nu = 0.3, density = 34410 } }\n";

/// A simply supported plate of side 1 m.
inline const std::string plate =
    "local jounce = require 'jounce'\n"
    "local n = 8\n"
    "local model = jounce.model{ name = 'plate' }\n"
    "model:shell{ name = 'p', mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, "
    "elements_1 = n, elements_2 = n },\n"
    "  thickness = 0.01, material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 } }\n";

inline const std::string show = "local function show(x) print(string.format('%.17g', x)) end\n";

/// The plate with a clamped edge. \param force Lua code of the force at the middle of the opposite one
inline std::string loaded(const std::string& force) {
    return plate +
           "for i = 0, n do model:fix{ node = string.format('p[%d]', i*(n + 1) + 1) } end\n"
           "model:load{ node = string.format('p[%d]', (n//2)*(n + 1) + n + 1), direction = { 0, 0, 1 }, force = " +
           force + " }\n";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline int occurrences(const std::string& text, const std::string& part) {
    int out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
}

/// `jounce ARGUMENTS` on this number of ranks; 0: without mpirun. \param before a command that starts it
inline CommandResult on_ranks(int ranks, const std::string& arguments, const std::filesystem::path& folder,
                              const std::string& before = {}) {
    // The tests of the engine make this process a rank of its own, which cannot start mpirun.
    const std::string clean = "unset $(env | sed -n 's/^\\(\\(OMPI\\|PMIX\\|PMI\\)_[A-Za-z0-9_]*\\)=.*/\\1/p');";
    if (ranks == 0) return jounce(arguments, folder, clean + before);
    const std::string line = clean + before + "mpirun -n " + std::to_string(ranks) + " --bind-to none" +
                             " --oversubscribe --allow-run-as-root '" JOUNCE_EXECUTABLE "' " + arguments + "; exit $?;";
    return jounce("", folder, line);
}

inline std::vector<double> numbers(const std::string& text) {
    std::istringstream in(text);
    std::vector<double> out;
    for (double x = 0; in >> x;) out.push_back(x);
    return out;
}

/// What a case prints without mpirun.
inline std::vector<double> numbers_alone(const std::string& file, const std::filesystem::path& folder) {
    const CommandResult result = on_ranks(0, "run " + file + " --quiet", folder);
    EXPECT_EQ(result.status, 0) << result.err;
    return numbers(result.out);
}

/// Largest difference of two lists, relative to the second one where that is not zero.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a[i] - b[i]) / (b[i] != 0 ? std::abs(b[i]) : 1));
    return out;
}

}  // namespace jounce::test::petsc_test

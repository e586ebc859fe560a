// Starts jounce on the ranks of mpirun and compares lists of numbers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "lua/command.hpp"

namespace jounce::test::petsc_test {

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline int occurrences(const std::string& text, const std::string& part) {
    int out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
}

/// `jounce ARGUMENTS` on this number of ranks; 0: without mpirun. \param before a command that starts mpirun
inline CommandResult on_ranks(int ranks, const std::string& arguments, const std::filesystem::path& folder,
                              const std::string& before = {}) {
    // The tests of the engine make this process a rank of its own, which cannot start mpirun.
    const std::string clean = "unset $(env | sed -n 's/^\\(\\(OMPI\\|PMIX\\|PMI\\)_[A-Za-z0-9_]*\\)=.*/\\1/p');";
    if (ranks == 0) return jounce(arguments, folder, clean);
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

/// Largest difference of two lists, relative to the second one where that is not zero.
inline double difference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a[i] - b[i]) / (b[i] != 0 ? std::abs(b[i]) : 1));
    return out;
}

}  // namespace jounce::test::petsc_test

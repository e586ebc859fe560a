// Beams with gaps that the tests of the reduction reduce, and the basis behind a reduced System.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "linalg/dense/dense.hpp"
#include "modal/reduction.hpp"
#include "system/models.hpp"

namespace jounce::test {

using modal::reduce;
using modal::Reduction;
using modal::ReductionSettings;

inline modal::ReductionSettings with(const std::string& method, int modes) {
    modal::ReductionSettings out;
    out.method = method;
    if (method != "guyan") out.modes = modes;
    return out;
}

inline Handle add_beam(Script& s, int elements) {
    return s.add("beam", {{"name", "b"},
                          {"from", vector(0, 0, 0)},
                          {"to", vector(1, 0, 0)},
                          {"elements", elements},
                          {"section", circle(0.02)},
                          {"material", steel()}});
}

inline void add_gap(Script& s, const char* name, const Reference& node, const Value& direction) {
    s.add("gap", {{"name", name}, {"node", node}, {"direction", direction}, {"clearance", 1e-3}, {"law", hertz()}});
}

/// Clamped (or free, in space) beam with gaps across at its end and its middle, a push at an element's end and gravity.
inline Script beam(int elements, bool clamped) {
    Script s;
    const Handle b = add_beam(s, elements);
    if (clamped) s.add("fix", {{"nodes", references({b.nodes.front()})}});
    add_gap(s, "tip", b.nodes.back(), vector(0, 1, 0));
    add_gap(s, "middle", b.nodes[static_cast<std::size_t>(elements / 2)], vector(0, 0.6, 0.8));
    s.add(
        "load",
        {{"nodes", references({b.nodes[static_cast<std::size_t>(elements / 3)]})}, {"direction", vector(0, 0, 1)}, {"force", 7}});
    s.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    return s;
}

/// q = V y: V follows from the recovery, as T has a column of its own for every coordinate of these models.
inline Matrix basis_of(const System& full, const System& reduced) {
    const Matrix T = full.recovery.T;
    return linalg::least_squares(T, reduced.recovery.T);
}

inline double off_diagonal(Matrix A) {
    A.diagonal().setZero();
    return A.cwiseAbs().maxCoeff();
}

}  // namespace jounce::test

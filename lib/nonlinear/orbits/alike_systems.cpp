// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/alike_systems.hpp"

#include <algorithm>

namespace jounce::nonlinear {

namespace {

using linalg::SparseMatrix;

bool same(const SparseMatrix& a, const SparseMatrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a.isCompressed() && b.isCompressed() && a.nonZeros() == b.nonZeros() &&
           std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1, b.outerIndexPtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()) &&
           std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr());
}

bool same(const linalg::Vector& a, const linalg::Vector& b) { return a.size() == b.size() && a == b; }

bool same(const LinearBlock& a, const LinearBlock& b) {
    return same(a.M, b.M) && same(a.C, b.C) && same(a.K, b.K) && a.symmetric == b.symmetric && a.proportional == b.proportional &&
           a.alpha == b.alpha && a.beta == b.beta;
}

bool same(const SparseRow& a, const SparseRow& b) { return a.index == b.index && a.coefficient == b.coefficient; }

// One law means one entry of a model: laws are made when an entry is read, or copied with their System.
bool same(const Contact& a, const Contact& b) {
    return a.law == b.law && a.gap.shape == b.gap.shape && a.gap.clearance == b.gap.clearance &&
           a.gap.positive == b.gap.positive && a.gap.negative == b.gap.negative && a.first_row == b.first_row &&
           a.first_side == b.first_side;
}

bool same_but_for_signal(const Load& a, const Load& b) {
    return a.derivative == b.derivative && a.term == b.term && a.on_supports == b.on_supports && same(a.pattern, b.pattern);
}

bool simple(const System& system) {
    return !system.mechanism && system.frictions.empty() && system.recovery.prescribed.empty() && !system.modal_ratios;
}

template <class List, class Same>
bool alike(const List& a, const List& b, const Same& one) {
    return std::ranges::equal(a, b, one);
}

}  // namespace

bool differ_in_signals_alone(const System& a, const System& b) {
    return simple(a) && simple(b) && a.sides == b.sides && same(a.linear, b.linear) && same(a.q0, b.q0) && same(a.v0, b.v0) &&
           alike(a.loads, b.loads, same_but_for_signal) &&
           alike(a.rows, b.rows, [](const SparseRow& x, const SparseRow& y) { return same(x, y); }) &&
           alike(a.contacts, b.contacts, [](const Contact& x, const Contact& y) { return same(x, y); }) &&
           a.coordinate_names == b.coordinate_names && same(a.recovery.T, b.recovery.T);
}

std::shared_ptr<const System> with_signals_of(const System& other, const System& derived) {
    auto out = std::make_shared<System>(derived);
    out->model = other.model;
    out->digest = other.digest;
    for (std::size_t i = 0; i < out->loads.size(); ++i) out->loads[i].signal = other.loads[i].signal;
    return out;
}

}  // namespace jounce::nonlinear

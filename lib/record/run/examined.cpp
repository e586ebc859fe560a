// A structure and its run, as the doubts about them see it.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/examined.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::record {

linalg::Vector first_row_of(const Examined& of, const Contact& contact) {
    const SparseRow& row = of.system.rows[static_cast<std::size_t>(contact.first_row)];
    linalg::Vector b = linalg::Vector::Zero(of.system.size());
    for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
    return b;
}

std::string place(const Origin& origin) { return origin.known() ? " (" + origin.text() + ")" : ""; }

double acting_value(const Load& load, double t) {
    if (load.derivative == 0) return load.signal->value(t);
    const SignalSample s = load.signal->sample(t);
    return load.derivative == 1 ? s.first : s.second;
}

namespace {

/// Bound of the derivative of this order on a piece, up to `length` after its begin.
double largest_on(const SignalPiece& piece, double length, int derivative) {
    constexpr int samples = 8;
    double out = 0;
    for (int i = 0; i <= samples; ++i) {
        const double s = length * i / samples;
        double sum = 0;
        for (int k = 3; k >= derivative; --k) {
            double factor = 1;
            for (int j = 0; j < derivative; ++j) factor *= k - j;
            sum = sum * s + factor * piece.polynomial[static_cast<std::size_t>(k)];
        }
        out = std::max(out, std::abs(sum));
    }
    return out + std::abs(piece.amplitude) * std::pow(piece.angular_frequency, derivative);
}

}  // namespace

double largest_value(const Examined& of, const Load& load) {
    const double end = of.begin + of.duration;
    double out = 0, t = of.begin;
    while (t < end) {
        const std::optional<SignalPiece> piece = load.signal->piece(t);
        if (!piece || !(piece->end > t)) break;
        const double to = std::min(piece->end, end);
        out = std::max(out, largest_on(*piece, to - t, load.derivative));
        t = to;
    }
    // A sweep has no pieces: at instants that no oscillation is in step with.
    constexpr int samples = 1000;
    constexpr double golden = 0.6180339887498949;
    for (int i = 0; i < samples && t < end; ++i)
        out = std::max(out, std::abs(acting_value(load, of.begin + of.duration * std::fmod(golden * i, 1.0))));
    return out;
}

}  // namespace jounce::record

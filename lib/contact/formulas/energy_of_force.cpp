// The energy of a force given only as a function.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/energy_of_force.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/messages/error.hpp"

namespace jounce::contact {

namespace {
// Far below every indentation with relevant energy; there the energy is F delta/2.
constexpr double first_octave = 0x1p-60;  // m
constexpr double tolerance = 1e-12;       // of the octave's largest force
constexpr int most_halvings = 13;
// Limits the number of pieces for a force that is rough everywhere (from cancellation, for example); below 1e-10 m, where the
// energy is negligible for deeper contacts, with few halvings.
constexpr std::size_t most_pieces = 1000;
constexpr double negligible = 1e-10;  // m
constexpr int negligible_halvings = 3;

/// Sum of c_k T_k(x), k = 0 ... size - 1 (Clenshaw).
double chebyshev(const double* c, int size, double x) {
    double b1 = 0;
    double b2 = 0;
    for (int k = size - 1; k > 0; --k) {
        const double b = 2 * x * b1 - b2 + c[k];
        b2 = b1;
        b1 = b;
    }
    return x * b1 - b2 + c[0];
}
}  // namespace

double EnergyOfForce::at(double delta) const {
    if (!(delta > 0)) return 0;
    if (delta < first_octave) return 0.5 * force_(delta) * delta;
    const std::lock_guard lock(busy_);
    if (known_ == 0) {
        energy_ = 0.5 * force_(first_octave) * first_octave;
        known_ = first_octave;
    }
    while (known_ <= delta) {
        if (ends_ || !add_octave()) {
            if (delta == known_) return energy_;
            double energy = energy_;
            double largest = 0;
            std::vector<Piece> pieces;
            build(known_, delta - known_, energy, largest, pieces, 0, 0);
            return energy;
        }
    }
    const auto above =
        std::upper_bound(pieces_.begin(), pieces_.end(), delta, [](double x, const Piece& piece) { return x < piece.begin; });
    const Piece& piece = *(above - 1);
    const double x = 2 * (delta - piece.begin) / piece.width - 1;
    return piece.before + chebyshev(piece.integral, nodes + 1, x);
}

bool EnergyOfForce::add_octave() const {
    const std::size_t size = pieces_.size();
    double energy = energy_;
    double largest = 0;
    try {
        build(known_, known_, energy, largest, pieces_, size, 0);
    } catch (const Error& error) {
        pieces_.resize(size);
        if (error.failure() == Failure::interrupted) throw;
        ends_ = true;
        return false;
    }
    energy_ = energy;
    known_ *= 2;
    return true;
}

void EnergyOfForce::build(double begin, double width, double& energy, double& largest, std::vector<Piece>& pieces,
                          std::size_t first, int depth) const {
    constexpr double pi = std::numbers::pi;
    std::array<double, nodes> value{};
    for (int i = 0; i < nodes; ++i) {
        value[static_cast<std::size_t>(i)] = force_(begin + 0.5 * width * (1 + std::cos(pi * (i + 0.5) / nodes)));
        largest = std::max(largest, std::abs(value[static_cast<std::size_t>(i)]));
    }
    std::array<double, nodes + 1> c{};
    for (int k = 0; k < nodes; ++k) {
        double sum = 0;
        for (int i = 0; i < nodes; ++i) sum += value[static_cast<std::size_t>(i)] * std::cos(pi * k * (i + 0.5) / nodes);
        c[static_cast<std::size_t>(k)] = sum * (k == 0 ? 1.0 : 2.0) / nodes;
    }
    // Even and odd terms may vanish alternately: the last three together show the convergence of the series.
    const double rest = std::abs(c[nodes - 1]) + std::abs(c[nodes - 2]) + std::abs(c[nodes - 3]);
    const int most = begin < negligible ? negligible_halvings : most_halvings;
    if (rest > tolerance * largest && depth < most && pieces.size() < first + most_pieces) {
        build(begin, 0.5 * width, energy, largest, pieces, first, depth + 1);
        build(begin + 0.5 * width, 0.5 * width, energy, largest, pieces, first, depth + 1);
        return;
    }
    // The integral over x: T_0 -> T_1, T_1 -> T_2/4, T_k -> T_(k+1)/(2(k+1)) - T_(k-1)/(2(k-1)); dx = 2 d(delta)/width.
    Piece piece{begin, width, energy, {}};
    const double scale = 0.5 * width;
    piece.integral[1] = scale * (c[0] - 0.5 * c[2]);
    for (int k = 2; k <= nodes; ++k) {
        const double next = k < nodes ? c[static_cast<std::size_t>(k) + 1] : 0.0;
        piece.integral[k] = scale * (c[static_cast<std::size_t>(k) - 1] - next) / (2 * k);
    }
    piece.integral[0] = -chebyshev(piece.integral, nodes + 1, -1);
    energy += chebyshev(piece.integral, nodes + 1, 1);
    pieces.push_back(piece);
}

}  // namespace jounce::contact

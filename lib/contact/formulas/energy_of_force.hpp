// The energy of a force given only as a function: its integral from zero, piece by piece, stored when computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace jounce::contact {

/// U(delta) = integral of F from 0 to delta. Each octave [2^k, 2^(k+1)] of the indentation is halved until F agrees with its
/// Chebyshev interpolant of twelve points to about 1e-12 of the octave's largest force (a kink is located to 1e-4 of the octave).
/// An octave depends only on F, so the result is independent of earlier calls; results are stored, because F may be a script's
/// function. If F fails within an octave (a law that ends there), it is integrated up to delta at each call.
class EnergyOfForce {
  public:
    using Force = std::function<double(double)>;  ///< delta > 0 [m] -> [N]; may throw
    explicit EnergyOfForce(Force force) : force_(std::move(force)) {}
    EnergyOfForce(const EnergyOfForce&) = delete;
    EnergyOfForce& operator=(const EnergyOfForce&) = delete;

    /// \param delta > 0 [m] \returns U [J] \throws whatever F throws
    [[nodiscard]] double at(double delta) const;

  private:
    static constexpr int nodes = 12;
    /// U on [begin, begin + width]: `before` + the integral of the interpolant, a Chebyshev series.
    struct Piece {
        double begin = 0;
        double width = 0;
        double before = 0;
        double integral[nodes + 1] = {};
    };
    /// Appends the pieces of [begin, begin + width] and adds their integral to `energy`.
    /// \param first number of pieces before this octave
    void build(double begin, double width, double& energy, double& largest, std::vector<Piece>& pieces, std::size_t first,
               int depth) const;
    /// \returns false if F fails in it
    bool add_octave() const;

    Force force_;
    mutable std::mutex busy_;
    mutable std::vector<Piece> pieces_;  // contiguous from the first octave on
    mutable double known_ = 0;           // computed up to this indentation [m]
    mutable double energy_ = 0;          // U at `known_` [J]
    mutable bool ends_ = false;          // F fails within the next octave
};

}  // namespace jounce::contact

// Beams as the surfaces of their sections: a mesh at rest, and the quantities at its points at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "record/frames/motion.hpp"
#include "record/frames/picture.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/probes/quantities.hpp"

namespace jounce::record {

/// Corners of a round section, and the least number of intervals along a beam.
inline constexpr int surface_corners = 24;
inline constexpr int surface_intervals = 20;

/// Names of the section forces, in the order of elements::SectionForces.
inline constexpr std::array<std::string_view, 6> section_force_names = [] {
    std::array<std::string_view, 6> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = probes::section_quantities[i].text;
    return out;
}();

/// A cross-section of the surface: points [first_point, first_point + section points) at `xi` of piece `piece`.
struct Station {
    int piece = 0;
    double xi = 0;
    long long first_point = 0;
};

/// The surfaces of all beams of a System. Elements of one beam share the station between them. At a node with a gap,
/// where the shear force jumps, each element has its own.
class BeamSurface {
  public:
    explicit BeamSurface(const System& system);

    [[nodiscard]] bool empty() const { return stations_.empty(); }
    /// Points, cells and the arrays `displacement`, `velocity`, `acceleration` and the section forces, all zero.
    [[nodiscard]] const Picture& rest() const { return rest_; }
    /// Fills the arrays of a copy of `rest()`. At a surface point the motion is u + theta x r.
    void show(const State& state, const FullMotion& motion, Picture& picture) const;
    /// Fills `displacement` alone.
    void show_shape(const linalg::Vector& full, Picture& picture) const;

  private:
    void add_piece(int piece, bool joined, bool closed_at_start, bool closed_at_end);
    void add_station(int piece, double xi);
    void add_cells(const Station& from, const Station& to);
    void add_cap(const Station& at);
    void spread(const linalg::Vector& full, PointArray& array) const;
    void section_forces(const State& state, const FullMotion& motion, Picture& picture) const;

    const std::vector<BeamPiece>& pieces_;
    std::vector<std::vector<std::vector<Eigen::Vector2d>>> outlines_;  // per piece: loops
    std::vector<int> intervals_;                                       // per piece
    std::vector<elements::Matrix12> mass_;                             // per piece, at the beam's ends
    std::vector<Station> stations_;
    Picture rest_;
};

}  // namespace jounce::record

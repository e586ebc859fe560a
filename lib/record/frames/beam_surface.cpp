// Beams as the surfaces of their sections: a mesh at rest, and the quantities at its points at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/beam_surface.hpp"

#include <Eigen/Geometry>
#include <map>
#include <set>

namespace jounce::record {

namespace {
const std::vector<BeamPiece>& pieces_of(const System& system) {
    static const std::vector<BeamPiece> none;
    return system.beams ? *system.beams : none;
}

std::size_t points_of(const std::vector<std::vector<Eigen::Vector2d>>& outline) {
    std::size_t n = 0;
    for (const auto& loop : outline) n += loop.size();
    return n;
}

Eigen::Vector3d across(const BeamPiece& piece, const Eigen::Vector2d& corner) {
    return piece.properties.frame.axes.transpose() * Eigen::Vector3d(0, corner.x(), corner.y());
}
}  // namespace

BeamSurface::BeamSurface(const System& system) : pieces_(pieces_of(system)) {
    std::map<std::string, int> elements_of_beam;
    for (const BeamPiece& piece : pieces_) ++elements_of_beam[piece.beam];
    std::set<int> gap_nodes;
    for (const Contact& contact : system.contacts) gap_nodes.insert(system.find_node(contact.node));
    for (const BeamPiece& piece : pieces_) {
        outlines_.push_back(piece.section->outline(surface_corners).loops);
        const int elements = elements_of_beam[piece.beam];
        intervals_.push_back((surface_intervals + elements - 1) / elements);
        mass_.push_back(elements::beam_matrices(piece.properties).mass);
    }
    const auto follows = [&](std::size_t i) {  // does piece i begin where piece i - 1 ends?
        if (i == 0 || i >= pieces_.size()) return false;
        const BeamPiece& a = pieces_[i - 1];
        const BeamPiece& b = pieces_[i];
        return a.beam == b.beam && a.nodes[1] == b.nodes[0] && a.section == b.section && (a.ends[1] - b.ends[0]).isZero();
    };
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const bool joined = follows(i) && !gap_nodes.contains(pieces_[i].nodes[0]);
        add_piece(static_cast<int>(i), joined, !follows(i), !follows(i + 1));
    }
    for (const char* name : {"displacement", "velocity", "acceleration"}) rest_.add_array(name, 3);
    for (const std::string_view name : section_force_names) rest_.add_array(std::string(name), 1);
}

void BeamSurface::add_piece(int piece, bool joined, bool closed_at_start, bool closed_at_end) {
    const int n = intervals_[static_cast<std::size_t>(piece)];
    if (!joined) add_station(piece, 0);
    if (closed_at_start) add_cap(stations_.back());
    for (int i = 1; i <= n; ++i) {
        const Station from = stations_.back();
        add_station(piece, static_cast<double>(i) / n);
        add_cells(from, stations_.back());
    }
    if (closed_at_end) add_cap(stations_.back());
}

void BeamSurface::add_station(int index, double xi) {
    const BeamPiece& piece = pieces_[static_cast<std::size_t>(index)];
    stations_.push_back({index, xi, static_cast<long long>(rest_.size())});
    const Eigen::Vector3d centre = (1 - xi) * piece.ends[0] + xi * piece.ends[1];
    for (const auto& loop : outlines_[static_cast<std::size_t>(index)]) {
        for (const Eigen::Vector2d& corner : loop) {
            const Eigen::Vector3d point = centre + across(piece, corner);
            rest_.points.insert(rest_.points.end(), point.begin(), point.end());
        }
    }
}

void BeamSurface::add_cells(const Station& from, const Station& to) {
    long long first = 0;
    for (const auto& loop : outlines_[static_cast<std::size_t>(to.piece)]) {
        const auto n = static_cast<long long>(loop.size());
        for (long long k = 0; k < n; ++k) {
            const long long a = first + k;
            const long long b = first + (k + 1) % n;
            // Loops run about +x with the material on their left: normals point outwards, or into the hole.
            rest_.add_cell(CellType::quad, {from.first_point + a, from.first_point + b, to.first_point + b, to.first_point + a});
        }
        first += n;
    }
}

/// One polygon for a section without holes; a ring of quads where the hole follows the outer loop (a tube).
void BeamSurface::add_cap(const Station& at) {
    const auto& outline = outlines_[static_cast<std::size_t>(at.piece)];
    const auto n = static_cast<long long>(outline.front().size());
    if (outline.size() == 1) {
        std::vector<long long> all;
        for (long long k = 0; k < n; ++k) all.push_back(at.first_point + k);
        rest_.add_cell(CellType::polygon, all);
    } else if (outline.size() == 2 && outline[1].size() == outline[0].size()) {
        const auto hole = [&](long long k) { return at.first_point + n + (n - k) % n; };  // the hole runs the other way
        for (long long k = 0; k < n; ++k) {
            const long long next = (k + 1) % n;
            rest_.add_cell(CellType::quad, {at.first_point + k, at.first_point + next, hole(next), hole(k)});
        }
    }
}

void BeamSurface::spread(const linalg::Vector& full, PointArray& array) const {
    double* out = array.values.data();
    for (const Station& station : stations_) {
        const BeamPiece& piece = pieces_[static_cast<std::size_t>(station.piece)];
        const elements::Vector6 u = elements::beam_shape(piece.properties, beam_end_motion(piece, full), station.xi);
        const Eigen::Vector3d rotation = u.tail<3>();
        for (const auto& loop : outlines_[static_cast<std::size_t>(station.piece)]) {
            for (const Eigen::Vector2d& corner : loop) {
                const Eigen::Vector3d here = u.head<3>() + rotation.cross(across(piece, corner));
                out = std::copy(here.begin(), here.end(), out);
            }
        }
    }
}

/// Section forces from the equilibrium of each element, with its inertia, its proportional damping and the loads along it. They
/// are linear between the ends; at a station shared by two elements, the mean of both is taken.
void BeamSurface::section_forces(const State& state, const FullMotion& motion, Picture& picture) const {
    std::vector<elements::SectionForces> forces;
    forces.reserve(pieces_.size());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const BeamPiece& piece = pieces_[i];
        const elements::Vector12 rate = beam_end_motion(piece, motion.velocity);
        elements::Vector12 loads = -(mass_[i] * (beam_end_motion(piece, motion.acceleration) + piece.alpha * rate));
        for (const BeamPieceLoad& load : piece.loads) loads += load.at_ends * load.value(state.time);
        const elements::Vector12 strained = beam_end_motion(piece, motion.displacement) + piece.beta * rate;
        forces.push_back(elements::beam_section_forces(piece.properties, strained, loads));
    }
    for (std::size_t s = 0; s < stations_.size(); ++s) {
        const Station& station = stations_[s];
        const auto i = static_cast<std::size_t>(station.piece);
        elements::Vector6 here = (1 - station.xi) * forces[i].end1 + station.xi * forces[i].end2;
        const bool shared =
            station.xi == 1 && s + 1 < stations_.size() && stations_[s + 1].piece != station.piece && stations_[s + 1].xi > 0;
        if (shared) here = 0.5 * (forces[i].end2 + forces[i + 1].end1);
        const std::size_t n = points_of(outlines_[i]);
        for (std::size_t k = 0; k < section_force_names.size(); ++k) {
            double* out = picture.arrays[3 + k].values.data() + station.first_point;
            std::fill(out, out + n, here[static_cast<Eigen::Index>(k)]);
        }
    }
}

void BeamSurface::show(const State& state, const FullMotion& motion, Picture& picture) const {
    spread(motion.displacement, picture.arrays[0]);
    spread(motion.velocity, picture.arrays[1]);
    spread(motion.acceleration, picture.arrays[2]);
    section_forces(state, motion, picture);
}

void BeamSurface::show_shape(const linalg::Vector& full, Picture& picture) const { spread(full, picture.arrays[0]); }

}  // namespace jounce::record

// Thickness over the largest extent of a shell, radii of gyration over the length of a beam.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/thin_part.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::modal {

namespace {

struct Thin {
    double ratio = 1;
    std::string name;
    void take(double found, const std::string& of) {
        if (found < ratio) *this = {found, of};
    }
};

}  // namespace

std::string thin_part(const System& system) {
    constexpr double thin = 3e-6;
    Thin thinnest;
    if (system.shells) {
        for (const ShellPart& part : *system.shells) {
            if (part.pieces.empty()) continue;
            Eigen::AlignedBox3d box;
            double thickness = part.pieces.front().properties.thickness;
            for (const ShellPiece& piece : part.pieces) {
                for (Eigen::Index i = 0; i < piece.properties.corners(); ++i)
                    box.extend(Eigen::Vector3d(piece.properties.points.col(i)));
                thickness = std::min(thickness, piece.properties.thickness);
            }
            thinnest.take(thickness / box.sizes().maxCoeff(), "shell '" + part.name + "'");
        }
    }
    if (system.beams) {
        std::map<std::string, std::pair<double, double>> beams;  // length, least radius of gyration
        for (const BeamPiece& piece : *system.beams) {
            const auto& p = piece.properties;
            auto& [length, radius] = beams.try_emplace(piece.beam, 0.0, p.frame.length).first->second;
            length += p.frame.length;
            radius = std::min(radius, std::sqrt(std::min(p.section.Iy, p.section.Iz) / p.section.area));
        }
        for (const auto& [name, of] : beams) thinnest.take(of.second / of.first, "beam '" + name + "'");
    }
    if (!(thinnest.ratio < thin)) return {};
    return fmt::format("{} is {:.2g} of its length thick, and double precision resolves bending down to about 1e-06",
                       thinnest.name, thinnest.ratio);
}

std::string because_thin(const System& system) {
    const std::string text = thin_part(system);
    return text.empty() ? text : "; " + text;
}

}  // namespace jounce::modal

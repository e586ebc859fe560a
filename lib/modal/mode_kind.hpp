// The name of a mode: by the location of its strain energy, and in shells by its shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "elements/matrices.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// Shares of a mode's strain energy; they add up to 1.
struct EnergyShares {
    double bending = 0;  ///< of beams: transverse displacement and the corresponding rotation (both planes, shear included)
    double axial = 0;    ///< of beams: stretching along their axes
    double torsion = 0;  ///< of beams: twisting about their axes
    double shell = 0;    ///< of shells, in any motion
    double spring = 0;   ///< the rest: springs between nodes and to the ground
};

/// Splits phi^T K phi. In its local axes the stiffness of a beam has no terms between stretching, twisting and bending,
/// so that the shares are exact (docs/theory/modes.md, eq. 7).
class StrainEnergy {
  public:
    explicit StrainEnergy(const System& system);
    /// \param shapes over the free coordinates, a column each, with phi^T K phi > 0
    [[nodiscard]] std::vector<EnergyShares> shares(const linalg::Matrix& shapes) const;

  private:
    const System& system_;
    std::vector<elements::Matrix12> stiffness_;  // of each beam piece, local axes
};

/// The names of all shares of a tenth or more, the largest first: "bending", "torsion, bending".
/// \param shell the name of the motion of the shells
[[nodiscard]] std::string mode_kind(const EnergyShares& shares, const std::string& shell = "shell");

}  // namespace jounce::modal

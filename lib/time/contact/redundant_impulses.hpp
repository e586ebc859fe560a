// Impulses of rigid stops that hold one motion together: how they share what only their sum determines.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Of all impulses P* >= 0 with W P* = W P, those with the least sum of squares: the rates behind the impact are the same, equal
/// constraints have equal impulses, and the order of the list does not matter.
/// \param W m x m, symmetric and positive semidefinite [1/kg] \param P m, of which those not listed stay [N s]
/// \param sides indices of the impulses that may change: of stops left at their restitution (stops_at_restitution)
void share_impulses(const linalg::Matrix& W, const std::vector<Eigen::Index>& sides, linalg::Vector& P);

/// Indices of the stops without an excess of the opening speed. \param excess W P + q [m/s] \param q gives the scale
[[nodiscard]] std::vector<Eigen::Index> stops_at_restitution(const linalg::Vector& excess, const linalg::Vector& q);

/// Contacts of an impact with friction: a normal and the rows of its friction.
struct FrictionalImpact {
    Eigen::Index normal = 0;   ///< its row
    Eigen::Index tangent = 0;  ///< first row of its friction, behind those of the normals
    int directions = 0;        ///< 0: without friction
    double coefficient = 0;
};

/// Contacts that hold one motion with all their rows, as one contact under the sum of their impulses. Each of its members has an
/// equal share, so that its coefficient of friction is the mean of theirs. Those whose demand on the opening speed another one
/// exceeds (a lower restitution) have no impulse.
struct ParallelContacts {
    std::vector<FrictionalImpact> merged;                ///< with rows of a member that stand for all
    std::vector<std::vector<FrictionalImpact>> members;  ///< of each; only the contacts that have a share
    std::vector<std::vector<double>> signs;              ///< of each member: of its first tangent against that of `merged`

    /// \param W n x n, all rows \param c n, rates without impulses
    ParallelContacts(const linalg::Matrix& W, const linalg::Vector& c, const std::vector<FrictionalImpact>& contacts);
    /// Impulses of all members. \param merged n, with impulses only at the rows of `merged`
    [[nodiscard]] linalg::Vector shared(const linalg::Vector& merged) const;
};

}  // namespace jounce::time

// Damping of a structure as a matrix over its free coordinates: the kinds of jounce.damping.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "base/fields/kind.hpp"
#include "linalg/basics/types.hpp"
#include "system/state/modal_ratios.hpp"

namespace jounce {

/// C [N s/m and so on, n x n], and whether it is exactly alpha M + beta K.
struct DampingMatrix {
    linalg::SparseMatrix C;
    bool proportional = false;
    double alpha = 0;  ///< 1/s
    double beta = 0;   ///< s
};

/// Immutable.
class Damping {
  public:
    virtual ~Damping() = default;
    /// \param M, K the assembled symmetric mass and stiffness over the free coordinates, n x n
    /// \throws Error (without origin) when the requested damping does not exist for these matrices
    [[nodiscard]] virtual DampingMatrix matrix(const linalg::SparseMatrix& M, const linalg::SparseMatrix& K) const = 0;
    /// Whether the damping matrix of a sum of structures is the sum of theirs.
    [[nodiscard]] virtual bool adds_up() const { return false; }
    /// The damping ratios, when the damping is given by modes and applies to any set of modes; they have no origin.
    [[nodiscard]] virtual std::optional<ModalRatios> by_mode() const { return std::nullopt; }
};

using DampingPointer = std::shared_ptr<const Damping>;
using DampingKind = Kind<DampingPointer>;
/// jounce.damping.*
extern const Family<DampingPointer> damping_family;

}  // namespace jounce

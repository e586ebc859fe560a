// The tangents of a static equilibrium, factored.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/messages/stage.hpp"
#include "linalg/eigen/engine.hpp"
#include "linalg/sparse/elimination_tree.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "linalg/sparse/ordering.hpp"
#include "linalg/sparse/spare_memory.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// K + C + s M with the tangent C of the contacts, all of one pattern and factored in one order, one after the other: L D L' by
/// dissection, a tenth of the work of LU on a mesh, or LU for an unsymmetric tangent. With an engine, its factors in its own
/// order. The sparse sums are never formed.
class Tangents {
  public:
    /// \param system,engine,proceed must outlive it \param row_magnitudes |B^T| (n x k)
    Tangents(const System& system, const linalg::SparseMatrix& row_magnitudes, const linalg::Engine* engine,
             const StageReport& proceed);

    /// \param of_contacts C (n x n), or what this rank holds of it \param symmetric whether C is
    /// \throws SingularMatrix
    void factor(const linalg::SparseMatrix& of_contacts, bool symmetric, double s);
    /// The last tangent's answer to a force.
    [[nodiscard]] linalg::Vector solved(const linalg::Vector& force) const;

  private:
    const System& system_;
    const linalg::Engine* engine_;
    const StageReport& proceed_;
    linalg::Ordering ordering_;
    std::shared_ptr<const std::vector<linalg::Supernode>> nodes_;  // null for a band
    std::shared_ptr<linalg::SpareMemory> spare_ = std::make_shared<linalg::SpareMemory>();
    linalg::Factorisation factored_;
    linalg::StructureHints hints_;  // for an engine
    linalg::SparseMatrix none_;
    std::shared_ptr<const linalg::EngineFactor> by_engine_;
};

}  // namespace jounce::time

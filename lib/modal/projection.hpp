// A System over fewer (or other) coordinates q = Phi y in which mass and stiffness are diagonal.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "system/state/system.hpp"

namespace jounce::modal {

/// Shapes over the free coordinates (n x r) with Phi^T M Phi = 1 and Phi^T K Phi diagonal.
struct ModalBasis {
    Matrix shapes;
    Vector stiffness;  ///< phi^T K phi [1/s^2]; exactly zero for rigid-body motion
};

/// \throws Error (bad_case): "model 'name': <subject> need symmetric mass and stiffness matrices"
void require_symmetric(const System& system, const std::string& subject);

/// Are mass and stiffness already diagonal, with every mass exactly one and the stiffness ascending?
[[nodiscard]] bool has_modal_coordinates(const System& system);

/// The damping Phi^T C Phi: diagonal for C = alpha M + beta K and where the off-diagonal terms are rounding only; else
/// in full, with a note that begins with `subject`.
[[nodiscard]] LinearBlock projected(const LinearBlock& from, const ModalBasis& basis, const std::string& subject,
                                    std::string& note);

/// The same model, contacts, loads, prescribed motions and recovery over y; initial values are projected with the mass,
/// y = Phi^T M q. Coordinates are called "<coordinate> 1", ... The digest is still that of the original.
[[nodiscard]] std::shared_ptr<System> projected(const System& system, const ModalBasis& basis, const std::string& subject,
                                                const std::string& coordinate);

}  // namespace jounce::modal

// A System in modal coordinates: the same model, contacts and loads over q = Phi y, with M = 1 and K diagonal.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modal_system.hpp"

#include <utility>

#include "base/messages/error_of.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/eigen.hpp"
#include "modal/projection.hpp"
#include "modal/singular_place.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

const std::string subject = "modal coordinates";

void require_suitable(const System& system) {
    require_symmetric(system, subject + " need");
    if (system.size() > largest_modal_system) {
        throw bad_case("model '" + system.name + "': modal coordinates are limited to " + std::to_string(largest_modal_system) +
                       " free coordinates, got " + std::to_string(system.size()));
    }
}

linalg::EigenPairs all_pairs(const System& system) {
    try {
        return linalg::lowest_eigenpairs(system.linear.K, system.linear.M, system.size());
    } catch (const linalg::SingularMatrix& singular) {
        throw computation_failed("model '" + system.name + "': modal coordinates: " + singular_place(system, singular));
    } catch (const std::exception& problem) {
        throw error_of("model '" + system.name + "': modal coordinates: ", problem);
    }
}

ModalBasis all_modes(const System& system) {
    linalg::EigenPairs pairs = all_pairs(system);
    ModalBasis out{std::move(pairs.vectors), pairs.values};
    for (Eigen::Index i = 0; i < out.stiffness.size(); ++i) {
        // The quotient is closer to the stiffness of the shape than the solver's eigenvalue.
        const Vector shape = out.shapes.col(i);
        const double stiffness = shape.dot(system.linear.K * shape);
        out.stiffness[i] = std::abs(stiffness) <= stiffness_round_off(system.linear.K, shape) ? 0 : stiffness;
    }
    return out;
}

}  // namespace

std::shared_ptr<const System> modal_system(const System& system) {
    require_suitable(system);
    if (!has_modal_coordinates(system)) return projected(system, all_modes(system), subject, "mode");
    // A reduced System: its coordinates are kept, and states can be exchanged between the two unchanged.
    auto out = std::make_shared<System>(system);
    std::string note;
    const ModalBasis itself{Matrix::Identity(system.size(), system.size()), system.linear.K.diagonal()};
    out->linear = projected(system.linear, itself, subject, note);
    out->notes.push_back(std::move(note));
    return out;
}

}  // namespace jounce::modal

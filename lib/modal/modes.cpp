// Modes: the eigenpairs with their meaning.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/messages/error_of.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/eigen.hpp"
#include "modal/mode_kind.hpp"
#include "modal/rigid_motion.hpp"
#include "modal/shell_shape.hpp"
#include "modal/singular_place.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

/// Failures of linalg as Errors that name the coordinate.
template <class Work>
auto explained(const System& system, const Work& work) {
    try {
        return work();
    } catch (const linalg::SingularMatrix& singular) {
        throw computation_failed("modes: " + singular_place(system, singular));
    } catch (const std::exception& problem) {
        throw error_of("modes: ", problem);
    }
}

/// A classified eigenpair.
struct Judged {
    Eigen::Index pair = 0;
    double eigenvalue = 0;  // phi^T K phi
    bool rigid = false;
};

/// Rigid ones first, then by eigenvalue. The quotient phi^T K phi keeps the digits that 1/(lambda - shift) loses for a
/// value far below the shift, and its error is of second order in the error of the shape.
std::vector<Judged> judged(const System& system, const linalg::EigenPairs& pairs) {
    std::vector<Judged> out;
    for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
        const linalg::Vector shape = pairs.vectors.col(i);
        const double eigenvalue = shape.dot(system.linear.stiffness() * shape);
        out.push_back({i, eigenvalue, eigenvalue <= stiffness_round_off(system.linear.stiffness(), shape)});
    }
    std::stable_sort(out.begin(), out.end(), [](const Judged& a, const Judged& b) {
        return a.rigid != b.rigid ? a.rigid : !a.rigid && a.eigenvalue < b.eigenvalue;
    });
    return out;
}

std::string few_modes_note(int count, int n) {
    return "requested " + std::to_string(count) + " modes, the model has " + std::to_string(n) +
           (n == 1 ? " free coordinate and one mode" : " free coordinates and as many modes");
}

// The number of rigid modes found, and the inertia count below half the first elastic eigenvalue.
void count_rigid(Modes& out, const linalg::EigenPairs& pairs, const std::vector<Judged>& list) {
    const auto elastic = std::find_if(list.begin(), list.end(), [](const Judged& mode) { return !mode.rigid; });
    out.found_rigid = static_cast<int>(elastic - list.begin());
    if (pairs.complete()) {  // nothing below the bound is missing, so no rigid mode is
        out.counted_rigid = out.found_rigid;
        return;
    }
    out.counted_rigid = elastic == list.end() ? out.counted_below : pairs.pencil->count_below(elastic->eigenvalue / 2).below;
}

// "" for rigid modes.
std::vector<std::string> kinds_of(const System& system, const linalg::EigenPairs& pairs, const std::vector<Judged>& list) {
    std::vector<std::string> out(list.size());
    std::vector<std::size_t> elastic;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].rigid) elastic.push_back(i);
    }
    linalg::Matrix shapes(system.size(), static_cast<Eigen::Index>(elastic.size()));
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        shapes.col(static_cast<Eigen::Index>(k)) = pairs.vectors.col(list[elastic[k]].pair);
    }
    const std::vector<EnergyShares> shares = StrainEnergy(system).shares(shapes);
    const ShellShapes shells(system);
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        std::string shell;
        if (shares[k].shell > 0) shell = shells.name(system.recovery.T * shapes.col(static_cast<Eigen::Index>(k)));
        out[elastic[k]] = mode_kind(shares[k], shell);
    }
    return out;
}

}  // namespace

void require_counts(const linalg::Engine* engine, const std::string& subject) {
    if (engine == nullptr || engine->counts()) return;
    throw bad_case(subject + ": needs a direct factor, whose pivots prove that no mode is missing; " + engine->text() +
                   " only iterates: use the engine petsc");
}

Modes modes(const System& system, int count, const std::function<void()>& proceed, const linalg::Engine* engine) {
    refuse_mechanism(system, "modes");
    require_counts(engine, "modes");
    if (count < 1) throw bad_case("modes: 'count' must be 1 or more, got " + std::to_string(count));
    const linalg::EigenPairs pairs = explained(system, [&] {
        return linalg::lowest_eigenpairs(system.linear.stiffness(), system.linear.mass(), count, proceed,
                                         linalg::MassMatrix::positive_definite, linalg::SearchFactor::released, engine);
    });
    const linalg::Matrix momentum = rigid_momentum(system);

    Modes out;
    out.found_below = static_cast<int>(pairs.values.size());
    out.counted_below = pairs.counted_below;
    out.bound = pairs.bound;
    if (engine != nullptr) out.engine = engine->text();
    out.total_mass = moved_mass(system, momentum);
    if (count > system.size()) out.notes.push_back(few_modes_note(count, system.size()));

    std::vector<Judged> list = judged(system, pairs);
    explained(system, [&] { count_rigid(out, pairs, list); });
    list.resize(std::min(list.size(), static_cast<std::size_t>(count)));
    const std::vector<std::string> kinds = kinds_of(system, pairs, list);
    for (const Judged& found : list) {
        Mode mode;
        mode.shape = pairs.vectors.col(found.pair);
        mode.eigenvalue = found.eigenvalue;
        mode.residual = pairs.residuals(found.pair);
        if (found.rigid) {
            mode.kind = "rigid";
        } else {
            mode.frequency = std::sqrt(mode.eigenvalue) / (2 * std::numbers::pi);
            mode.kind = kinds[out.modes.size()];
        }
        for (int k = 0; k < 6; ++k) {
            const double participation = mode.shape.dot(momentum.col(k));
            mode.participation[static_cast<std::size_t>(k)] = participation;
            mode.effective_mass[static_cast<std::size_t>(k)] = participation * participation;
        }
        out.modes.push_back(std::move(mode));
    }
    return out;
}

}  // namespace jounce::modal

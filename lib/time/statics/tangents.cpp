// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/tangents.hpp"

#include <cmath>
#include <functional>

#include "base/messages/error_of.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/sparse/sparse_ldlt.hpp"
#include "modal/rigid_motion.hpp"

namespace jounce::time {

using linalg::SparseMatrix;
using linalg::Vector;

namespace {

/// Which unknowns are dofs of one node, and the rigid motions.
linalg::StructureHints structure_hints(const System& system) {
    linalg::StructureHints out{{}, modal::rigid_motions(system)};
    const SparseMatrix& rows = system.recovery.T;  // dofs of the full model over the unknowns
    if (rows.cols() != system.size()) return out;
    // The node of the largest entry of its column: of a dof its own, of any other unknown one that it moves.
    for (int i = 0; i < system.size(); ++i) {
        int node = -1;
        double largest = 0;
        for (SparseMatrix::InnerIterator it(rows, i); it; ++it) {
            if (std::abs(it.value()) <= largest) continue;
            largest = std::abs(it.value());
            node = static_cast<int>(it.row()) / 6;
        }
        out.node.push_back(node);
    }
    return out;
}

/// Failures of an engine other than a singular matrix, as Errors.
void explained(const std::function<void()>& work) {
    try {
        work();
    } catch (const linalg::SingularMatrix&) {
        throw;
    } catch (const std::exception& problem) {
        throw error_of("static: ", problem);
    }
}

/// Where the tangent of contacts may differ from zero.
SparseMatrix contact_pattern(const System& system, const SparseMatrix& row_magnitudes) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const Contact& contact : system.contacts) {
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            for (int j = 0; j < contact.gap.coordinates(); ++j)
                entries.emplace_back(contact.first_row + i, contact.first_row + j, 1.0);
        }
    }
    SparseMatrix local(row_magnitudes.cols(), row_magnitudes.cols());
    local.setFromTriplets(entries.begin(), entries.end());
    return row_magnitudes * local * SparseMatrix(row_magnitudes.transpose());
}

SparseMatrix sum(const LinearBlock& linear, const SparseMatrix& of_contacts, double s) {
    if (s == 0) return linear.K + of_contacts;
    return SparseMatrix(linear.K + of_contacts) + s * linear.M;
}

}  // namespace

Tangents::Tangents(const System& system, const SparseMatrix& row_magnitudes, const linalg::Engine* engine,
                   const StageReport& proceed)
    : system_(system), engine_(engine), proceed_(proceed) {
    if (engine != nullptr) {
        hints_ = structure_hints(system);
        none_.resize(system.size(), system.size());
        return;
    }
    if (proceed) proceed({"ordering"});
    const SparseMatrix contacts = contact_pattern(system, row_magnitudes);
    const LinearBlock& linear = system.linear;
    ordering_ = linalg::choose_ordering(std::vector{std::cref(linear.K), std::cref(linear.M), std::cref(contacts)});
    if (ordering_.banded) return;
    const linalg::OrderedSum pattern({{&linear.K, 1}, {&linear.M, 1}, {&contacts, 1}}, ordering_);
    nodes_ = std::make_shared<const std::vector<linalg::Supernode>>(linalg::supernodes(pattern));
}

void Tangents::factor(const SparseMatrix& of_contacts, bool symmetric, double s) {
    const LinearBlock& linear = system_.linear;
    if (proceed_) proceed_({"factor"});
    by_engine_.reset();  // two factors at the same time would double the memory
    factored_ = {};
    if (engine_ != nullptr) {
        if (!symmetric) throw bad_case("static: " + engine_->text() + " solves symmetric systems only");
        explained([&] { by_engine_ = engine_->factor(sum(linear, of_contacts, s), none_, 0, &hints_); });
        return;
    }
    if (symmetric && nodes_) {
        const linalg::OrderedSum tangent({{&linear.K, 1}, {&of_contacts, 1}, {&linear.M, s}}, ordering_);
        factored_ = linalg::Factorisation::sparse(linalg::SparseLdlt(tangent, nodes_, spare_, StagePart(proceed_, "factor")));
        return;
    }
    factored_ = linalg::Factorisation::make(linalg::permuted(sum(linear, of_contacts, s), ordering_),
                                            symmetric ? linalg::Symmetry::symmetric : linalg::Symmetry::unsymmetric, ordering_);
}

Vector Tangents::solved(const Vector& force) const {
    if (engine_ != nullptr) {
        linalg::Matrix x = force;
        explained([&] { by_engine_->solve_in_place(x); });
        return x.col(0);
    }
    linalg::Matrix x = linalg::permuted(linalg::Matrix(force), ordering_);
    factored_.solve_in_place(x.col(0).data());
    return linalg::restored(x, ordering_).col(0);
}

}  // namespace jounce::time

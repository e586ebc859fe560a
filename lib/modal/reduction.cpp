// Reduction: the linearly independent basis of a method, rotated to its modes, and the System over it.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>
#include <utility>

#include "base/files/memory.hpp"
#include "base/messages/error.hpp"
#include "base/messages/error_of.hpp"
#include "base/messages/text.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/eigen.hpp"
#include "modal/modes.hpp"
#include "modal/orthonormal.hpp"
#include "modal/projection.hpp"
#include "modal/reduction_errors.hpp"
#include "modal/reductions/table.hpp"
#include "modal/structure.hpp"
#include "system/assembly/digest.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/supports/supports.hpp"

namespace jounce::modal {

namespace {

const std::string reduce_subject = "reduce";

const ReductionMethod& checked_method(const System& system, const ReductionSettings& s) {
    const ReductionMethod* method = find_reduction_method(s.method);
    const std::vector<std::string> known = reduction_method_names();
    if (method == nullptr) {
        const std::string near = did_you_mean(s.method, known);
        throw bad_case(reduce_subject + ": unknown method '" + s.method + "'" + near +
                       (near.empty() ? "; known are " : " Known are ") + join(known));
    }
    if (s.modes < 0) throw bad_case(reduce_subject + ": 'modes' must be 1 or more, got " + std::to_string(s.modes));
    if (!(s.frequency >= 0 && s.frequency <= highest_frequency))
        throw bad_case(reduce_subject + ": 'frequency' must be above 0 and at most " + shortest(highest_frequency) + " Hz, got " +
                       shortest(s.frequency));
    const bool given = s.modes > 0 || s.frequency > 0;
    if (method->takes_modes && !given)
        throw bad_case(reduce_subject + ": 'modes' or 'frequency' is required by method '" + s.method + "'");
    if (!method->takes_modes && given)
        throw bad_case(reduce_subject + ": method '" + s.method + "' keeps no modes, 'modes' and 'frequency' do not apply to it");
    if (!method->takes_nodes && !s.keep.empty())
        throw bad_case(reduce_subject + ": method '" + s.method + "' keeps no nodes, 'keep' does not apply to it");
    for (const int node : s.keep) {
        if (node < 0 || node >= static_cast<int>(system.nodes.size()))
            throw bad_case(reduce_subject + ": 'keep' names a node that the model does not have");
    }
    if (system.size() == 0) throw bad_case("model '" + system.name + "': reduction needs at least one free coordinate");
    return *method;
}

/// Gaps and frictions, in the order of System::rows, and the dofs of kept nodes, as columns.
SparseMatrix interface_rows(const System& system, const std::vector<int>& keep) {
    std::vector<Eigen::Triplet<double>> entries;
    int column = 0;
    for (const SparseRow& row : system.rows) {
        for (std::size_t e = 0; e < row.index.size(); ++e) entries.emplace_back(row.index[e], column, row.coefficient[e]);
        ++column;
    }
    if (!keep.empty()) {
        const SparseMatrix by_dof = system.recovery.T.transpose();
        for (const int node : keep) {
            for (int d = 0; d < 6; ++d, ++column)
                for (SparseMatrix::InnerIterator it(by_dof, system.nodes[static_cast<std::size_t>(node)].first_dof + d); it; ++it)
                    entries.emplace_back(static_cast<int>(it.row()), column, it.value());
        }
    }
    SparseMatrix out(system.size(), column);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

/// phi^T A phi of every column, and phi^T B phi.
std::pair<Vector, Vector> quotients(const linalg::SharedMatrix& A, const linalg::SharedMatrix& B, const Matrix& shapes) {
    std::pair<Vector, Vector> out{Vector(shapes.cols()), Vector(shapes.cols())};
    linalg::RowMatrix part, image;
    for (Eigen::Index first = 0; first < shapes.cols(); first += linalg::together) {
        const Eigen::Index count = std::min(linalg::together, shapes.cols() - first);
        linalg::to_rows(shapes.middleCols(first, count), part);
        linalg::product(A, part, image);
        out.first.segment(first, count) = linalg::column_dots(part, image);
        linalg::product(B, part, image);
        out.second.segment(first, count) = linalg::column_dots(part, image);
    }
    return out;
}

/// Rayleigh-Ritz in the span: M y = mu A y with A = 1, so that the lowest frequencies have the smallest rounding. The
/// rigid-body modes come first, unchanged.
ModalBasis rotated(const Structure& structure, Spanned spanned) {
    Matrix& V = spanned.vectors;
    const linalg::SharedMatrix M = structure.system().linear.mass();
    const linalg::SharedMatrix K = structure.system().linear.stiffness();
    const Matrix& R = structure.rigid();
    Vector stiffness(V.cols()), sizes(V.cols());
    std::vector<Eigen::Index> order(static_cast<std::size_t>(V.cols()));
    if (V.cols() > 0) {
        // The largest mu is the lowest frequency.
        linalg::multiply(V, spanned.weights * linalg::symmetric_pairs(spanned.mass).vectors.rowwise().reverse());
        const auto [inertia, energy] = quotients(M, K, V);
        sizes = inertia.cwiseSqrt();
        stiffness = energy.cwiseQuotient(inertia);
        // Quotients of a cluster may have another order than its mu.
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return stiffness[a] < stiffness[b]; });
    }
    ModalBasis out{linalg::large_matrix(structure.size(), R.cols() + V.cols()), Vector::Zero(R.cols() + V.cols())};
    out.shapes.leftCols(R.cols()) = R;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Eigen::Index at = R.cols() + static_cast<Eigen::Index>(i);
        out.shapes.col(at) = V.col(order[i]) / sizes[order[i]];
        out.stiffness[at] = stiffness[order[i]];
    }
    return out;
}

/// 2 zeta omega on every elastic reduced mode; on moving supports relative to the motion that they cause statically, as in
/// assembly (docs/theory/damping-and-signals.md).
void apply(const ModalRatios& given, System& reduced, int rigid) {
    const int n = reduced.size();
    const int elastic = n - rigid;
    if (!given.every && static_cast<int>(given.ratios.size()) > elastic) {
        throw bad_case("damping.modal: 'ratio' must have at most one value for each of the " + std::to_string(elastic) +
                           " elastic modes of the reduced model, got " + std::to_string(given.ratios.size()) + " values",
                       given.origin);
    }
    Vector coefficients = Vector::Zero(n), stiffness = reduced.linear.K.diagonal();
    for (int i = rigid; i < n; ++i) coefficients[i] = 2 * given.of(static_cast<std::size_t>(i - rigid)) * std::sqrt(stiffness[i]);
    SparseMatrix D(n, n);
    for (int i = 0; i < n; ++i) D.insert(i, i) = coefficients[i];
    reduced.linear.C = (reduced.linear.C + D).eval();
    reduced.linear.C.makeCompressed();
    reduced.linear.proportional = false;
    std::erase_if(reduced.notes, [](const std::string& note) { return note.starts_with("reduction: proportional"); });
    reduced.notes.push_back("reduction: modal damping acts on the modes of the reduced model");
    reduced.modal_ratios.reset();
    if (reduced.supports) {  // their forces contain those of the damping
        Supports supports = *reduced.supports;
        supports.couples = true;
        reduced.supports = std::make_shared<const Supports>(std::move(supports));
    }

    auto& prescribed = reduced.recovery.prescribed;
    std::vector<Vector> answers;  // of the elastic modes to a unit displacement of each motion
    for (const PrescribedMotion& motion : prescribed) {
        Vector y = Vector::Zero(n);
        if (motion.stiffness_row.size() == n && !motion.stiffness_row.isZero(0)) {
            if (rigid > 0) {
                throw bad_case(
                    "model.damping: damping.modal cannot be used for a structure with prescribed motion whose supports permit "
                    "rigid-body motions; use damping.rayleigh",
                    given.origin);
            }
            y = -stiffness.cwiseInverse().cwiseProduct(motion.stiffness_row);
        }
        answers.push_back(std::move(y));
    }
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        if (answers[j].isZero(0)) continue;
        const Vector row = -coefficients.cwiseProduct(answers[j]);
        for (std::size_t i = 0; i < prescribed.size(); ++i) prescribed[j].damping[i] -= answers[i].dot(row);
        if (prescribed[j].damping_row.size() != n) prescribed[j].damping_row = Vector::Zero(n);
        prescribed[j].damping_row += row;
        reduced.loads.push_back({-row, prescribed[j].signal, 1, WorkTerm::support, prescribed[j].origin});
    }
}

/// \param full digest of the full System \param structure of the reduced one
std::string digest(const std::string& full, const ReductionSettings& s, const std::string& structure) {
    Hash hash;
    hash.text("reduced").text(full).text(s.method).integer(s.modes).number(s.frequency).integer(s.correction ? 1 : 0);
    for (const int node : s.keep) hash.integer(node);
    return hash.text(structure).hexadecimal();
}

void require_modes(const Structure& structure, const ReductionMethod& method, const ReductionSettings& s,
                   const SparseMatrix& rows) {
    if (!method.takes_modes) return;
    const int rigid = static_cast<int>(structure.rigid().cols());
    const int held = method.held_interface ? static_cast<int>(rows.cols()) : 0;
    const int available =
        structure.size() - held - (method.held_interface ? static_cast<int>(structure.not_held(rows).cols()) : rigid);
    const std::string of = method.held_interface ? " elastic modes of the model with fixed interface, got "
                                                 : " elastic modes that the model has, got ";
    if (s.modes > available) {
        throw bad_case(reduce_subject + ": 'modes' must be at most the " + std::to_string(std::max(available, 0)) + of +
                       std::to_string(s.modes));
    }
}

/// Hash of everything that determines the basis and its errors.
std::string basis_key(const System& system, const ReductionSettings& s, const linalg::Engine* engine) {
    Hash hash;
    hash.text(engine != nullptr ? engine->text() : "");
    hash.text(s.method).integer(s.modes).number(s.frequency).integer(s.correction ? 1 : 0);
    for (const int node : s.keep) hash.integer(node);
    const LinearBlock& linear = system.linear;
    if (linear.ranks == nullptr)
        hash.matrix(linear.M).matrix(linear.C).matrix(linear.K);
    else  // no rank has the whole
        hash.text(system.digest);
    hash.matrix(system.recovery.T);
    hash.vector(system.q0).vector(system.v0);
    for (const SparseRow& row : system.rows) {
        hash.integer(static_cast<std::int64_t>(row.index.size()));
        for (std::size_t e = 0; e < row.index.size(); ++e) hash.integer(row.index[e]).number(row.coefficient[e]);
    }
    for (const SystemNode& node : system.nodes) {
        for (const double x : node.position) hash.number(x);
    }
    for (const Contact& contact : system.contacts) hash.text(contact.name).integer(contact.first_row);
    for (const Friction& friction : system.frictions) hash.text(friction.name).integer(friction.first_row);
    for (const Load& load : system.loads) hash.vector(load.pattern).text(load.name).text(load.origin.text());
    for (const PrescribedMotion& motion : system.recovery.prescribed)
        hash.vector(motion.stiffness_row).text(motion.origin.text());
    return hash.hexadecimal();
}

/// Refuses kept nodes whose dofs are all coordinates of a model with more than some seconds of them: a dense model of the same
/// size. \param rows those of gaps and frictions, then those of the kept nodes
void require_less_than_all(const System& system, const ReductionSettings& settings, const SparseMatrix& rows) {
    constexpr int quick = 2000;  // coordinates, reduced in seconds to any number of vectors
    if (system.size() <= quick) return;
    std::set<Eigen::Index> kept;
    for (auto j = static_cast<Eigen::Index>(system.rows.size()); j < rows.cols(); ++j) {
        SparseMatrix::InnerIterator it(rows, j);
        if (!it) continue;
        const Eigen::Index coordinate = it.row();
        if (!++it) kept.insert(coordinate);
    }
    if (static_cast<int>(kept.size()) < system.size()) return;
    throw bad_case(
        fmt::format("{}: 'keep' has {} nodes with all {} coordinates of the model: nothing would be reduced; keep the "
                    "nodes at which other parts are joined",
                    reduce_subject, settings.keep.size(), system.size()));
}

std::shared_ptr<ReductionMemory::Found> found_basis(const System& system, const ReductionSettings& settings,
                                                    const ReductionMethod& method, const StageReport& proceed,
                                                    const linalg::Engine* engine) {
    const ReductionLoads loads = distinct_loads(system);
    SparseMatrix given = interface_rows(system, settings.keep), patterns = loads.patterns.sparseView();
    const Eigen::Index given_rows = given.cols();
    require_less_than_all(system, settings, given);
    // Responses of the interface and what keeps it fixed, then the basis and its image, then the basis twice, with the rows of
    // the recovery of the full model.
    const auto require_memory_for = [&](Eigen::Index columns) {
        constexpr double copies = 4;
        require_memory(
            copies * sizeof(double) * static_cast<double>(columns) * system.size(),
            "the reduction of " + std::to_string(system.size()) + " coordinates with " + std::to_string(columns) + " vectors");
    };
    require_memory_for(given_rows + loads.patterns.cols() + settings.modes);
    // Modes for the basis, and for the report's frequencies.
    const double omega = 2 * std::numbers::pi * settings.frequency;
    Structure structure(system, method.takes_modes ? settings.modes : 10, proceed, engine, given, patterns, omega * omega,
                        method.held_interface ? ElasticModes::compared : ElasticModes::used);
    require_memory_for(given_rows + loads.patterns.cols() + structure.elastic().cols());
    auto [rows, of_loads] = structure.answered(given, patterns);
    const auto own = static_cast<Eigen::Index>(system.rows.size());
    const Forces compared{rows.vectors.leftCols(own), rows.answers.leftCols(own)};
    Interface interface { structure.independent(std::move(rows)), std::move(of_loads) };
    const Forces answered_loads = interface.loads;
    structure.release_static_factor();
    if (!method.held_interface) structure.release_factors();
    require_modes(structure, method, settings, interface.rows.vectors);
    const int independent_rows = static_cast<int>(interface.rows.vectors.cols());

    BasisVectors vectors = method.vectors(structure, std::move(interface), settings);
    structure.release_factors();
    if (method.takes_modes && vectors.modes.cols() == 0) {
        throw bad_case(reduce_subject + ": 'frequency' must be above that of the lowest mode that the method keeps, got " +
                       shortest(settings.frequency) + " Hz");
    }
    Spanned spanned = orthonormal(structure, vectors.modes, std::move(vectors.statics));
    ModalBasis basis = rotated(structure, std::move(spanned));
    if (basis.shapes.cols() == 0) {
        throw bad_case(reduce_subject + ": method '" + method.name + "' keeps nothing of model '" + system.name +
                       "', which has no gap, no friction, no load and no 'keep': name nodes to keep, or use a method with modes");
    }

    auto out = std::make_shared<ReductionMemory::Found>();
    ReductionReport& report = out->report;
    report.method = method.name;
    report.full_size = system.size();
    report.size = static_cast<int>(basis.shapes.cols());
    report.rigid = static_cast<int>(structure.rigid().cols());
    report.modes = spanned.modes;
    report.dropped = spanned.dropped;
    report.static_vectors = report.size - report.rigid - report.modes;
    report.interface = independent_rows;
    report.highest = std::sqrt(vectors.highest) / (2 * std::numbers::pi);
    report.complete = structure.complete() && vectors.complete;
    if (engine != nullptr) report.notes.push_back("computed by " + engine->text());
    report.notes.insert(report.notes.end(), structure.notes().begin(), structure.notes().end());
    measure_errors(structure, basis, {compared, answered_loads, loads.names}, report);
    out->rigid_motions = reduction_rigid_motions(structure, basis);
    out->basis = std::move(basis);
    return out;
}

}  // namespace

std::shared_ptr<const ReductionMemory::Found> ReductionMemory::find(const std::string& key) const {
    for (const auto& found : found_) {
        if (found->key == key) return found;
    }
    return nullptr;
}

namespace {

constexpr std::size_t most_kept = 2;

template <class Kept>
void keep_newest(std::vector<Kept>& list, Kept kept) {
    if (list.size() == most_kept) list.erase(list.begin());
    list.push_back(std::move(kept));
}

}  // namespace

void ReductionMemory::keep(std::shared_ptr<const Found> found) { keep_newest(found_, std::move(found)); }
void ReductionMemory::keep(Whole whole) { keep_newest(whole_, std::move(whole)); }

std::optional<Reduction> ReductionMemory::with_signals(const AssemblyMemory::Like& like,
                                                       const ReductionSettings& settings) const {
    const auto found =
        std::ranges::find_if(whole_, [&](const Whole& whole) { return whole.alike == like.alike && whole.settings == settings; });
    if (found == whole_.end()) return {};
    auto out = std::make_shared<System>(*found->reduction.system);
    take_signals(like, *out);
    out->digest = digest(like.digest, settings, found->structure);
    return Reduction{std::move(out), found->reduction.report};
}

Reduction reduce(const System& system, const ReductionSettings& settings, const StageReport& proceed, ReductionMemory* memory,
                 std::uint64_t alike, const linalg::Engine* engine) {
    refuse_mechanism(system, reduce_subject);
    require_counts(engine, reduce_subject);
    const ReductionMethod& method = checked_method(system, settings);
    if (settings.modes > system.size()) {
        throw bad_case(reduce_subject + ": 'modes' must be at most the " + std::to_string(system.size()) +
                       " free coordinates of the model, got " + std::to_string(settings.modes));
    }
    const std::string key = memory != nullptr ? basis_key(system, settings, engine) : "";
    std::shared_ptr<const ReductionMemory::Found> found = memory != nullptr ? memory->find(key) : nullptr;
    if (!found) {
        const std::shared_ptr<ReductionMemory::Found> made = found_basis(system, settings, method, proceed, engine);
        made->key = key;
        found = made;
        if (memory != nullptr) memory->keep(found);
    }
    Reduction out;
    ReductionReport& report = out.report;
    report = found->report;
    report.model = system.name;

    std::shared_ptr<System> reduced = projected(system, found->basis, "reduction", "reduced mode");
    reduced->recovery.rigid = found->rigid_motions;
    if (system.modal_ratios) apply(*system.modal_ratios, *reduced, report.rigid);
    reduced->notes.push_back("reduced by " + method.name + " from " + std::to_string(report.full_size) + " to " +
                             std::to_string(report.size) + " coordinates");
    for (const std::string& note : found->report.notes) reduced->notes.push_back("reduction: " + note);
    for (const Contact& contact : system.contacts) {
        if (!contact.law->rigid) continue;
        report.notes.push_back("gap '" + contact.name + "' is a rigid stop: the impacting mass depends on the vectors kept");
    }
    const std::string structure = structure_of(*reduced);
    reduced->digest = digest(system.digest, settings, structure);
    out.system = std::move(reduced);
    if (memory != nullptr && alike != 0 && engine == nullptr) memory->keep({alike, settings, out, structure});
    return out;
}

}  // namespace jounce::modal

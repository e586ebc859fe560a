// Model -> System: entries into the full model, constraints and condensation, damping, ordering, loads, gaps, initial state.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/assembly/assemble_loads.hpp"
#include "system/assembly/assemble_supports.hpp"
#include "system/assembly/digest.hpp"
#include "system/assembly/doubts.hpp"
#include "system/assembly/sharing.hpp"
#include "system/assembly/soft_springs.hpp"
#include "system/assembly/start_doubts.hpp"
#include "system/assembly/twin_elements.hpp"
#include "system/assembly/two_passes.hpp"
#include "system/builder/builder.hpp"
#include "system/joining/joining.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/reduction/congruent.hpp"
#include "system/reduction/initial.hpp"
#include "system/reduction/reduced_row.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce {

namespace {

void remove_zeros(SparseMatrix& matrix) {
    matrix.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    matrix.makeCompressed();
}

// Makes a matrix that is symmetric up to rounding exactly symmetric; returns false for any other matrix.
bool symmetrise(SparseMatrix& matrix) {
    if (!is_symmetric(matrix)) {
        const SparseMatrix transposed = matrix.transpose();
        const SparseMatrix difference = matrix - transposed;
        if (difference.norm() > 1e-13 * matrix.norm()) return false;
        SparseMatrix mean = 0.5 * (matrix + transposed);
        matrix.swap(mean);
    }
    remove_zeros(matrix);
    return true;
}

// The structural damping, added to the dampers. Proportional damping covers the whole model, supports included. Any other damping
// acts on the motion relative to the static response to the support motions. Returned are the blocks of these.
SupportBlocks structural_damping(const DampingMatrix& damping, const SupportBlocks& M, const SupportBlocks& K,
                                 const SparseMatrix& stiffness, int motions) {
    const int n = static_cast<int>(stiffness.rows());
    SupportBlocks out{SparseMatrix(n, motions), SparseMatrix(motions, motions)};
    if (motions == 0) return out;
    if (damping.proportional) {
        out.fp = damping.alpha * M.fp + damping.beta * K.fp;
        out.pp = damping.alpha * M.pp + damping.beta * K.pp;
        return out;
    }
    if (K.fp.nonZeros() == 0) return out;
    const linalg::Ordering ordering = linalg::choose_ordering(std::vector{std::cref(stiffness)});
    try {
        const auto factor =
            linalg::Factorisation::make(linalg::permuted(stiffness, ordering), linalg::Symmetry::symmetric, ordering);
        Matrix answer = linalg::permuted(Matrix(-K.fp), ordering);
        factor.solve_in_place(answer);
        answer = linalg::restored(answer, ordering);
        const Matrix coupling = -(damping.C * answer);
        out.fp = coupling.sparseView();
        out.pp = Matrix(-(answer.transpose() * coupling)).sparseView();
    } catch (const linalg::SingularMatrix&) {
        throw bad_case(
            "model.damping: use damping.rayleigh for a structure with prescribed motion that its supports do not fully restrain");
    }
    return out;
}

// Coordinates that are dofs of a shell always have mass, because its element mass matrices are positive definite. A motion
// without mass can only involve the other coordinates, so only their part of M is examined.
std::vector<int> without_shells(const AffineMap& map, const Builder& builder) {
    std::vector<bool> heavy(builder.model().nodes().size(), false);
    for (const ShellPart& part : builder.shell_parts()) {
        for (const ShellPiece& piece : part.pieces) {
            if (!(piece.properties.material.density > 0)) continue;
            for (int i = 0; i < piece.properties.corners(); ++i) heavy[piece.nodes[i]] = true;
        }
    }
    std::vector<int> out;
    for (int i = 0; i < map.size(); ++i) {
        if (!heavy[map.dof_of[i] / 6]) out.push_back(i);
    }
    return out;
}

void check_mass(const AffineMap& map, const Builder& builder) {
    const std::vector<int> light = without_shells(map, builder);
    if (light.empty()) return;
    const SparseMatrix M = linalg::summed(builder.ranks(), congruent(builder.full_mass(), chosen_columns(map.T, light)));
    const linalg::Ordering ordering = linalg::choose_ordering(std::vector{std::cref(M)});
    try {
        (void)linalg::Factorisation::make(linalg::permuted(M, ordering), linalg::Symmetry::symmetric, ordering);
    } catch (const linalg::SingularMatrix& singular) {
        const int given = ordering.old_of_new[singular.row];
        const int dof = map.dof_of[light[given]];
        const NodeDeclaration& node = builder.model().nodes()[dof / 6];
        // The mass exists, but its inverse or the sum of several masses is out of the floating-point range.
        if (!std::isnormal(1 / singular.pivot) && singular.pivot != 0) {
            throw bad_case("model: node '" + node.name + "': the mass in '" + dof_names[dof % 6] + "' must be in [" +
                               shortest(1 / std::numeric_limits<double>::max()) + ", " +
                               shortest(1 / std::numeric_limits<double>::min()) + "] kg or kg m2, got " +
                               shortest(M.coeff(given, given)),
                           node.origin);
        }
        throw bad_case("model: node '" + node.name + "': '" + dof_names[dof % 6] +
                           "' and the dofs coupled to it can move without mass; give the mass there an inertia",
                       node.origin);
    }
}

void add_gaps(System& system, const AffineMap& map, const Builder& builder) {
    for (const FullGap& gap : builder.gaps()) {
        Contact contact;
        contact.name = gap.name;
        contact.gap = gap.geometry;
        contact.law = gap.law;
        contact.node = gap.node;
        contact.origin = gap.origin;
        contact.first_row = static_cast<int>(system.rows.size());
        contact.first_side = system.sides;
        bool moves = false;
        for (std::size_t i = 0; i < gap.rows.size(); ++i) {
            for (int k = 0; k < 3; ++k) contact.directions[i][k] = gap.directions[i][k];
            system.rows.push_back(reduced_row(map, gap.rows[i]));
            moves = moves || !system.rows.back().index.empty();
        }
        if (!moves) {
            throw bad_case(gap.subject + ": 'direction' must have a component along a free dof, got only " +
                               builder.held_dof(gap.rows[0].front().index),
                           gap.origin);
        }
        system.sides += gap.geometry.sides();
        system.contacts.push_back(std::move(contact));
    }
}

// After the rows of all gaps, so that the rows of one gap are contiguous.
void add_frictions(System& system, const AffineMap& map, const Builder& builder) {
    for (const FullFriction& full : builder.frictions()) {
        Friction friction = full.friction;
        friction.first_row = static_cast<int>(system.rows.size());
        friction.own_rows = static_cast<int>(full.rows.size());
        for (std::size_t i = 0; i < full.rows.size(); ++i) {
            system.rows.push_back(reduced_row(map, full.rows[i]));
            if (!system.rows.back().index.empty()) continue;
            if (full.fields[i] == "surface_radius")
                throw refusals::surface_of_given_spin.error(full.subject, {builder.held_dof(full.rows[i].front().index)},
                                                            friction.origin);
            throw bad_case(full.subject + ": '" + full.fields[i] + "' must have a component along a free dof, got only " +
                               builder.held_dof(full.rows[i].front().index),
                           friction.origin);
        }
        if (!friction.law->note.empty()) system.notes.push_back("friction of '" + friction.name + "': " + friction.law->note);
        system.frictions.push_back(std::move(friction));
    }
}

void add_nodes(System& system, const Model& model) {
    for (const NodeDeclaration& node : model.nodes()) {
        system.nodes.push_back({node.name, node.position, 6 * static_cast<int>(system.nodes.size()), {}});
    }
    for (const NameDeclaration& name : model.names()) {
        if (name.node >= 0 && name.type != "gap" && name.type != "friction" && name.name != model.nodes()[name.node].name) {
            system.nodes[name.node].aliases.push_back(name.name);
        }
    }
}

/// An impulse acts on the mass lumped at its node; on a finite-element node this is a share of the element mass.
void note_rigid_stops(System& system) {
    std::set<int> of_elements;
    for (const BeamPiece& piece : *system.beams) of_elements.insert(piece.nodes.begin(), piece.nodes.end());
    for (const ShellPart& part : *system.shells) of_elements.insert(part.nodes.begin(), part.nodes.end());
    for (const Contact& contact : system.contacts) {
        if (contact.law->rigid && of_elements.contains(system.find_node(contact.node))) {
            system.notes.push_back("gap '" + contact.name +
                                   "' is a rigid stop on a finite-element node: the impacting mass, and " +
                                   "with it every rebound, depends on the mesh; a law with a stiffness has no such dependence");
        }
    }
}

/// In place, because a sparse matrix of Eigen 3.4 is copied where it could be moved.
/// All dofs with mass are held, or nothing has mass.
Error without_coordinates(const Builder& builder) {
    const Model& model = builder.model();
    const auto heavy = [](const ShellPart& part) {
        return std::ranges::any_of(part.pieces, [](const ShellPiece& piece) { return piece.properties.material.density > 0; });
    };
    bool stiff = false, mass = std::ranges::any_of(builder.shell_parts(), heavy);
    for (int dof = 0; dof < builder.dof_count(); ++dof) {
        stiff = stiff || builder.touched(dof);
        mass = mass || builder.has_point_mass(dof);
    }
    const std::string why =
        mass || !stiff ? "no dof with mass is free, so nothing can move"
                       : "nothing has mass, and only dofs with mass are coordinates: give a material a density above 0 or "
                         "a node a mass. Statics need them too; their value does not change an equilibrium without "
                         "gravity";
    return bad_case("model '" + model.name() + "': " + why, model.origin());
}

/// \returns false when the matrices must be whole for what turns out here; `system` has no meaning then
bool finish(const Builder& builder, ModalDamping modal_damping, const StageReport& proceed, System& system) {
    // The first pass: both patterns and their graph take less than two matrices.
    require_memory_for(2 * std::max(builder.full_mass().entries(), builder.full_stiffness().entries()), builder);
    const linalg::Ranks* ranks = builder.ranks();
    const Model& model = builder.model();
    system.name = model.name();
    system.model = model.id();
    add_nodes(system, model);

    doubt_twin_elements(builder, system.notes);
    AffineMap map = affine_map(builder);
    check_fill(map, builder, system.notes);
    check_loads(map, builder, system.notes);
    check_springs(map, builder, system.notes);
    linalg::Pattern of_mass;
    if (ranks == nullptr) {
        of_mass =
            congruent_pattern(builder.full_mass(), map.T,
                              {proceed, assembly_stage::name, assembly_stage::mass_pattern, assembly_stage::stiffness_pattern});
        if (condense_massless(map, builder, of_mass, system.notes)) of_mass = congruent_pattern(builder.full_mass(), map.T);
    }
    if (map.size() == 0) throw without_coordinates(builder);

    SparseMatrix dampers = congruent(builder.full_damping(), map.T);
    check_mass(map, builder);
    if (ranks != nullptr && !symmetrise(dampers)) return false;
    LinearBlock& linear = system.linear;
    Patterns patterns;
    if (ranks == nullptr) patterns = ordered_patterns(map, builder, std::move(of_mass), dampers, proceed);
    Matrix of_mass_loads;
    {
        Matrix moved = mass_times_motions(system, builder);
        system.recovery.inertia = linalg::summed(ranks, Matrix(map.T.transpose() * moved.leftCols(6)));
        of_mass_loads = linalg::summed(ranks, Matrix(moved.rightCols(moved.cols() - 6)));
    }
    if (ranks == nullptr) {
        fill_matrices(patterns, map, builder, linear, proceed);
    } else {  // the engine orders for itself
        const auto share = [&](const FullMatrix& full, SparseMatrix& out) {
            SparseMatrix own = ranks->own_columns(congruent(full, map.T));
            out.swap(own);
        };
        share(builder.full_mass(), linear.M);
        share(builder.full_stiffness(), linear.K);
        dampers = linalg::own_columns(std::move(dampers), ranks);
    }
    const SparseMatrix supports = map.P.leftCols(map.supports);
    const auto blocks = [&](const FullMatrix& full, const linalg::Ranks* parts) {
        const SparseMatrix of_supports = full.columns(rows_in_use(supports));
        return SupportBlocks{linalg::summed(parts, triple_product(map.T, of_supports, supports)),
                             linalg::summed(parts, triple_product(supports, of_supports, supports))};
    };
    const SupportBlocks M = blocks(builder.full_mass(), ranks);
    const SupportBlocks K = blocks(builder.full_stiffness(), ranks);
    SupportBlocks C = blocks(builder.full_damping(), nullptr);
    linear.ranks = ranks;
    linear.proportional = builder.full_damping().stored().nonZeros() == 0;
    if (builder.damping() && modal_damping == ModalDamping::left_out) {
        system.modal_ratios = builder.damping()->by_mode();
        if (system.modal_ratios) system.modal_ratios->origin = builder.damping_origin();
    }
    const bool damped = builder.damping() && !system.modal_ratios;
    // Each matrix in its place, because an assignment would copy it.
    const auto at_damping = [&](const auto& work) {
        try {
            return work();
        } catch (const Error& error) {
            throw error.at(builder.damping_origin());
        }
    };
    DampingMatrix damping = at_damping([&] { return damped ? builder.damping()->matrix(linear.M, linear.K) : DampingMatrix(); });
    if (damped) {
        const SupportBlocks structural = at_damping([&] { return structural_damping(damping, M, K, linear.K, map.supports); });
        C = {C.fp + structural.fp, C.pp + structural.pp};
        if (dampers.nonZeros() == 0) {
            dampers.swap(damping.C);
        } else {
            SparseMatrix sum = dampers + damping.C;
            dampers.swap(sum);
        }
        damping.C = SparseMatrix();
        linear.proportional = linear.proportional && damping.proportional;
        if (linear.proportional) {
            linear.alpha = damping.alpha;
            linear.beta = damping.beta;
        }
    }
    linear.C.swap(dampers);
    remove_zeros(linear.C);
    linear.symmetric = ranks != nullptr || symmetrise(linear.C);
    linear.half_bandwidth = linear.size() - 1;
    if (ranks == nullptr)
        linear.half_bandwidth =
            linalg::half_bandwidth(std::vector{std::cref(linear.M), std::cref(linear.C), std::cref(linear.K)});
    else if (has_soft_springs(system, map, builder))
        return false;

    system.recovery.T = map.T;
    system.coordinate_names.reserve(map.dof_of.size());
    for (const int dof : map.dof_of) system.coordinate_names.push_back(builder.dof_name(dof));
    add_motions(system, map, M, C, K);
    add_loads(system, map, builder, of_mass_loads);
    add_gaps(system, map, builder);
    add_frictions(system, map, builder);
    system.supports = supports_of(builder, {builder.full_mass(), builder.full_damping(), builder.full_stiffness(), of_mass_loads,
                                            damped ? &damping : nullptr, ranks});

    Vector value(map.motions.size()), rate(map.motions.size());
    for (int j = 0; j < value.size(); ++j) {
        try {
            map.motions[j].signal->require_defined(0, 0);
            const SignalSample sample = map.motions[j].signal->sample(0);
            value[j] = sample.value;
            rate[j] = sample.first;
        } catch (const Error& error) {
            const bool function = error.failure() == Failure::computation;  // a user's function that fails before any run
            throw(function ? bad_case(error.message(), error.origin()) : error).at(map.motions[j].origin);
        }
    }
    const Vector mass_diagonal = linear.mass().diagonal();
    system.q0 = initial_values(map, builder, mass_diagonal, builder.displacements(), value, "displacement");
    system.v0 = initial_values(map, builder, mass_diagonal, builder.velocities(), rate, "velocity");
    add_mechanism(system, map, builder);
    std::vector<BeamPiece> pieces = loaded_pieces(builder);
    for (BeamPiece& piece : pieces) {
        piece.alpha = damping.proportional ? damping.alpha : 0;
        piece.beta = damping.proportional ? damping.beta : 0;
    }
    system.beams = std::make_shared<const std::vector<BeamPiece>>(std::move(pieces));
    system.shells = builder.shared_shell_parts();
    for (const ShellPart& part : *system.shells) system.notes.insert(system.notes.end(), part.notes.begin(), part.notes.end());
    note_rigid_stops(system);
    if (ranks == nullptr) find_soft_springs(system, map, builder);
    return true;
}

/// All but the notes on the entries and the digest. \returns as `finish`
template <class Written>
bool assemble_matrices(const Model& model, const std::vector<Written>& entries, ModalDamping modal_damping,
                       const linalg::Ranks* ranks, const StageReport& proceed, System& system) {
    if (proceed) proceed({assembly_stage::name, 0});
    Builder builder(model);
    for (const Written& written : entries) {
        try {
            builder.begin(written.kind, written.handle, written.origin);
            written.entry->assemble(builder);
        } catch (const Error& error) {
            throw error.at(written.origin);
        }
    }
    drive_bodies(builder);
    share_if_possible(builder, ranks, modal_damping);
    builder.sum();
    return finish(builder, modal_damping, proceed, system);
}

}  // namespace

System assemble(const Model& model, ModalDamping modal_damping, const linalg::Ranks* ranks, const StageReport& proceed) {
    System system;
    if (!assemble_matrices(model, model.entries_, modal_damping, ranks, proceed, system)) {
        system = {};
        (void)assemble_matrices(model, model.entries_, modal_damping, nullptr, proceed, system);
    }
    give_back_memory_of(6 * static_cast<int>(system.nodes.size()));
    Hash hash;
    system.accepted = model.accepted();
    for (const Model::Written& written : model.entries_)
        add_doubts(written.kind, written.table, written.origin, system.accepted, system.notes);
    add_start_doubts(system);
    for (const Model::Written& written : model.entries_) hash.text(written.kind).table(written.table);
    system.digest = hash.text(structure_of(system)).hexadecimal();
    return system;
}

std::string digest_of_entries(const Model& model) {
    Hash hash;
    for (const Model::Written& written : model.entries_) hash.text(written.kind).table(written.table);
    return hash.hexadecimal();
}

}  // namespace jounce

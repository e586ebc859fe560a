// Loads on the free coordinates, and motions of supports as loads.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/assemble_loads.hpp"

#include <algorithm>
#include <span>

#include "system/reduction/reduced_row.hpp"

namespace jounce {

namespace {

Vector dense_column(const SparseMatrix& matrix, int column) { return Vector(matrix.col(column)); }

std::string entry_name(const std::string& subject, const Origin& origin) {
    return origin.known() ? subject + " at " + origin.text() : subject;
}

/// Is a row over the dofs zero over the coordinates of `map`, a row for each dof?
bool vanishes(std::span<const LinearTerm> row, const RowMajor& map) {
    return std::ranges::all_of(terms_over(row, map), [](const auto& entry) { return entry.second == 0; });
}

// A jump of the velocity is an impulse on the structural mass coupled to the support, and no sample of the acceleration shows it.
// The support's own mass does not affect the motion; only its kinetic energy jumps.
void check_kinks(const PrescribedMotion& motion, int j, const std::string& subject, std::vector<std::string>& notes) {
    if (!motion.mass_row.isZero(0)) {
        throw bad_case(subject +
                           ": 'motion' must be a signal without jumps in its slope where the support shares mass with the "
                           "structure (beams, rigid links); use a smooth one, such as a table with interpolation = 'cubic'",
                       motion.origin);
    }
    if (motion.mass[j] == 0) return;
    std::string note = entry_name(subject, motion.origin) +
                       ": the velocity jumps, and with it the kinetic energy of the mass on the moving dof itself; the energy "
                       "account has no work for this jump";
    // A driver moves several dofs.
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
}

}  // namespace

void check_springs(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes) {
    const RowMajor free = map.T, given = map.P;
    for (const SpringRow& spring : builder.spring_rows()) {
        if (vanishes(spring.row, free) && vanishes(spring.row, given))
            notes.push_back(entry_name(spring.subject, spring.origin) + " has no effect: nothing moves along its direction");
    }
}

void check_loads(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes) {
    const RowMajor rows = map.T;
    const auto taken = [&](std::span<const LinearTerm> share) { return vanishes(share, rows); };
    for (const FullLoad& load : builder.loads()) {
        if (!load.nodal) {
            if (taken(load.pattern)) notes.push_back(entry_name(load.subject, load.origin) + " acts on held dofs only");
            continue;
        }
        int nodes = 0, held = 0, dof = -1;
        for (auto from = load.pattern.begin(); from != load.pattern.end();) {
            const int node = from->index / 6;
            const auto to =
                std::find_if(from, load.pattern.end(), [&](const LinearTerm& term) { return term.index / 6 != node; });
            ++nodes;
            if (taken({from, to})) {
                ++held;
                if (dof < 0) dof = from->index;
            }
            from = to;
        }
        if (held == 0) continue;
        const std::string others =
            held > 1 ? ", and likewise at " + std::to_string(held - 1) + (held > 2 ? " more nodes" : " more node") : "";
        if (held == nodes) {
            throw bad_case(load.subject + ": '" + (dof % 6 < 3 ? "direction" : "axis") +
                               "' must have a component along a free dof, got only " + builder.held_dof(dof) + others,
                           load.origin);
        }
        notes.push_back(entry_name(load.subject, load.origin) + " acts on held dofs only at " + std::to_string(held) +
                        " of its " + std::to_string(nodes) + " nodes: " + builder.held_dof(dof) + others);
    }
}

void add_loads(System& system, const AffineMap& map, const Builder& builder, const Matrix& of_mass_loads) {
    const auto add = [&](const Vector& full, const auto& load) {
        Vector pattern = map.T.transpose() * full;
        std::vector<std::pair<int, double>> on_supports;
        for (int j = 0; load.term == WorkTerm::external && j < map.supports; ++j) {
            const double share = map.P.col(j).dot(full);
            if (share != 0) on_supports.emplace_back(j, share);
        }
        if (pattern.isZero(0) && on_supports.empty()) return false;  // all of it goes into what stands still
        system.loads.push_back(
            {std::move(pattern), load.signal, load.derivative, load.term, load.origin, load.name, std::move(on_supports)});
        return true;
    };
    for (const FullLoad& load : builder.loads()) (void)add(full_vector(load.pattern, builder.dof_count()), load);
    Eigen::Index column = 0;
    for (const MassLoad& load : builder.mass_loads()) {
        if (!add(Vector(of_mass_loads.col(column++)), load) && !load.acceleration.isZero(0) && builder.dof_count() > 0) {
            system.notes.push_back(entry_name(load.subject, load.origin) + " acts on held dofs only");
        }
    }
}

std::vector<BeamPiece> loaded_pieces(const Builder& builder) {
    std::vector<BeamPiece> pieces = builder.beam_pieces();
    for (const MassLoad& load : builder.mass_loads()) {
        for (BeamPiece& piece : pieces) {
            piece.loads.push_back(
                {elements::beam_gravity_load(piece.properties, load.acceleration), load.signal, load.derivative});
        }
    }
    return pieces;
}

void add_motions(System& system, const AffineMap& map, const SupportBlocks& M, const SupportBlocks& C, const SupportBlocks& K) {
    const int motions = static_cast<int>(map.motions.size());
    for (int j = 0; j < motions; ++j) {
        PrescribedMotion motion;
        motion.pattern = dense_column(map.P, j);
        motion.signal = map.motions[j].signal;
        motion.origin = map.motions[j].origin;
        motion.mass.assign(motions, 0);
        motion.damping.assign(motions, 0);
        motion.stiffness.assign(motions, 0);
        if (j >= map.supports) {
            motion.support = false;
            motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(map.size());
            system.recovery.prescribed.push_back(std::move(motion));
            continue;
        }
        motion.mass_row = dense_column(M.fp, j);
        motion.damping_row = dense_column(C.fp, j);
        motion.stiffness_row = dense_column(K.fp, j);
        for (int i = 0; i < map.supports; ++i) {
            motion.mass[i] = M.pp.coeff(j, i);
            motion.damping[i] = C.pp.coeff(j, i);
            motion.stiffness[i] = K.pp.coeff(j, i);
        }
        const Vector* rows[] = {&motion.stiffness_row, &motion.damping_row, &motion.mass_row};
        for (int derivative = 0; derivative < 3; ++derivative) {
            if (rows[derivative]->isZero(0)) continue;
            system.loads.push_back({-*rows[derivative], motion.signal, derivative, WorkTerm::support, motion.origin, {}});
        }
        if (motion.signal->smoothness() < 1) check_kinks(motion, j, map.motions[j].subject, system.notes);
        system.recovery.prescribed.push_back(std::move(motion));
    }
}

}  // namespace jounce

// The parts of a System as parts of an archive, without their laws, frictions, signals and sections. The bindings list all
// members: with a new member this file does not compile.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>

#include "base/files/archive.hpp"
#include "linalg/basics/matrix_archive.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"
#include "system/state/system.hpp"
#include "system/supports/supports.hpp"

namespace jounce {

template <class Archive, class Dense>
void transfer_one_dense(Archive& archive, Dense& matrix) {
    DenseInArchive<Dense> dense{matrix};
    archive(dense);
}
template <class Archive, class... Dense>
void transfer_dense(Archive& archive, Dense&... matrices) {
    (transfer_one_dense(archive, matrices), ...);
}

template <class Archive>
void transfer(Archive& archive, Either<Origin> auto& origin) {
    auto& [file, line] = origin;
    archive(file, line);
}

template <class Archive>
void transfer(Archive& archive, Either<LinearBlock> auto& linear) {
    auto& [M, C, K, symmetric, proportional, alpha, beta, half_bandwidth, ranks] = linear;
    if (ranks != nullptr) throw std::logic_error("archive: the matrices of the System must be whole");
    archive(M, C, K, symmetric, proportional, alpha, beta, half_bandwidth);
}

template <class Archive>
void transfer(Archive& archive, Either<Load> auto& load) {
    auto& [pattern, signal, derivative, term, origin, name, on_supports] = load;
    static_cast<void>(signal);
    archive(pattern, derivative, term, origin, name, on_supports);
}

template <class Archive>
void transfer(Archive& archive, Either<SparseRow> auto& row) {
    auto& [index, coefficient, prescribed, prescribed_coefficient] = row;
    archive(index, coefficient, prescribed, prescribed_coefficient);
}

template <class Archive>
void transfer(Archive& archive, Either<Contact> auto& contact) {
    auto& [name, gap, law, first_row, first_side, node, directions, origin] = contact;
    auto& [shape, clearance, on_positive, on_negative] = gap;
    static_cast<void>(law);
    archive(name, shape, clearance, on_positive, on_negative, first_row, first_side, node, directions, origin);
}

template <class Archive>
void transfer(Archive& archive, Either<Friction> auto& friction) {
    auto& [name, law, contact, normal_force, first_row, own_rows, directions, around, spins, node, origin] = friction;
    static_cast<void>(law);
    static_cast<void>(normal_force);
    archive(name, contact, first_row, own_rows, directions, around, spins, node, origin);
}

template <class Archive>
void transfer(Archive& archive, Either<PrescribedMotion> auto& motion) {
    auto& [pattern, signal, origin, mass_row, damping_row, stiffness_row, mass, damping, stiffness, support] = motion;
    static_cast<void>(signal);
    archive(pattern, origin, mass_row, damping_row, stiffness_row, mass, damping, stiffness, support);
}

template <class Archive>
void transfer(Archive& archive, Either<SystemNode> auto& node) {
    auto& [name, position, first_dof, aliases] = node;
    archive(name, position, first_dof, aliases);
}

template <class Archive>
void transfer(Archive& archive, Either<Recovery> auto& recovery) {
    auto& [T, rigid, inertia, prescribed] = recovery;
    archive(T, prescribed);
    transfer_dense(archive, rigid, inertia);
}

template <class Archive>
void transfer(Archive& archive, Either<ModalRatios> auto& given) {
    auto& [ratios, every, origin] = given;
    archive(ratios, every, origin);
}

template <class Archive>
void transfer(Archive& archive, Either<BeamPieceLoad> auto& load) {
    auto& [at_ends, signal, derivative] = load;
    static_cast<void>(signal);
    transfer_dense(archive, at_ends);
    archive(derivative);
}

template <class Archive>
void transfer(Archive& archive, Either<BeamPiece> auto& piece) {
    auto& [beam, element, nodes, dofs, properties, offset, ends, stiffness, mass, section, loads, alpha, beta] = piece;
    auto& [frame, constants, material, rotary_inertia, phi_y, phi_z] = properties;
    auto& [length, axes] = frame;
    auto& [area, Iy, Iz, J, Ip, shear_y, shear_z] = constants;
    auto& [E, nu, density] = material;
    auto& [arm1, arm2] = offset;
    static_cast<void>(section);
    archive(beam, element, nodes, dofs, rotary_inertia, phi_y, phi_z, length, area, Iy, Iz, J, Ip, shear_y, shear_z, E, nu,
            density, loads, alpha, beta);
    transfer_dense(archive, axes, arm1, arm2, ends[0], ends[1], stiffness, mass);
}

template <class Archive>
void transfer(Archive& archive, Either<ShellPiece> auto& piece) {
    auto& [nodes, properties] = piece;
    auto& [points, directors, thickness, material, drilling] = properties;
    auto& [E, nu, density] = material;
    archive(nodes, thickness, E, nu, density, drilling);
    transfer_dense(archive, points, directors);
}

template <class Archive>
void transfer(Archive& archive, Either<MeshSet> auto& set) {
    auto& [name, points] = set;
    archive(name, points);
}

template <class Archive>
void transfer(Archive& archive, Either<ShellPart> auto& part) {
    auto& [name, nodes, pieces, sets, notes] = part;
    archive(name, nodes, pieces, sets, notes);
}

template <class Archive>
void transfer(Archive& archive, Either<FullTerm> auto& term) {
    auto& [dof, coefficient] = term;
    archive(dof, coefficient);
}

template <class Archive>
void transfer(Archive& archive, Either<Support::Push> auto& push) {
    auto& [coefficient, signal, derivative] = push;
    static_cast<void>(signal);
    archive(coefficient, derivative);
}

template <class Archive>
void transfer(Archive& archive, Either<Support> auto& support) {
    auto& [dof, shared, mass, damping, stiffness, rows, loads] = support;
    archive(dof, shared, mass, damping, stiffness, rows, loads);
}

template <class Archive>
void transfer(Archive& archive, Either<Supports> auto& supports) {
    auto& [held, dampers, couples] = supports;
    archive(held, dampers, couples);
}

}  // namespace jounce

// The assembled equations of motion, immutable: M a + C v + K q + B^T f(B q, B v, memory) = F(t).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "contact/response/gap.hpp"
#include "linalg/basics/shared_matrix.hpp"
#include "linalg/basics/types.hpp"
#include "system/signals/signal.hpp"
#include "system/state/friction_state.hpp"
#include "system/state/modal_ratios.hpp"

namespace jounce {

/// The six motions of a node, in this order everywhere.
inline constexpr std::array<const char*, 6> dof_names = {"ux", "uy", "uz", "rx", "ry", "rz"};

/// Constant matrices over the free coordinates q (n x n each).
struct LinearBlock {
    linalg::SparseMatrix M, C, K;
    bool symmetric = true;
    /// True when C is exactly alpha M + beta K (then `alpha` [1/s] and `beta` [s] are valid).
    bool proportional = false;
    double alpha = 0, beta = 0;
    /// Largest |i - j| of a non-zero entry of M, C or K: the coordinates are already ordered to keep it small.
    int half_bandwidth = 0;

    /// Null: M, C and K are whole. Otherwise each of these ranks holds some of their columns, and only modes, reductions and
    /// statics with the engine of the ranks can work with them.
    const linalg::Ranks* ranks = nullptr;

    [[nodiscard]] int size() const { return static_cast<int>(M.rows()); }
    [[nodiscard]] linalg::SharedMatrix mass() const { return {M, ranks}; }
    [[nodiscard]] linalg::SharedMatrix damping() const { return {C, ranks}; }
    [[nodiscard]] linalg::SharedMatrix stiffness() const { return {K, ranks}; }
};

/// The energy term that contains the work of a load.
enum class WorkTerm {
    external,
    base,
    support  ///< equivalent load of a prescribed motion: not counted; the work of the support's reaction is counted as base
};

/// F(t) += pattern * d^derivative/dt^derivative signal(t).
struct Load {
    linalg::Vector pattern;  ///< n, over the free coordinates
    SignalPointer signal;
    int derivative = 0;  ///< 0, 1 or 2
    WorkTerm term = WorkTerm::external;
    Origin origin;
    std::string name{};  ///< given by the user, for the probe of its power
    /// Share of an external load on prescribed motions: index into Recovery::prescribed, and the force along that motion for a
    /// signal of 1. It does not move the structure; its work goes from the load into the support.
    std::vector<std::pair<int, double>> on_supports{};
};

/// One sparse row of B: local coordinate x = sum coefficient * q[index] + sum prescribed_coefficient * s_prescribed(t).
struct SparseRow {
    std::vector<int> index;
    std::vector<double> coefficient;
    std::vector<int> prescribed;  ///< indices into Recovery::prescribed: a stop or a node with a prescribed motion
    std::vector<double> prescribed_coefficient;
};

/// A clearance in the assembled system. The gap's shape defines its kinematics: local coordinates are rows [first_row,
/// first_row + coordinates) of B; a gap between two frames of a mechanism has none (Mechanism::pairs). Its sides are entries
/// [first_side, first_side + sides) of the state's contact memory.
struct Contact {
    std::string name;
    contact::GapGeometry gap;
    contact::LawPointer law;
    int first_row = 0;
    int first_side = 0;
    std::string node;                                   ///< the node that the gap's name refers to (the second one of a pair)
    std::array<std::array<double, 3>, 2> directions{};  ///< unit vectors of the local coordinates, global axes
    Origin origin;
};

/// A prescribed motion of full-model dofs: u_full += pattern * signal(t). The static response of massless dofs to a load on them
/// has the same form (with zero rows and entries: no support moves).
struct PrescribedMotion {
    linalg::Vector pattern;  ///< over all dofs of the full model
    SignalPointer signal;
    Origin origin;
    /// Rows over the free coordinates for reactions and energies: M_pf, C_pf, K_pf (n each) and M_pp, C_pp, K_pp with every
    /// prescribed motion j (in order): the support's force is sum_f M_pf a + C_pf v + K_pf q + sum_j M_pp s_j'' + ...
    linalg::Vector mass_row, damping_row, stiffness_row;
    std::vector<double> mass, damping, stiffness;
    bool support = true;  ///< false: a static response to a load
};

/// A node of the full model, for probes, pictures and messages.
struct SystemNode {
    std::string name;
    std::array<double, 3> position{};
    int first_dof = 0;                 ///< of six consecutive full-model dofs
    std::vector<std::string> aliases;  ///< its other names: the end of a second beam, a point on it
};

/// The full model's dofs from the free coordinates: u = T q + sum prescribed.pattern * s(t).
struct Recovery {
    linalg::SparseMatrix T;  ///< (6 * nodes) x n
    /// n x 6: the rigid motions of the model (ux uy uz, rotations about the axes through the origin) in coordinates that are not
    /// dofs of nodes (a reduced System); else empty.
    linalg::Matrix rigid;
    /// n x 6: T^T M R with the mass M and the rigid motions R of all nodes, supports included [kg, kg m]; of an assembled System
    /// or one derived from it.
    linalg::Matrix inertia;
    std::vector<PrescribedMotion> prescribed;
};

/// A beam element for drawing and section forces, in the full model's dofs (filled by beams).
struct BeamPiece;
/// The elements of one shell, for drawing and stresses (filled by shells).
struct ShellPart;
/// The held dofs with the forces on them (system/supports/supports.hpp).
struct Supports;
/// Bodies, joints and clearance joints (system/mechanism/mechanism.hpp).
struct Mechanism;

/// Immutable after assembly; shared by runs and threads.
struct System {
    std::string name;
    std::uint64_t model = 0;  ///< id of its model
    LinearBlock linear;
    std::vector<Load> loads;
    std::vector<SparseRow> rows;  ///< B, one entry per local coordinate
    std::vector<Contact> contacts;
    int sides = 0;  ///< total number of contact sides
    std::vector<Friction> frictions;
    Recovery recovery;
    std::vector<SystemNode> nodes;
    /// Damping that is not in `linear.C` (ModalDamping::left_out): for modes, statics and reductions only.
    std::optional<ModalRatios> modal_ratios;
    linalg::Vector q0, v0;                      ///< initial state of the free coordinates (n)
    std::vector<std::string> coordinate_names;  ///< "shaft[21].ux" for each free coordinate, for messages
    std::shared_ptr<const std::vector<BeamPiece>> beams;
    std::shared_ptr<const std::vector<ShellPart>> shells;
    std::shared_ptr<const Supports> supports;  ///< null when no dof is held
    /// n x k: rigid motions of parts that springs resist, but too softly to be told from rounding (assembly/soft_springs.hpp).
    linalg::SparseMatrix soft_motions;
    /// n x l: the same, but near the rounding instead of below it, for the modes of this System; a reduced one has none.
    linalg::SparseMatrix unsure_motions;
    /// Null in a structure. With a mechanism, constraints and contacts depend on the motion, and the method must support joints.
    std::shared_ptr<const Mechanism> mechanism;
    std::vector<std::string> notes;     ///< information for the user from assembly (condensed dofs, ...)
    std::vector<std::string> accepted;  ///< silenced notes (doubts.hpp)
    std::string digest;                 ///< hash of all data that determine the result, hexadecimal

    [[nodiscard]] int size() const { return linear.size(); }
    /// Index in `nodes`, or -1.
    [[nodiscard]] int find_node(const std::string& node) const;
    [[nodiscard]] int find_contact(const std::string& gap) const;
    /// Index in `frictions` by name, or -1.
    [[nodiscard]] int find_friction(const std::string& friction) const;
};

}  // namespace jounce

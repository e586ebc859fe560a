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

#include "base/error.hpp"
#include "contact/gap.hpp"
#include "linalg/types.hpp"
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
    /// True when C is exactly alpha M + beta K (then `alpha` [1/s] and `beta` [s] hold).
    bool proportional = false;
    double alpha = 0, beta = 0;
    /// Largest |i - j| of a non-zero entry of M, C or K: the coordinates already stand in an order that keeps it small.
    int half_bandwidth = 0;

    [[nodiscard]] int size() const { return static_cast<int>(M.rows()); }
};

/// In which energy term the work of a load is booked.
enum class WorkTerm {
    external,
    base,
    support  ///< equivalent load of a prescribed motion: not booked itself; the work of the support's reaction is booked as base
};

/// F(t) += pattern * d^derivative/dt^derivative signal(t).
struct Load {
    linalg::Vector pattern;  ///< n, over the free coordinates
    SignalPointer signal;
    int derivative = 0;  ///< 0, 1 or 2
    WorkTerm term = WorkTerm::external;
    Origin origin;
    std::string name{};  ///< that the user gave it, for its power
};

/// One sparse row of B: local coordinate x = sum coefficient * q[index] + sum prescribed_coefficient * s_prescribed(t).
struct SparseRow {
    std::vector<int> index;
    std::vector<double> coefficient;
    std::vector<int> prescribed;  ///< indices into Recovery::prescribed: a stop or a node whose motion is given
    std::vector<double> prescribed_coefficient;
};

/// A clearance in the assembled system. Its gap's shape says what its kinematics is: local coordinates are rows [first_row,
/// first_row + coordinates) of B; those between two frames of a mechanism have none (Mechanism::pairs). Its sides are entries
/// [first_side, first_side + sides) of the state's contact memory.
struct Contact {
    std::string name;
    contact::GapGeometry gap;
    contact::LawPointer law;
    int first_row = 0;
    int first_side = 0;
    std::string node;                                   ///< the node that the gap's name answers for (the second one of a pair)
    std::array<std::array<double, 3>, 2> directions{};  ///< unit vectors of the local coordinates, global axes
    Origin origin;
};

/// A prescribed motion of full-model dofs: u_full += pattern * signal(t). The static answer of massless dofs to a load on them
/// has the same form (with rows and entries of zero: no support moves).
struct PrescribedMotion {
    linalg::Vector pattern;  ///< over all dofs of the full model
    SignalPointer signal;
    Origin origin;
    /// Rows over the free coordinates for reactions and energies: M_pf, C_pf, K_pf (n each) and M_pp, C_pp, K_pp with every
    /// prescribed motion j (in order): the support's force is sum_f M_pf a + C_pf v + K_pf q + sum_j M_pp s_j'' + ...
    linalg::Vector mass_row, damping_row, stiffness_row;
    std::vector<double> mass, damping, stiffness;
    bool support = true;  ///< false: a static answer to a load
};

/// Where a probe, a picture or a message finds a node of the full model.
struct SystemNode {
    std::string name;
    std::array<double, 3> position{};
    int first_dof = 0;                 ///< of six consecutive full-model dofs
    std::vector<std::string> aliases;  ///< its other names: the end of a second beam, a point put on it
};

/// How the full model's dofs follow from the free coordinates: u = T q + sum prescribed.pattern * s(t).
struct Recovery {
    linalg::SparseMatrix T;  ///< (6 * nodes) x n
    /// n x 6: the rigid motions of the model (ux uy uz, rotations about the axes through the origin) in coordinates that are no
    /// dofs of nodes (a reduced System); else empty.
    linalg::Matrix rigid;
    /// n x 6: T^T M R with the mass M and the rigid motions R of all nodes, supports included [kg, kg m]; of a System that was
    /// assembled or follows from one.
    linalg::Matrix inertia;
    std::vector<PrescribedMotion> prescribed;
};

/// A straight piece to draw and to ask for section forces, in the full model's dofs (filled by beams).
struct BeamPiece;
/// The elements of one shell, to draw and to ask for stresses (filled by shells).
struct ShellPart;
/// The held dofs with what acts on them (system/supports/supports.hpp).
struct Supports;
/// Bodies, joints and clearance joints (system/mechanism/mechanism.hpp).
struct Mechanism;

/// Immutable after assembly; shared by runs and threads.
struct System {
    std::string name;
    std::uint64_t model = 0;  ///< id of the model it came from
    LinearBlock linear;
    std::vector<Load> loads;
    std::vector<SparseRow> rows;  ///< B, one entry per local coordinate
    std::vector<Contact> contacts;
    int sides = 0;  ///< total number of contact sides
    std::vector<Friction> frictions;
    Recovery recovery;
    std::vector<SystemNode> nodes;
    /// Damping that `linear.C` lacks because assembly was asked to leave it out: for modes, statics and reductions only.
    std::optional<ModalRatios> modal_ratios;
    linalg::Vector q0, v0;                      ///< initial state of the free coordinates (n)
    std::vector<std::string> coordinate_names;  ///< "shaft[21].ux" for each free coordinate, for messages
    std::shared_ptr<const std::vector<BeamPiece>> beams;
    std::shared_ptr<const std::vector<ShellPart>> shells;
    std::shared_ptr<const Supports> supports;  ///< null where nothing is held
    /// Null in a structure. Where there is one, constraints and contacts depend on the motion: methods have to know joints.
    std::shared_ptr<const Mechanism> mechanism;
    std::vector<std::string> notes;     ///< what assembly did that the user should know (condensed dofs, ...)
    std::vector<std::string> accepted;  ///< notes that the model does without (doubts.hpp)
    std::string digest;                 ///< of everything that decides the result, hexadecimal

    [[nodiscard]] int size() const { return linear.size(); }
    /// Index in `nodes`, or -1.
    [[nodiscard]] int find_node(const std::string& node) const;
    [[nodiscard]] int find_contact(const std::string& gap) const;
    /// Index in `frictions` by name, or -1.
    [[nodiscard]] int find_friction(const std::string& friction) const;
};

}  // namespace jounce

// Collects the matrices, loads, constraints and gaps of the entries: the full model with six dofs per node, before reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contact/response/gap.hpp"
#include "linalg/basics/ranks.hpp"
#include "linalg/basics/types.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/builder/constraints.hpp"
#include "system/builder/element_matrices.hpp"
#include "system/builder/full_matrix.hpp"
#include "system/damping/damping.hpp"
#include "system/mechanism/draft.hpp"
#include "system/model/model.hpp"
#include "system/shells/shell_part.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// A load over full-model dofs.
struct FullLoad {
    std::vector<LinearTerm> pattern;
    SignalPointer signal;
    int derivative = 0;
    WorkTerm term = WorkTerm::external;
    Origin origin;
    std::string name{};
    bool nodal = false;  ///< given node by node: at every node it must act on a free dof
    std::string subject;
};

/// A load proportional to mass: M * (the translation `acceleration` of every node), on every beam as well.
struct MassLoad {
    Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  ///< for a signal of 1 [m/s^2, or -]
    SignalPointer signal;
    int derivative = 0;
    WorkTerm term = WorkTerm::external;
    Origin origin;
    std::string name{};
    std::string subject;
};

/// A gap with its local coordinates as rows over full-model dofs.
struct FullGap {
    std::string name;
    contact::GapGeometry geometry;
    contact::LawPointer law;
    std::string node;  ///< the node that the gap's name refers to
    std::array<Eigen::Vector3d, 2> directions{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    std::vector<std::vector<LinearTerm>> rows;
    Origin origin;
    std::string subject;
};

/// Friction with its own rows over full-model dofs.
struct FullFriction {
    Friction friction;  ///< without its indices
    std::vector<std::vector<LinearTerm>> rows;
    std::vector<std::string> fields;  ///< the field that each row comes from, for messages
    std::string subject;
};

/// A motion that is a function of time, and the entry that prescribes it.
struct GivenMotion {
    SignalPointer signal;
    Origin origin;
    std::string subject{};  ///< "model.drive"
};

/// An initial value of a dof.
struct GivenDof {
    int dof = 0;
    double value = 0;
    Origin origin;
};

/// A dof that is fixed or has a prescribed motion.
struct HeldDof {
    int dof = 0;
    bool shared = false;  ///< other supports hold the same motion, through rigid links or ties
};

/// A dof that an entry needs to exist.
struct NeededDof {
    int dof = 0;
    std::string subject;
    Origin origin;
};

/// A spring or a damper: its elongation or twist as a row over the dofs.
struct SpringRow {
    std::vector<LinearTerm> row;
    double stiffness = 0;  ///< [N/m or N m/rad]; 0 of a damper
    std::string subject;
    Origin origin;
};

class Builder {
  public:
    explicit Builder(const Model& model);

    // The entry being assembled.
    void begin(const std::string& kind, const Handle& handle, const Origin& origin);
    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const std::string& name() const { return handle_.self.name; }
    [[nodiscard]] const Handle& handle() const { return handle_; }
    [[nodiscard]] const Origin& origin() const { return origin_; }

    // The full model's dofs: 6 * node + 0..5 for ux uy uz rx ry rz.
    [[nodiscard]] int dof_count() const { return 6 * static_cast<int>(model_.nodes().size()); }
    [[nodiscard]] Eigen::Vector3d position(int node) const;
    [[nodiscard]] std::string dof_name(int dof) const;
    /// Its name and its constraint: "'top.uy' (fixed at case.lua:3)".
    [[nodiscard]] std::string held_dof(int dof) const;
    /// The consecutive dofs of the nodes, six each.
    [[nodiscard]] static std::vector<int> dofs(std::initializer_list<int> nodes);

    // Matrices: rows and columns correspond to `dofs`. Zeros leave dofs untouched.
    void add_mass(std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix) {
        add(mass_, dofs, matrix);
        for (Eigen::Index i = 0; i < matrix.rows(); ++i)
            if (matrix(i, i) != 0) has_mass_[dofs[static_cast<std::size_t>(i)]] = true;
    }
    void add_stiffness(std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix) { add(stiffness_, dofs, matrix); }
    void add_damping(std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix) { add(damping_, dofs, matrix); }

    // Constraints; subject and origin are those of the entry.
    void fix(int dof);
    /// Index of a motion for `prescribe`.
    int motion(SignalPointer signal);
    void prescribe(int dof, int motion);
    /// sum terms = 0; the first dof is preferably the dependent one.
    void constrain(std::vector<LinearTerm> terms, std::string verb);

    void load(FullLoad load);
    void mass_load(MassLoad load);
    void gap(FullGap gap);
    /// \param friction with `contact` >= 0 it acts at the gap added last
    void friction(FullFriction friction);
    void spring_row(std::vector<LinearTerm> row, double stiffness) {
        spring_rows_.push_back({std::move(row), stiffness, subject(), origin_});
    }
    void initial_displacement(int dof, double value) { give(displacements_, dof, value); }
    void initial_velocity(int dof, double value) { give(velocities_, dof, value); }
    /// The dof must have mass or stiffness, or be constrained, when all entries are assembled; `subject` is the entry that
    /// requires it.
    void need(int dof, const std::string& subject) { needed_.push_back({dof, subject, origin_}); }
    /// \throws Error when a damping is already given.
    void set_damping(DampingPointer damping);
    /// Gravity may be given once.
    void claim_gravity();
    void beam_piece(BeamPiece piece) { pieces_.push_back(std::move(piece)); }
    [[nodiscard]] std::vector<BeamPiece>& beam_pieces() { return pieces_; }
    /// Touches all dofs of its nodes: the diagonal of the stiffness of an element is positive.
    void shell_part(ShellPart part, elements::ShellMass mass);
    [[nodiscard]] const std::vector<ShellPart>& shell_parts() const { return *shells_; }
    /// They must outlive the matrices.
    [[nodiscard]] std::shared_ptr<const std::vector<ShellPart>> shared_shell_parts() const { return shells_; }

    /// Bodies, joints and clearance joints; the mechanism is made after all entries are assembled.
    [[nodiscard]] MechanismDraft& mechanism() { return mechanism_; }
    [[nodiscard]] const MechanismDraft& mechanism() const { return mechanism_; }

    /// "model.gap", from the kind of the entry.
    [[nodiscard]] std::string subject() const { return "model." + kind_; }

    /// Declares that ranks share the matrices (null: they do not).
    void share(const linalg::Ranks* ranks) { ranks_ = ranks; }
    /// These ranks, or null.
    [[nodiscard]] const linalg::Ranks* ranks() const { return ranks_; }
    /// Sums the matrices of all entries, but for those of shells, which are computed where they are needed: the last step before
    /// the reduction. With ranks, mass and stiffness are those of the own shell elements, on rank 0 also of all other entries;
    /// the sum over the ranks is that of the model.
    void sum();
    // The assembled full model, for the reduction.
    [[nodiscard]] const FullMatrix& full_mass() const { return full_mass_; }
    [[nodiscard]] const FullMatrix& full_stiffness() const { return full_stiffness_; }
    [[nodiscard]] const FullMatrix& full_damping() const { return full_damping_; }
    [[nodiscard]] bool touched(int dof) const { return touched_[dof]; }
    /// Whether an entry other than a shell has given the dof mass.
    [[nodiscard]] bool has_point_mass(int dof) const { return has_mass_[dof]; }
    [[nodiscard]] const Constraints& constraints() const { return constraints_; }
    /// The held dofs, and the constraints in which each held dof has its own prescribed motion (its index in `held`).
    [[nodiscard]] const std::vector<HeldDof>& held() const { return held_; }
    [[nodiscard]] const Constraints& held_constraints() const { return held_constraints_; }
    [[nodiscard]] const std::vector<GivenMotion>& motions() const { return motions_; }
    [[nodiscard]] const std::vector<FullLoad>& loads() const { return loads_; }
    [[nodiscard]] const std::vector<MassLoad>& mass_loads() const { return mass_loads_; }
    [[nodiscard]] const std::vector<FullGap>& gaps() const { return gaps_; }
    [[nodiscard]] const std::vector<FullFriction>& frictions() const { return frictions_; }
    [[nodiscard]] const std::vector<GivenDof>& displacements() const { return displacements_; }
    [[nodiscard]] const std::vector<GivenDof>& velocities() const { return velocities_; }
    [[nodiscard]] const std::vector<NeededDof>& needed() const { return needed_; }
    [[nodiscard]] const std::vector<SpringRow>& spring_rows() const { return spring_rows_; }
    [[nodiscard]] const DampingPointer& damping() const { return damping_model_; }
    [[nodiscard]] const Origin& damping_origin() const { return damping_origin_; }
    [[nodiscard]] const std::vector<BeamPiece>& beam_pieces() const { return pieces_; }

  private:
    void add(ElementMatrices& matrices, std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix);
    /// With ranks, those of this one.
    [[nodiscard]] std::shared_ptr<const ShellElements> shell_elements() const;
    void give(std::vector<GivenDof>& list, int dof, double value);

    const Model& model_;
    std::string kind_;
    Handle handle_;
    Origin origin_;
    ElementMatrices mass_, stiffness_, damping_;
    FullMatrix full_mass_, full_stiffness_, full_damping_;
    std::vector<bool> touched_, has_mass_;
    const linalg::Ranks* ranks_ = nullptr;
    void hold(int dof);
    void tell_shared(const Constraint& constraint);
    Constraints constraints_, held_constraints_;
    std::vector<HeldDof> held_;
    std::vector<GivenMotion> motions_;
    std::vector<FullLoad> loads_;
    std::vector<MassLoad> mass_loads_;
    std::vector<FullGap> gaps_;
    std::vector<FullFriction> frictions_;
    std::vector<GivenDof> displacements_, velocities_;
    std::vector<NeededDof> needed_;
    std::vector<SpringRow> spring_rows_;
    DampingPointer damping_model_;
    Origin damping_origin_;
    bool has_gravity_ = false;
    Origin gravity_origin_;
    std::vector<BeamPiece> pieces_;
    std::shared_ptr<std::vector<ShellPart>> shells_ = std::make_shared<std::vector<ShellPart>>();
    struct Lumping {
        elements::ShellMass mass;
        Origin origin;
    };
    std::vector<Lumping> shell_masses_;  // of each of `shells_`
    MechanismDraft mechanism_;
};

}  // namespace jounce

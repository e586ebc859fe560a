// The equations of motion of a System with joints at one instant: M a + J^T lambda = r(q, v, t), J a + quadratic = 0.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "contact/status.hpp"
#include "linalg/factorisation.hpp"
#include "system/mechanism/motion.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/equations.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// Gains by which values and rates of joints and of held contacts are fed back into their accelerations.
struct Feedback {
    double rate = 0;   ///< [1/s]
    double value = 0;  ///< [1/s2]
};

/// Workspace for one System; holds no history. Nothing allocates after construction.
class MechanismDynamics {
  public:
    /// \throws Error (bad_case) for what models with joints do not know yet
    explicit MechanismDynamics(const System& system);

    [[nodiscard]] const System& system() const { return *system_; }
    [[nodiscard]] MechanismMotion& motion() { return motion_; }
    [[nodiscard]] int size() const { return n_; }

    /// Everything that is a function of time: prescribed motions, drivers, loads.
    void set_time(double time);
    /// Moves frames and sides; `constrain` also evaluates the joints. \param wanted of each side: is it evaluated? Null: all are
    void move(const double* q, const double* v, bool constrain, const char* wanted = nullptr);

    /// Says, for the motion that goes on from `state`, which sides of slots are in contact and keep it, wherever the pin slides.
    void hold(const State& state);
    [[nodiscard]] bool has_slots() const { return !slots_.empty(); }

    /// A rate that stays zero in the motion under way: of a closed rigid side, or the slip of a friction that sticks.
    struct HeldRate {
        std::size_t side = 0;
        bool tangential = false;
        double ratio = 0;  ///< of a rigid side whose surfaces slide: friction over normal force
        [[nodiscard]] bool operator==(const HeldRate&) const = default;
    };
    /// Says which rates contacts hold in the motion that goes on from `state`. \returns the same as before?
    bool hold_contacts(const State& state);
    [[nodiscard]] const std::vector<HeldRate>& held() const { return held_; }
    /// Of what is held as the sides stand: rows of the rates, and directions of the forces, over the coordinates (c x held); what
    /// the rates have beside R a in their derivatives (docs/theory/mechanisms.md, 22).
    void place_held();
    [[nodiscard]] auto held_row(std::size_t k) const { return held_rows_.col(static_cast<Eigen::Index>(k)); }
    [[nodiscard]] auto held_direction(std::size_t k) const { return held_directions_.col(static_cast<Eigen::Index>(k)); }
    /// Forces that hold a side [N], where `accelerate` was asked last; 0 where nothing does.
    [[nodiscard]] double held_normal(std::size_t side) const { return held_normal_[side]; }
    [[nodiscard]] double held_friction(std::size_t side) const { return held_friction_[side]; }
    /// Adds the generalised force of one along the normal of a side (or its tangent), d rate/d v, over the free coordinates.
    void add_direction(std::size_t side, bool tangential, double* out) const;
    /// out (n) = the velocities that an impulse r (n) makes, joints included, as the frames stand.
    void answer_impulse(const double* r, double* out);

    /// One side of a contact as it stands.
    struct Side {
        contact::Motion motion;
        bodies::Vector2 passing = bodies::Vector2::Zero();  ///< velocity of the pin past the first frame, of slots [m/s]
        int other = -1;                                     ///< the other side of its slot
        bool beyond = false, elsewhere = false;             ///< as of PlanarSide
        bodies::Vector2 normal = bodies::Vector2::Zero();   ///< global; local coordinates of a gap of nodes
        double slip = 0;       ///< velocity of the second frame's surface along the tangent, against the first one's [m/s]
        double curvature = 0;  ///< [1/m]
        bodies::Vector2 from_first = bodies::Vector2::Zero(), arm = bodies::Vector2::Zero();  ///< to the pin, global
        double first_radius = 0, second_radius = 0;  ///< from the pin to the surfaces that touch, with the turn of each frame [m]
        std::array<int, 2> frames{-1, -1};           ///< -1: a gap of nodes
        const contact::Law* law = nullptr;
        int contact = 0, friction = -1;

        /// The side that has what begins at this one, or -1.
        [[nodiscard]] int instead() const { return elsewhere ? other : -1; }
        /// So fast come surfaces near at most, those which the pin does not face yet too: the ends of a slot [m/s].
        [[nodiscard]] double speed() const { return other < 0 ? std::abs(motion.rate) : passing.norm(); }
        [[nodiscard]] bodies::FrameRow along() const { return bodies::relative_row(normal, from_first, arm); }  ///< d rate / d z'
        [[nodiscard]] bodies::FrameRow across() const {                                                         ///< d slip / d z'
            bodies::FrameRow row = bodies::relative_row(bodies::perpendicular(normal), from_first, arm);
            row[2] -= first_radius;
            row[5] += second_radius;
            return row;
        }
        /// Of a force N along the normal and one T along the tangent.
        [[nodiscard]] bodies::FrameRow pushed(double N, double T) const {
            bodies::FrameRow row = bodies::relative_row(N * normal + T * bodies::perpendicular(normal), from_first, arm);
            row[2] -= T * first_radius;
            row[5] += T * second_radius;
            return row;
        }
    };
    [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }

    /// r = F - C v - K q - forces of springs and drivers, without contacts.
    void applied_forces(const double* q, const double* v, double* r);
    /// What a unit force on a side between frames gives its rate in unit time when no joint holds it [1/kg]; 0 for nodes.
    [[nodiscard]] double mobility(const Side& side);
    /// Subtracts a normal and a friction force of a side from r.
    void subtract(const Side& side, double normal_force, double friction_force, double* r);
    /// a = M^-1 r, then lambda and a of the joints, then the forces of what `hold_contacts` named.
    /// \param trial of a step: at a dead point the answer is NaN then. \throws Error (computation) at a dead point
    void accelerate(double* r_to_a, double* lambda, const Feedback& feedback = {}, bool trial = false);
    /// The least share that is left of a joint's row when others are taken out of it, where `accelerate` was asked last; 1
    /// without.
    [[nodiscard]] double independence() const { return independence_; }
    [[nodiscard]] double independence_at(const double* q, const double* v);
    /// Takes the joints' rates out of v / their values out of q, in the metric of the masses.
    void project_rates(const double* q, double* v);
    void project_positions(double* q);

    /// Loads' values of the last `set_time`.
    [[nodiscard]] const std::vector<double>& load_values() const { return load_values_; }

    /// As EquationsOfMotion has them; the multipliers of joints and what drivers give are the forces of constraints.
    void place(State& state);
    void accelerate(State& state);
    /// Completes a state whose accelerations (n) and joints' multipliers are known.
    void complete(State& state, Tension tension, const double* a, const double* lambda);
    /// Power of everything but contacts' normal forces, as `sides`, `a` and `lambda` of the state have it.
    [[nodiscard]] WorkSum powers(const State& state);
    /// The same of a motion under way: forces of sides and frictions are those subtracted last.
    [[nodiscard]] WorkSum powers(const double* v, const double* lambda, const double* normal_forces,
                                 const double* friction_forces);
    /// M^-1 in the mechanism's coordinates, and M^-1 times a unit force on each (n x coordinates; empty when M is diagonal).
    [[nodiscard]] const linalg::Matrix& inertance() const { return inertance_; }
    [[nodiscard]] bool diagonal() const { return diagonal_; }
    /// With M as it stands: flexible bodies change it.
    void solve_mass(double* x);
    void multiply_mass(const double* x, double scale, double* out) const;
    /// Does M change with the motion?
    [[nodiscard]] bool has_links() const { return !mechanism_->links.empty(); }
    /// Adds the derivatives of (M a - velocity forces) of flexible bodies by q and by v, and what M differs from its constant
    /// part.
    void add_link_derivatives(const linalg::Vector& a, linalg::Matrix& stiffness, linalg::Matrix& damping, linalg::Matrix& mass);
    [[nodiscard]] const LinearKernel& linear() const { return linear_; }

    /// Adds d(force)/dz and d(force)/dz' of springs and dampers (on the left-hand side) to stiffness and damping.
    void add_spring_derivatives(linalg::Matrix& stiffness, linalg::Matrix& damping) const;
    /// The same of a side with the law's response and the friction's derivatives.
    void add_side_derivatives(const Side& side, const contact::Response& response, const contact::FrictionResponse* friction,
                              linalg::Matrix& stiffness, linalg::Matrix& damping) const;

  private:
    [[nodiscard]] int bent_too_far() const;  // a flexible body, or -1
    void require_small_deformation() const;
    void add_velocity_forces(double* r) const;
    [[nodiscard]] double* answer_of_link(std::size_t link, const double* over_coordinates);  // (turn, modes): M^-1 of a force
    void sample_sides(const double* q, const double* v, const char* wanted);
    void take_side_forces(const State& state);  // into normal_ and rubbing_
    void set_given_efforts(State& state);       // of drivers, about the point where they act, behind the joints' multipliers
    [[nodiscard]] int side_of(const PlanarPair& pair) const {
        return system_->contacts[static_cast<std::size_t>(pair.contact)].first_side;
    }
    void add_rate_row(const Side& side, bool tangential, double scale, double* out) const;
    [[nodiscard]] double rate_quadratic(const Side& side, bool tangential) const;
    void answer_held(bool with_friction);
    /// Solves for the forces that change the rates held by -b; `held_force_` has b before and them after.
    void solve_held();
    void take_held_forces(double* a, double* lambda, const Feedback& feedback);
    void take_held_out(double* x);           // by `held_force_`, in the metric of the masses
    bool factor_joints(bool trial = false);  // \returns true, or for a trial false where an accepted state is an error
    void take_joint_forces(const double* lambda, double* out);  // out -= M^-1 J^T lambda
    struct Link {
        bodies::FrameRow row = bodies::FrameRow::Zero();
        double force = 0;  // on the left-hand side, without the driver's
        double drive = 0;
        double length = 0;
    };
    [[nodiscard]] Link link(const PlanarForce& force, std::size_t index) const;

    const System* system_;
    const Mechanism* mechanism_;
    MechanismMotion motion_;
    LinearKernel linear_;
    int n_, m_, c_;
    double time_ = std::numeric_limits<double>::quiet_NaN();  // that everything is set to
    bool diagonal_ = false, without_forces_ = false;
    linalg::Vector inverse_;      // of a diagonal M
    linalg::Factorisation mass_;  // of any other
    linalg::Matrix influence_, inertance_;
    linalg::PaddedVector q_, v_;
    linalg::Vector load_;
    std::vector<double> load_values_, drive_values_;
    std::vector<Side> sides_;
    std::vector<std::size_t> gaps_;     // contacts that rows of B move
    linalg::Matrix joints_;             // J W J^T and its factor
    MechanismMotion::Jacobian scaled_;  // J W
    linalg::Vector weights_;            // of a diagonal W
    double independence_ = 1;
    linalg::Vector lambda_, reduced_;
    linalg::Vector answer_, change_;  // of the flexible body with most modes
    std::vector<std::array<double, 3>> reactions_;
    std::vector<double> normal_, friction_force_;
    std::vector<HeldRate> held_, held_before_;
    linalg::Matrix held_rows_, held_directions_;      // coordinates x most
    linalg::Matrix held_answers_, held_multipliers_;  // P D (n x most), and what the joints take of it
    linalg::Vector held_quadratic_, held_force_, unheld_;
    std::vector<double> held_matrix_, held_normal_, held_friction_;
    std::vector<int> held_pivots_;
    struct Turn {
        double cosine = 1, sine = 0;
    };
    std::vector<Turn> turns_;               // of the gap's axes of each pair
    std::vector<contact::SlotHold> holds_;  // of each pair
    std::vector<std::size_t> slots_;        // the first of the two pairs of each
    std::vector<int> kept_;                 // equations of each joint
    std::vector<char> on_driven_;           // does a joint touch a driven frame?
    bool drives_ = false;                   // is there a driven frame?
    struct Carried {
        std::size_t frame, by;
    };
    std::vector<Carried> carried_;  // driven frames that hang on driven ones, the outermost first
    void pass_on_reactions();
};

static_assert(EquationsOfMotion<MechanismDynamics>);

}  // namespace jounce::time

// The equations of motion of a System with joints at one instant: M a + J^T lambda = r(q, v, t), J a + quadratic = 0.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "contact/response/status.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/mechanism/motion.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/equations.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// Gains of the feedback of values and rates of joints and closed contacts into their accelerations.
struct Feedback {
    double rate = 0;   ///< [1/s]
    double value = 0;  ///< [1/s2]
};

/// Workspace for one System; holds no history. Nothing allocates after construction.
class MechanismDynamics {
  public:
    /// \throws Error (bad_case) for features not supported in models with joints
    explicit MechanismDynamics(const System& system);

    [[nodiscard]] const System& system() const { return *system_; }
    [[nodiscard]] MechanismMotion& motion() { return motion_; }
    [[nodiscard]] int size() const { return n_; }

    /// All functions of time: prescribed motions, drivers, loads.
    void set_time(double time);
    /// Moves frames and sides; `constrain` also evaluates the joints. \param wanted for each side: is it evaluated?
    /// Null: all are
    void move(const double* q, const double* v, bool constrain, const char* wanted = nullptr);

    /// Determines, for the motion that continues from `state`, which sides of slots are in contact and remain so
    /// wherever the pin slides.
    void hold(const State& state);
    [[nodiscard]] bool has_slots() const { return !slots_.empty(); }

    /// A rate constrained to zero in the present motion: of a closed rigid side, or the slip of a sticking friction.
    struct HeldRate {
        std::size_t number = 0;  ///< of the side, or of the friction
        bool tangential = false;
        std::size_t component = 0;  ///< of the slip
        [[nodiscard]] bool operator==(const HeldRate&) const = default;
    };
    /// Sets the rates constrained by contacts in the motion that continues from `state`, and how its frictions slide. \returns
    /// the same as before?
    bool hold_contacts(const State& state);
    [[nodiscard]] const std::vector<HeldRate>& held() const { return held_; }
    [[nodiscard]] double held_rate(const HeldRate& held) const {
        return held.tangential ? rubs_[held.number].slip[held.component] : sides_[held.number].motion.rate;
    }
    /// Of what is held as the sides stand: rows of the rates, and directions of the forces, over the coordinates (c x held); what
    /// the rates have beside R a in their derivatives (docs/theory/mechanisms.md, 22).
    void place_held();
    [[nodiscard]] auto held_row(std::size_t k) const { return held_rows_.col(static_cast<Eigen::Index>(k)); }
    [[nodiscard]] auto held_direction(std::size_t k) const { return held_directions_.col(static_cast<Eigen::Index>(k)); }
    /// Constraint force of a side [N] at the last call of `accelerate`; 0 without a constraint.
    [[nodiscard]] double held_normal(std::size_t side) const { return held_normal_[side]; }
    /// Adds the generalised force of one along the normal of a side, d rate/d v, over the free coordinates.
    void add_direction(std::size_t side, double* out) const;
    /// out (n) = the velocities that an impulse r (n) makes, joints included, as the frames stand.
    void answer_impulse(const double* r, double* out);
    /// Of rates at a state, as if nothing held them: W (k x k), their accelerations by a unit force on each, and the
    /// accelerations without these forces (k), of which `noise` (k) is rounding. Frictions have their statuses of the state,
    /// whose accelerations are overwritten.
    void free_accelerations(State& state, const std::vector<HeldRate>& rates, linalg::Matrix& W, linalg::Vector& free,
                            linalg::Vector& noise);

    /// A friction as it stands, and how it slides in the motion under way.
    struct Rub {
        const Friction* friction = nullptr;
        const contact::FrictionLaw* law = nullptr;
        int side = -1;            ///< of the pair of frames that rub; -1: rows of B move them
        bool rigid = false;       ///< does a rigid side press?
        std::size_t bristle = 0;  ///< the first of its bristles among those of all frictions: one for each direction
        contact::Slip slip{};     ///< [m/s]
        double around = 0;        ///< of a circular gap: the part of it without the speed of a turning surface [m/s]
        SlipRows rows;
        contact::BristleStep begin;
        FrictionStatus status = FrictionStatus::open;
        bool breaking = false;
        contact::Slip direction{};
        double least = 0;  ///< in a plane, the direction is held below this speed [m/s]
        double given = 0;  ///< normal force, where it is given [N]
    };
    [[nodiscard]] const std::vector<Rub>& rubs() const { return rubs_; }
    /// Bristles of all frictions, one for each direction.
    [[nodiscard]] std::size_t bristles() const { return bristles_; }
    /// Sets the bristles, those of an instant or with the step that bends them, for the answers of `rub`.
    void bend(const double* bristles);
    void bend(std::size_t friction, const contact::BristleStep& begin) { rubs_[friction].begin = begin; }
    /// The normal force of a friction [N], >= 0, by the forces of all sides.
    [[nodiscard]] double pressing(std::size_t friction, const double* normal_forces) const;
    /// The same, kept for sticks that hold one motion together.
    double press(std::size_t friction, const double* normal_forces);
    [[nodiscard]] bool pressed(std::size_t friction, const State& state) const;
    /// A friction whose contact begins within a step that locates nothing slips as it finds the surfaces.
    void begin_slip(std::size_t friction);
    /// Begins a step with the direction of a slip in a plane, held below `least_slip`, until the next statuses are taken.
    /// \param compliance change of the rates of the coordinates at the end of the step by unit forces on them
    void begin_turning(std::size_t friction, double normal_force, const linalg::Matrix& compliance);
    /// Of a friction that slides under a normal force; nothing where it sticks.
    [[nodiscard]] contact::FrictionResponse rub(std::size_t friction, double normal_force) const;
    /// Of that answer |F|/|s|, 0 where it has none: bristles, a direction held along a line [N s/m].
    [[nodiscard]] double secant(std::size_t friction, const contact::FrictionResponse& answer) const;
    /// The force of a friction that sticks, or slides on a rigid side, where `accelerate` was asked last [N].
    [[nodiscard]] const contact::Slip& held_friction(std::size_t friction) const { return held_friction_[friction]; }
    void subtract_friction(std::size_t friction, const contact::Slip& force, double* r) const;
    /// d(slip)/dt of a friction that rows of B move, from accelerations (n), as it stands [m/s^2].
    [[nodiscard]] contact::Slip slip_acceleration(std::size_t friction, const double* a) const;
    /// Adds the generalised force of one along a direction of a slip, d slip/d v, over the free coordinates.
    void add_slip_direction(std::size_t friction, std::size_t component, double* out) const;
    /// Frictions of a state whose sides are complete, but for what closed rigid sides and sticks take; state.a less their forces.
    void rub(State& state);

    /// One side of a contact at its present position.
    struct Side {
        contact::Motion motion;
        bodies::Vector2 passing = bodies::Vector2::Zero();  ///< velocity of the pin past the first frame, of slots [m/s]
        int other = -1;                                     ///< the other side of its slot
        bool beyond = false, elsewhere = false;             ///< as of PlanarSide
        bodies::Vector2 normal = bodies::Vector2::Zero();   ///< global; local coordinates of a gap of nodes
        double slip = 0;       ///< velocity of the second frame's surface along the tangent, against the first one's; of nodes
                               ///< in a circular gap that across the normal [m/s]
        double curvature = 0;  ///< [1/m]
        bodies::Vector2 from_first = bodies::Vector2::Zero(), arm = bodies::Vector2::Zero();  ///< to the pin, global
        double first_radius = 0, second_radius = 0;  ///< from the pin to the touching surfaces, turning with each frame [m]
        std::array<int, 2> frames{-1, -1};           ///< -1: a gap of nodes
        const contact::Law* law = nullptr;
        int contact = 0, friction = -1;  ///< that it presses

        /// The side that takes over a contact beginning at this one, or -1.
        [[nodiscard]] int instead() const { return elsewhere ? other : -1; }
        /// Upper bound of the approach speed of surfaces, also of those not yet faced by the pin: ends of a slot [m/s].
        [[nodiscard]] double speed() const { return other < 0 ? std::abs(motion.rate) : passing.norm(); }
        [[nodiscard]] bodies::FrameRow along() const { return bodies::relative_row(normal, from_first, arm); }  ///< d rate / d z'
        [[nodiscard]] bodies::FrameRow across() const {                                                         ///< d slip / d z'
            bodies::FrameRow row = bodies::relative_row(bodies::perpendicular(normal), from_first, arm);
            row[2] -= first_radius;
            row[5] += second_radius;
            return row;
        }
        /// Row of a force N along the normal and T along the tangent.
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
    /// Change of the rate of a side between frames in unit time by a unit force without joints [1/kg]; 0 for nodes.
    [[nodiscard]] double mobility(const Side& side);
    /// Subtracts a normal and a friction force of a side from r.
    void subtract(const Side& side, double normal_force, double friction_force, double* r);
    /// a = M^-1 r, then lambda and a of the joints, then the forces of the rates constrained by `hold_contacts`.
    /// \param trial of a step: the result is then NaN at a dead point. \throws Error (computation) at a dead point
    void accelerate(double* r_to_a, double* lambda, const Feedback& feedback = {}, bool trial = false);
    /// The feedback with which a method integrates: forces of sticks in states, and the accelerations that decide which
    /// frictions stick, have it too. Otherwise a friction that slips in a state could be at rest in the step from there, for
    /// good.
    void feed_back(const Feedback& feedback) { feedback_ = feedback; }
    /// The smallest fraction of a joint's row that is independent of the others, at the last call of `accelerate`; 1
    /// without joints.
    [[nodiscard]] double independence() const { return independence_; }
    [[nodiscard]] double independence_at(const double* q, const double* v);
    /// Removes the joints' rates from v / their values from q, in the metric of the mass matrix.
    /// \param with_friction do frictions that slide go with the impulses of closed rigid sides, as with their forces?
    void project_rates(const double* q, double* v, bool with_friction = false);
    void project_positions(double* q);

    /// Values of the loads at the last `set_time`.
    [[nodiscard]] const std::vector<double>& load_values() const { return load_values_; }

    /// As in EquationsOfMotion; the constraint forces are the multipliers of joints and the forces of drivers.
    void place(State& state);
    void accelerate(State& state);
    /// Completes a state with known accelerations (n) and joint multipliers.
    void complete(State& state, Tension tension, const double* a, const double* lambda);
    /// Power of everything except normal contact forces, with `sides`, `a` and `lambda` of the state; loads and given motions are
    /// taken at `time`, an instant that differs from that of the state only where they jump [s].
    [[nodiscard]] WorkSum powers(const State& state, double time);
    /// The same for the present motion: forces of sides and frictions are those last subtracted.
    struct Moving {
        const double *q, *v, *a;  ///< n numbers each
        const double* multipliers;
    };
    [[nodiscard]] WorkSum powers(const Moving& at, const double* normal_forces, const contact::Slip* friction_forces);
    /// M^-1 in the mechanism's coordinates, and M^-1 times a unit force on each (n x coordinates; empty when M is diagonal).
    [[nodiscard]] const linalg::Matrix& inertance() const { return inertance_; }
    [[nodiscard]] bool diagonal() const { return diagonal_; }
    /// With M at the present position: it depends on flexible bodies.
    void solve_mass(double* x);
    void multiply_mass(const double* x, double scale, double* out) const;
    /// Does M change with the motion?
    [[nodiscard]] bool has_links() const { return !mechanism_->links.empty(); }
    /// Adds the derivatives of (M a - velocity forces) of flexible bodies with respect to q and v, and the difference
    /// of M from its constant part.
    void add_link_derivatives(const linalg::Vector& a, linalg::Matrix& stiffness, linalg::Matrix& damping, linalg::Matrix& mass);
    [[nodiscard]] const LinearKernel& linear() const { return linear_; }

    /// Adds d(force)/dz and d(force)/dz' of springs and dampers (on the left-hand side) to stiffness and damping.
    void add_spring_derivatives(linalg::Matrix& stiffness, linalg::Matrix& damping) const;
    /// The same of a side with the law's response.
    void add_side_derivatives(const Side& side, const contact::Response& response, linalg::Matrix& stiffness,
                              linalg::Matrix& damping) const;
    /// The same of a friction. \param responses of its sides, by their numbers; null where they do not change with the motion
    void add_friction_derivatives(std::size_t friction, const contact::FrictionResponse& answer,
                                  const contact::Response* responses, linalg::Matrix& stiffness, linalg::Matrix& damping);

  private:
    [[nodiscard]] int bent_too_far() const;  // a flexible body, or -1
    void require_small_deformation() const;
    void add_velocity_forces(double* r) const;
    [[nodiscard]] double* answer_of_link(std::size_t link, const double* over_coordinates);  // (turn, modes): M^-1 of a force
    void sample_sides(const double* q, const double* v, const char* wanted);
    void take_side_forces(const State& state);  // into normal_ and rubbing_
    void set_frictions();
    void sample_slips(const double* q, const double* v);
    void take_statuses(std::size_t friction, const FrictionState& state);
    [[nodiscard]] bool on_rigid_stop(std::size_t friction) const;
    void set_given_efforts(State& state);  // of drivers, about the point where they act, behind the joints' multipliers
    [[nodiscard]] int side_of(const PlanarPair& pair) const {
        return system_->contacts[static_cast<std::size_t>(pair.contact)].first_side;
    }
    [[nodiscard]] int coordinate_of(int free) const;  // its place among the coordinates
    void add_rate_row(const Side& side, double scale, double* out) const;
    void add_slip_row(std::size_t friction, std::size_t component, double scale, double* out) const;
    [[nodiscard]] double rate_quadratic(const Side& side, bool tangential) const;
    [[nodiscard]] double slip_quadratic(std::size_t friction, std::size_t component) const;
    [[nodiscard]] double held_quadratic(const HeldRate& held) const {
        return held.tangential ? slip_quadratic(held.number, held.component) : rate_quadratic(sides_[held.number], false);
    }
    void answer_held(bool with_friction);
    /// Solves for the forces that change the constrained rates by -b; `held_force_` has b before, the forces after.
    void solve_held();
    /// A force < 0 that would keep a closed side at rest alone, where what is held cannot, and the motion leaves it; or 0 [N].
    [[nodiscard]] double pull_in_vain(Eigen::Index held) const;
    void take_held_forces(double* a, double* lambda, const Feedback& feedback);
    void take_held_out(double* x, bool with_friction = false);  // by `held_force_`, in the metric of the mass matrix
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
    double time_ = std::numeric_limits<double>::quiet_NaN();  // the time of all quantities
    bool diagonal_ = false, without_forces_ = false;
    linalg::Vector inverse_;      // of a diagonal M
    linalg::Factorisation mass_;  // of any other
    linalg::Matrix influence_, inertance_;
    linalg::PaddedVector q_, v_;
    linalg::Vector load_;
    std::vector<double> load_values_, drive_values_;
    std::vector<Side> sides_;
    std::vector<std::size_t> gaps_;     // contacts moved by rows of B
    linalg::Matrix joints_;             // J W J^T and its factor
    MechanismMotion::Jacobian scaled_;  // J W
    linalg::Vector weights_;            // of a diagonal W
    double independence_ = 1;
    linalg::Vector lambda_, reduced_;
    linalg::Vector answer_, change_;  // for the flexible body with most modes
    std::vector<std::array<double, 3>> reactions_;
    std::vector<double> normal_;
    std::vector<contact::Slip> friction_force_;
    std::vector<Rub> rubs_;
    std::size_t bristles_ = 0;
    std::vector<double> pressed_by_;  // normal force of each friction that no rigid side presses, of sticks that share a motion
    bool slides_as_before_ = true;
    std::vector<HeldRate> held_, held_before_;
    linalg::Matrix held_rows_, held_directions_;      // coordinates x most
    linalg::Matrix held_answers_, held_multipliers_;  // P D (n x most), and its joint multipliers
    linalg::Vector held_quadratic_, held_force_, held_noise_, held_own_, unheld_;
    std::vector<double> held_matrix_, held_normal_, held_right_, held_share_, held_mobility_, held_stop_, held_space_, held_work_;
    std::vector<contact::Slip> held_friction_, fed_friction_;
    Feedback feedback_;
    linalg::Vector across_;
    std::vector<int> held_pivots_;
    struct Turn {
        double cosine = 1, sine = 0;
    };
    std::vector<Turn> turns_;               // of the gap's axes of each pair
    std::vector<contact::SlotHold> holds_;  // of each pair
    std::vector<std::size_t> slots_;        // the first of the two pairs of each
    std::vector<int> kept_;                 // equations of each joint
    std::vector<char> moved_, on_moved_;    // has a frame a part that is given? Does a joint touch such a frame?
    bool any_moved_ = false;                // is there such a frame?
    struct SupportMotion {
        bool coupled = false;  // to the free coordinates, by M, C or K
        struct Own {
            std::size_t motion;
            double mass, damping, stiffness;
        };
        std::vector<Own> own;                                       // of all prescribed motions
        std::optional<std::pair<std::size_t, std::size_t>> driven;  // a driven frame, and which of x, y, angle of it
    };
    std::vector<SupportMotion> supports_;  // the prescribed motions
    std::vector<SignalSample> support_now_;
    std::vector<double> support_force_;  // that the driver of each exerts
    double support_time_ = std::numeric_limits<double>::quiet_NaN();
    void set_supports();
    void sample_supports();
    [[nodiscard]] double push_supports(const Moving& at, const double* normal_forces, const contact::Slip* friction_forces);
    struct Carried {
        std::size_t frame, by;
    };
    std::vector<Carried> carried_;  // driven frames attached to driven ones, the outermost first
    void pass_on_reactions();
};

static_assert(EquationsOfMotion<MechanismDynamics>);

}  // namespace jounce::time

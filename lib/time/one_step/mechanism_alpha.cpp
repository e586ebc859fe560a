// Index-3 generalized-alpha for Systems with joints, condensed to the coordinates of the mechanism.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/equations/slip_secant.hpp"
#include "time/one_step/held_system.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::Vector;

constexpr int most_iterations = 30;
constexpr double of_rounding = 256;
constexpr double still_falls = 0.5;    // of the slip in the iteration before
constexpr double last_change = 1e-10;  // of the last increment; the next one would be far below round-off
constexpr int quick = 5;               // iterations of one that is not held up by rounding

/// M ((1 - alpha_m) a' + alpha_m a) = (1 - alpha_f)(r' - J'^T lambda') + alpha_f M q'',  Phi(q') = 0, with q' and v' by Newmark's
/// formulas from the algorithmic accelerations a, a' (docs/theory/mechanisms.md). The velocities are then projected, and the
/// accelerations and joint forces of the State are those of the acceleration level.
///
/// State::algorithm = [a, q'' of the index-3 equations].
class MechanismAlpha final : public MechanismStepper {
  public:
    MechanismAlpha(const System& system, const OneStepCoefficients& coefficients, Events events)
        : MechanismStepper(system),
          k_(coefficients),
          stepwise_(events == Events::stepwise),
          n_(dynamics_.size()),
          c_(dynamics_.motion().coordinates()),
          m_(dynamics_.motion().equations()) {
        for (Vector* v : {&a_, &q_, &v_, &residual_, &carried_, &constant_}) *v = Vector::Zero(n_);
        lambda_ = Vector::Zero(m_);
        stiffness_ = damping_ = inertia_ = tangent_ = compliance_ = product_ = Matrix::Zero(c_, c_);
        Eigen::Index held = system.sides;
        for (const Friction& friction : system.frictions) held += friction.directions;
        const Eigen::Index most = c_ + m_ + held;
        matrix_.resize(static_cast<std::size_t>(most * most));
        unknown_ = Vector::Zero(most);
        held_force_ = held_slip_ = mobility_ = Vector::Zero(held);
        increments_ = HeldSystem(c_ + m_, held);
        spread_ = Vector::Zero(n_);
        simple_ = dynamics_.diagonal() && system.linear.K.nonZeros() == 0 && system.linear.C.nonZeros() == 0;
        held_.resize(static_cast<std::size_t>(system.sides));
        begun_.resize(held_.size());
        last_slip_.resize(system.frictions.size());
        normal_.resize(held_.size());
        responses_.resize(held_.size());
    }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        begin(from, end_time);
        carry(from, to, end_time);
        to.algorithm.resize(2 * n_);
        set_step(h);
        const auto a0 = from.algorithm.head(n_);
        const auto q2 = from.algorithm.tail(n_);
        const double am = k_.alpha_m, af = k_.alpha_f;
        // The constant part of the equation: alpha_m M a - alpha_f M q''.
        const auto carry_on = [&] {
            constant_.setZero();
            carried_ = am * a0 - af * q2;
            dynamics_.multiply_mass(carried_.data(), 1, constant_.data());
        };
        if (!dynamics_.has_links()) carry_on();
        a_ = from.a;
        lambda_ = (1 - af) * from.multipliers.head(m_);
        (void)dynamics_.hold_contacts(from);
        const auto k = static_cast<Eigen::Index>(dynamics_.held().size());
        const Eigen::Index size = c_ + m_ + k;
        for (Eigen::Index i = 0; i < k; ++i)
            held_force_[i] = (1 - af) * force_of(dynamics_.held()[static_cast<std::size_t>(i)], from);
        Eigen::Map<Matrix> matrix(matrix_.data(), size, size);
        product_ = (1 - af) * k_.gamma * h * compliance_;
        for (std::size_t f = 0; f < from.frictions.size(); ++f)
            dynamics_.begin_turning(f, from.frictions[f].normal_force, product_);
        held_slip_.setConstant(infinite);
        dynamics_.set_time(end_time);
        for (std::size_t s = 0; s < held_.size(); ++s) held_[s] = stepwise_ ? was_held(s) : from.sides[s].memory.closed;
        std::fill(begun_.begin(), begun_.end(), 0);
        StepReport report;
        const double scale = 1 / (k_.beta * h * h);
        for (int iteration = 1; iteration <= most_iterations; ++iteration) {
            report.iterations = iteration;
            const auto motion = [&] {
                q_ = from.q + h * from.v + h * h * ((0.5 - k_.beta) * a0 + k_.beta * a_);
                v_ = from.v + h * ((1 - k_.gamma) * a0 + k_.gamma * a_);
            };
            motion();
            dynamics_.move(q_.data(), v_.data(), true);
            stiffness_.setZero();
            damping_.setZero();
            dynamics_.applied_forces(q_.data(), v_.data(), residual_.data());
            add_contacts(to, report);
            add_frictions(from, to, h, iteration);
            dynamics_.place_held();
            if (dynamics_.has_links()) carry_on();  // M changes with the motion
            residual_ *= 1 - af;
            residual_ -= constant_;
            dynamics_.multiply_mass(a_.data(), am - 1, residual_.data());
            const MechanismMotion& at = dynamics_.motion();
            spread_c_.noalias() = at.jacobian().transpose() * lambda_;
            for (Eigen::Index i = 0; i < k; ++i)
                spread_c_ += held_force_[i] * dynamics_.held_direction(static_cast<std::size_t>(i));
            for (int c = 0; c < c_; ++c) residual_[at.coordinate()[static_cast<std::size_t>(c)]] -= spread_c_[c];
            // Tangents, for the increment of a'.
            dynamics_.add_spring_derivatives(stiffness_, damping_);
            if (dynamics_.has_links()) {
                inertia_.setZero();
                carried_ = ((1 - am) * a_ + carried_) / (1 - af);
                dynamics_.add_link_derivatives(carried_, stiffness_, damping_, inertia_);
            }
            tangent_ = (1 - af) * (k_.beta * h * h * stiffness_ + k_.gamma * h * damping_);
            if (dynamics_.has_links()) tangent_ += (1 - am) * inertia_;
            dynamics_.motion().add_second_derivative(lambda_.data(), k_.beta * h * h, tangent_);
            solve_effective(residual_);
            product_.noalias() = compliance_ * tangent_;
            for (int r = 0; r < c_; ++r) {
                unknown_[r] = residual_[at.coordinate()[static_cast<std::size_t>(r)]];
                for (int c = 0; c < c_; ++c) matrix(r, c) = product_(r, c) + (r == c ? 1.0 : 0.0);
            }
            matrix.block(0, c_, c_, m_).noalias() = compliance_ * at.jacobian().transpose();
            matrix.block(c_, 0, m_, c_) = at.jacobian();
            matrix.bottomRightCorner(m_ + k, m_ + k).setZero();
            double held_off = 0;  // the largest acceleration that what is held takes off
            // A constraint that is satisfied to the rounding of positions is left as it is: the acceleration that would take the
            // rounding off grows without bound as steps become shorter.
            const double closed = 4 * epsilon * q_.cwiseAbs().maxCoeff();
            const auto opening = [&](double value) { return std::abs(value) > closed ? -scale * value : 0.0; };
            for (int j = 0; j < m_; ++j) unknown_[c_ + j] = opening(at.value()[j]);
            for (Eigen::Index i = 0; i < k; ++i) {
                const auto number = static_cast<std::size_t>(i);
                const MechanismDynamics::HeldRate& held = dynamics_.held()[number];
                matrix.block(0, c_ + m_ + i, c_, 1).noalias() = compliance_ * dynamics_.held_direction(number);
                matrix.block(c_ + m_ + i, 0, 1, c_) = dynamics_.held_row(number).transpose();
                held_off =
                    std::max(held_off, std::abs(held_force_[i]) * matrix.block(0, c_ + m_ + i, c_, 1).cwiseAbs().maxCoeff());
                spread_c_.noalias() = compliance_ * dynamics_.held_row(number);
                mobility_[i] = dynamics_.held_row(number).dot(spread_c_);
                // A position is constrained by q', a slip by v'. The slips of two sticks of a body that turns differ by
                // little, which their forces have no lever to take off: they would grow for ever.
                const double slip = held.tangential ? dynamics_.held_rate(held) : 0;
                const bool rests = k > 1 && iteration > quick && std::abs(slip) > still_falls * held_slip_[i];
                held_slip_[i] = std::abs(slip);
                unknown_[c_ + m_ + i] = !held.tangential ? opening(dynamics_.sides()[held.number].motion.indentation)
                                        : rests          ? 0.0
                                                         : -slip / (k_.gamma * h);
            }
            if (!increments_.factor(c_ + m_, k, matrix_.data(), mobility_.data())) {
                report.converged = false;
                return report;
            }
            increments_.solve(unknown_.data());
            // da = S^-1 (-R) - S^-1 E (T y + J^T dmu), its part in the mechanism's coordinates is y itself.
            spread_unknowns(unknown_, k, residual_);
            a_ += residual_;
            lambda_ += unknown_.segment(c_, m_);
            held_force_.head(k) += unknown_.segment(c_ + m_, k);
            // An acceleration that balances has the rounding of its terms.
            const double largest = std::max(a_.cwiseAbs().maxCoeff(), held_off);
            report.residual = largest > 0 ? residual_.cwiseAbs().maxCoeff() / largest : 0;
            if (!std::isfinite(largest)) {
                report.converged = false;
                return report;
            }
            const double moved = k_.beta * h * h * residual_.cwiseAbs().maxCoeff();
            const double rounding = 4 * epsilon * std::max(q_.cwiseAbs().maxCoeff(), 1e-300);
            if (report.residual <= last_change || moved <= rounding) {
                if (iteration == 1 && report.residual > 0) continue;
                motion();
                break;
            }
            if (iteration == most_iterations) {
                // In a step as short as between two impacts that accumulate, what is left is rounding.
                if (moved <= of_rounding * epsilon * q_.cwiseAbs().maxCoeff()) {
                    motion();
                    break;
                }
                report.converged = false;
                return report;
            }
        }
        to.q = q_;
        // The iteration itself closes the joints to round-off.
        project_speeds(to);
        to.algorithm.head(n_) = a_;
        to.algorithm.tail(n_) = ((1 - am) * a_ + am * a0 - af * q2) / (1 - af);
        if (stepwise_) settle_statuses(to, begun_);
        settle(to, Tension::kept);
        if (stepwise_) break_sticks(to);
        bool touching = false;
        for (const char held : held_) touching = touching || held != 0;
        if (!touching) report.iterations = 0;
        return report;
    }

    /// As that of a structure (one_step.cpp): the change of acceleration within the step, in the norm of the mass matrix, against
    /// the motion, the energy in springs and contacts and what the acceleration adds within the largest step.
    double error_estimate(const State& from, const State& to, double h, double largest_step) override {
        const double c = std::fmax(std::abs(k_.beta - 1.0 / 6), 1.0 / 12);
        dynamics_.set_time(to.time);
        dynamics_.move(to.q.data(), to.v.data(), true);
        carried_ = to.a - from.a;
        const double error = c * h * in_mass_norm(carried_);
        carried_.noalias() = system_.linear.K * from.q;
        double stored = std::fmax(from.q.dot(carried_), 0.0);
        for (const SideState& side : from.sides) stored += 2 * std::fmax(side.response.stored_energy, 0.0);
        const double scale = std::hypot(in_mass_norm(from.v), std::sqrt(stored)) + largest_step * in_mass_norm(to.a);
        return scale > 0 ? error / scale : 0.0;
    }

  protected:
    void begin_history(State& state) override {
        state.algorithm.resize(2 * n_);
        state.algorithm.head(n_) = state.a;
        state.algorithm.tail(n_) = state.a;
    }

  private:
    [[nodiscard]] double in_mass_norm(const Vector& x) {  // sqrt(x^T M x); overwrites constant_
        constant_.setZero();
        dynamics_.multiply_mass(x.data(), 1, constant_.data());
        return std::sqrt(std::fmax(x.dot(constant_), 0.0));
    }
    /// Impulses bring the rates of joints and of what is held to zero; those of rigid sides carry the friction of slips along.
    /// Where sides hold each other, an impulse with friction may have no bound: then without.
    void project_speeds(State& to) {
        constexpr double of_impulse = 3;  // by friction, with the rotation that it makes
        const auto rubs = [](const MechanismDynamics::Rub& rub) { return rub.rigid && rub.status == FrictionStatus::slip; };
        to.v = v_;
        dynamics_.project_rates(to.q.data(), to.v.data(), false);
        if (std::ranges::none_of(dynamics_.rubs(), rubs)) return;
        carried_ = to.v - v_;
        const double plain = in_mass_norm(carried_);
        residual_ = v_;
        dynamics_.project_rates(to.q.data(), residual_.data(), true);
        carried_ = residual_ - v_;
        if (in_mass_norm(carried_) <= of_impulse * plain) to.v = residual_;
    }
    /// Accelerations of all coordinates from those of the mechanism's and the forces of joints and of what is held.
    void spread_unknowns(const Vector& y, Eigen::Index held, Vector& da) {
        const MechanismMotion& at = dynamics_.motion();
        if (simple_) {
            for (int c = 0; c < c_; ++c) da[at.coordinate()[static_cast<std::size_t>(c)]] = y[c];
            return;
        }
        spread_c_.noalias() = tangent_ * y.head(c_) + at.jacobian().transpose() * y.segment(c_, m_);
        for (Eigen::Index i = 0; i < held; ++i)
            spread_c_ += y[c_ + m_ + i] * dynamics_.held_direction(static_cast<std::size_t>(i));
        da.noalias() -= influence_ * spread_c_;
    }
    [[nodiscard]] double force_of(const MechanismDynamics::HeldRate& held, const State& state) const {
        return held.tangential ? state.frictions[held.number].force[held.component] : state.sides[held.number].response.force;
    }
    // S = (1 - alpha_m) M + (1 - alpha_f)(gamma h C + beta h^2 K), and its inverse in the mechanism's coordinates.
    void set_step(double h) {
        if (h == h_) return;
        h_ = h;
        spread_c_.resize(c_);
        if (simple_) {
            compliance_ = dynamics_.inertance() / (1 - k_.alpha_m);
            return;
        }
        const double share = 1 - k_.alpha_f;
        factor_ = dynamics_.linear().factor(1 - k_.alpha_m, share * k_.gamma * h, share * k_.beta * h * h);
        influence_ = Matrix::Zero(n_, c_);
        const std::vector<int>& coordinates = dynamics_.motion().coordinate();
        for (int c = 0; c < c_; ++c) influence_(coordinates[static_cast<std::size_t>(c)], c) = 1;
        factor_.solve_in_place(influence_);
        for (int c = 0; c < c_; ++c) compliance_.row(c) = influence_.row(coordinates[static_cast<std::size_t>(c)]);
    }
    void solve_effective(Vector& r) {
        if (!simple_) return factor_.solve_in_place(r.data());
        dynamics_.solve_mass(r.data());
        r /= 1 - k_.alpha_m;
    }
    void add_contacts(State& to, StepReport& report) {
        double largest = 0;
        std::ranges::fill(normal_, 0.0);
        std::ranges::fill(responses_, contact::Response{});
        for (std::size_t s = 0; s < held_.size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            contact::ContactMemory& memory = to.sides[s].memory;
            if (stepwise_ && !was_held(s)) {
                held_[s] = touches(s);
                // The first indented motion does not contain the force of this contact.
                if (held_[s] && !begun_[s]) set_onset(s, to.time, memory);
                begun_[s] = begun_[s] || held_[s];
            }
            if (!held_[s]) continue;
            const contact::Response response =
                stepwise_ ? held_response(*side.law, side.motion, memory) : status_response(*side.law, side.motion, memory);
            ++report.evaluations;
            if (std::abs(response.force) > largest) {
                largest = std::abs(response.force);
                report.contact = side.contact;
            }
            responses_[s] = response;
            normal_[s] = response.force;
            dynamics_.subtract(side, response.force, 0, residual_.data());
            dynamics_.add_side_derivatives(side, response, stiffness_, damping_);
        }
    }
    void add_frictions(const State& from, State& to, double h, int iteration) {
        for (std::size_t f = 0; f < dynamics_.rubs().size(); ++f) {
            const MechanismDynamics::Rub& rub = dynamics_.rubs()[f];
            double pressed = rub.friction->contact < 0 ? h : 0;
            for (int s = 0; s < 2 && rub.friction->contact >= 0; ++s) {
                const Contact& contact = system_.contacts[static_cast<std::size_t>(rub.friction->contact)];
                if (s == contact.gap.sides()) break;
                const auto side = static_cast<std::size_t>(contact.first_side + s);
                if (!held_[side]) continue;
                // Bristles begin to bend at the onset of a contact that begins within the step.
                const double since = stepwise_ && !was_held(side) ? std::fmin(to.time - to.sides[side].memory.onset_time, h) : h;
                pressed = std::max(pressed, since);
            }
            if (!(pressed > 0)) continue;
            const FrictionState& old = from.frictions[f];
            dynamics_.begin_slip(f);
            dynamics_.bend(f, {old.bristle, old.velocity, pressed});
            const double normal_force = rub.rigid ? force_on(f) : dynamics_.press(f, normal_.data());
            contact::FrictionResponse answer = dynamics_.rub(f, normal_force);
            to.frictions[f].bristle = answer.bristle;
            if (!rub.rigid) dynamics_.subtract_friction(f, answer.force, residual_.data());
            if (swings(iteration, rub.slip, last_slip_[f])) {
                if (const double secant = dynamics_.secant(f, answer); secant > 0) answer.damping = {secant, 0, 0, secant};
            }
            last_slip_[f] = rub.slip;
            dynamics_.add_friction_derivatives(f, answer, rub.rigid ? nullptr : responses_.data(), stiffness_, damping_);
        }
    }
    /// What presses a friction on a rigid side in this iteration [N].
    [[nodiscard]] double force_on(std::size_t f) const {
        double sum = 0;
        for (std::size_t i = 0; i < dynamics_.held().size(); ++i) {
            const MechanismDynamics::HeldRate& held = dynamics_.held()[i];
            if (!held.tangential && dynamics_.sides()[held.number].friction == static_cast<int>(f))
                sum += held_force_[static_cast<Eigen::Index>(i)] / (1 - k_.alpha_f);
        }
        return std::max(sum, 0.0);
    }
    OneStepCoefficients k_;
    bool stepwise_, simple_ = false;
    int n_, c_, m_;
    double h_ = -1;
    Vector a_, q_, v_, residual_, carried_, constant_, lambda_, unknown_, spread_, spread_c_;
    Vector held_force_;  // constraint forces of contacts, times (1 - alpha_f)
    Vector held_slip_;   // |slip| of what sticks, in the previous iteration
    Matrix stiffness_, damping_, inertia_, tangent_, compliance_, product_, influence_;
    Vector mobility_;  // of each held rate, by a unit force along it without joints
    std::vector<double> matrix_;
    HeldSystem increments_{0, 0};
    linalg::Factorisation factor_;
    std::vector<char> held_, begun_;
    std::vector<contact::Slip> last_slip_;  // of each friction, in the previous iteration
    std::vector<double> normal_;
    std::vector<contact::Response> responses_;
};

}  // namespace

std::unique_ptr<Stepper> mechanism_alpha_stepper(const System& system, const OneStepCoefficients& coefficients, Events events) {
    return std::make_unique<MechanismAlpha>(system, coefficients, events);
}

}  // namespace jounce::time

// Baumgarte's stabilisation of the joint equations, integrated by an explicit one-step method.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/equations/held_motions.hpp"
#include "time/methods/table.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::time {

namespace {

using linalg::Vector;

struct BaumgarteSettings {
    std::string scheme = "runge_kutta_4";
    std::optional<double> alpha, beta;
};

/// J a + quadratic + 2 alpha Phi' + beta^2 Phi = 0 replaces J a + quadratic = 0: the drift of the joints decays. Semi-implicit
/// Euler multiplies (Phi' h, Phi) by [[1 - 2 a, -b^2], [1 - 2 a, 1 - b^2]] in a step, a = alpha h, b = beta h: both eigenvalues
/// are zero for a = 1/2, b = 1, and one is below -1 beyond 4 a + b^2 = 4.
class BaumgarteStepper final : public MechanismStepper {
  public:
    BaumgarteStepper(const System& system, const BaumgarteSettings& settings, Events events)
        : MechanismStepper(system), settings_(settings), stepwise_(events == Events::stepwise), n_(dynamics_.size()) {
        const Eigen::Index size = 2 * n_ + static_cast<Eigen::Index>(dynamics_.bristles());
        for (Vector& stage : stages_) stage = Vector::Zero(size);
        y_ = point_ = Vector::Zero(size);
        lambda_ = Vector::Zero(dynamics_.motion().equations());
        begun_.assign(static_cast<std::size_t>(system.sides), 0);
        touching_ = begun_;
        normal_.resize(begun_.size());
        rigid_ = std::ranges::any_of(system.contacts, [](const Contact& contact) { return contact.law->rigid; });
    }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        try {
            return advance(from, to, h, end_time);
        } catch (const Error& error) {
            const std::string why = error.failure() == Failure::computation ? instability(std::max(from.algorithm[0], h)) : "";
            if (why.empty()) throw;
            throw computation_failed(error.message() + "; " + why);
        }
    }

    void restart(State& state) override {
        if (state.algorithm.size() == 1 && state.algorithm[0] > 0) set_gains(state.algorithm[0]);
        if (rigid_) remove_drift(state);
        MechanismStepper::restart(state);
    }

  protected:
    [[nodiscard]] bool holds_joints() const override { return false; }
    /// State::algorithm = [the longest step so far].
    void begin_history(State& state) override {
        if (state.algorithm.size() != 1) state.algorithm = Vector::Zero(1);
    }

  private:
    StepReport advance(const State& from, State& to, double h, double end_time) {
        begin(from, end_time);
        carry(from, to, end_time);
        to.algorithm = from.algorithm;
        // A step that an event ends early feeds a drift back no faster than the others: within it the drift would strike.
        to.algorithm[0] = std::max(to.algorithm[0], h);
        (void)dynamics_.hold_contacts(from);
        set_gains(to.algorithm[0]);
        from_ = &from;
        touched_ = false;
        y_.head(n_) = from.q;
        y_.segment(n_, n_) = from.v;
        for (std::size_t f = 0; f < from.frictions.size(); ++f)
            std::copy_n(from.frictions[f].bristle.data(), dynamics_.rubs()[f].friction->directions, bristles_of(y_, f));
        StepReport report;
        if (euler()) {
            rate(from.time, y_, stages_[0], report);
            y_.tail(y_.size() - n_) += h * stages_[0].tail(y_.size() - n_);
            y_.head(n_) += h * y_.segment(n_, n_);
        } else {
            rate(from.time, y_, stages_[0], report);
            point_ = y_ + 0.5 * h * stages_[0];
            rate(from.time + 0.5 * h, point_, stages_[1], report);
            point_ = y_ + 0.5 * h * stages_[1];
            rate(from.time + 0.5 * h, point_, stages_[2], report);
            point_ = y_ + h * stages_[2];
            rate(end_time, point_, stages_[3], report);
            y_ += h / 6 * (stages_[0] + 2 * stages_[1] + 2 * stages_[2] + stages_[3]);
        }
        to.q = y_.head(n_);
        to.v = y_.segment(n_, n_);
        for (std::size_t f = 0; f < to.frictions.size(); ++f)
            std::copy_n(bristles_of(y_, f), dynamics_.rubs()[f].friction->directions, to.frictions[f].bristle.data());
        if (stepwise_) {
            settle_statuses(to, begun_);
            bend_since_onset(to);
        }
        settle(to, stepwise_ ? Tension::cut : Tension::kept);
        if (stepwise_) break_sticks(to);
        report.iterations = touched_ ? 1 : 0;
        return report;
    }

    /// Of an explicit step with the modes of flexible bodies: on the imaginary axis RK4 is stable up to 8^(1/2), semi-implicit
    /// Euler up to 2. \returns words for a step above its limit, or none
    [[nodiscard]] std::string instability(double h) const {
        const double limit = euler() ? 2 : std::sqrt(8.0);
        double fastest = 0;
        const FlexibleLink* of = nullptr;
        for (const FlexibleLink& link : system_.mechanism->links) {
            const double omega = link.body->modes() > 0 ? link.body->frequency(link.body->modes() - 1) : 0;
            if (omega > fastest) of = &link;
            fastest = std::max(fastest, omega);
        }
        if (of == nullptr || !(h * fastest > limit)) return {};
        return fmt::format("the step of {:.3g} s is above the stability limit of baumgarte for the modes of '{}', {:.2g} s", h,
                           of->name, limit / fastest);
    }

    /// Beside rigid stops, of joints, closed stops and sticks: the feedback of a drift may press a body that a stop has just let
    /// go of, whose force was zero without it, into the stop, for good. What rests at a stop that is open stays at rest there.
    void remove_drift(State& state) {
        constexpr double jump = 1e-3;  // of the largest speed: a given velocity has jumped, which is fed back
        dynamics_.set_time(state.time);
        dynamics_.hold(state);
        dynamics_.move(state.q.data(), state.v.data(), true);
        std::vector<std::size_t> resting;
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            if (!side.law->rigid || state.sides[s].memory.closed || side.elsewhere) continue;
            const Contact& contact = system_.contacts[static_cast<std::size_t>(side.contact)];
            if (std::abs(side.motion.indentation) > touching(system_, contact, state)) continue;
            if (std::abs(side.motion.rate) <= RigidStops::at_rest(*side.law)) resting.push_back(s);
        }
        for (const std::size_t s : resting) state.sides[s].memory.closed = true;
        (void)dynamics_.hold_contacts(state);
        const Vector& rates = dynamics_.motion().rate();
        const double drift = rates.size() > 0 ? rates.cwiseAbs().maxCoeff() : 0.0;
        if (drift <= jump * state.v.cwiseAbs().maxCoeff()) {
            dynamics_.project_positions(state.q.data());
            dynamics_.project_rates(state.q.data(), state.v.data());
        }
        for (const std::size_t s : resting) state.sides[s].memory.closed = false;
    }
    [[nodiscard]] bool euler() const { return settings_.scheme == "semi_implicit_euler"; }
    /// \param longest step so far [s]
    void set_gains(double longest) {
        alpha_ = settings_.alpha.value_or((euler() ? 0.5 : 1.0) / longest);
        beta_ = settings_.beta.value_or(1 / longest);
        dynamics_.feed_back({.rate = 2 * alpha_, .value = beta_ * beta_});
    }
    [[nodiscard]] double* bristles_of(Vector& y, std::size_t f) const { return y.data() + 2 * n_ + dynamics_.rubs()[f].bristle; }
    /// Bristles begin to bend at the onset of a contact that begins within a step, between the stages.
    void bend_since_onset(State& to) {
        for (std::size_t s = 0; s < to.sides.size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            const contact::ContactMemory& memory = to.sides[s].memory;
            if (side.friction < 0 || !memory.closed || was_held(s)) continue;
            const auto f = static_cast<std::size_t>(side.friction);
            const contact::FrictionLaw& law = *system_.frictions[f].law;
            const contact::Slip& slip = dynamics_.rubs()[f].slip;
            if (law.has_bristle) to.frictions[f].bristle = law.evaluate(slip, 1, {{}, slip, to.time - memory.onset_time}).bristle;
        }
    }
    void rate(double time, const Vector& y, Vector& dy, StepReport& report) {
        const double* q = y.data();
        const double* v = q + n_;
        dynamics_.set_time(time);
        dynamics_.move(q, v, true);
        dy.head(n_) = y.segment(n_, n_);
        double* a = dy.data() + n_;
        dynamics_.applied_forces(q, v, a);
        dy.tail(dy.size() - 2 * n_).setZero();
        std::ranges::fill(normal_, 0.0);
        std::ranges::fill(touching_, 0);
        for (std::size_t s = 0; s < dynamics_.sides().size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            contact::ContactMemory memory = from_->sides[s].memory;
            if (stepwise_ && !was_held(s)) {
                if (!(time > from_->time) || !touches(s)) continue;
                set_onset(s, time, memory);
            } else if (!stepwise_ && !memory.closed) {
                continue;
            }
            touched_ = true;
            const contact::Response response = !stepwise_                      ? status_response(*side.law, side.motion, memory)
                                               : force_closes_apart(*side.law) ? held_response(*side.law, side.motion, memory)
                                                                               : contact_response(*side.law, side.motion, memory);
            ++report.evaluations;
            normal_[s] = response.force;
            touching_[s] = 1;
            dynamics_.subtract(side, response.force, 0, a);
        }
        if (!dynamics_.rubs().empty()) dynamics_.bend(y.data() + 2 * n_);
        for (std::size_t f = 0; f < dynamics_.rubs().size(); ++f) {
            if (!is_pressed(f)) continue;
            const MechanismDynamics::Rub& rub = dynamics_.rubs()[f];
            dynamics_.begin_slip(f);
            const contact::FrictionResponse answer = dynamics_.rub(f, rub.rigid ? 1.0 : dynamics_.press(f, normal_.data()));
            std::copy_n(answer.bristle_rate.data(), rub.friction->directions, dy.data() + 2 * n_ + rub.bristle);
            if (!rub.rigid) dynamics_.subtract_friction(f, answer.force, a);
        }
        dynamics_.accelerate(a, lambda_.data(), {.rate = 2 * alpha_, .value = beta_ * beta_});
    }
    /// Is one of a friction's sides in contact in the stage under way?
    [[nodiscard]] bool is_pressed(std::size_t f) const {
        const Friction& friction = *dynamics_.rubs()[f].friction;
        if (friction.contact < 0) return true;
        const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            if (touching_[static_cast<std::size_t>(contact.first_side + s)] != 0) return true;
        }
        return false;
    }
    BaumgarteSettings settings_;
    bool stepwise_;
    Eigen::Index n_;
    double alpha_ = 0, beta_ = 0;
    bool touched_ = false;
    bool rigid_ = false;          // any rigid stop?
    std::vector<char> begun_;     // of each side; the onset is not stored by any stage
    std::vector<char> touching_;  // of each side, in the stage under way
    std::vector<double> normal_;  // there
    const State* from_ = nullptr;
    std::array<Vector, 4> stages_;
    Vector y_, point_, lambda_;
};

class BaumgarteMethod final : public Method {
  public:
    explicit BaumgarteMethod(const BaumgarteSettings& settings) : settings_(settings) { kind = "baumgarte"; }
    std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const override {
        if (!system->mechanism) throw refusals::baumgarte_without_joints.error("method.baumgarte");
        return system;
    }
    std::unique_ptr<Stepper> bind(const System& system, Events events) const override {
        return std::make_unique<BaumgarteStepper>(system, settings_, events);
    }
    std::string describe() const override {
        const auto gain = [](const std::optional<double>& value, const char* standard) {
            return value ? shortest(*value) : std::string(standard);
        };
        const char* alpha = settings_.scheme == "semi_implicit_euler" ? "1/(2 step)" : "1/step";
        return fmt::format("baumgarte ({}, alpha {}, beta {})", settings_.scheme, gain(settings_.alpha, alpha),
                           gain(settings_.beta, "1/step"));
    }
    int order() const override { return settings_.scheme == "runge_kutta_4" ? 4 : 1; }
    bool knows_joints() const override { return true; }

  private:
    BaumgarteSettings settings_;
};

}  // namespace

const MethodKind baumgarte_kind = make_kind<BaumgarteSettings, MethodPointer>(
    {.family = "method",
     .name = "baumgarte",
     .summary = "For mechanisms: explicit steps with the joint equations on acceleration level and feedback of the position and "
                "velocity "
                "drift. A drift remains; generalized_alpha and event_driven have none.",
     .sources = {{"J. Baumgarte", 1972, "10.1016/0045-7825(72)90018-7", "stabilisation of constraints"}},
     .fields = Fields<BaumgarteSettings>()
                   .choice("scheme", &BaumgarteSettings::scheme, {"runge_kutta_4", "semi_implicit_euler"}, "One-step method.")
                   .number("alpha", &BaumgarteSettings::alpha, "1/s", positive,
                           "Gain of the velocity drift; a drift grows unless 4 alpha h + (beta h)^2 < 4 with "
                           "'semi_implicit_euler'.")
                   .standard("1/step; 1/(2 step) with 'semi_implicit_euler'")
                   .number("beta", &BaumgarteSettings::beta, "1/s", positive, "Gain of the position drift.")
                   .standard("1/step")},
    [](const BaumgarteSettings& s) -> MethodPointer { return std::make_shared<BaumgarteMethod>(s); });

}  // namespace jounce::time

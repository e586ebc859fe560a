// The reference method: exact linear flight between contacts, adaptive steps of high order in contact, located events.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/event_driven.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"
#include "modal/modal_system.hpp"
#include "time/adaptive/collocation_steps.hpp"
#include "time/adaptive/contact_steps.hpp"
#include "time/adaptive/explicit_steps.hpp"
#include "time/adaptive/sliding_flight.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/open_signals.hpp"
#include "time/events/side_events.hpp"
#include "time/exact/first_closing.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/methods/table.hpp"
#include "time/start/mechanism_stepper.hpp"
#include "time/start/pressed_sides.hpp"
#include "time/start/structure_equations.hpp"
#include "time/stepper/dense_motion.hpp"

namespace jounce::time {

namespace {

/// Functions of the script are asked at this distance, a sixth of the fastest period: explicit steps would follow it. [s]
double resolution_of_functions(const System& system) {
    const double fastest = ModalFlight::applies(system.linear) ? std::sqrt(system.linear.K.diagonal().cwiseAbs().maxCoeff()) : 0;
    return fastest > 0 ? 1 / fastest : infinite;
}

class EventDrivenStepper final : public Stepper, public FrictionLocator, public DenseMotion {
  public:
    EventDrivenStepper(const System& system, double tolerance)
        : system_(system),
          tolerance_(tolerance),
          motions_(system),
          signals_(system, ModalFlight::applies(system.linear) ? tolerance : 0, resolution_of_functions(system)),
          linear_(system.linear),
          equations_(system, linear_),
          rates_(system),
          sliding_(system) {
        always_ = std::ranges::any_of(system.frictions, [](const Friction& friction) { return friction.contact < 0; });
        work_.frictions.resize(system.frictions.size());
        if (ModalFlight::applies(system.linear)) {
            contact_ = std::make_unique<ContactSteps>(system, tolerance);
            flight_ = std::make_unique<ModalFlight>(system);
            closing_ = std::make_unique<FirstClosing>(system, tolerance, motions_);
            collocation_ = std::make_unique<CollocationSteps>(system, tolerance, *flight_, *closing_);
        }
        turned_.resize(equations_.sides().size());
        work_.sides.resize(turned_.size());
        located_.reserve(static_cast<std::size_t>(system.sides) * 2);
        located_frictions_.reserve(2 * system.frictions.size());
    }

    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] bool has_examined() const override { return !by_march_; }
    [[nodiscard]] bool sees_all_contacts() const override { return certain_; }
    [[nodiscard]] std::span<const int> located() const override { return located_; }
    [[nodiscard]] std::span<const Located> located_frictions() const override { return located_frictions_; }
    [[nodiscard]] HeldMotions& held_motions() override { return motions_; }

    const StepWork* work(const State& from, const State& to) override {
        if (by_march_) {
            explicit_steps().work(work_);
            return &work_;
        }
        if (flown_ >= 0) {
            work_.sum = {};
            flight_->add_work(flown_, signals_, rates_, work_.sum);
            if (slides_) work_.sum.friction = sliding_.work(*flight_, flown_, work_.frictions);
            flown_ = -1;
        }
        if (pushed_) {
            collocation_->add_work(from, to, work_);
            pushed_ = false;
        }
        return &work_;
    }

    bool within(const State& from, double s, State& out) override {
        if (!(certain_ || pursued_) || slides_ || rubs_) return false;
        out.time = from.time + s;
        out.continuous = from.continuous;
        for (std::size_t k = 0; k < from.sides.size(); ++k) out.sides[k].memory = from.sides[k].memory;
        for (std::size_t f = 0; f < from.frictions.size(); ++f) out.frictions[f] = from.frictions[f];
        if (pursued_) {
            if (!contact_->within(from, s, out)) return false;
        } else {
            flight_->at(s);
            flight_->motion(out.q.data(), out.v.data(), out.a.data());
        }
        complete(equations_, out, Tension::cut);
        return true;
    }

    void start(State& state) override {
        state.algorithm = Vector::Zero(1);
        if (!system_.frictions.empty()) {
            state.a.setZero();
            equations_.solve_mass(state.a);  // factors M: no step allocates
            explicit_steps().complete(state, true);
            if (open_at_surface(state)) explicit_steps().complete(state, false);
            return;
        }
        for (std::size_t k = 0; k < state.sides.size(); ++k) state.sides[k].memory.closed = false;
        complete_sides(equations_, state, Tension::cut);
        for (const Contact& contact : system_.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
                contact::start(*contact.law, side.motion, state.time, surface_rounding(contact.gap), side.memory);
            }
        }
        restart(state);
        if (close_pressed(state)) restart(state);
    }

    void restart(State& state) override {
        if (!system_.frictions.empty()) {
            explicit_steps().complete(state, false);
            // After an event the error control may require an explicit step as small as this fraction of the last one.
            state.algorithm[0] *= known_ && collocation_ && collocation_->pays(state) ? 0 : 1e-2;
            return;
        }
        state.algorithm[0] = 0;
        complete(equations_, state, Tension::cut);
    }

    StepReport step(const State& from, State& to, double /*h*/, double end_time) override {
        located_.clear();
        located_frictions_.clear();
        to.step = from.step + 1;
        to.continuous = from.continuous;
        to.algorithm = from.algorithm;
        for (std::size_t k = 0; k < from.sides.size(); ++k) to.sides[k].memory = from.sides[k].memory;
        double end = end_time;
        const bool known = known_ = signals_.refresh(from.time, end_time, end);
        const bool closed = std::ranges::any_of(from.sides, [](const SideState& s) { return s.memory.closed; });
        slides_ = always_ && known && flight_ != nullptr && !closed && sliding_.begin(from, end);
        const bool touching = closed || (always_ && !slides_);
        StepReport report;
        pushed_ = false;
        certain_ = pursued_ = false;
        std::fill(work_.frictions.begin(), work_.frictions.end(), 0.0);
        const bool implicit = known && collocation_ && touching && collocation_->pays(from);
        const bool frictions = !system_.frictions.empty();
        rubs_ = implicit && frictions;
        by_march_ = !known || flight_ == nullptr || (touching && !implicit && (frictions || held_by_stop(from)));
        if (by_march_) {
            flown_ = -1;
            return explicit_steps().step(from, to, signals_.end_of_forms());
        }
        for (std::size_t f = 0; f < from.frictions.size(); ++f) to.frictions[f] = from.frictions[f];
        if (known && flight_ != nullptr && !touching) {
            const double length = end - from.time;
            flight_->begin(from, signals_, length, false, slides_ ? sliding_.forces() : std::span<const RowForce>{});
            double s = closing_->find(*flight_, from, length, located_);
            if (slides_) {
                const double slips = first_slip_event(*flight_, sliding_.slips(), from.time, s, located_frictions_);
                if (slips < s) located_.clear();
                s = slips;
            }
            flight_->at(s);
            flight_->motion(to.q.data(), to.v.data(), to.a.data());
            to.time = s < length ? std::min(from.time + s, end) : end;
            flown_ = s;
            certain_ = true;
        } else if (implicit) {
            report = collocation_->step(from, to, signals_, end, located_, located_frictions_);
            certain_ = report.converged;
            flown_ = collocation_->length();
            pushed_ = certain_;
            for (std::size_t k = 0; k < to.sides.size() && certain_; ++k) {
                if (collocation_->turned(k)) turned_[k] = 1;
            }
        }
        if (!certain_) {  // when collocation fails, explicit steps may succeed
            located_.clear();
            located_frictions_.clear();
            if (frictions) {
                by_march_ = true;
                flown_ = -1;
                return explicit_steps().step(from, to, signals_.end_of_forms());
            }
            report = contact_->step(from, to, signals_, end, located_);
            if (!report.converged) return report;
            flown_ = -1;
            pursued_ = to.time > from.time;
            contact_->work(work_);
            for (std::size_t k = 0; k < to.sides.size(); ++k) {
                // A step ends where a contact turns back.
                if (contact_->turned(k)) turned_[k] = 1;
            }
        }
        if (slides_) {
            explicit_steps().complete(to, false);
            return report;
        }
        if (pushed_ && frictions) {
            explicit_steps().hold(to);
        } else {
            complete(equations_, to, Tension::cut);
        }
        for (std::size_t k = 0; k < turned_.size(); ++k) {
            if (turned_[k] == 0) continue;
            turned_[k] = 0;
            contact::turn(*equations_.sides()[k].law, to.sides[k].motion, to.sides[k].memory);
        }
        return report;
    }

  private:
    /// A side that begins on its surface, to rounding, and does not move in begins open: the force of its rounding would be all
    /// that acts on a motion at rest. \returns was there any?
    bool open_at_surface(State& state) const {
        bool any = false;
        for (const Contact& contact : system_.contacts) {
            for (int s = 0; s < contact.gap.sides() && !force_closes_apart(*contact.law); ++s) {
                SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
                if (!side.memory.closed || contact.law->rigid || side.motion.rate > 0 ||
                    side.motion.indentation > surface_rounding(contact.gap))
                    continue;
                side.memory = {};
                any = true;
            }
        }
        return any;
    }
    bool close_pressed(State& state) const {
        const auto acceleration = [&](std::size_t s) {
            const SideState& side = state.sides[s];
            const Contact& contact = *equations_.sides()[s].contact;
            double sum = 0;
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                const SparseRow& row = system_.rows[static_cast<std::size_t>(contact.first_row + i)];
                if (!row.prescribed.empty()) return -infinite;  // a stop that moves
                for (std::size_t e = 0; e < row.index.size(); ++e)
                    sum += side.normal[static_cast<std::size_t>(i)] * row.coefficient[e] * state.a[row.index[e]];
            }
            return sum;
        };
        const auto rounding = [](const Contact& contact) { return surface_rounding(contact.gap); };
        return time::close_pressed(system_, state, rounding, 0, acceleration);
    }

    [[nodiscard]] bool held_by_stop(const State& state) const {
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            if (state.sides[s].memory.closed && equations_.sides()[s].law->rigid) return true;
        }
        return false;
    }
    /// Constructed when first needed.
    ExplicitSteps& explicit_steps() {
        if (!explicit_) explicit_ = std::make_unique<ExplicitSteps>(system_, tolerance_, motions_);
        return *explicit_;
    }

    const System& system_;
    double tolerance_;
    HeldMotions motions_;
    ClosedSignals signals_;
    std::unique_ptr<ContactSteps> contact_;    // null without a closed form, like the next three
    std::unique_ptr<ExplicitSteps> explicit_;  // null until a motion has no closed form
    bool by_march_ = false;                    // did it compute the last step?
    bool always_ = false;                      // does any friction act independently of the gaps?
    LinearKernel linear_;
    StructureEquations equations_;
    WorkRates rates_;
    SlidingFlight sliding_;
    bool slides_ = false;  // do frictions slide along the last flight?
    std::vector<Located> located_frictions_;
    StepWork work_;
    double flown_ = -1;  // length of a flight with work not yet computed; negative: none
    std::unique_ptr<ModalFlight> flight_;
    std::unique_ptr<FirstClosing> closing_;
    std::unique_ptr<CollocationSteps> collocation_;
    bool known_ = false;    // were the signals of the last step known piece by piece?
    bool rubs_ = false;     // was the last step in contact, with frictions?
    bool pushed_ = false;   // was the last step in contact, with side works not yet computed?
    bool certain_ = false;  // did it have a closed form?
    bool pursued_ = false;  // or was it an explicit step through a contact, whose motion can be known?
    std::vector<int> located_;
    std::vector<char> turned_;
};

class EventDrivenMethod final : public Method {
  public:
    explicit EventDrivenMethod(const EventDrivenSettings& settings) : settings_(settings) { kind = "event_driven"; }
    std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const override {
        if (system->mechanism) return system;
        std::shared_ptr<const System> out = system;
        std::string why;
        if (!ModalFlight::applies(system->linear)) {
            if (!system->linear.symmetric) {
                why = "the matrices are not symmetric";
            } else if (system->size() > modal::largest_modal_system) {
                why = fmt::format("it has {} coordinates", system->size());
            } else {
                auto modes = modal::modal_system(*system);
                if (ModalFlight::applies(modes->linear)) {
                    out = modes;
                } else {
                    why = "the damping couples its modes";
                }
            }
        }
        if (why.empty() && open_by_rates(*system, 0)) why = "the motion of a support has no closed form";
        const auto rubs = [](const Friction& friction) { return friction.contact < 0; };
        const auto slides = [&](const Friction& friction) {
            return !rubs(friction) || (friction.law->cone && friction.directions == 1 && !is_open(*friction.normal_force, 0));
        };
        if (why.empty() && !system->contacts.empty() && std::ranges::any_of(system->frictions, rubs))
            why = std::ranges::all_of(system->frictions, slides) ? "while a friction sticks or its normal force changes"
                                                                 : "a friction acts all the time";
        if (why.empty()) return out;
        auto noted = std::make_shared<System>(*out);
        noted->notes.push_back("event_driven: " + why +
                               ": flights are integrated adaptively, and a contact shorter than a "
                               "substep may be missed");
        return noted;
    }
    std::unique_ptr<Stepper> bind(const System& system, Events /*events*/) const override {
        if (system.mechanism) return mechanism_event_stepper(system, settings_.tolerance);
        return std::make_unique<EventDrivenStepper>(system, settings_.tolerance);
    }
    std::string describe() const override { return fmt::format("event_driven (tolerance {})", shortest(settings_.tolerance)); }
    int order() const override { return 2 * 6; }
    bool own_steps() const override { return true; }
    double load_tolerance() const override { return settings_.tolerance; }
    bool knows_joints() const override { return true; }

  private:
    EventDrivenSettings settings_;
};

}  // namespace

MethodPointer event_driven(const EventDrivenSettings& settings) { return std::make_shared<EventDrivenMethod>(settings); }

const MethodKind event_driven_kind = make_kind<EventDrivenSettings, MethodPointer>(
    {.family = "method",
     .name = "event_driven",
     .summary =
         "The reference: exact linear flight between contacts, each closing isolated by bounds, and adaptive steps of high "
         "order in contact. Steps end where contacts begin, turn and end, regardless of the requested step. Friction other "
         "than that of nodes that slide along lines or of contacts of fine meshes, closed rigid stops, motions of supports "
         "without a closed form (sweeps, functions) and non-modal damping are integrated by adaptive steps of order 8; in such "
         "flights a contact "
         "may be missed.",
     .sources = {{"W. B. Gragg", 1965, "10.1137/0702030", ""},
                 {"R. Bulirsch, J. Stoer", 1966, "10.1007/BF02165234", ""},
                 {"P. Deuflhard", 1983, "10.1007/BF01418332", "order and step control"},
                 {"E. Hairer, S. P. Nørsett, G. Wanner", 1993, "10.1007/978-3-540-78862-1", "II.10.17, steps of order 8"},
                 {"M. Hénon", 1982, "10.1016/0167-2789(82)90034-3", "a variable that vanishes at the event as the clock"}},
     .fields = Fields<EventDrivenSettings>().number(
         "tolerance", &EventDrivenSettings::tolerance, "", between(1e-14, 1e-3),
         "Largest local error of a step in contact relative to the motion in it; the position tolerance of closings is this "
         "fraction of the clearance.")},
    event_driven);

}  // namespace jounce::time

// The precise integration method: linear part exact, mode by mode; contact forces by a polynomial through their
// history.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/precise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "modal/modal_system.hpp"
#include "system/state/slip_rows.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/exact/exact_motion.hpp"
#include "time/exact/explicit_growth.hpp"
#include "time/exact/force_history.hpp"
#include "time/exact/held_places.hpp"
#include "time/exact/interpolated_work.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

namespace {

/// The force along a local coordinate over a step is a polynomial through committed forces, plus `shape` times the
/// force at the end, which the kernel computes. Explicit: the shape is zero and the polynomial an extrapolation.
class PreciseStepper final : public Stepper {
  public:
    PreciseStepper(const System& system, Events events, int order, bool implicit)
        : system_(system),
          order_(order),
          implicit_(implicit),
          motion_(system),
          growth_(system, motion_.transposed(), order),
          linear_(system.linear),
          contacts_(system, events),
          start_(system, linear_, contacts_),
          work_(system, implicit && order == 2),
          history_(implicit ? order - 1 : order, motion_.rows()),
          held_(system) {
        const auto k = static_cast<std::size_t>(motion_.rows());
        rigid_.resize(k);
        rubbed_.resize(k);
        for (const Contact& contact : system.contacts) {
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                rigid_[static_cast<std::size_t>(contact.first_row + i)] = contact.law->rigid;
                any_rigid_ = any_rigid_ || contact.law->rigid;
            }
        }
        // Friction is implicit, too: its slope is that of a damper next to a stop, and a stick is a constraint.
        for (const Friction& friction : system.frictions) {
            const SlipRows rows = slip_rows(system, friction, std::array<double, 2>{});
            for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l)
                rigid_[static_cast<std::size_t>(rows.row[l])] = 1;
            // Not the rows of a round gap, which also have its stiff force.
            for (int l = 0; l < friction.own_rows; ++l) rubbed_[static_cast<std::size_t>(friction.first_row + l)] = 1;
            any_rigid_ = true;
        }
        for (auto* polynomials : {&polynomials_, &shapes_, &end_}) polynomials->resize(k);
        // The force of a closed rigid stop is always implicit, the mean of both ends. That of a friction is linear between them:
        // a stick does not move where its load is linear.
        for (std::size_t r = 0; r < k; ++r) shapes_[r][0] = rigid_[r] ? 0.5 : 0;
        force_.resize(k);
        found_.resize(k);
        zero_ = {Matrix::Zero(motion_.rows(), motion_.rows()), Matrix::Zero(motion_.rows(), motion_.rows())};
        q_ = v_ = Vector::Zero(motion_.size());
        for (Node& node : nodes_) {
            node.q = node.v = q_;
            node.force.resize(k);
        }
    }

    void start(State& state) override { begin(state, true); }
    void restart(State& state) override { begin(state, false); }

    const StepWork* work(const State& from, const State& to) override {
        if (!system_.frictions.empty())
            return nullptr;  // friction work is summed by the trapezoidal rule: so must be the other terms
        if (!done_) done_ = &work_.of(from, to);
        return done_;
    }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        done_ = nullptr;
        to.time = end_time;
        to.step = from.step + 1;
        load_vector(system_, end_time, to);
        StepReport report;
        if (contacts_.empty()) {
            motion_.advance(from.q, from.v, from.time, h, to.q, to.v);
            motion_.subtract_forces(to.q, to.v, nullptr, to.a);
            return report;
        }
        if (!implicit_ && history_.usable(from.algorithm, h) < order_) return first_step(from, to, h);
        motion_.advance(from.q, from.v, from.time, h, to.q, to.v);
        if (implicit_ || history_.any_force(from.algorithm)) {
            set_polynomials(from, h);
            motion_.subtract_contact(motion_.weights(h), polynomials_.data(), to.q, to.v);
        }
        settle(from, to, h, end_time, to.q, to.v, report);
        if (!report.converged) return report;
        take_force(force_.data());
        history_.push(from.algorithm, end_time, force_.data(), to.algorithm);
        complete(from, to);
        if (!implicit_ && contacts_.any_force()) growth_.check(from, to, h, report);
        return report;
    }

  private:
    /// An instant within the first step.
    struct Node {
        double s = 0;  // since its start
        Vector q, v;   // without contact
        std::vector<double> force;
    };
    struct CachedCompliance {
        double h = 0;
        ForcePolynomial shape{};
        Compliance compliance;
    };

    void begin(State& state, bool initial) {
        start_.complete(state, initial);
        if (contacts_.empty()) return;
        state.algorithm = Vector::Zero(history_.numbers());
        take_force(force_.data());
        // The forces of rigid stops are only in the state.
        for (const Contact& contact : system_.contacts) {
            if (!contact.law->rigid) continue;
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                double& force = force_[static_cast<std::size_t>(contact.first_row + i)] = 0;
                for (int s = 0; s < contact.gap.sides(); ++s) {
                    const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
                    force += side.response.force * side.normal[static_cast<std::size_t>(i)];
                }
            }
        }
        for (std::size_t r = 0; r < rigid_.size(); ++r) {
            if (system_.frictions.empty() || !rigid_[r]) continue;
            force_[r] = 0;
        }
        if (!system_.frictions.empty()) add_friction(state);
        history_.push(state.algorithm, state.time, force_.data(), state.algorithm);
    }

    // Rows with friction, from the state: only the state has their forces.
    void add_friction(const State& state) {
        for (const Contact& contact : system_.contacts) {
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                const auto row = static_cast<std::size_t>(contact.first_row + i);
                if (!rigid_[row]) continue;
                for (int s = 0; s < contact.gap.sides(); ++s) {
                    const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
                    force_[row] += side.response.force * side.normal[static_cast<std::size_t>(i)];
                }
            }
        }
        for_each_friction_force(system_, state, [this](int row, double f) { force_[static_cast<std::size_t>(row)] += f; });
    }

    void take_force(double* force) const {
        const double* found = contacts_.any_force() ? contacts_.force() : nullptr;
        for (int r = 0; r < contacts_.rows(); ++r) force[r] = found != nullptr ? found[r] : 0;
    }

    /// Computes the forces at the end of a step to (q, v), which contains the effect of all other forces, and adds the
    /// effect of these.
    void settle(const State& from, State& to, double h, double time, Vector& q, Vector& v, StepReport& report) {
        for (std::size_t r = 0; r < rubbed_.size(); ++r) {
            if (rubbed_[r] != 0) shapes_[r] = rising(h);
        }
        motion_.local(q, v, contacts_.x_free(), contacts_.v_free());
        contacts_.add_prescribed(time, contacts_.x_free(), contacts_.v_free());
        const bool answers = implicit_ || any_rigid_;
        contacts_.solve(answers ? compliance(h) : zero_, from, to, h, report);
        if (!answers || !contacts_.any_force() || !report.converged) return;
        for (std::size_t r = 0; r < end_.size(); ++r) {
            for (std::size_t m = 0; m < force_powers; ++m) end_[r][m] = contacts_.force()[r] * shapes_[r][m];
        }
        motion_.subtract_contact(motion_.weights(h), end_.data(), q, v);
    }

    const Compliance& compliance(double h) {
        const ForcePolynomial shape = implicit_ ? shape_ : ForcePolynomial{};
        for (const CachedCompliance& cached : compliances_) {
            if (cached.h == h && cached.shape == shape) return cached.compliance;
        }
        CachedCompliance& cached = compliances_[next_];
        next_ = (next_ + 1) % compliances_.size();
        cached.h = h;
        cached.shape = shape;
        motion_.compliance(motion_.weights(h), shapes_.data(), cached.compliance.x, cached.compliance.v);
        return cached.compliance;
    }

    void complete(const State& from, State& to) {
        if (any_rigid_) held_.put_back(motion_, contacts_, from, to);
        motion_.subtract_forces(to.q, to.v, contacts_.any_force() ? contacts_.force() : nullptr, to.a);
        contacts_.commit(to);
        for (const int side : held_.sides()) to.sides[static_cast<std::size_t>(side)].motion.indentation = 0;
    }

    void set_polynomials(const State& from, double h) {
        const int known = history_.usable(from.algorithm, h);
        std::array<double, force_powers> instant{}, value{};
        for (int p = 0; p < known; ++p) instant[p] = history_.time(from.algorithm, p) - from.time;
        const bool mean = implicit_ && order_ == 2;
        if (implicit_) {
            instant[known] = h;
            value[known] = 1;
            set_shape(mean ? ForcePolynomial{0.5} : polynomial_through(instant.data(), value.data(), known + 1));
            value[known] = 0;
        }
        for (std::size_t r = 0; r < polynomials_.size(); ++r) {
            for (int p = 0; p < known; ++p) value[p] = history_.forces(from.algorithm, p)[r];
            polynomials_[r] = mean || rigid_[r] ? without_end(r, value[0], h)
                                                : polynomial_through(instant.data(), value.data(), implicit_ ? known + 1 : known);
        }
    }

    /// From zero at the start of a step to one at its end.
    [[nodiscard]] static ForcePolynomial rising(double h) { return {0, 1 / h}; }
    /// The part of a force that is implicit that is known at the start of a step.
    [[nodiscard]] ForcePolynomial without_end(std::size_t row, double force, double h) const {
        return rubbed_[row] != 0 ? ForcePolynomial{force, -force / h} : ForcePolynomial{0.5 * force};
    }

    void set_shape(const ForcePolynomial& shape) {
        if (shape == shape_) return;
        shape_ = shape;
        for (std::size_t r = 0; r < shapes_.size(); ++r) {
            if (!rigid_[r]) shapes_[r] = shape;
        }
    }

    /// After a start or a restart only one force is known; after a step much shorter than this one only one may be
    /// usable. The first explicit step uses the polynomial through `order` equidistant instants within it, found by
    /// fixed-point iteration, in which each pass gains an order; they are the history of the second step.
    StepReport first_step(const State& from, State& to, double h) {
        const int last = order_ - 1;
        std::array<double, force_powers> instant{};
        std::copy(history_.forces(from.algorithm, 0), history_.forces(from.algorithm, 0) + force_.size(), force_.begin());
        for (int j = 1; j <= last; ++j) {
            Node& node = nodes_[j];
            instant[j] = node.s = j == last ? h : h * j / last;
            motion_.advance(from.q, from.v, from.time, node.s, node.q, node.v);
            node.force = force_;
        }
        StepReport report;
        for (int pass = 0; pass < 2 * order_; ++pass) {
            interpolate(instant);
            double change = 0, size = 0;
            for (int j = 1; j <= last; ++j) {
                Node& node = nodes_[j];
                Vector& q = j == last ? to.q : q_;
                Vector& v = j == last ? to.v : v_;
                q = node.q;
                v = node.v;
                for (std::size_t r = 0; r < rubbed_.size(); ++r) {
                    if (rubbed_[r] != 0) polynomials_[r] = without_end(r, force_[r], node.s);
                }
                motion_.subtract_contact(motion_.weights(node.s), polynomials_.data(), q, v);
                StepReport inner;
                settle(from, to, node.s, j == last ? to.time : from.time + node.s, q, v, inner);
                report.converged = inner.converged;
                report.iterations = std::max(report.iterations, inner.iterations);
                report.evaluations += inner.evaluations;
                report.contact = inner.contact;
                if (!inner.converged) return report;
                if (contacts_.any_force()) {
                    contacts_.commit(to);
                    growth_.check(from, to, h, report);
                    if (!report.converged) return report;
                }
                take_force(found_.data());
                for (std::size_t r = 0; r < found_.size(); ++r) {
                    change = std::max(change, std::abs(found_[r] - node.force[r]));
                    size = std::max(size, std::abs(found_[r]));
                }
                node.force = found_;
            }
            if (change <= 1e-14 * size) break;
        }
        to.algorithm = from.algorithm;
        for (int j = 1; j <= last; ++j) {
            const double time = j == last ? to.time : from.time + nodes_[j].s;
            history_.push(to.algorithm, time, nodes_[j].force.data(), to.algorithm);
        }
        complete(from, to);
        return report;
    }

    void interpolate(const std::array<double, force_powers>& instant) {
        std::array<double, force_powers> value{};
        for (std::size_t r = 0; r < polynomials_.size(); ++r) {
            value[0] = force_[r];
            for (int j = 1; j < order_; ++j) value[j] = nodes_[j].force[r];
            polynomials_[r] =
                rigid_[r] ? ForcePolynomial{0.5 * force_[r]} : polynomial_through(instant.data(), value.data(), order_);
        }
    }

    const System& system_;
    int order_;
    bool implicit_;
    ExactMotion motion_;
    ExplicitGrowth growth_;
    LinearKernel linear_;
    ContactKernel contacts_;
    Start start_;
    InterpolatedWork work_;
    const StepWork* done_ = nullptr;  // of the last step, once requested
    ForceHistory history_;
    std::vector<unsigned char> rigid_;   // per row: a stop without a force law, or friction
    std::vector<unsigned char> rubbed_;  // per row: friction
    bool any_rigid_ = false;
    HeldPlaces held_;
    std::vector<double> force_, found_;
    ForcePolynomial shape_{};  // of the end's force in elastic rows
    std::vector<ForcePolynomial> polynomials_, shapes_, end_;
    Compliance zero_;
    std::array<CachedCompliance, 8> compliances_;
    std::size_t next_ = 0;
    std::array<Node, force_powers> nodes_;
    Vector q_, v_;
};

bool is_modal(const LinearBlock& linear) {
    return is_diagonal(linear.M) && is_diagonal(linear.K) && Vector(linear.M.diagonal()).isOnes(0);
}

class PreciseMethod final : public Method {
  public:
    explicit PreciseMethod(const PreciseSettings& settings) : settings_(settings) {
        kind = "precise";
        if (settings_.order == 0) settings_.order = implicit() ? 2 : 3;
    }
    std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const override {
        return modal::modal_system(*system);
    }
    std::unique_ptr<Stepper> bind(const System& system, Events events) const override {
        if (!is_modal(system.linear)) throw std::invalid_argument("precise: the System must be the one from prepare()");
        return std::make_unique<PreciseStepper>(system, events, order(), implicit());
    }
    std::string describe() const override { return fmt::format("precise ({} contact, order {})", settings_.contact, order()); }
    bool exact_without_contacts() const override { return true; }
    int order() const override { return settings_.order; }

  private:
    [[nodiscard]] bool implicit() const { return settings_.contact == "implicit"; }
    PreciseSettings settings_;
};

}  // namespace

MethodPointer precise(const PreciseSettings& settings) { return std::make_shared<PreciseMethod>(settings); }

const MethodKind precise_kind = make_kind<PreciseSettings, MethodPointer>(
    {.family = "method",
     .name = "precise",
     .summary = "Precise integration in modal coordinates: linear motion is exact for every step; contact forces are polynomials "
                "in time.",
     .sources = {{"W. X. Zhong, F. W. Williams", 1994, "10.1243/PIME_PROC_1994_208_148_02", ""},
                 {"Y. Xu et al.", 2022, "10.3390/machines10090814", "sec. 2.3"}},
     .fields = Fields<PreciseSettings>()
                   .choice("contact", &PreciseSettings::contact, {"explicit", "implicit"},
                           "explicit: forces are extrapolated from previous steps, without iteration, stable in contact for "
                           "w_c h below about 1; implicit: the force at the end of the step is included.")
                   .integer("order", &PreciseSettings::order, between(0, 4),
                            "Order of convergence where contact forces are smooth: explicit 1 to 4; implicit 2 (stable for every "
                            "step) or 3. 0 means 3 for explicit, 2 for implicit.")
                   .check([](const PreciseSettings& s) -> std::string {
                       if (s.contact == "explicit" || s.order == 0 || s.order == 2 || s.order == 3) return "";
                       return fmt::format("'order' must be 2 or 3 with contact = 'implicit', got {}", s.order);
                   })},
    precise);

}  // namespace jounce::time

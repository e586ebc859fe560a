// The precise integration method: the linear part exactly, mode by mode, contact forces by a polynomial through their history.
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
#include "time/contact_kernel.hpp"
#include "time/exact_motion.hpp"
#include "time/force_history.hpp"
#include "time/linear_kernel.hpp"
#include "time/methods/table.hpp"
#include "time/start.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;

/// Forces at committed states, extrapolated: Adams' multi-step methods with Duhamel's weights.
class ExplicitStepper final : public Stepper {
  public:
    ExplicitStepper(const System& system, int order)
        : system_(system),
          order_(order),
          motion_(system),
          linear_(system.linear),
          contacts_(system),
          history_(order, motion_.rows()),
          no_compliance_(Matrix::Zero(motion_.rows(), motion_.rows())),
          force_(static_cast<std::size_t>(motion_.rows())),
          polynomials_(static_cast<std::size_t>(motion_.rows())) {
        for (Node& node : nodes_) {
            node.q = node.v = Vector::Zero(motion_.size());
            node.force.resize(force_.size());
        }
        q_ = v_ = Vector::Zero(motion_.size());
    }

    void start(State& state) override { restart(state); }

    void restart(State& state) override {
        complete_start(system_, linear_, contacts_, state);
        if (contacts_.empty()) return;
        state.algorithm = Vector::Zero(history_.numbers());
        take_force(force_.data());
        history_.push(state.algorithm, state.time, force_.data(), state.algorithm);
    }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        to.time = end_time;
        to.step = from.step + 1;
        load_vector(system_, end_time, to);
        StepReport report;
        if (contacts_.empty()) {
            motion_.advance(from.q, from.v, from.time, h, to.q, to.v);
            motion_.subtract_forces(to.q, to.v, nullptr, to.a);
            return report;
        }
        if (history_.known(from.algorithm) < order_) return first_step(from, to, h);
        motion_.advance(from.q, from.v, from.time, h, to.q, to.v);
        if (history_.any_force(from.algorithm)) {
            extrapolate(from);
            motion_.subtract_contact(motion_.weights(h), polynomials_.data(), to.q, to.v);
        }
        find_forces(from, h, end_time, to.q, to.v, report);
        if (!report.converged) return report;
        take_force(force_.data());
        history_.push(from.algorithm, end_time, force_.data(), to.algorithm);
        complete(to);
        return report;
    }

  private:
    /// An instant within the first step.
    struct Node {
        double s = 0;  // since its begin
        Vector q, v;   // without contact
        std::vector<double> force;
    };

    void take_force(double* force) const {
        if (contacts_.any_force()) {
            std::copy(contacts_.force(), contacts_.force() + contacts_.rows(), force);
        } else {
            std::fill(force, force + contacts_.rows(), 0.0);
        }
    }

    void find_forces(const State& from, double h, double time, const Vector& q, const Vector& v, StepReport& report) {
        motion_.local(q, contacts_.x_free());
        motion_.local(v, contacts_.v_free());
        contacts_.add_prescribed(time, contacts_.x_free(), contacts_.v_free());
        contacts_.solve(no_compliance_, {}, from, h, report);
    }

    void complete(State& to) {
        motion_.subtract_forces(to.q, to.v, contacts_.any_force() ? contacts_.force() : nullptr, to.a);
        contacts_.commit(to);
    }

    void extrapolate(const State& from) {
        const int known = history_.known(from.algorithm);
        std::array<double, force_powers> instant{}, value{};
        for (int p = 0; p < known; ++p) instant[p] = history_.time(from.algorithm, p) - from.time;
        for (std::size_t r = 0; r < polynomials_.size(); ++r) {
            for (int p = 0; p < known; ++p) value[p] = history_.forces(from.algorithm, p)[r];
            polynomials_[r] = polynomial_through(instant.data(), value.data(), known);
        }
    }

    /// After a start or a restart there is one known force. The first step carries the polynomial through `order` equidistant
    /// instants of its own, found by fixed-point iteration, each pass of which gains an order; they are the history of the
    /// second.
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
                motion_.subtract_contact(motion_.weights(node.s), polynomials_.data(), q, v);
                StepReport inner;
                find_forces(from, node.s, j == last ? to.time : from.time + node.s, q, v, inner);
                report.converged = inner.converged;
                report.iterations = std::max(report.iterations, inner.iterations);
                report.evaluations += inner.evaluations;
                if (!inner.converged) {
                    report.contact = inner.contact;
                    return report;
                }
                for (int r = 0; r < contacts_.rows(); ++r) {
                    const double force = contacts_.any_force() ? contacts_.force()[r] : 0;
                    change = std::max(change, std::abs(force - node.force[r]));
                    size = std::max(size, std::abs(force));
                    node.force[r] = force;
                }
            }
            if (change <= 1e-14 * size) break;
        }
        to.algorithm = from.algorithm;
        for (int j = 1; j <= last; ++j) {
            const double time = j == last ? to.time : from.time + nodes_[j].s;
            history_.push(to.algorithm, time, nodes_[j].force.data(), to.algorithm);
        }
        complete(to);
        return report;
    }

    void interpolate(const std::array<double, force_powers>& instant) {
        std::array<double, force_powers> value{};
        for (std::size_t r = 0; r < polynomials_.size(); ++r) {
            value[0] = force_[r];
            for (int j = 1; j < order_; ++j) value[j] = nodes_[j].force[r];
            polynomials_[r] = polynomial_through(instant.data(), value.data(), order_);
        }
    }

    const System& system_;
    int order_;
    ExactMotion motion_;
    LinearKernel linear_;
    ContactKernel contacts_;
    ForceHistory history_;
    Matrix no_compliance_;
    std::vector<double> force_;
    std::vector<ForcePolynomial> polynomials_;
    std::array<Node, force_powers> nodes_;
    Vector q_, v_;
};

bool is_modal(const LinearBlock& linear) {
    return is_diagonal(linear.M) && is_diagonal(linear.K) && Vector(linear.M.diagonal()).isOnes(0);
}

class PreciseMethod final : public Method {
  public:
    explicit PreciseMethod(const PreciseSettings& settings) : settings_(settings) { kind = "precise"; }
    std::shared_ptr<const System> prepare(std::shared_ptr<const System> system) const override {
        return modal::modal_system(*system);
    }
    std::unique_ptr<Stepper> bind(const System& system, Events /*events*/) const override {
        if (!is_modal(system.linear)) throw std::invalid_argument("precise: the System must be that of prepare()");
        return std::make_unique<ExplicitStepper>(system, order());
    }
    std::string describe() const override { return fmt::format("precise (order {})", order()); }
    int order() const override { return settings_.order; }

  private:
    PreciseSettings settings_;
};

}  // namespace

MethodPointer precise(const PreciseSettings& settings) { return std::make_shared<PreciseMethod>(settings); }

const MethodKind precise_kind = make_kind<PreciseSettings, MethodPointer>(
    {.family = "method",
     .name = "precise",
     .summary = "Precise integration in modal coordinates: the linear motion is exact whatever the step; contact forces are "
                "extrapolated from the steps before (Adams), which is stable in contact for w_c h below about 1 only.",
     .sources = {{"W. X. Zhong, F. W. Williams", 1994, "10.1243/PIME_PROC_1994_208_148_02", ""},
                 {"Y. Xu et al.", 2022, "10.3390/machines10100814", "sec. 2.3"}},
     .fields = Fields<PreciseSettings>().integer("order", &PreciseSettings::order, between(1, 4),
                                                 "Observed order in the step where contact forces are smooth.")},
    precise);

}  // namespace jounce::time

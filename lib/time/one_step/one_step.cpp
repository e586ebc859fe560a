// The stepper of Newmark's method, generalized-alpha and their named members.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/one_step/one_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "linalg/basics/set_zero.hpp"
#include "system/state/slip_rows.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/start/mechanism_stepper.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::PaddedVector;

/// Data for one step size: the factor of S = (1 - alpha_m) M + (1 - alpha_f)(gamma h C + beta h^2 K), and the
/// compliance of the gaps from it.
struct StepSize {
    double h = 0;
    std::int64_t uses = 0;
    linalg::Factorisation factor;
    double inverse = 0;     ///< of one coordinate: S^-1
    Matrix influence;       ///< S^-1 B^T (n x k), times 1 - alpha_f: the weight of the new force
    Compliance compliance;  ///< of the new force
};

/// The motion without the unknown: q + h v + aq a, v + av a.
struct Prediction {
    double h, aq, av;
};

// The passes over the vectors of a step, as functions because the compiler then assumes that arguments do not overlap.

void predict(int n, Prediction p, const double* __restrict q, const double* __restrict v, const double* __restrict a,
             double* __restrict qs, double* __restrict vs) {
    for (int i = 0; i < n; ++i) {
        qs[i] = q[i] + p.h * v[i] + p.aq * a[i];
        vs[i] = v[i] + p.av * a[i];
    }
}

void end_newmark(int n, double bx, double bv, const double* __restrict qs, const double* __restrict vs,
                 const double* __restrict a, double* __restrict q, double* __restrict v) {
    for (int i = 0; i < n; ++i) {
        q[i] = qs[i] + bx * a[i];
        v[i] = vs[i] + bv * a[i];
    }
}

struct Motion {
    const double *q, *v, *a;
};

/// \param from motion at the start, with its algorithmic acceleration \param a the unknown, on return the acceleration
/// at t. The prediction is computed again: storing it would cost another pass through the cache.
void end_alpha(int n, Prediction p, double bx, double bv, const OneStepCoefficients& c, const Motion& from, double* __restrict q,
               double* __restrict v, double* __restrict a, double* __restrict carried) {
    const double* __restrict q0 = from.q;
    const double* __restrict v0 = from.v;
    const double* __restrict a0 = from.a;
    const double shift = c.alpha_m / (c.alpha_m - 1);
    const double lag = c.alpha_f - c.alpha_m;
    for (int i = 0; i < n; ++i) {
        q[i] = q0[i] + p.h * v0[i] + p.aq * a0[i] + bx * a[i];
        v[i] = v0[i] + p.av * a0[i] + bv * a[i];
        const double now = shift * a0[i] + a[i];
        carried[i] = now;
        a[i] = now + lag * (now - a0[i]);
    }
}

/// `Alpha` is false for Newmark's method, which then avoids the cost of the general form.
template <bool Alpha>
class OneStep final : public Stepper {
  public:
    OneStep(const System& system, const OneStepCoefficients& coefficients, Events events)
        : system_(system),
          c_(coefficients),
          linear_(system.linear),
          contacts_(system, events),
          start_(system, linear_, contacts_),
          q_(linear_.vector()),
          v_(linear_.vector()),
          difference_(linear_.vector()) {
        if (linear_.size() != 1) return;
        mass_ = system.linear.M.coeff(0, 0);
        damping_ = system.linear.C.coeff(0, 0);
        stiffness_ = system.linear.K.coeff(0, 0);
    }

    void start(State& state) override {
        start_.complete(state, true);
        if (Alpha) state.algorithm = state.a;
    }
    void restart(State& state) override {
        start_.complete(state, false);
        if (Alpha) state.algorithm = state.a;
    }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        const StepSize& size = factored(h);
        const int n = linear_.size();
        to.time = end_time;
        to.step = from.step + 1;
        // Prediction at the end of the step without the unknown, and at the instant of the equation. Solving for the
        // displacement instead would amplify round-off by 4 M/h^2. For alpha methods the unknown is a' - shift a with
        // the shift that removes M a from the equation.
        const double shift = Alpha ? c_.alpha_m / (c_.alpha_m - 1) : 0.0;
        const double share = 1 - c_.alpha_f;
        const Prediction end{h, (0.5 - c_.beta + c_.beta * shift) * h * h, (1 - c_.gamma + c_.gamma * shift) * h};
        const Motion begin{from.q.data(), from.v.data(), Alpha ? from.algorithm.data() : from.a.data()};
        double* const q = q_.data();
        double* const v = v_.data();
        predict(n, {share * end.h, share * end.aq, share * end.av}, begin.q, begin.v, begin.a, q, v);
        if (system_.loads.empty()) {
            linalg::set_zero(to.a.data(), n);
        } else {
            sample_loads(system_, end_time, to);
            sum_loads(
                system_, [&](std::size_t i) { return between(from.load_values[i], to.load_values[i]); }, to.a);
        }
        if (Alpha) subtract_old_contacts(from, to);
        if (n == 1) {  // without the vector calls, which would take half of the step
            to.a.data()[0] = (to.a.data()[0] - damping_ * v[0] - stiffness_ * q[0]) * size.inverse;
        } else {
            linear_.subtract_forces(v_, q_, to.a.data());
            size.factor.solve_in_place(to.a.data());
        }

        // Now a' = shift a + to.a, without the contact forces.
        const double bx = c_.beta * h * h;
        const double bv = c_.gamma * h;
        StepReport report;
        if (!contacts_.empty()) {
            const double* a = to.a.data();
            const auto place = [&](int j) {
                return (Alpha ? begin.q[j] + end.h * begin.v[j] + end.aq * begin.a[j] : q[j]) + bx * a[j];
            };
            const auto velocity = [&](int j) { return (Alpha ? begin.v[j] + end.av * begin.a[j] : v[j]) + bv * a[j]; };
            if (n == 1) {
                contacts_.set_free([at = place(0)](int) { return at; }, [at = velocity(0)](int) { return at; });
            } else {
                contacts_.set_free(place, velocity);
            }
            contacts_.add_prescribed(end_time, contacts_.x_free(), contacts_.v_free());
            contacts_.solve(size.compliance, from, to, h, report);
            if (!report.converged) return report;
            if (contacts_.any_force()) {
                for (int i = 0; i < contacts_.rows(); ++i) {
                    const double f = contacts_.force()[i];
                    if (f != 0) to.a.noalias() -= f * size.influence.col(i);
                }
            }
            contacts_.commit(to);
        }
        if (Alpha) {
            end_alpha(n, end, bx, bv, c_, begin, to.q.data(), to.v.data(), to.a.data(), to.algorithm.data());
        } else {
            end_newmark(n, bx, bv, q, v, to.a.data(), to.q.data(), to.v.data());
        }
        return report;
    }

    /// The velocity error estimated from the change of acceleration, c h |a' - a| in the norm of the mass matrix,
    /// relative to the square root of twice the energy plus the contribution of the acceleration in the largest step:
    /// motion may begin from rest. O. C. Zienkiewicz, Y. M. Xie (1991), doi:10.1002/eqe.4290200907, with c = |beta -
    /// 1/6|, at least 1/12.
    double error_estimate(const State& from, const State& to, double h, double largest_step) override {
        const double c = std::fmax(std::abs(c_.beta - 1.0 / 6), 1.0 / 12);
        difference_.vector() = to.a - from.a;
        const double error = c * h * std::sqrt(2 * linear_.kinetic_energy(difference_));
        difference_.vector() = from.v;
        double energy = linear_.kinetic_energy(difference_);
        difference_.vector() = from.q;
        energy += linear_.strain_energy(difference_);
        for (const SideState& side : from.sides) energy += side.response.stored_energy;
        difference_.vector() = to.a;
        const double scale =
            std::sqrt(2 * std::fmax(energy, 0.0)) + largest_step * std::sqrt(2 * linear_.kinetic_energy(difference_));
        return scale > 0 ? error / scale : 0.0;
    }

  private:
    [[nodiscard]] double between(double old, double now) const { return Alpha ? (1 - c_.alpha_f) * now + c_.alpha_f * old : now; }
    // to.a contains the loads of the intermediate instant; subtracts the weighted old contact forces.
    void subtract_old_contacts(const State& from, State& to) {
        const double old = c_.alpha_f;
        for (const Contact& contact : system_.contacts) {
            for (int s = 0; s < contact.gap.sides(); ++s) {
                const SideState& side = from.sides[static_cast<std::size_t>(contact.first_side + s)];
                if (side.response.force == 0) continue;
                for (int i = 0; i < contact.gap.coordinates(); ++i) {
                    contacts_.add_transposed(contact.first_row + i,
                                             -old * side.response.force * side.normal[static_cast<std::size_t>(i)], to.a.data());
                }
            }
        }
        for_each_friction_force(system_, from,
                                [&](int row, double force) { contacts_.add_transposed(row, -old * force, to.a.data()); });
    }

    // The nominal step, its halves, and those that end at events; the least used one is replaced.
    const StepSize& factored(double h) {
        for (StepSize& size : sizes_) {
            if (size.h == h) {
                ++size.uses;
                return size;
            }
        }
        StepSize& size =
            *std::min_element(sizes_.begin(), sizes_.end(), [](const StepSize& a, const StepSize& b) { return a.uses < b.uses; });
        const double share = 1 - c_.alpha_f;
        size.h = h;
        size.uses = 1;
        size.factor = linear_.factor(1 - c_.alpha_m, share * c_.gamma * h, share * c_.beta * h * h);
        size.inverse = 1 / ((1 - c_.alpha_m) * mass_ + share * (c_.gamma * h * damping_ + c_.beta * h * h * stiffness_));
        if (contacts_.empty()) return size;
        size.influence = contacts_.transposed(linear_.size());
        const Matrix rows = size.influence.transpose();
        size.factor.solve_in_place(size.influence);
        size.influence *= share;
        const Matrix G = rows * size.influence;
        size.compliance.x = c_.beta * h * h * G;
        size.compliance.v = c_.gamma * h * G;
        return size;
    }

    const System& system_;
    OneStepCoefficients c_;
    LinearKernel linear_;
    ContactKernel contacts_;
    Start start_;
    PaddedVector q_, v_;  // predicted
    PaddedVector difference_;
    double mass_ = 1, damping_ = 0, stiffness_ = 0;  // of one coordinate
    std::array<StepSize, 8> sizes_;
};

class OneStepMethod final : public Method {
  public:
    OneStepMethod(std::string kind_, const OneStepCoefficients& coefficients, std::string description)
        : coefficients_(coefficients), description_(std::move(description)) {
        kind = std::move(kind_);
    }
    std::unique_ptr<Stepper> bind(const System& system, Events events) const override {
        if (system.mechanism) return mechanism_alpha_stepper(system, coefficients_, events);
        return one_step_stepper(system, coefficients_, events);
    }
    // Without damping of the highest frequencies the multipliers of an index-3 system oscillate without bound.
    bool knows_joints() const override {
        return coefficients_.alpha_f - coefficients_.alpha_m > 1e-9 && coefficients_.gamma > 0.5;
    }
    std::string describe() const override { return description_; }
    int order() const override { return coefficients_.order(); }
    bool estimates_error() const override { return true; }
    // T. J. R. Hughes, The Finite Element Method (1987), Eq. 9.1.16; the available alpha methods are unconditionally
    // stable.
    double stability_limit() const override {
        const double excess = 0.5 * coefficients_.gamma - coefficients_.beta;
        const bool newmark = coefficients_.alpha_m == 0 && coefficients_.alpha_f == 0;
        return newmark && excess > 0 ? 1 / std::sqrt(excess) : Method::stability_limit();
    }

  private:
    OneStepCoefficients coefficients_;
    std::string description_;
};

}  // namespace

int OneStepCoefficients::order() const { return std::abs(gamma - 0.5 - alpha_f + alpha_m) < 1e-14 ? 2 : 1; }

std::unique_ptr<Stepper> one_step_stepper(const System& system, const OneStepCoefficients& coefficients, Events events) {
    if (coefficients.alpha_m == 0 && coefficients.alpha_f == 0)
        return std::make_unique<OneStep<false>>(system, coefficients, events);
    return std::make_unique<OneStep<true>>(system, coefficients, events);
}

MethodPointer one_step_method(std::string kind, const OneStepCoefficients& coefficients, std::string description) {
    return std::make_shared<OneStepMethod>(std::move(kind), coefficients, std::move(description));
}

}  // namespace jounce::time

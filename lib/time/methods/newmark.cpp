// Newmark's method with Newton-Raphson, condensed to the gap coordinates and solved for the acceleration.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/newmark.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "time/contact_kernel.hpp"
#include "time/linear_kernel.hpp"
#include "time/methods/table.hpp"
#include "time/start.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::PaddedVector;

/// What is kept for one step size: the factor of S = M + gamma h C + beta h^2 K, and the gaps' compliance through it.
struct StepSize {
    double h = 0;
    linalg::Factorisation factor;
    Matrix influence;   ///< S^-1 B^T (n x k)
    Matrix compliance;  ///< B S^-1 B^T (k x k)
};

class NewmarkStepper final : public Stepper {
  public:
    NewmarkStepper(const System& system, const NewmarkSettings& settings)
        : system_(system),
          settings_(settings),
          linear_(system.linear),
          contacts_(system),
          q_(linear_.vector()),
          v_(linear_.vector()) {}

    void start(State& state) override { complete_start(system_, linear_, contacts_, state); }

    void restart(State& state) override { complete_start(system_, linear_, contacts_, state); }

    StepReport step(const State& from, State& to, double h, double end_time) override {
        const StepSize& size = factored(h);
        const int n = linear_.size();
        const double bx = settings_.beta * h * h;
        const double bv = settings_.gamma * h;
        to.time = end_time;
        to.step = from.step + 1;

        // Predictor, then the contact-free acceleration from S a = F - C v - K q. Solving for the displacement instead would
        // amplify round-off by 4 M/h^2.
        const double aq = (0.5 - settings_.beta) * h * h;
        const double av = (1 - settings_.gamma) * h;
        {
            // None of these overlap; saying so spares small systems the run-time check before every vectorised loop.
            const double* __restrict q = from.q.data();
            const double* __restrict v = from.v.data();
            const double* __restrict a = from.a.data();
            double* __restrict qs = q_.data();
            double* __restrict vs = v_.data();
            for (int i = 0; i < n; ++i) {
                qs[i] = q[i] + h * v[i] + aq * a[i];
                vs[i] = v[i] + av * a[i];
            }
        }
        load_vector(system_, end_time, to);
        linear_.subtract_forces(v_, q_, to.a.data());
        size.factor.solve_in_place(to.a.data());

        StepReport report;
        if (!contacts_.empty()) {
            contacts_.apply(q_.data(), bx, to.a.data(), contacts_.x_free());
            contacts_.apply(v_.data(), bv, to.a.data(), contacts_.v_free());
            contacts_.add_prescribed(end_time, contacts_.x_free(), contacts_.v_free());
            contacts_.solve(size.compliance, {bx, bv}, from, h, report);
            if (!report.converged) return report;
            if (contacts_.any_force()) {
                for (int i = 0; i < contacts_.rows(); ++i) {
                    const double f = contacts_.force()[i];
                    if (f != 0) to.a.noalias() -= f * size.influence.col(i);
                }
            }
            contacts_.commit(to);
        }
        {
            const double* __restrict qs = q_.data();
            const double* __restrict vs = v_.data();
            const double* __restrict a = to.a.data();
            double* __restrict q = to.q.data();
            double* __restrict v = to.v.data();
            for (int i = 0; i < n; ++i) {
                q[i] = qs[i] + bx * a[i];
                v[i] = vs[i] + bv * a[i];
            }
        }
        return report;
    }

  private:
    // The nominal step and the halves of it that Newton may ask for; the oldest makes room.
    const StepSize& factored(double h) {
        for (const StepSize& size : sizes_) {
            if (size.h == h) return size;
        }
        StepSize& size = sizes_[next_];
        next_ = (next_ + 1) % sizes_.size();
        size.h = h;
        size.factor = linear_.factor(1, settings_.gamma * h, settings_.beta * h * h);
        size.influence = contacts_.transposed(linear_.size());
        const Matrix rows = size.influence.transpose();
        if (!contacts_.empty()) size.factor.solve_in_place(size.influence);
        size.compliance = rows * size.influence;
        return size;
    }

    const System& system_;
    NewmarkSettings settings_;
    LinearKernel linear_;
    ContactKernel contacts_;
    PaddedVector q_, v_;  // predicted
    std::array<StepSize, 4> sizes_;
    std::size_t next_ = 0;
};

class NewmarkMethod final : public Method {
  public:
    explicit NewmarkMethod(const NewmarkSettings& settings) : settings_(settings) { kind = "newmark"; }
    std::unique_ptr<Stepper> bind(const System& system, Events /*events*/) const override {
        return std::make_unique<NewmarkStepper>(system, settings_);
    }
    std::string describe() const override { return fmt::format("newmark (beta {}, gamma {})", settings_.beta, settings_.gamma); }
    int order() const override { return settings_.gamma == 0.5 ? 2 : 1; }

  private:
    NewmarkSettings settings_;
};

}  // namespace

MethodPointer newmark(const NewmarkSettings& settings) { return std::make_shared<NewmarkMethod>(settings); }

const MethodKind newmark_kind = make_kind<NewmarkSettings, MethodPointer>(
    {.family = "method",
     .name = "newmark",
     .summary =
         "Newmark's one-step method: second order for gamma = 1/2, unconditionally stable (linear) for 2 beta >= gamma >= 1/2.",
     .sources = {{"N. M. Newmark", 1959, "10.1061/JMCEA3.0000098", ""}},
     .fields = Fields<NewmarkSettings>()
                   .number("beta", &NewmarkSettings::beta, "", between(0, 0.5),
                           "Weight of the new acceleration in the displacement; 1/4 is the average acceleration.")
                   .number("gamma", &NewmarkSettings::gamma, "", between(0.5, 1),
                           "Weight of the new acceleration in the velocity; above 1/2 it damps and the order falls to one.")},
    newmark);

}  // namespace jounce::time

// Promise: Newton's method ends where its forces change by no more than what rounding of the motions leaves of them, 1e-13 of
// places and rates: an error of a law that is smaller does not end a run, a larger one does. Reference: what this rounding is
// worth in forces, in closed form: stiffness times place and damping times rate, but no more than the step itself resists a
// change of either. Tolerance: a third, as places round, too. The law errs by turns to either side, so that each increment is
// twice its error.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/numbers/limits.hpp"
#include "kernel_step.hpp"

namespace jounce::contact_rounding_test {
namespace {

using namespace test::kernel_step;
constexpr double kept = 1e-13;

/// A linear law that has a force at a motion, with an error by turns.
class Erring final : public contact::Law {
  public:
    Erring(double k, double d, contact::Motion about, double force, double error)
        : k_(k), d_(d), about_(about), force_(force), error_(error) {
        kind = "test";
    }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        const double F = force_ + k_ * (m.indentation - about_.indentation) + d_ * (m.rate - about_.rate) +
                         (++calls_ % 2 == 0 ? error_ : -error_);
        return {F, k_, d_, F, 0};
    }

  private:
    double k_, d_;
    contact::Motion about_;
    double force_, error_;
    mutable int calls_ = 0;
};

/// A friction with a linear force along the slip, whatever presses it, with an error by turns.
class ErringFriction final : public contact::FrictionLaw {
  public:
    ErringFriction(double d, Slip about, double error) : d_(d), about_(about), error_(error) { kind = "test"; }
    contact::FrictionResponse evaluate(const Slip& s, double, const contact::BristleStep&) const noexcept override {
        contact::FrictionResponse out;
        const double error = (++calls_ % 2 == 0 ? error_ : -error_);
        for (std::size_t i = 0; i < 2; ++i) {
            out.force[i] = d_ * (s[i] - about_[i]) + (i == 0 ? error : 0);
            out.damping[3 * i] = d_;
        }
        return out;
    }

  private:
    double d_;
    Slip about_;
    double error_;
    mutable int calls_ = 0;
};

// The compliance of a row: 0.25 h^2 and 0.5 h.
constexpr double by_place = 0.25 * h * h, by_rate = 0.5 * h;

TEST(ContactRounding, OfAForceIsThatOfItsPlaceAndRate) {
    struct Given {
        double k, d, place, rate;
        /// Of a force along n, whose part i depends on place and rate l by k n_i n_l and d n_i n_l: the least of its parts.
        double force(const Vector& n) const {
            double least = infinite;
            for (const double own : n) {
                double part = 0;
                for (const double other : n) {
                    part += std::min(k * std::abs(own * other), 1 / by_place) * std::abs(place * other) +
                            std::min(d * std::abs(own * other), 1 / by_rate) * std::abs(rate * other);
                }
                least = std::min(least, part / std::abs(own));
            }
            return least;
        }
    };
    for (const Given& given : {Given{3, 0, 1e5, 0}, Given{4e4, 0, 1e5, 0}, Given{3, 0.2, 1e5, 1e6}, Given{3, 0.2, 1e5, -1e6},
                               Given{3, 300, 1e5, 1e5}}) {
        for (const bool circular : {false, true}) {
            for (const double part : {0.8, 1.3}) {
                const Vector n = circular ? Vector{{0.6, -0.8}} : Vector{{1}};
                const double error = 0.5 * part * kept * given.force(n);
                Step s(Matrix::Identity(n.size(), n.size()));
                s.gap({circular ? contact::GapShape::circular : contact::GapShape::plane, given.place - 1, true, false},
                      std::make_shared<Erring>(given.k, given.d, contact::Motion{1, given.rate}, 20 * error, error), 0);
                s.begin(given.place * n, given.rate * n, FrictionStatus::open);
                s.solve(given.place * n, given.rate * n);
                EXPECT_EQ(s.report.converged, part < 1) << given.k << ' ' << given.d << ' ' << given.rate << ' ' << circular;
            }
        }
    }
}

// An error of 1e-13 of the largest force is none, whatever its sign.
TEST(ContactRounding, OfASmallForceIsThatOfTheLargest) {
    for (const bool above : {true, false}) {
        for (const double part : {0.9, 1.1}) {
            const double largest = 1e8, error = 0.5 * part * kept * largest, k = 1e-3;
            Step s(Matrix::Identity(2, 2));
            s.gap(above ? test::stop(1e-3) : contact::GapGeometry{contact::GapShape::plane, 1e-3, false, true},
                  std::make_shared<Erring>(0, 0, contact::Motion{}, largest, 0), 0);
            s.gap(test::stop(1e-3), std::make_shared<Erring>(k, 0, contact::Motion{1e-3, 0}, 20 * error, error), 1);
            const Vector at{{above ? 1e6 : -1e6, 2e-3}};
            s.begin(at, Vector::Zero(2), FrictionStatus::open);
            s.solve(at, Vector::Zero(2));
            EXPECT_EQ(s.report.converged, part < 1) << above;
        }
    }
}

// In a rigid ring the force across the normal is that of the friction. What rounds is the speed that the ring takes, |v|/m^-1 of
// it, and the slip of its friction, whose parts are the rates of both rows, of its spin and of the axis.
TEST(ContactRounding, OfAFrictionIsThatOfItsSlip) {
    constexpr double wide = 1e12;  // a ring so wide that its normal hardly turns
    for (const bool rigid_ring : {true, false}) {
        for (const double d : {0.0, 0.2, -0.2, 1e4}) {
            for (const double fast : {1e6, -1e6}) {
                for (const double part : {0.8, 1.3}) {
                    const Slip slip{fast, 0};
                    const double across = rigid_ring ? std::abs(fast) / by_rate : 0;
                    const double own = std::min(2 * std::abs(d), 1 / by_rate) * std::abs(fast);
                    const double error = 0.5 * part * kept * (across + own);
                    if (error == 0) continue;
                    Step s(Matrix::Identity(2, 2));
                    const auto law = std::make_shared<ErringFriction>(d, slip, error);
                    if (rigid_ring) {
                        s.gap({contact::GapShape::circular, wide, true, false}, rigid(), 0);
                        s.friction(law, 2, 0, 1).around = true;
                        s.begin(Vector{{wide, 0}}, Vector{{0, fast}}, FrictionStatus::slip);
                        s.solve(Vector{{wide, 0}}, Vector{{0, fast}});
                    } else {
                        s.friction(law, 0, 2, 2, -1).normal_force =
                            std::make_shared<test::FunctionSignal>([](double) { return 1.0; });
                        s.solve(Vector::Zero(2), Vector{{fast, 0}}, FrictionStatus::slip);
                    }
                    EXPECT_EQ(s.report.converged, part < 1) << rigid_ring << ' ' << d << ' ' << fast;
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::contact_rounding_test

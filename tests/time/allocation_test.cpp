// Promise: nothing allocates inside a step, in flight or in contact, on bands and on sparse matrices, with the account on.
// Witness: malloc itself is counted, because Eigen does not use operator new. Control: the counter sees an allocation.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

#include "support/malloc_count.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::allocation_test {
namespace {

/// A chain (a band), or every mass coupled to every other (a sparse matrix without a narrow band).
System masses(int n, bool chain) {
    Matrix M = Matrix::Identity(n, n), K = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            if (chain && i - j > 1) continue;
            const double k = chain ? 1e4 : 100.0;
            K(i, i) += k;
            K(j, j) += k;
            K(i, j) -= k;
            K(j, i) -= k;
        }
    }
    System system = test::linear_system(M, 0.1 * M + 1e-4 * K, K);
    system.v0.setConstant(1);
    test::add_load(system, Vector::Ones(n), [](double t) { return 3 * std::sin(20 * t); });
    const contact::GapGeometry both{contact::GapShape::plane, 0.05, true, true};
    test::add_contact(system, "first", both, std::make_shared<test::PowerLaw>(1e6, 1.5, 0.5), {Vector::Unit(n, 0)});
    test::add_contact(system, "last", both, std::make_shared<test::PowerLaw>(1e6, 1.5, 0.5), {Vector::Unit(n, n - 1)});
    test::add_contact(system, "ring", {contact::GapShape::circular, 0.06, true, false},
                      std::make_shared<test::PowerLaw>(1e6, 1.5), {Vector::Unit(n, n / 2), Vector::Unit(n, n / 2 + 1)});
    return system;
}

long allocations_of_steps(bool chain) {
    const System system = masses(60, chain);
    const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
    State now = time::initial_state(system);
    stepper->start(now);
    State next = now;
    time::EnergyAccount account;
    time::ImpactLog log;  // may allocate when a contact begins; it reserves room for the first ones
    account.begin(system, now);
    log.begin(system, now);
    const double h = 1e-4;
    (void)stepper->step(now, next, h, h);  // the first step factors
    int touched = 0;
    const long allocations = tests::mallocs_in([&] {
        for (int i = 1; i <= 3000; ++i) {
            const time::StepReport report = stepper->step(now, next, h, i * h);
            touched += report.iterations > 0 ? 1 : 0;
            account.accepted({now, next, report});
            log.accepted({now, next, report});
            std::swap(now, next);
        }
    });
    EXPECT_GT(touched, 100) << "the test must see contacts";
    EXPECT_LT(touched, 2900) << "and flight";
    return allocations;
}

TEST(Allocation, NoneInAStepOfABandedSystem) { EXPECT_EQ(allocations_of_steps(true), 0); }
TEST(Allocation, NoneInAStepOfASparseSystem) { EXPECT_EQ(allocations_of_steps(false), 0); }

TEST(Allocation, TheCounterCounts) {
    // A sanitizer owns malloc and cannot be counted; the Release build of the same test is the proof.
    const long seen = tests::mallocs_in([] { Vector::Zero(1000).eval().sum(); });
    EXPECT_EQ(seen >= 1, tests::mallocs_are_counted);
}

}  // namespace
}  // namespace jounce::allocation_test

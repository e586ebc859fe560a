// Promise: the motion of a support that a function of the script gives is asked over a run at the distance of its steps, and at
// least 2048 times where no step is known.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/sampled_supports.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "contact/law_samples.hpp"
#include "system/models.hpp"

namespace jounce::test::sampled_supports_test {
namespace {

TEST(SampledSupports, AreAskedAtTheDistanceOfSteps) {
    constexpr double from = 5, to = 6;
    const auto asked = [&](double step) {
        const auto calls = std::make_shared<int>(0);
        Script s;
        s.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"uy"})}});
        s.add("node", {{"name", "plate"}, {"at", vector(1, 0, 0)}});
        s.add("fix", {{"node", "plate"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", "plate"}, {"dof", "ux"}, {"motion", function([calls](std::span<const double> t) {
                                                                   ++*calls;
                                                                   return std::vector<double>{1e-3 * std::sin(20 * t[0])};
                                                               })}});
        const auto system = std::make_shared<const System>(s.system());
        *calls = 0;
        (void)time::with_known_kinks(system, from, to, step);
        return *calls;
    };
    EXPECT_GE(asked(0), 2048);
    EXPECT_GE(asked(1e-4), 1e4);
}

}  // namespace
}  // namespace jounce::test::sampled_supports_test

// Promise: the motion of a support that a function of the script gives is asked over a run at the distance of its steps, and at
// least 2048 times where no step is known.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/sampled_supports.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "contact/law_samples.hpp"
#include "system/models.hpp"

namespace jounce::test::sampled_supports_test {
namespace {

TEST(SampledSupports, AreAskedAtTheDistanceOfSteps) {
    constexpr double from = 5, to = 6;
    const auto asked = [&](double step) {
        const auto times = std::make_shared<std::vector<double>>();
        Script s;
        s.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"uy"})}});
        s.add("node", {{"name", "plate"}, {"at", vector(1, 0, 0)}});
        s.add("fix", {{"node", "plate"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", "plate"}, {"dof", "ux"}, {"motion", function([times](std::span<const double> t) {
                                                                   times->push_back(t[0]);
                                                                   return std::vector<double>{1e-3 * std::sin(20 * t[0])};
                                                               })}});
        const auto system = std::make_shared<const System>(s.system());
        times->clear();
        (void)time::with_known_kinks(system, from, to, step);
        std::ranges::sort(*times);
        return *times;
    };
    const auto farthest = [](const std::vector<double>& times) {  // neighbours
        double out = 0;
        for (std::size_t i = 1; i < times.size(); ++i) out = std::max(out, times[i] - times[i - 1]);
        return out;
    };
    // Some 8700 instants at least, so that steps longer than 2.4e-4 s do not show.
    for (const double step : {1e-4, 2e-4}) {
        const std::vector<double> times = asked(step);
        EXPECT_LE(times.front(), from);
        EXPECT_GE(times.back(), to);
        EXPECT_LE(farthest(times), step * (1 + 1e-9));
        EXPECT_GE(static_cast<double>(times.size()), (to - from) / step);
        EXPECT_LE(static_cast<double>(times.size()), 2.2 * (to - from) / step) << "two in a step";
    }
    EXPECT_GE(asked(0).size(), 2048U);
    EXPECT_LE(farthest(asked(0)), (to - from) / 2048);
    EXPECT_LE(asked(0).size(), asked(1e-4).size());
}

}  // namespace
}  // namespace jounce::test::sampled_supports_test

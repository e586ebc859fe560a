// The integral of a probe over the steps of a march, along the motion within them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/probe_integral.hpp"

#include <algorithm>
#include <cmath>

#include "base/gauss.hpp"

namespace jounce::record {

double ProbeIntegral::value(time::DenseMotion& motion, const State& before, double s) {
    complete_ = complete_ && motion.within(before, s, inside_);
    return complete_ ? evaluate(probe_, system_, inside_) : 0;
}

double ProbeIntegral::over(time::DenseMotion& motion, const State& before, double a, double b, int halvings) {
    double coarse = 0, fine = 0;
    for (std::size_t g = 0; g < gauss_4.size(); ++g)
        coarse += gauss_4.weight[g] * value(motion, before, a + (b - a) * gauss_4.place[g]);
    for (std::size_t g = 0; g < gauss_8.size(); ++g)
        fine += gauss_8.weight[g] * value(motion, before, a + (b - a) * gauss_8.place[g]);
    if (std::abs(fine - coarse) <= wanted_ || halvings == 0 || !complete_) return (b - a) * fine;
    const double middle = 0.5 * (a + b);
    return over(motion, before, a, middle, halvings - 1) + over(motion, before, middle, b, halvings - 1);
}

void ProbeIntegral::accepted(const time::AcceptedStep& step) {
    const double begin = std::max(from_, step.before.time), end = std::min(to_, step.after.time);
    if (!complete_ || !(end > begin)) return;
    auto* motion = dynamic_cast<time::DenseMotion*>(step.stepper);
    complete_ = motion != nullptr;
    if (!complete_) return;
    inside_ = step.before;
    constexpr int most_halvings = 10;
    sum_ += over(*motion, step.before, begin - step.before.time, end - step.before.time, most_halvings);
}

}  // namespace jounce::record

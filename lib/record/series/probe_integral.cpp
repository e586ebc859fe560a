// The integral of a probe over the steps of a march, along the motion within them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/probe_integral.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/gauss.hpp"

namespace jounce::record {

bool ProbeIntegral::value(time::DenseMotion& motion, const State& before, double s, double& out) {
    if (!motion.within(before, s, inside_)) return false;
    out = evaluate(probe_, system_, inside_);
    return true;
}

bool ProbeIntegral::add_closed_form(time::DenseMotion& motion, const State& before, double a, double b, int halvings,
                                    double& sum) {
    double coarse = 0, fine = 0, at = 0;
    for (std::size_t g = 0; g < gauss_4.size(); ++g) {
        if (!value(motion, before, a + (b - a) * gauss_4.place[g], at)) return false;
        coarse += gauss_4.weight[g] * at;
    }
    for (std::size_t g = 0; g < gauss_8.size(); ++g) {
        if (!value(motion, before, a + (b - a) * gauss_8.place[g], at)) return false;
        fine += gauss_8.weight[g] * at;
    }
    if (std::abs(fine - coarse) <= apart_in_closed_form * range_ || halvings == 0) {
        sum += (b - a) * fine;
        return true;
    }
    const double middle = 0.5 * (a + b);
    return add_closed_form(motion, before, a, middle, halvings - 1, sum) &&
           add_closed_form(motion, before, middle, b, halvings - 1, sum);
}

double ProbeIntegral::advanced(const State& before, double begin, double end, int halvings) {
    State at = before;
    const auto go_to = [&](double time) {
        if (time > at.time) advance_(at, time);
    };
    double coarse = 0, fine = 0;
    for (std::size_t c = 0, f = 0; c < gauss_4.size() || f < gauss_8.size();) {
        const bool of_coarse = f == gauss_8.size() || (c < gauss_4.size() && gauss_4.place[c] < gauss_8.place[f]);
        go_to(begin + (end - begin) * (of_coarse ? gauss_4.place[c] : gauss_8.place[f]));
        const double now = evaluate(probe_, system_, at);
        if (of_coarse) {
            coarse += gauss_4.weight[c++] * now;
        } else {
            fine += gauss_8.weight[f++] * now;
        }
    }
    if (std::abs(fine - coarse) <= apart * range_ || halvings == 0) return (end - begin) * fine;
    const double middle = 0.5 * (begin + end);
    const double first = advanced(before, begin, middle, halvings - 1);
    at = before;
    go_to(middle);
    return first + advanced(at, middle, end, halvings - 1);
}

void ProbeIntegral::accepted(const time::AcceptedStep& step) {
    const double begin = std::max(from_, step.before.time), end = std::min(to_, step.after.time);
    if (!(end > begin)) return;
    constexpr int most_halvings = 10;
    if (auto* motion = dynamic_cast<time::DenseMotion*>(step.stepper)) {
        inside_ = step.before;
        double sum = 0;
        if (add_closed_form(*motion, step.before, begin - step.before.time, end - step.before.time, most_halvings, sum)) {
            sum_ += sum;
            return;
        }
    }
    sum_ += advanced(step.before, begin, end, most_halvings);
}

}  // namespace jounce::record

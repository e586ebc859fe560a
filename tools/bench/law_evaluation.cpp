// One evaluation of every contact law: force, both derivatives, elastic force and stored energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "law_evaluation.hpp"
#include "contact/response/status.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "contact/law_samples.hpp"

namespace jounce::bench {

namespace {

constexpr std::size_t count = 1024;
constexpr long rounds = 10;
constexpr int bursts = 100;  // short ones, so that the best has the processor to itself

/// Motions spread over four decades of depth and both directions, the same for all laws; the order tells a processor nothing.
std::vector<contact::Motion> motions() {
    std::vector<contact::Motion> out(count);
    double x = 0.5;
    for (contact::Motion& motion : out) {
        x = std::fmod(x + 0.6180339887498949, 1.0);
        motion.indentation = std::pow(10.0, -8 + 4 * x);
        motion.rate = std::cos(17 * x);
    }
    return out;
}

double seconds_per_evaluation(const contact::Law& law, const std::vector<contact::Motion>& places) {
    const contact::ContactMemory memory{.closed = true, .impact_speed = 0.7};
    double sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (long round = 0; round < rounds; ++round) {
        for (const contact::Motion& motion : places) {
            const contact::Response r = contact_response(law, motion, memory);
            sum += r.force + r.stiffness + r.damping + r.elastic_force + r.stored_energy;
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!std::isfinite(sum)) std::fprintf(stderr, "law.%s is not finite\n", law.kind.c_str());
    return seconds / (static_cast<double>(rounds) * count);
}

}  // namespace

std::vector<Measurement> measure_law_evaluation(int repeats) {
    const std::vector<contact::Motion> places = motions();
    std::vector<Measurement> out;
    for (const contact::LawKind* kind : contact::law_kinds()) {
        const auto samples = test::law_samples().find(kind->name);
        if (samples == test::law_samples().end()) continue;
        for (std::size_t sample = 0; sample < samples->second.size(); ++sample) {
            const contact::LawPointer law = test::make_law(kind->name, samples->second[sample]);
            if (law->rigid) continue;
            double best = seconds_per_evaluation(*law, places);
            for (int i = 1; i < bursts * repeats; ++i) best = std::min(best, seconds_per_evaluation(*law, places));
            out.push_back(
                {"law evaluation", kind->name + " " + std::to_string(sample), 1, rounds * static_cast<long>(count), best, 0});
        }
    }
    return out;
}

}  // namespace jounce::bench

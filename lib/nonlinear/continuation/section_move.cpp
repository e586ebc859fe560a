// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/section_move.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/messages/error.hpp"
#include "nonlinear/orbits/autonomous_map.hpp"
#include "nonlinear/orbits/section_choice.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

namespace {

/// The motion from a state at its time, over a duration.
Vector marched(const std::shared_ptr<const System>& system, const time::InitialState& from, double duration,
               const MapSettings& settings) {
    const time::MethodPointer method = time::event_driven({.tolerance = settings.tolerance});
    const std::shared_ptr<const System> start = time::system_from(*system, from);
    const std::shared_ptr<const System> prepared = method->prepare(start);
    const auto stepper = method->bind(*prepared, time::Events::locate);
    time::MarchOptions options;
    options.order = method->order();
    options.step = options.duration = duration;
    options.begun = true;
    State state = time::initial_state(*prepared);
    options.other_motion = time::begin_from(from, *start, *method, duration, time::Events::locate, *stepper, state);
    options.interrupted = settings.interrupted;
    if (time::march(*prepared, *stepper, options, state, {}).interrupted) throw Error(Failure::interrupted, "interrupted");
    const Eigen::Index n = system->size();
    const SectionMemory memory(*prepared);
    Vector out(2 * n + memory.size());
    out << time::free_coordinates(*system, *prepared, state.q), time::free_coordinates(*system, *prepared, state.v),
        memory.read(state);
    return out;
}

double share_of_turn(double phase) { return phase - std::floor(phase); }

/// The result of a run; nothing where it fails.
template <class Result>
std::optional<Result> unless_it_fails(const std::function<Result()>& run) {
    try {
        return run();
    } catch (const Error& error) {
        if (error.failure() != Failure::computation) throw;
        return {};
    }
}

}  // namespace

SectionMaps march_sections(const ModelFamily& family, const MapSettings& settings) {
    // A section moves from one phase to another.
    constexpr std::size_t kept = 2;
    const auto maps = std::make_shared<std::vector<std::shared_ptr<const MarchMap>>>();
    const auto at = [family, settings, maps](double phase) {
        const auto found = std::ranges::find_if(*maps, [phase](const auto& map) { return map->settings().phase == phase; });
        if (found != maps->end()) {
            std::rotate(found, found + 1, maps->end());
            return maps->back();
        }
        if (maps->size() == kept) maps->erase(maps->begin());
        MapSettings other = settings;
        other.phase = phase;
        maps->push_back(std::make_shared<const MarchMap>(family, other));
        return maps->back();
    };
    SectionMaps out;
    out.at = at;
    out.free = [at](const Vector& y, double lambda, double phase) -> std::optional<double> {
        const std::shared_ptr<const MarchMap> map = at(phase);
        const MapSettings& its = map->settings();
        return unless_it_fails<double>([&] {  // as at every phase with a closed contact
            return choose_section(map->system(lambda), map->period(lambda), its.periods, 0, map->state(y, lambda), its.tolerance,
                                  its.interrupted)
                .phase;
        });
    };
    out.others = [at](const Vector& y, double lambda, double phase) -> std::vector<double> {
        const std::shared_ptr<const MarchMap> map = at(phase);
        const MapSettings& its = map->settings();
        return unless_it_fails<std::vector<double>>([&] {
                   return free_sections(map->system(lambda), map->period(lambda), its.periods, map->state(y, lambda),
                                        its.tolerance);
               })
            .value_or(std::vector<double>());
    };
    out.carried = [at](const Vector& y, double lambda, double phase, double other) -> std::optional<Vector> {
        const std::shared_ptr<const MarchMap> map = at(phase);
        if (map->system(lambda)->mechanism) return {};  // the independent coordinates depend on the section
        return unless_it_fails<Vector>([&] {
            return marched(map->system(lambda), *map->state(y, lambda), share_of_turn(other - phase) * map->period(lambda),
                           map->settings());
        });
    };
    out.ranges = [at](const Vector& y, double lambda, double phase, double duration, const std::vector<std::string>& probes) {
        return at(phase)->ranges(y, lambda, duration, probes);
    };
    out.gap = [at](double lambda, double phase, int gap) {
        return at(phase)->system(lambda)->contacts[static_cast<std::size_t>(gap)].name;
    };
    return out;
}

SectionMaps autonomous_sections(const ModelFamily& family, const MapSettings& settings, double T) {
    MapSettings at_zero = settings;
    at_zero.phase = 0;
    const auto map = std::make_shared<const AutonomousMap>(family, at_zero, T);
    const auto state = [map](const Vector& y) { return Vector(y.head(map->states())); };
    const auto period = [map](const Vector& y) { return y[map->states()]; };
    SectionMaps out;
    out.at = [map](double) { return map; };
    out.free = [=](const Vector& y, double lambda, double phase) {
        const MarchMap& motion = map->motion();
        const MapSettings& its = motion.settings();
        return unless_it_fails<double>([&] {
            const SectionChoice choice = choose_section(motion.system(lambda), period(y), its.periods, 0,
                                                        motion.state(state(y), lambda), its.tolerance, its.interrupted);
            return share_of_turn(phase + choice.phase);
        });
    };
    out.others = [=](const Vector& y, double lambda, double phase) {
        const MarchMap& motion = map->motion();
        const MapSettings& its = motion.settings();
        std::vector<double> phases = unless_it_fails<std::vector<double>>([&] {
                                         return free_sections(motion.system(lambda), period(y), its.periods,
                                                              motion.state(state(y), lambda), its.tolerance);
                                     }).value_or(std::vector<double>());
        for (double& other : phases) other = share_of_turn(phase + other);
        return phases;
    };
    out.carried = [=](const Vector& y, double lambda, double phase, double other) -> std::optional<Vector> {
        const MarchMap& motion = map->motion();
        if (motion.system(lambda)->mechanism) return {};  // the independent coordinates depend on the section
        return unless_it_fails<Vector>([&] {
            Vector moved(y.size());
            moved << marched(motion.system(lambda), *motion.state(state(y), lambda), share_of_turn(other - phase) * period(y),
                             motion.settings()),
                period(y);
            return moved;
        });
    };
    out.ranges = [=](const Vector& y, double lambda, double, double duration, const std::vector<std::string>& probes) {
        return map->motion().ranges(y, lambda, duration, probes);
    };
    out.gap = [=](double lambda, double, int gap) {
        return map->motion().system(lambda)->contacts[static_cast<std::size_t>(gap)].name;
    };
    return out;
}

}  // namespace jounce::nonlinear

// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/section_move.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/messages/error.hpp"
#include "nonlinear/orbits/section_choice.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

namespace {

/// The motion from a state at its time, over a duration.
Vector marched(const std::shared_ptr<const System>& system, const time::InitialState& from, double duration, double tolerance) {
    const time::MethodPointer method = time::event_driven({.tolerance = tolerance});
    const std::shared_ptr<const System> start = time::system_from(*system, from);
    const std::shared_ptr<const System> prepared = method->prepare(start);
    const auto stepper = method->bind(*prepared, time::Events::locate);
    time::MarchOptions options;
    options.order = method->order();
    options.step = options.duration = duration;
    options.begun = true;
    State state = time::initial_state(*prepared);
    time::begin_from(from, *start, *method, duration, time::Events::locate, *stepper, state);
    (void)time::march(*prepared, *stepper, options, state, {});
    const Eigen::Index n = system->size();
    const SectionMemory memory(*prepared);
    Vector out(2 * n + memory.size());
    out << time::free_coordinates(*system, *prepared, state.q), time::free_coordinates(*system, *prepared, state.v),
        memory.read(state);
    return out;
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
        try {
            return choose_section(map->system(lambda), map->period(lambda), its.periods, 0, map->state(y, lambda), its.tolerance,
                                  {})
                .phase;
        } catch (const Error& error) {
            if (error.failure() != Failure::computation) throw;
            return {};  // at every phase a contact is closed
        }
    };
    out.others = [at](const Vector& y, double lambda, double phase) -> std::vector<double> {
        const std::shared_ptr<const MarchMap> map = at(phase);
        const MapSettings& its = map->settings();
        try {
            return free_sections(map->system(lambda), map->period(lambda), its.periods, map->state(y, lambda), its.tolerance);
        } catch (const Error& error) {
            if (error.failure() != Failure::computation) throw;
            return {};
        }
    };
    out.carried = [at](const Vector& y, double lambda, double phase, double other) -> std::optional<Vector> {
        const std::shared_ptr<const MarchMap> map = at(phase);
        if (map->system(lambda)->mechanism) return {};  // the independent coordinates depend on the section
        double way = other - phase;
        way -= std::floor(way);
        try {
            return marched(map->system(lambda), *map->state(y, lambda), way * map->period(lambda), map->settings().tolerance);
        } catch (const Error& error) {
            if (error.failure() != Failure::computation) throw;
            return {};
        }
    };
    out.ranges = [at](const Vector& y, double lambda, double phase, double duration, const std::vector<std::string>& probes) {
        return at(phase)->ranges(y, lambda, duration, probes);
    };
    out.gap = [at](double lambda, double phase, int gap) {
        return at(phase)->system(lambda)->contacts[static_cast<std::size_t>(gap)].name;
    };
    return out;
}

}  // namespace jounce::nonlinear

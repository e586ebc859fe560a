// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/section_memory.hpp"

#include <cmath>

#include "contact/response/status.hpp"
#include "system/state/gap_rows.hpp"

namespace jounce::nonlinear {

SectionMemory::SectionMemory(const System& system) : system_(system) {
    for (std::size_t f = 0; f < system.frictions.size(); ++f) {
        const Friction& friction = system.frictions[f];
        if (!friction.law->has_bristle || friction.contact >= 0) continue;
        for (int k = 0; k < friction.directions; ++k) entries_.push_back({static_cast<int>(f), k, -1});
    }
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides() && contact.law->transition->relaxes; ++s)
            entries_.push_back({-1, 0, contact.first_side + s});
    }
}

contact::Relaxation SectionMemory::surface(const State& state, int side) const {
    for (const Contact& contact : system_.contacts) {
        if (side >= contact.first_side && side < contact.first_side + contact.gap.sides())
            return surface_of(*contact.law, state.sides[static_cast<std::size_t>(side)].memory, state.time);
    }
    return {};
}

linalg::Vector SectionMemory::read(const State& state) const {
    linalg::Vector out(size());
    for (Eigen::Index i = 0; i < size(); ++i) {
        const Entry& entry = entries_[static_cast<std::size_t>(i)];
        const auto friction = static_cast<std::size_t>(entry.friction), component = static_cast<std::size_t>(entry.component);
        out[i] = entry.friction >= 0 ? state.frictions[friction].bristle[component] : surface(state, entry.side).value;
    }
    return out;
}

linalg::Vector SectionMemory::rates(const State& state) const {
    linalg::Vector out(size());
    for (Eigen::Index i = 0; i < size(); ++i) {
        const Entry& entry = entries_[static_cast<std::size_t>(i)];
        if (entry.friction < 0) {
            out[i] = surface(state, entry.side).first;
            continue;
        }
        const auto friction = static_cast<std::size_t>(entry.friction), component = static_cast<std::size_t>(entry.component);
        out[i] = friction_tangent(system_.frictions[friction], state.frictions[friction]).bristle_rate[component];
    }
    return out;
}

void SectionMemory::write(const linalg::Vector& memory, State& state) const {
    for (Eigen::Index i = 0; i < size(); ++i) {
        const Entry& entry = entries_[static_cast<std::size_t>(i)];
        if (entry.friction >= 0) {
            state.frictions[static_cast<std::size_t>(entry.friction)].bristle[static_cast<std::size_t>(entry.component)] =
                memory[i];
            continue;
        }
        contact::ContactMemory& side = state.sides[static_cast<std::size_t>(entry.side)].memory;
        side.kept_compression = std::fmax(memory[i], 0.0);
        side.kept_time = state.time;
    }
}

namespace {

bool depends_on_impact_speed(const contact::Law& law, const SideState& side) {
    contact::ContactMemory memory = side.memory, other = side.memory;
    memory.impact_speed = std::fmax(1.0, 2 * law.minimum_speed);
    other.impact_speed = 1.5 * memory.impact_speed;
    for (const double rate : {0.5, -0.5}) {
        const contact::Motion motion{side.motion.indentation, rate * memory.impact_speed};
        if (law.evaluate(motion, memory).force != law.evaluate(motion, other).force) return true;
    }
    return false;
}

}  // namespace

void SectionMemory::close_contacts(State& state) const {
    for (const Contact& contact : system_.contacts) {
        if (contact.gap.coordinates() == 0) continue;  // of joints, whose sections lie in flight
        const LocalMotion local = local_motion(system_, contact, state.time, state.q.data(), state.v.data());
        for (int s = 0; s < contact.gap.sides(); ++s) {
            SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            const contact::Motion motion = contact::side_motion(contact.gap, s, local.x, local.v).motion;
            if (contact.law->rigid || contact.law->transition->relaxes || !(motion.indentation > 0)) continue;
            side.motion = motion;
            contact::start(*contact.law, side.motion, state.time, 0, side.memory);
            // The contact does not begin here, and its force does not depend on the speed with which it began.
            if (side.memory.closed && !depends_on_impact_speed(*contact.law, side)) side.memory.impact_speed = 0;
        }
    }
}

Eigen::Index SectionMemory::row(const PhiRows& rows, Eigen::Index entry) const {
    const Entry& of = entries_[static_cast<std::size_t>(entry)];
    if (of.friction >= 0) return rows.bristle(static_cast<std::size_t>(of.friction)) + of.component;
    return rows.compression(static_cast<std::size_t>(of.side));
}

std::string SectionMemory::refuses_section(const Contact& contact, const State& state) const {
    const contact::Law& law = *contact.law;
    if (system_.mechanism) return "is in a model with joints";
    if (law.rigid) return "is a rigid stop, which takes the motion of its node away";
    if (law.turning_point) return "has a force that depends on its largest indentation";
    if (law.transition->relaxes) return "leaves a compression behind";
    for (const Friction& friction : system_.frictions) {
        if (friction.law->has_bristle && friction.contact >= 0 &&
            system_.contacts[static_cast<std::size_t>(friction.contact)].first_side == contact.first_side)
            return "has a friction with bristles";
    }
    for (int s = 0; s < contact.gap.sides(); ++s) {
        const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
        if (side.motion.indentation > 0 && depends_on_impact_speed(law, side))
            return "has a force that depends on the speed of its impact";
    }
    return {};
}

std::string SectionMemory::lacks(const State& state) const {
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            const contact::Law& law = *contact.law;
            const contact::Relaxation kept = surface_of(law, side.memory, state.time);
            if (side.memory.closed || side.motion.indentation > kept.value) {
                const std::string why = refuses_section(contact, state);
                if (why.empty() && side.memory.closed && side.response.force > 0) continue;
                return "contact '" + contact.name + "' is closed at the section and " +
                       (why.empty() ? "does not push there" : why);
            }
            if (!(kept.value > 0)) continue;
            contact::ContactMemory faster = side.memory;
            faster.impact_speed = 1.5 * std::fmax(faster.impact_speed, law.minimum_speed);
            if (surface_of(law, faster, state.time + 1e-3 * std::fmin(kept.end, 1.0)).first != 0 &&
                surface_of(law, faster, state.time).first != kept.first) {
                return "contact '" + contact.name +
                       "' still relaxes at the section, at a rate that depends on its last impact speed";
            }
        }
    }
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (state.frictions[f].breaking) return "friction '" + system_.frictions[f].name + "' is about to slip at the section";
    }
    return {};
}

}  // namespace jounce::nonlinear

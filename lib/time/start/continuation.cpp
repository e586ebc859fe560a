// A run that begins from an earlier result: a static equilibrium, or the end of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/continuation.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/messages/text.hpp"

namespace jounce::time {

using linalg::SparseMatrix;
using linalg::Vector;

linalg::Vector free_coordinates(const System& assembled, const System& prepared, const Vector& q) {
    if (assembled.coordinate_names == prepared.coordinate_names) return q;
    const SparseMatrix& T = assembled.recovery.T;
    std::vector<int> entries(static_cast<std::size_t>(T.rows()));
    for (int j = 0; j < T.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(T, j); it; ++it) {
            if (it.value() != 0) ++entries[static_cast<std::size_t>(it.row())];
        }
    }
    const Vector moved = prepared.recovery.T * q;
    Vector out(assembled.size());
    for (int j = 0; j < assembled.size(); ++j) {
        bool found = false;
        for (SparseMatrix::InnerIterator it(T, j); it && !found; ++it) {
            if (it.value() != 1 || entries[static_cast<std::size_t>(it.row())] != 1) continue;
            out[j] = moved[it.row()];
            found = true;
        }
        if (!found)
            throw std::logic_error("free_coordinates: coordinate " + std::to_string(j) + " is not a dof of the full model");
    }
    return out;
}

std::shared_ptr<const InitialState> in_order_of(const std::shared_ptr<const System>& system,
                                                std::shared_ptr<const InitialState> initial) {
    const System& other = *initial->system;
    const bool reduced = system->recovery.rigid.size() > 0;  // never the model that ranks share
    if (other.linear.ranks == nullptr || reduced || system->coordinate_names.size() != other.coordinate_names.size())
        return initial;
    std::unordered_map<std::string_view, Eigen::Index> places;
    for (const std::string& name : other.coordinate_names) places.emplace(name, static_cast<Eigen::Index>(places.size()));
    auto out = std::make_shared<InitialState>(*initial);
    for (std::size_t i = 0; i < system->coordinate_names.size(); ++i) {
        const auto place = places.find(system->coordinate_names[i]);
        if (place == places.end()) return initial;
        const auto at = static_cast<Eigen::Index>(i);
        out->state.q[at] = initial->state.q[place->second];
        out->state.v[at] = initial->state.v[place->second];
    }
    // The name, the digest and the gaps stay those of the origin, which require_same_coordinates compares with `system`.
    auto frame = std::make_shared<System>();
    frame->name = other.name;
    frame->model = other.model;
    frame->digest = other.digest;
    frame->coordinate_names = system->coordinate_names;
    frame->contacts = other.contacts;
    frame->sides = other.sides;
    out->system = std::move(frame);
    return out;
}

namespace {

std::string subject(const InitialState& initial) {
    return "run: 'initial' (" + initial.description + ", of model '" + initial.system->name + "')";
}

/// The first name of `names` that is missing in `others`; empty if there is none.
std::string missing(const std::vector<std::string>& names, const std::vector<std::string>& others) {
    for (const std::string& name : names) {
        if (std::find(others.begin(), others.end(), name) == others.end()) return name;
    }
    return {};
}

void require_equal(const std::vector<std::string>& here, const std::vector<std::string>& there, const std::string& what,
                   const System& system, const InitialState& initial) {
    if (here == there) return;
    if (const std::string name = missing(here, there); !name.empty())
        throw bad_case(subject(initial) + " has no " + what + " '" + name + "', which model '" + system.name + "' has");
    if (const std::string name = missing(there, here); !name.empty())
        throw bad_case(subject(initial) + " has the " + what + " '" + name + "', which model '" + system.name +
                       "' does not have");
    throw bad_case(subject(initial) + " has its " + what + "s in a different order from model '" + system.name + "'");
}

std::vector<std::string> gap_names(const System& system) {
    std::vector<std::string> out;
    for (const Contact& contact : system.contacts) out.push_back(contact.name);
    return out;
}

}  // namespace

void require_same_coordinates(const System& system, const InitialState& initial) {
    const System& other = *initial.system;
    require_equal(system.coordinate_names, other.coordinate_names, "coordinate", system, initial);
    // Reduced modes of two reductions have equal names but are different motions.
    const bool reduced = system.recovery.rigid.size() > 0;
    if (reduced && (system.recovery.T.rows() != other.recovery.T.rows() ||
                    (system.recovery.T - other.recovery.T).norm() > 1e-9 * system.recovery.T.norm()))
        throw bad_case(subject(initial) + " was reduced differently from model '" + system.name + "'");
    require_equal(gap_names(system), gap_names(other), "gap", system, initial);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        const contact::GapGeometry& before = other.contacts[c].gap;
        if (contact.gap.shape != before.shape || contact.gap.positive != before.positive ||
            contact.gap.negative != before.negative)
            throw bad_case(subject(initial) + " has the gap '" + contact.name + "' with sides that differ from model '" +
                           system.name + "'");
    }
}

std::shared_ptr<const System> system_from(const System& system, const InitialState& initial) {
    auto out = std::make_shared<System>(system);
    out->q0 = initial.state.q;
    out->v0 = initial.state.v;
    return out;
}

bool begin_from(const InitialState& initial, const System& system, const Method& method, double step, Events events,
                Stepper& stepper, State& state) {
    if (initial.own && system.model == initial.system->model && system.digest == initial.system->digest &&
        method.describe() == initial.own->method && step == initial.own->step && events == initial.own->events) {
        state = initial.own->state;
        return false;
    }
    state.time = initial.state.time;
    state.step = initial.state.step;
    // Resizes the vectors; contacts keep their status, so that an opened one is not closed again.
    stepper.start(state);
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        state.sides[s].memory = initial.state.sides[s].memory;
        state.sides[s].motion = initial.state.sides[s].motion;
    }
    if (state.frictions.size() == initial.state.frictions.size()) {
        for (std::size_t i = 0; i < state.frictions.size(); ++i) state.frictions[i].bristle = initial.state.frictions[i].bristle;
    }
    stepper.restart(state);
    return true;
}

}  // namespace jounce::time

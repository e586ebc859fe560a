// Notes on gaps that the motion of a run cannot close.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/gap_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/messages/text.hpp"
#include "linalg/basics/disjoint_sets.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/state/load_words.hpp"

namespace jounce::record {

namespace {

/// Coordinates that M, C, K, a gap or a friction connects.
linalg::DisjointSets connected(const System& system) {
    linalg::DisjointSets out(system.size());
    for (const linalg::SparseMatrix* matrix : {&system.linear.M, &system.linear.C, &system.linear.K}) {
        for (Eigen::Index j = 0; j < matrix->outerSize(); ++j) {
            for (linalg::SparseMatrix::InnerIterator it(*matrix, j); it; ++it) {
                if (it.value() != 0) out.unite(static_cast<int>(it.row()), static_cast<int>(it.col()));
            }
        }
    }
    const auto unite_rows = [&](int first, int count) {
        const std::vector<int>& from = system.rows[static_cast<std::size_t>(first)].index;
        for (int r = first; r < first + count; ++r) {
            for (const int i : system.rows[static_cast<std::size_t>(r)].index) out.unite(from.empty() ? i : from.front(), i);
        }
    };
    for (const Contact& contact : system.contacts) unite_rows(contact.first_row, contact.gap.coordinates());
    for (const Friction& friction : system.frictions) unite_rows(friction.first_row, friction.own_rows);
    return out;
}

/// The sets with a load, an initial value, a prescribed motion, an interference or a friction.
std::set<int> moved_sets(const System& system, linalg::DisjointSets& sets) {
    std::set<int> out;
    const auto add = [&](const linalg::Vector& pattern) {
        for (Eigen::Index i = 0; i < pattern.size(); ++i) {
            if (pattern[i] != 0) out.insert(sets.find(static_cast<int>(i)));
        }
    };
    const auto add_row = [&](const SparseRow& row) {
        for (const int i : row.index) out.insert(sets.find(i));
    };
    add(system.q0);
    add(system.v0);
    for (const Load& load : system.loads) add(load.pattern);
    for (const SparseRow& row : system.rows) {
        if (!row.prescribed.empty()) add_row(row);
    }
    for (const Contact& contact : system.contacts) {
        if (contact.gap.clearance < 0) add_row(system.rows[static_cast<std::size_t>(contact.first_row)]);
    }
    for (const Friction& friction : system.frictions) {
        for (int r = 0; r < friction.own_rows; ++r) add_row(system.rows[static_cast<std::size_t>(friction.first_row + r)]);
    }
    return out;
}

/// Do loads alone move the structure, with values that are known ahead?
bool moved_by_forces(const Examined& of) {
    const System& system = of.system;
    if (of.continued || !system.q0.isZero(0) || !system.v0.isZero(0) || !system.frictions.empty()) return false;
    const auto moves = [](const SparseRow& row) { return !row.prescribed.empty(); };
    const auto function = [](const Load& load) { return signals::is_function(*load.signal); };
    return !system.loads.empty() && std::ranges::none_of(system.rows, moves) && std::ranges::none_of(system.loads, function);
}

}  // namespace

std::string unmoved_doubt(const Examined& of) {
    if (!of.meshed || of.continued || of.system.contacts.empty()) return {};
    linalg::DisjointSets sets = connected(of.system);
    const std::set<int> moved = moved_sets(of.system, sets);
    for (const Contact& contact : of.system.contacts) {
        for (int r = contact.first_row; r < contact.first_row + contact.gap.coordinates(); ++r) {
            const SparseRow& row = of.system.rows[static_cast<std::size_t>(r)];
            if (!row.prescribed.empty() || std::ranges::any_of(row.index, [&](int i) { return moved.contains(sets.find(i)); }))
                return {};
        }
    }
    const Contact& first = of.system.contacts.front();
    return "gap '" + first.name + "'" + place(first.origin) + ": no load, no initial value and no motion of a support moves '" +
           first.node + "' along its direction: it stays as it is; is the direction right, or is a load missing?";
}

std::string unreached_doubt(const Examined& of) {
    const System& system = of.system;
    if (!moved_by_forces(of) || system.contacts.empty()) return {};
    double root = 0;  // of twice the largest strain energy [J^(1/2)]
    for (const Load& load : system.loads) {
        const linalg::Vector u = of.push.deflection(load.pattern);
        const double response = std::sqrt(time::squared_frequency(system, u));
        if (!of.restrained(response)) return {};
        const double omega = std::max(response, of.frequency(load));
        root += std::sqrt(u.dot(load.pattern)) * largest_value(of, load) * (2 + omega * of.duration / 2);
    }
    if (!(root > 0)) return {};
    const Contact* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity(), reach = 0;
    for (const Contact& contact : system.contacts) {
        const linalg::Vector b = first_row_of(of, contact);
        if (contact.gap.coordinates() != 1 || !of.restrained(of.push.response(b).frequency)) return {};
        const double farthest = root * std::sqrt(b.dot(of.push.deflection(b)));
        if (!(contact.gap.clearance > 100 * farthest)) return {};
        if (contact.gap.clearance - farthest < least) {
            least = contact.gap.clearance - farthest;
            reach = farthest;
            nearest = &contact;
        }
    }
    return fmt::format(
        "gap '{}'{}: the loads move '{}' by at most {:.2g} m, the clearance is {} m: no gap closes; are the units of the load "
        "and of the clearance right?",
        nearest->name, place(nearest->origin), nearest->node, reach, in_message(nearest->gap.clearance));
}

std::string restitution_doubt(const System& system) {
    constexpr double unlike = 0.3, unknown = std::numeric_limits<double>::quiet_NaN();
    for (const Contact& contact : system.contacts) {
        const std::optional<double> asked = contact.law->restitution_asked;
        if (!asked || contact.law->rigid) continue;
        const std::optional<double> delivered = contact.law->closed_restitution(contact.law->reduced_mass.value_or(unknown), 1.0);
        if (!delivered || !(std::abs(*delivered - *asked) > unlike)) continue;
        return fmt::format(
            "gap '{}'{}: law.{} with restitution = {} delivers {:.2g} in an impact of two free bodies; calibrated = true, or "
            "law.gonthier, delivers {}",
            contact.name, place(contact.origin), contact.law->kind, in_message(*asked), *delivered, in_message(*asked));
    }
    return {};
}

}  // namespace jounce::record

// The contact forces of one step as polynomials through its nodes: collocation on top of exact linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/collocation.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"
#include "linalg/dense/small_lu.hpp"

namespace jounce::time {

namespace {
constexpr int most_iterations = 12;
}  // namespace

Collocation::Collocation(const System& system, ModalFlight& flight) : system_(system), flight_(flight), compliance_(system) {
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side side;
            side.number = all_.size();
            side.within = s;
            side.contact = &contact;
            side.law = contact.law.get();
            side.row = static_cast<std::size_t>(contact.first_row);
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                const std::size_t row = side.row + static_cast<std::size_t>(i);
                side.inertance = std::max(side.inertance, compliance_.inertance(row, row));
                side.reach = std::max(side.reach, compliance_.largest(row));
            }
            all_.push_back(side);
        }
    }
    for (const Friction& friction : system.frictions) {
        Resistance item;
        item.number = all_resistances_.size();
        item.friction = &friction;
        const SlipRows rows = slip_rows(system, friction, std::array<double, 2>{1, 0});
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            const auto row = static_cast<std::size_t>(rows.row[l]);
            item.inertance = std::max(item.inertance, compliance_.inertance(row, row));
            item.reach = std::max(item.reach, compliance_.largest(row));
        }
        all_resistances_.push_back(item);
    }
    const std::size_t size = system.rows.size() * nodes;
    sides_.reserve(all_.size());
    resistances_.reserve(all_resistances_.size());
    resisting_.resize(all_resistances_.size());
    held_.reserve(2 * all_resistances_.size());
    gram_.resize(4 * all_resistances_.size() * all_resistances_.size());
    coupling_.resize(2 * all_resistances_.size() * system.rows.size());
    held_force_.resize(2 * all_resistances_.size());
    law_.resize(system.rows.size());
    place_begin_.resize(system.rows.size());
    slope_.resize(all_resistances_.size());
    flight.keep_shares();
    rows_.reserve(system.rows.size());
    place_.reserve(system.rows.size());
    forces_.resize(system.rows.size());
    for (auto* v : {&x_free_, &v_free_, &x_, &v_, &force_, &answer_, &change_}) v->resize(size);
    local_.resize(system.contacts.size() * nodes);
    gaps_.reserve(system.contacts.size());
    gap_unknown_.reserve(system.contacts.size());
    pivots_.resize(size);
    const std::size_t usual = std::min<std::size_t>(size, 48 * nodes);  // a few megabytes; more rows allocate when they first act
    jacobian_.resize(usual * usual);
}

void Collocation::begin(const State& from) {
    sides_.clear();
    rows_.clear();
    gaps_.clear();
    gap_unknown_.clear();
    for (const Side& side : all_) {
        if (!from.sides[side.number].memory.closed) continue;
        if (gaps_.empty() || gaps_.back() != side.contact) {
            gaps_.push_back(side.contact);
            gap_unknown_.push_back(rows_.size());
            for (int i = 0; i < side.contact->gap.coordinates(); ++i) rows_.push_back(side.row + static_cast<std::size_t>(i));
        }
        sides_.push_back(side);
        sides_.back().unknown = gap_unknown_.back();
        sides_.back().memory = from.sides[side.number].memory;
        sides_.back().size = std::abs(side.contact->gap.clearance);
        for (int i = 0; i < side.contact->gap.coordinates(); ++i)
            sides_.back().size += compliance_.amplitude(side.row + static_cast<std::size_t>(i), from.q);
    }
    begin_resistances(from);
    const std::size_t size = rows_.size() * nodes;
    if (jacobian_.size() < size * size) jacobian_.resize(size * size);
}

contact::SideMotion Collocation::motion(const Side& side) const {
    const RowMotion x = flight_.row(side.row);
    const RowMotion y = side.contact->gap.coordinates() == 2 ? flight_.row(side.row + 1) : RowMotion{};
    const double place[2] = {x.value, y.value}, rate[2] = {x.first, y.first};
    return side_motion(side.contact->gap, side.within, place, rate);
}

double Collocation::acceleration(const Side& side, const contact::SideMotion& at) const {
    const RowMotion x = flight_.row(side.row);
    if (side.contact->gap.coordinates() != 2) return at.normal[0] * x.second;
    const RowMotion y = flight_.row(side.row + 1);
    const double across = at.normal[0] * y.first - at.normal[1] * x.first;
    const double turning = at.radius > 0 ? across * across / at.radius : 0;
    return at.normal[0] * x.second + at.normal[1] * y.second + turning;
}

double Collocation::defect(const Side& side, double s) {
    const contact::SideMotion at = motion(side);
    ++evaluations_;
    const contact::Response response = status_response(*side.law, at.motion, side.memory);
    double off[2] = {0, 0};
    for (std::size_t i = 0; i < static_cast<std::size_t>(side.contact->gap.coordinates()); ++i)
        off[i] = forces_[side.unknown + i].at(s) - response.force * at.normal[i];
    // Both sides of a gap share its rows.
    for (const Side& other : sides_) {
        if (&other == &side || other.contact != side.contact) continue;
        const contact::SideMotion there = motion(other);
        off[0] -= there.normal[0] * status_response(*other.law, there.motion, other.memory).force;
    }
    for (const Resistance& resistance : resistances_) {
        if (!resistance.friction->around || resistance.gap_unknown != side.unknown) continue;
        const Resisting now = this->at(resistance, s);
        for (std::size_t i = 0; i < 2; ++i) off[i] -= now.rows.share[0][i] * now.response.force[0];
    }
    return std::max(std::hypot(off[0], off[1]) - 4 * epsilon * std::abs(response.stiffness) * side.size, 0.0);
}

void Collocation::evaluate(const NodeCompliance::Matrices& matrices) {
    const std::size_t size = rows_.size() * nodes, stride = matrices.rows.size() * nodes;
    for (std::size_t a = 0; a < size; ++a) {
        double x = x_free_[a], v = v_free_[a];
        const std::size_t first = (place_[a / nodes] * nodes + a % nodes) * stride;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const double* to_x = &matrices.x[first + place_[r] * nodes];
            const double* to_v = &matrices.v[first + place_[r] * nodes];
            const double* force = &force_[r * nodes];
            for (std::size_t j = 0; j < nodes; ++j) {
                x -= to_x[j] * force[j];
                v -= to_v[j] * force[j];
            }
        }
        x_[a] = x;
        v_[a] = v;
        answer_[a] = 0;
    }
    std::fill_n(local_.begin(), gaps_.size() * nodes, contact::LocalForce{});
    std::size_t gap = 0;
    for (Side& side : sides_) {
        while (gaps_[gap] != side.contact) ++gap;
        for (std::size_t i = 0; i < nodes; ++i) {
            const std::size_t first = side.unknown * nodes + i;
            const bool two = side.contact->gap.coordinates() == 2;
            const double place[2] = {x_[first], two ? x_[first + nodes] : 0.0};
            const double rate[2] = {v_[first], two ? v_[first + nodes] : 0.0};
            const contact::SideMotion at = side_motion(side.contact->gap, side.within, place, rate);
            const contact::Response response = status_response(*side.law, at.motion, side.memory);
            side.place[i] = at;
            side.response[i] = response;
            side.stiffness = i == 0 ? std::abs(response.stiffness) : std::max(side.stiffness, std::abs(response.stiffness));
            add_side_force(side.contact->gap, at, response, rate, local_[gap * nodes + i]);
            ++evaluations_;
        }
    }
    for (std::size_t g = 0; g < gaps_.size(); ++g) {
        for (int r = 0; r < gaps_[g]->gap.coordinates(); ++r) {
            double* answer = &answer_[(gap_unknown_[g] + static_cast<std::size_t>(r)) * nodes];
            for (std::size_t i = 0; i < nodes; ++i) answer[i] = local_[g * nodes + i].force[static_cast<std::size_t>(r)];
        }
    }
    resist(matrices.h);
}

bool Collocation::increment(const NodeCompliance::Matrices& matrices) {
    const std::size_t size = rows_.size() * nodes, stride = matrices.rows.size() * nodes;
    for (std::size_t a = 0; a < size; ++a) change_[a] = answer_[a] - force_[a];
    for (std::size_t g = 0; g < gaps_.size(); ++g) {
        const auto width = static_cast<std::size_t>(gaps_[g]->gap.coordinates());
        for (std::size_t r = 0; r < width; ++r) {
            for (std::size_t i = 0; i < nodes; ++i) {
                const contact::LocalForce& local = local_[g * nodes + i];
                const std::size_t a = (gap_unknown_[g] + r) * nodes + i;
                for (std::size_t b = 0; b < size; ++b) {
                    double sum = a == b ? 1.0 : 0.0;
                    for (std::size_t l = 0; l < width; ++l) {
                        const std::size_t from =
                            (place_[gap_unknown_[g] + l] * nodes + i) * stride + place_[b / nodes] * nodes + b % nodes;
                        sum +=
                            local.stiffness[width * r + l] * matrices.x[from] + local.damping[width * r + l] * matrices.v[from];
                    }
                    jacobian_[a + b * size] = sum;
                }
            }
        }
    }
    if (!resistances_.empty()) linearise_resistances(matrices);
    return linalg::solve_small_system(static_cast<int>(size), jacobian_.data(), pivots_.data(), change_.data());
}

bool Collocation::solve(const State& from, const ClosedSignals& signals, double h, double enough) {
    from_time_ = from.time;
    length_ = h;
    flight_.begin(from, signals, h, true);
    const std::size_t size = rows_.size() * nodes;
    for (std::size_t i = 0; i < nodes; ++i) {
        flight_.at_share(ModalFlight::first_node + i);
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const RowMotion free = flight_.row(rows_[r]);
            x_free_[r * nodes + i] = free.value;
            v_free_[r * nodes + i] = free.first;
        }
    }
    const NodeCompliance::Matrices& matrices = compliance_.at(h, rows_);
    place_.clear();
    for (const std::size_t r : rows_)
        place_.push_back(static_cast<std::size_t>(std::ranges::find(matrices.rows, r) - matrices.rows.begin()));
    // The forces start with their present rate of change.
    std::fill_n(force_.begin(), size, 0.0);
    for (const Side& side : sides_) {
        const SideState& at = from.sides[side.number];
        const double rise = at.response.stiffness * at.motion.rate;
        for (int r = 0; r < side.contact->gap.coordinates(); ++r) {
            double* force = &force_[(side.unknown + static_cast<std::size_t>(r)) * nodes];
            for (std::size_t i = 0; i < nodes; ++i)
                force[i] +=
                    at.normal[static_cast<std::size_t>(r)] * std::max(at.response.force + rise * force_nodes.place[i] * h, 0.0);
        }
    }
    for (const Resistance& resistance : resistances_) {
        const FrictionState& begin = resistance.begin;
        const SlipRows rows = slip_rows(system_, from, *resistance.friction);
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            double* force = &force_[resistance.unknown[l] * nodes];
            for (std::size_t i = 0; i < nodes; ++i)
                force[i] += rows.share[0][l] * begin.force[0] + rows.share[1][l] * begin.force[1];
        }
    }
    iterations_ = 0;
    evaluations_ = 0;
    bool converged = false;
    evaluate(matrices);
    while (!converged && iterations_ < most_iterations) {
        ++iterations_;
        if (!increment(matrices)) return false;
        double change = 0, largest = 0, rounding = 0;
        for (const Side& side : sides_) rounding = std::max(rounding, 4 * epsilon * side.stiffness * side.size * side.reach);
        for (const Resistance& r : resistances_) rounding = std::max(rounding, 4 * epsilon * r.damping * r.size * r.reach);
        for (std::size_t a = 0; a < size; ++a) {
            force_[a] += change_[a];
            const double reach = compliance_.largest(rows_[a / nodes]);
            change = std::max(change, std::abs(change_[a]) * reach);
            largest = std::max(largest, std::abs(force_[a]) * reach);
        }
        if (!std::isfinite(change)) return false;
        pushed_ = largest;
        evaluate(matrices);
        if (!bent_) return false;
        converged = change * h <= enough || change <= 1e-14 * largest + rounding;
    }
    if (!converged) return false;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        NodeValues values;
        std::copy_n(&force_[r * nodes], nodes, values.begin());
        forces_[r] = polynomial_through_nodes(rows_[r], values, h);
    }
    flight_.begin(from, signals, h, true, forces());
    if (!resistances_.empty()) {
        flight_.at(0);
        for (std::size_t r = 0; r < rows_.size(); ++r) place_begin_[r] = flight_.row(rows_[r]).value;
    }
    return true;
}

}  // namespace jounce::time

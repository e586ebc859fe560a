// Adaptive explicit steps of a structure without a closed form of its motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/explicit_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "system/signals/function_signal.hpp"
#include "system/state/slip_rows.hpp"
#include "time/equations/onset_limits.hpp"

namespace jounce::time {

namespace {
constexpr double least = std::numeric_limits<double>::min();
constexpr double logged = 1e-9;   // relative accuracy of impulses that only the log has
constexpr double of_slip = 1e-2;  // largest error of a slip in a plane, relative to it
constexpr double of_rest = 0.9;   // of the time in which a slip in a plane would end at its present rate, a step takes at most
}  // namespace

ExplicitSteps::ExplicitSteps(const System& system, double tolerance, HeldMotions& motions)
    : system_(system), tolerance_(tolerance), flow_(system), motions_(motions), steps_(flow_.size(), flow_.motion_size()) {
    for (auto* v : {&y_, &start_, &increment_, &end_, &end_rate_, &dense_, &rate_}) v->resize(flow_.size());
    plane_.resize(system.frictions.size());
    for (auto& margins : margins_) margins.resize(system.frictions.size() + static_cast<std::size_t>(system.sides));
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            law_.push_back(contact.law.get());
            contact_.push_back(static_cast<std::size_t>(&contact - system.contacts.data()));
        }
    }
}

StepReport ExplicitSteps::step(const State& from, State& to, double end_time) {
    const double length = end_time - from.time;
    StepReport report;
    flow_.begin(from, end_time);
    flow_.fill(from, y_.data());
    flow_.rate(y_.data(), start_.data());
    speed_ = from.v.size() > 0 ? from.v.cwiseAbs().maxCoeff() : 0.0;
    // Within a step as short as some roundings of time, loads move by steps of theirs.
    const double timing = std::abs(from.time) * flow_.load_rate(from);
    balance_ = 8 * epsilon * (flow_.push() + flow_.balance(from) + place_terms(from) + timing) + support_noise(from);
    energy_ = flow_.energy(from);
    const double push = flow_.push();
    for (std::size_t f = 0; f < plane_.size(); ++f) {
        if (slips_in_plane(system_.frictions[f], from.frictions[f])) plane_[f] = PlaneSlip(system_, from, f);
    }
    if (const auto begins = slip_along_hold(from, length)) {
        if (const auto done = begin_slip(from, to, end_time, *begins)) return *done;
        flow_.follow_slips();
        flow_.rate(y_.data(), start_.data());
    }
    double proposed = from.algorithm[0] > 0 ? from.algorithm[0] : first_size(from, length);
    for (std::size_t s = 0; s < law_.size(); ++s) {
        if (from.sides[s].memory.closed && from.sides[s].memory.onset_time == from.time && !law_[s]->rigid)
            proposed = onset_step(*law_[s], from.sides[s], flow_.mobility(s), 30 * tolerance_ * speed_, proposed);
    }
    double h = std::min({proposed, length, longest(from, length)});
    double next = 0, planned = 0;
    bool cut = false, refused = false;
    for (int trial = 0;; ++trial) {
        flow_.set_push(push);
        const auto error = [&](const double* increment, const double* change) { return excess(h, increment, change); };
        const auto result = steps_.step(flow_, error, y_.data(), start_.data(), h, increment_.data());
        report.evaluations += result.evaluations;
        if (result.converged) {
            // A step that was cut is no reason to reduce the proposed size.
            if (!cut) planned = h < proposed && !refused ? std::max(result.next, proposed) : result.next;
            next = std::max(result.next, planned);
            const double shorter = cut ? h : end_within(from, h, report);
            if (shorter == h || !(shorter > 32 * epsilon * std::abs(from.time))) break;
            cut = true;
            h = shorter;
        } else {
            h = result.next;
            cut = false;
            refused = true;
        }
        const bool vanishing = !(h > 32 * epsilon * std::max(std::abs(from.time), 1e-12));
        if (trial > 100 || vanishing) {
            report.converged = false;
            report.vanishing = vanishing ? h : 0;
            return report;
        }
    }
    flow_.take(from, increment_.data(), h == length ? end_time : from.time + h, to);
    to.algorithm[0] = next;
    report.iterations = std::ranges::any_of(from.sides, [](const SideState& side) { return side.memory.closed; }) ? 1 : 0;
    return report;
}

double ExplicitSteps::place_terms(const State& from) const {
    double sum = 0;
    for (std::size_t s = 0; s < law_.size(); ++s) {
        const SideState& side = from.sides[s];
        const double term = flow_.mobility(s) * std::abs(side.response.stiffness * system_.contacts[contact_[s]].gap.clearance);
        if (side.memory.closed && !law_[s]->rigid && std::isfinite(term)) sum += term;
    }
    return sum;
}

// Differences of values have the rounding of the values over h^2: no step is short enough to remove it.
double ExplicitSteps::support_noise(const State& from) const {
    double sum = 0;
    if (!holds(from)) return sum;
    for (const PrescribedMotion& motion : system_.recovery.prescribed)
        sum += signals::rounding_of_second(*motion.signal, from.time);
    return sum;
}

bool ExplicitSteps::holds(const State& from) const {
    for (std::size_t s = 0; s < law_.size(); ++s) {
        if (law_[s]->rigid && from.sides[s].memory.closed) return true;
    }
    return std::ranges::any_of(from.frictions,
                               [](const FrictionState& friction) { return friction.status == FrictionStatus::stick; });
}

double ExplicitSteps::first_size(const State& from, double length) const {
    const double speed = speed_, push = from.a.size() > 0 ? from.a.cwiseAbs().maxCoeff() : 0.0;
    const double place = from.q.size() > 0 ? from.q.cwiseAbs().maxCoeff() : 0.0;
    double size = infinite;
    if (push > 0) size = std::min(size, 0.01 * std::sqrt(std::max(place, least) / push) + 0.01 * speed / push);
    // At rest at the origin there is no scale.
    if (!std::isfinite(size)) size = length;
    size = std::max(size, 1e-4 * length);
    for (std::size_t s = 0; s < from.sides.size(); ++s) {
        if (from.sides[s].memory.closed && !law_[s]->rigid)
            size = onset_step(*law_[s], from.sides[s], flow_.mobility(s), 30 * tolerance_ * speed, size);
    }
    return size;
}

double ExplicitSteps::excess(double h, const double* increment, const double* change) {
    const std::size_t n = flow_.coordinates();
    double fast = speed_;
    for (std::size_t i = 0; i < n; ++i) {
        if (!std::isfinite(increment[1 + n + i]) || !std::isfinite(change[1 + n + i])) return infinite;
        fast = std::max(fast, std::abs(y_[1 + n + i] + increment[1 + n + i]));
    }
    constexpr double last_places = 4 * epsilon;
    const double balance = balance_ + direction_noise();
    const double allowed_speed = tolerance_ * (fast + flow_.push() * h) + balance * h;
    const double allowed_place = allowed_speed * h;
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t q = 1 + i, v = 1 + n + i;
        largest = std::max(largest, std::abs(change[q]) / (allowed_place + last_places * std::abs(y_[q]) + least));
        largest = std::max(largest, std::abs(change[v]) / (allowed_speed + last_places * std::abs(y_[v]) + least));
    }
    for (std::size_t z = 1 + 2 * n; z < flow_.motion_size(); ++z) {
        const double size = std::abs(y_[z]) + std::abs(increment[z]) + fast * h;
        largest = std::max(largest, std::abs(change[z]) / (tolerance_ * size + least));
    }
    // An error that is small for the whole motion can be large for a slow contact and produce spurious events.
    const double noise = balance * h / of_impact_speed;
    // A motion that begins at rest has the energy that the step gives it.
    const double energy = speed_ > 0 ? energy_ : std::max(energy_, flow_.energy(flow_.at()));
    for (std::size_t s = 0; s < law_.size(); ++s) {
        const SideState& side = flow_.at().sides[s];
        if (!side.memory.closed) continue;
        // An indentation has the rounding of the clearance.
        const double clearance = system_.contacts[contact_[s]].gap.clearance;
        const double rounding = flow_.mobility(s) * 4 * epsilon * std::abs(side.response.stiffness * clearance);
        double v0 = std::max({side.memory.impact_speed, tolerance_ * fast, noise, rounding * h / of_impact_speed, least});
        // What a rigid stop holds may have touched it without a speed; only the log needs the impulse of its force.
        if (law_[s]->rigid) v0 = std::max(v0, std::max(tolerance_, logged) * flow_.push() * h / of_impact_speed);
        largest = std::max(largest, flow_.mobility(s) * std::abs(change[flow_.impulse(s)]) / (of_impact_speed * v0));
        if (law_[s]->rigid) continue;
        // Work and loss are no part of the motion: a kink or a root in them alone would not shorten the step.
        const double allowed = tolerance_ * energy + allowed_speed * std::abs(increment[flow_.impulse(s)]) + least;
        for (std::size_t z = flow_.side_work(s); z < flow_.side_work(s) + 2; ++z)
            largest = std::max(largest, std::abs(change[z]) / (allowed + last_places * std::abs(increment[z])));
    }
    return std::max(largest, slip_excess(change));
}

// Where a slip is a small difference of large speeds, W |F| noise/|s|: no step is short enough to remove it.
double ExplicitSteps::direction_noise() const {
    double sum = 0;
    for (std::size_t f = 0; f < plane_.size(); ++f) {
        const FrictionState& now = flow_.at().frictions[f];
        if (!slips_in_plane(system_.frictions[f], now) || system_.frictions[f].around) continue;
        const double speed = std::max(contact::norm(now.velocity), plane_[f].rest);
        sum += flow_.slip_mobility(f) * contact::norm(now.force) * plane_[f].noise / speed;
    }
    return sum;
}

// The direction of a slip in a plane depends on the error of the slip relative to itself.
double ExplicitSteps::slip_excess(const double* change) const {
    double largest = 0;
    for (std::size_t f = 0; f < plane_.size(); ++f) {
        const FrictionState& now = flow_.at().frictions[f];
        if (!slips_in_plane(system_.frictions[f], now)) continue;
        const SlipRows rows = slip_rows(system_, flow_.at(), system_.frictions[f]);
        contact::Slip error{};
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            const SparseRow& row = system_.rows[static_cast<std::size_t>(rows.row[l])];
            for (std::size_t e = 0; e < row.index.size(); ++e) {
                const double of_row =
                    row.coefficient[e] * change[1 + flow_.coordinates() + static_cast<std::size_t>(row.index[e])];
                for (std::size_t k = 0; k < 2; ++k) error[k] += rows.share[k][l] * of_row;
            }
        }
        const double size = std::max({plane_[f].speed, contact::norm(now.velocity), plane_[f].rest});
        largest = std::max(largest, contact::norm(error) / (of_slip * size));
    }
    return largest;
}

double ExplicitSteps::longest(const State& from, double length) const {
    double within = infinite;
    for (std::size_t f = 0; f < plane_.size(); ++f) {
        const FrictionState& now = from.frictions[f];
        const Friction& of = system_.frictions[f];
        if (!slips_in_plane(of, now) || (of.law->cone->dead_band > 0 && !now.breaking) || !(plane_[f].speed > plane_[f].rest))
            continue;
        const double loss = -contact::dot(slip_acceleration(system_, of, from), now.velocity);  // of s^2/2, in unit time
        if (loss > 0) within = std::min(within, of_rest * contact::dot(now.velocity, now.velocity) / loss);
    }
    if (!holds(from)) return within;
    double fastest = 0;
    const auto add = [&](const Signal& signal) {
        fastest = std::max(fastest, signal.angular_frequency(from.time, from.time + length));
    };
    for (const Load& load : system_.loads) add(*load.signal);
    for (const PrescribedMotion& motion : system_.recovery.prescribed) add(*motion.signal);
    for (const Friction& friction : system_.frictions) {
        if (friction.normal_force) add(*friction.normal_force);
    }
    return fastest > 0 ? std::min(within, 1 / fastest) : within;
}

}  // namespace jounce::time

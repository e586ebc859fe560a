// Adaptive steps through contacts on top of exact linear motion, ended at events.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/collocation_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/gauss.hpp"
#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"
#include "time/adaptive/lasting_contact.hpp"
#include "time/equations/onset_limits.hpp"

namespace jounce::time {

namespace {

constexpr int most_trials = 80;
/// Explicit steps are cheaper when the structure's highest frequency is less than this many times that of the contact.
constexpr double many = 16;
/// When contact damping exceeds the vibration frequency by this factor, the contact far outlasts explicit steps.
constexpr double overdamped = 4;
/// Of the error in one step.
constexpr double order = force_nodes.size() + 1;
/// Fraction of the step over which an error between two nodes keeps its sign.
constexpr double lasting = 0.1;
/// The next step size at or below h from a small set: matrices are kept for each.
double kept_size(double h) {
    int exponent = 0;
    const double part = std::frexp(h, &exponent);  // in [1/2, 1)
    return std::ldexp(part < M_SQRT1_2 ? 0.5 : M_SQRT1_2, exponent);
}
double next_kept_size(double h) {
    const double size = kept_size(h);
    return size < h ? kept_size(size * 1.5) : size;
}

}  // namespace

CollocationSteps::CollocationSteps(const System& system, double tolerance, ModalFlight& flight, FirstClosing& closing)
    : system_(system), tolerance_(tolerance), flight_(flight), closing_(closing), contact_(system, flight) {
    turned_.resize(static_cast<std::size_t>(system.sides));
    lossless_.resize(turned_.size());
    defect_.resize(turned_.size());
    onset_.assign(turned_.size(), std::numeric_limits<double>::quiet_NaN());
    ended_.reserve(turned_.size());
    slips_.reserve(system.frictions.size());
    presses_ = std::ranges::any_of(system.frictions, [](const Friction& friction) { return friction.contact < 0; });
    for (auto* v : {&q_, &v_, &a_}) v->resize(static_cast<std::size_t>(system.size()));
}

CollocationSteps::Turn CollocationSteps::turn_of(const Collocation::Side& side, double begin, double speed) const {
    const auto law = [&](double depth) {
        return closed_response(*side.law, {side.memory.permanent_indentation + depth, 0}, side.memory);
    };
    double deepest = std::max(begin, 1e-14);
    const double energy = 0.5 * speed * speed / side.inertance;
    for (int i = 0; i < 60 && 0.4 * std::abs(law(deepest).force) * deepest < energy; ++i) deepest *= 2;
    const contact::Response there = law(deepest);
    return {deepest, std::sqrt(std::abs(there.stiffness) * side.inertance), std::abs(there.damping) * side.inertance,
            std::abs(there.force)};
}

double CollocationSteps::slip_decay(const Collocation::Side& side, double force) const {
    double largest = 0;
    for (const Friction& friction : system_.frictions) {
        if (friction.contact < 0 || &system_.contacts[static_cast<std::size_t>(friction.contact)] != side.contact) continue;
        if (friction.law->cone) continue;
        const contact::FrictionResponse at_rest = friction.law->evaluate({}, force, {});
        const auto row = static_cast<std::size_t>(friction.around ? side.contact->first_row : friction.first_row);
        largest = std::max(largest, std::abs(at_rest.damping[0]) * contact_.inertance(row));
        if (!friction.law->has_bristle) continue;
        constexpr double bent = 1e-9;
        const double stiffness = friction.law->evaluate({}, force, {{bent, 0}, {}, 0}).force[0] / bent;
        largest = std::max(largest, std::sqrt(std::abs(stiffness) * contact_.inertance(row)));
    }
    return largest;
}

bool CollocationSteps::pays(const State& from) {
    if (!contact_.takes(from)) return false;
    // The answer is kept for a contact, as a function of the onsets of the present ones; without an impact it follows
    // the depth.
    const auto onset_of = [&](std::size_t k) {
        const contact::ContactMemory& memory = from.sides[k].memory;
        if (!memory.closed) return -1.0;
        return memory.impact_speed > 0 ? memory.impact_speed : std::numeric_limits<double>::quiet_NaN();
    };
    bool known = true;
    for (std::size_t k = 0; k < onset_.size() && known; ++k) known = onset_[k] == onset_of(k);
    if (known) return pays_;
    for (std::size_t k = 0; k < onset_.size(); ++k) onset_[k] = onset_of(k);
    contact_.begin(from);
    pays_ = false;
    for (const Collocation::Side& side : contact_.sides()) {
        if (side.law->rigid) {
            pays_ = false;  // the force of a rigid stop does not follow from the motion
            break;
        }
        // With a fresh surface, before any impact: the permanent indentation changes within a contact.
        Collocation::Side fresh = side;
        fresh.memory.permanent_indentation = fresh.memory.max_indentation = 0;
        fresh.memory.unloading = false;
        if (!(side.inertance > 0)) continue;
        const double speed = std::max(side.memory.impact_speed, side.law->minimum_speed);
        const double begin = side.memory.impact_speed > 0 ? 0 : std::max(from.sides[side.number].motion.indentation, 0.0);
        const Turn turn = turn_of(fresh, begin, speed);
        const double explicit_limit = std::max(flight_.highest_rate(), slip_decay(side, turn.force));
        const bool fast_mesh = explicit_limit > many * std::max(turn.frequency, turn.decay);
        const bool lasts = turn.decay > overdamped * turn.frequency;
        if (fast_mesh || lasts) pays_ = true;
    }
    return pays_;
}

double CollocationSteps::round_off(const Collocation::Side& side) const {
    return 4 * epsilon * (2 * side.size + side.memory.max_indentation);
}

double CollocationSteps::first_size(const State& from, double limit) {
    double size = limit;
    for (const Collocation::Side& side : contact_.sides()) {
        const SideState& at = from.sides[side.number];
        const double speed = std::max(std::abs(at.motion.rate), 1e-30);
        const double begin = std::max(depth(at.motion, side.memory), 0.0);
        const auto law = [&](double depth, double rate) {
            return closed_response(*side.law, {side.memory.permanent_indentation + depth, rate}, side.memory);
        };
        const Turn turn = turn_of(side, begin, speed);
        const double fastest = std::max(turn.frequency, turn.decay), deepest = turn.deepest;
        double h = fastest > 0 ? std::min(size, 0.5 / fastest) : size;
        if (!side.law->smooth_onset && begin < 1e-3 * deepest && speed_ > 0) {
            // A force that begins as a power of time has an error of a few per cent.
            const auto off = [&](double time) {
                return 0.01 * std::abs(law(begin + speed * time, speed).force) * side.reach * time;
            };
            for (int i = 0; i < 100 && off(h) > tolerance_ * speed_; ++i) h *= 0.6;
        }
        size = std::min(size, h);
    }
    return size;
}

double CollocationSteps::up_to_release(const State& from, double h) const {
    for (const Collocation::Side& side : contact_.sides()) {
        const SideState& at = from.sides[side.number];
        if (side.law->smooth_onset || !(at.motion.rate < 0)) continue;
        const double left = depth(at.motion, side.memory) / -at.motion.rate;
        if (!(left > 0) || h < 0.6 * left) continue;
        const bool last = 0.02 * std::abs(at.response.force) * side.reach * left <= tolerance_ * speed_;
        h = last ? std::min(h, 1.5 * left) : 0.6 * left;
    }
    return h;
}

double CollocationSteps::error(const State& from, double h) {
    double largest = 0;
    std::fill(defect_.begin(), defect_.end(), 0);
    flight_.at_share(ModalFlight::first_node + force_nodes.size() - 1);
    flight_.motion(q_.data(), v_.data(), a_.data());
    double fastest = speed_;
    for (const double v : v_) fastest = std::max(fastest, std::abs(v));
    const double allowed = allowed_ * (fastest + contact_.pushed() * h);
    for (std::size_t check = ModalFlight::first_check; check < ModalFlight::first_gauss; ++check) {
        flight_.at_share(check);
        for (const Collocation::Side& side : contact_.sides()) {
            const double defect = contact_.defect(side, flight_.instant());
            defect_[side.number] = std::max(defect_[side.number], defect);
            const double impulse = lasting * h * defect;
            const SideState& at = from.sides[side.number];
            const double speed = std::max({side.memory.impact_speed, side.law->minimum_speed, std::abs(at.motion.rate)});
            largest = std::max({largest, impulse * side.reach / allowed, impulse * side.inertance / (of_impact_speed * speed)});
            if (!std::isfinite(impulse)) return infinite;
        }
        for (const Collocation::Resistance& resistance : contact_.resistances()) {
            if (resistance.sticks()) {
                const contact::Slip slip = contact_.at(resistance, flight_.instant()).slip;
                const contact::Slip& held = resistance.begin.velocity;
                const double off = contact::norm({slip[0] - held[0], slip[1] - held[1]}) - 8 * epsilon * resistance.size;
                largest = std::max(largest, off / (std::sqrt(resistance.inertance) * allowed));
                continue;
            }
            if (resistance.friction->law->has_bristle)
                largest = std::max(largest, lasting * h * contact_.bristle_defect(resistance, flight_.instant()) /
                                                (allowed_ * (contact_.longest_bristle(resistance) + fastest * h)));
            const double impulse = lasting * h * contact_.defect(resistance, flight_.instant());
            largest = std::max(largest, impulse * resistance.reach / allowed);
            if (!std::isfinite(impulse)) return infinite;
        }
    }
    return largest;
}

StepReport CollocationSteps::step(const State& from, State& to, const ClosedSignals& signals, double limit,
                                  std::vector<int>& located, std::vector<FrictionLocator::Located>& frictions) {
    from_time_ = from.time;
    const double left = limit - from.time;
    contact_.begin(from);
    std::fill(turned_.begin(), turned_.end(), 0);
    double share = 1;
    for (const Collocation::Side& side : contact_.sides())
        share = std::min(share, share_of_tolerance(from.sides[side.number], from.time, side.inertance));
    allowed_ = lasting_tolerance(tolerance_, share);
    speed_ = 0;
    for (const double v : from.v) speed_ = std::max(speed_, std::abs(v));
    located.clear();
    frictions.clear();
    for (const Collocation::Side& side : contact_.sides()) {
        const contact::Motion& at = from.sides[side.number].motion;
        // A stop may move while the coordinates are at rest.
        if (side.inertance > 0) speed_ = std::max(speed_, std::abs(at.rate) / std::sqrt(side.inertance));
        // A side that ends together with the contact that ended the last step.
        if (at.rate < 0 && std::abs(depth(at, side.memory)) <= round_off(side)) located.push_back(static_cast<int>(side.number));
    }
    if (!located.empty()) return stand(from, to);
    if (left <= 8 * epsilon * std::abs(from.time)) {  // the limit differs by rounding only
        (void)stand(from, to);
        to.time = limit;
        to.algorithm[0] = from.algorithm[0];
        return {};
    }
    StepReport report;
    report.converged = false;
    double h = from.algorithm[0] > 0 ? from.algorithm[0] : first_size(from, left);
    double planned = 0, end = 0;
    bool exactly = false;  // a step that ends at a kink
    while (!report.converged && report.iterations < most_trials) {
        if (!exactly) {
            const double size = up_to_release(from, h);
            // A given normal force is not asked for beyond the limit, where it may jump or end.
            const double most = presses_ ? left : next_kept_size(left);
            h = std::min(size >= most ? most : kept_size(size), most);
        }
        if (!(h > 4 * epsilon * std::max(std::abs(from.time), left))) {
            report.vanishing = h;
            return report;
        }
        ++report.iterations;
        const bool solved = contact_.solve(from, signals, h, 0.01 * allowed_ * speed_);
        const double off = solved ? error(from, h) : infinite;
        report.evaluations += contact_.evaluations();
        if (!(off <= 1)) {
            h *= std::isfinite(off) ? std::clamp(0.8 * std::pow(off, -1.0 / order), 0.1, 0.6) : 0.25;
            exactly = false;
            continue;
        }
        if (!exactly || planned == 0) planned = h * std::clamp(0.8 * std::pow(std::max(off, 1e-30), -1.0 / order), 0.5, 4.0);
        located.clear();
        end = closing_.find(flight_, from, std::min(h, left), located);
        const std::optional<Found> first = first_event(from, h, end);
        if (first && first->event == contact::ContactEvent::kink && first->after < (1 - 1e-8) * h) {
            // A polynomial cannot cross the kink: the step is repeated, up to the kink and negligibly beyond it.
            h = first->after * (1 + 1e-9);
            exactly = true;
            continue;
        }
        if (first) {
            located.assign(ended_.begin(), ended_.end());
            end = first->after;
        }
        const double slips = contact_.resistances().empty() ? end : first_friction_event(from, end, frictions);
        if (slips < end) {
            located.clear();
            std::fill(turned_.begin(), turned_.end(), 0);
            end = slips;
        }
        // Where both its force and what it can hold are zero, a stick breaks in a direction that only other steps show.
        const auto undecided = [&](const FrictionLocator::Located& at) {
            return at.event == contact::ContactEvent::stick_breaks &&
                   !(contact::norm(from.frictions[static_cast<std::size_t>(at.friction)].force) > 0);
        };
        if (end == 0 && std::ranges::any_of(frictions, undecided)) return report;
        report.converged = true;
    }
    if (!report.converged) return report;
    if (end == h) {
        std::copy(q_.begin(), q_.end(), to.q.begin());
        std::copy(v_.begin(), v_.end(), to.v.begin());
    } else {
        flight_.at(end);
        flight_.motion(to.q.data(), to.v.data(), to.a.data());
        contact_.keep_slips(to.v.data());
    }
    for (const Collocation::Resistance& resistance : contact_.resistances())
        to.frictions[resistance.number].bristle[0] = contact_.bristle(resistance, end);
    for (const Collocation::Side& side : contact_.sides()) {
        if (!side.law->turning_point) continue;
        // A turn at the end of the step, to round-off: no sample shows it.
        flight_.at(end);
        const double begin = from.sides[side.number].motion.rate;
        if (begin > 0 && std::abs(contact_.motion(side).motion.rate) <= 1e-8 * begin) turned_[side.number] = 1;
    }
    to.time = left - end <= 8 * epsilon * left ? limit : from.time + end;
    to.algorithm[0] = located.empty() && frictions.empty() ? planned : 0.0;
    length_ = end;
    return report;
}

StepReport CollocationSteps::stand(const State& from, State& to) {
    to.time = from.time;
    to.q = from.q;
    to.v = from.v;
    to.algorithm[0] = length_ = 0;
    return {};
}

void CollocationSteps::add_work(const State& from, const State& to, StepWork& work) {
    std::vector<StepWork::Side>& sides = work.sides;
    for (StepWork::Side& side : sides) side = {};
    std::fill(work.frictions.begin(), work.frictions.end(), 0.0);
    if (!(length_ > 0)) return;
    for (std::size_t k = 0; k < lossless_.size(); ++k) lossless_[k] = 1;
    for (std::size_t g = 0; g < gauss_8.size(); ++g) {
        const double weight = gauss_8.weight[g] * length_;
        flight_.at_part(g, length_);
        for (const Collocation::Side& side : contact_.sides()) {
            const contact::Motion at = contact_.motion(side).motion;
            const contact::Response response = status_response(*side.law, at, side.memory);
            StepWork::Side& sum = sides[side.number];
            sum.impulse += weight * response.force;
            sum.work += weight * response.force * at.rate;
            if (response.force != response.elastic_force) lossless_[side.number] = 0;
        }
        for (const Collocation::Resistance& resistance : contact_.resistances())
            work.frictions[resistance.number] += weight * contact_.rest_of_work(resistance);
    }
    contact_.add_boundary_work(length_, work.frictions);
    for (const double friction : work.frictions) work.sum.friction += friction;
    // The integral of (F - dU/d(delta)) d(delta), independent of kinks of U.
    for (const Collocation::Side& side : contact_.sides()) {
        StepWork::Side& sum = sides[side.number];
        const double stored = to.sides[side.number].response.stored_energy - from.sides[side.number].response.stored_energy;
        sum.loss = lossless_[side.number] != 0 ? 0 : sum.work - stored;
    }
}

}  // namespace jounce::time

// event_driven for Systems with joints: steps with error control, and their ends.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/mechanism_steps.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "time/adaptive/lasting_contact.hpp"
#include "time/equations/onset_limits.hpp"

namespace jounce::time {

namespace {
using linalg::Vector;

/// Steps are implicit above this product of step and decay rate of a contact damper: explicit steps are limited to
/// about six, and more accurate than implicit ones for the same work only where they are much shorter.
constexpr double stiff_step = 0.5;
/// Weight of the initial rates in the error formula: as for Radau methods, the real eigenvalue of (a_ij).
constexpr double weight_of_begin = 0.15906605;
/// Of what friction takes from a slip in a step: a slip whose direction has followed the force that would hold it.
constexpr double slow_slip = 0.05;
}  // namespace

MechanismSteps::MechanismSteps(const System& system, double tolerance)
    : MechanismStepper(system),
      tolerance_(tolerance),
      allowed_(tolerance),
      scales_(system),
      flow_(dynamics_),
      samples_(dynamics_, flow_),
      motions_(system),
      slips_(dynamics_, flow_),
      steps_(flow_.size(), flow_.motion_size()),
      forces_(dynamics_, flow_, ImplicitSteps::instants),
      implicit_steps_(RadauTable<5>(radau_5, weight_of_begin), flow_.coordinates(), flow_.motion_size(), flow_.size(),
                      forces_.largest_rank()),
      singular_(dynamics_, flow_, steps_) {
    const std::size_t n = flow_.size();
    for (auto* v : {&y_, &start_, &increment_, &trial_, &end_, &dense_, &rate_}) v->resize(n);
    multipliers_.resize(static_cast<std::size_t>(dynamics_.motion().equations()));
    at_end_.assign(n, std::numeric_limits<double>::quiet_NaN());
    q_ = v_ = Vector::Zero(dynamics_.size());
    located_.reserve(static_cast<std::size_t>(system.sides));
    located_frictions_.reserve(system.frictions.size());
    turned_.resize(static_cast<std::size_t>(system.sides));
    passed_.resize(turned_.size());
    mobility_.resize(turned_.size());
}

StepReport MechanismSteps::step(const State& from, State& to, double /*h*/, double end_time) {
    located_.clear();
    located_frictions_.clear();
    slips_.begin(from);
    to.algorithm = from.algorithm;
    const double length = end_time - from.time;
    StepReport report;
    const bool as_before = flow_.begin(from);
    flow_.fill(from, y_.data());
    begin_rates(as_before);
    resume_singular_configuration(from);
    sample(0, from.time, 0, from.q.data(), from.v.data());
    fast_ = std::max(scales_.largest(from.v), scales_.slow());
    double decay = 0;      // largest decay rate of a contact damper [1/s]
    double stiffness = 0;  // of all contacts, times their mobilities [1/s^2]
    double share = 1;
    for (std::size_t s = 0; s < mobility_.size(); ++s) {
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        mobility_[s] = from.sides[s].memory.closed && !side.law->rigid ? dynamics_.mobility(side) : 0;
        if (!(mobility_[s] > 0)) continue;
        const contact::Response response = status_response(*side.law, from.sides[s].motion, flow_.memory(s));
        decay = std::max(decay, mobility_[s] * response.damping);
        stiffness += mobility_[s] * response.stiffness;
        share = std::min(share, share_of_tolerance(from.sides[s], from.time, mobility_[s]));
    }
    allowed_ = lasting_tolerance(tolerance_, share);
    grain_ = scales_.grain(from, stiffness);
    std::fill(passed_.begin(), passed_.end(), 0);
    double proposed = from.algorithm[0] > 0 ? scales_.onset_step(dynamics_, from, tolerance_, from.time, from.algorithm[0])
                                            : scales_.first_step(dynamics_, from, tolerance_);
    if (independence_ < SingularConfiguration::near && !singular_.covers(from.time) && dynamics_.held().empty())
        (void)find_singular_configuration(from, proposed);
    if (stuck(from, proposed)) {
        report.converged = false;
        report.vanishing = proposed;
        return report;
    }
    if (singular_.covers(from.time)) proposed = singular_.end() - from.time;
    follow_beginning_slip(from);
    double h = flow_.follows() ? length : std::min(proposed, length);
    bool stopped = false;
    bool touching = false;
    for (const SideState& side : from.sides) touching = touching || side.memory.closed;
    double next = 0;
    for (int trial = 0;; ++trial) {
        implicit_ = h * decay > stiff_step && !singular_.covers(from.time) && !flow_.follows();
        const auto result = integrate(from, h, report);
        if (result.converged) {
            // A step that is short only because the interval ends does not reduce the proposed size.
            next = h == length && h < proposed ? std::max(result.next, proposed) : result.next;
            std::optional<Crossing> first = earliest(from, h, h == length ? end_time : from.time + h, report);
            if (!first) {
                const double shorter = stopped ? h : before_singular_configuration(from, h);
                if (shorter == h) break;
                stopped = true;
                h = shorter;
                continue;
            }
            const double whole = h;
            bool found = locate(from, *first, h, report);
            for (std::optional<Crossing> before; found && (before = earlier_event(from, h)); first = before) {
                located_.clear();
                located_frictions_.clear();
                std::fill(turned_.begin(), turned_.end(), neither);
                found = locate(from, *before, h, report);
            }
            if (found) {
                if (!is_smooth(*first)) next = is_continuous(*first) ? -next : 0;
                if (!is_smooth(*first) || h > instant(from)) break;
                // It is already here, and time would not advance.
                passed_[first->side] = 1;
                h = whole;
            }
        } else {
            h = result.next;
        }
        const bool vanishing = !(h > 32 * epsilon * std::max(std::abs(from.time), 1e-12));
        if (trial > 100 || vanishing) {
            report.converged = false;
            report.iterations = trial + 1;
            report.vanishing = vanishing ? h : 0;
            return report;
        }
    }
    if (flow_.follows()) {
        // As far as explicit steps follow the turning of the slip.
        if (next > 0) {
            const FollowedSlip slip = followed_slip(h);
            next = slip.speed / slip.taken * h;
        }
        at_end_[0] = std::numeric_limits<double>::quiet_NaN();  // with another force
    }
    carry(from, to, h == length ? end_time : from.time + h);
    for (std::size_t i = 0; i < flow_.coordinates(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        to.q[at] = from.q[at] + increment_[1 + i];
        to.v[at] = from.v[at] + increment_[1 + flow_.coordinates() + i];
    }
    flow_.add_bristles(increment_.data(), to);
    dynamics_.set_time(to.time);
    if (singular_.covers(to.time)) {
        singular_.multipliers(to.time, multipliers_.data());
        dynamics_.complete(to, Tension::cut, end_.data() + 1 + flow_.coordinates(), multipliers_.data());
        to.algorithm[1] = singular_.end();
        to.algorithm[2] = singular_.spacing();
        const auto size = static_cast<Eigen::Index>(flow_.motion_size());
        to.algorithm.segment(3, size) = singular_.base().head(size);
    } else {
        dynamics_.project_positions(to.q.data());
        dynamics_.project_rates(to.q.data(), to.v.data());
        complete(dynamics_, to, Tension::cut);
        to.algorithm[1] = to.algorithm[2] = 0;
    }
    flow_.sort(increment_.data(), work_);
    to.algorithm[0] = next;
    double* history = to.algorithm.data() + 3 + flow_.motion_size();
    history[0] = 0;
    if (implicit_ && next != 0) implicit_steps_.keep(h, history);
    for (std::size_t s = 0; s < turned_.size(); ++s) {
        if (turned_[s] == neither) {
            // A turn at the end of the step, to the residual rate of a located one: no sample shows it.
            SideState& side = to.sides[s];
            const double slow = 2 * MechanismSamples::slow_turn * side.memory.impact_speed;
            turn_if_due(*dynamics_.sides()[s].law, side.motion, slow, side.memory);
            continue;
        }
        const bool reloaded = std::exchange(turned_[s], neither) == reloads;
        SideState& side = to.sides[s];
        const contact::Law& law = *dynamics_.sides()[s].law;
        if (!reloaded) {
            contact::turn(law, side.motion, side.memory);
        } else if (side.motion.indentation >= side.memory.max_indentation * (1 - 1e-9)) {
            contact::reload(law, side.motion, side.memory);
        }
    }
    report.iterations = touching ? 1 : 0;
    return report;
}

bool MechanismSteps::is_continuous(const Crossing& c) const {
    if (!located_frictions_.empty() || c.event == ContactEvent::turning || c.event == ContactEvent::kink) return false;
    return std::ranges::none_of(located_, [&](int s) { return dynamics_.sides()[static_cast<std::size_t>(s)].law->rigid; });
}

double MechanismSteps::excess(const Measure& measure, double h, const double* increment, const double* change) const {
    const std::size_t n = flow_.coordinates();
    double fast = std::max({measure.speed, measure.noise / allowed_, scales_.slow()});
    for (std::size_t i = 0; i < n; ++i) {
        if (!std::isfinite(increment[1 + n + i])) return infinite;
        fast = std::max(fast, scales_.length(i) * std::abs(increment[1 + n + i]));
    }
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        largest = std::max(largest, scales_.length(i) * std::abs(change[1 + i]) / (fast * h));
        largest = std::max(largest, scales_.length(i) * std::abs(change[1 + n + i]) / fast);
        if (!std::isfinite(change[1 + n + i])) return infinite;
    }
    for (std::size_t f = 0; f < flow_.bristles(); ++f) {
        const std::size_t at = 1 + 2 * n + f;
        // Relative to itself and to the distance covered: a slip of rounding alone does not bend a bristle at all.
        const double z = 1e2 * (std::abs(y_[at]) + std::abs(increment[at])) + fast * h;
        if (z > 0) largest = std::max(largest, std::abs(change[at]) / z);
    }
    // An error that is small for the whole motion can be large for a slow contact and produce spurious events.
    double in_contact = 0;
    for (std::size_t s = 0; s < mobility_.size(); ++s) {
        if (mobility_[s] == 0) continue;
        const double v0 =
            std::max({flow_.memory(s).impact_speed, dynamics_.sides()[s].law->minimum_speed, measure.noise / of_impact_speed});
        in_contact = std::max(in_contact, mobility_[s] * std::abs(change[flow_.impulse(s)]) / v0);
    }
    return std::max(largest / allowed_, in_contact / of_impact_speed);
}

DormandPrince::Result MechanismSteps::integrate(const State& from, double h, StepReport& report) {
    if (singular_.covers(from.time)) {
        singular_.increment(from.time, from.time + h, increment_.size(), increment_.data());
        return {.converged = true, .next = singular_.spacing()};
    }
    const Measure against = measure(from, h);
    const auto error = [&](const double* increment, const double* change) { return excess(against, h, increment, change); };
    if (implicit_) {
        forces_.begin(y_.data(), h);
        const auto result =
            implicit_steps_.step(flow_, forces_, error, y_.data(), start_.data(), h, increment_.data(), history(from.algorithm));
        report.evaluations += result.evaluations;
        return result;
    }
    auto result = steps_.step(flow_, error, y_.data(), start_.data(), h, increment_.data());
    report.evaluations += result.evaluations;
    if (!result.converged || !flow_.follows()) return result;
    const FollowedSlip slip = followed_slip(h);
    const double allowed = tolerance_ * fast_;
    if (slip.off > allowed || !(slip.speed < slow_slip * slip.taken)) {
        result.converged = false;
        result.next = h * (slip.off > allowed ? std::clamp(0.8 * std::cbrt(allowed / slip.off), 0.1, 0.8) : 0.5);
    }
    return result;
}

bool MechanismSteps::find_singular_configuration(const State& from, double h) {
    if (!std::isfinite(radian(from))) return false;
    const auto error = [&](double over, const double* increment, const double* change) {
        return excess(measure(from, over), over, increment, change);
    };
    return singular_.find(y_.data(), start_.data(), h, radian(from), error);
}

bool MechanismSteps::stuck(const State& from, double h) {
    constexpr double close = 1e-3;
    if (!(independence_ < close * close) || !(from.algorithm[0] > 0) || singular_.covers(from.time)) return false;
    const double ahead = singular_.distance(y_.data(), radian(from));
    return ahead > 0 && ahead < close && h < 10 * close * ahead * radian(from);
}

double MechanismSteps::before_singular_configuration(const State& from, double h) {
    if (!(independence_ < SingularConfiguration::near) || singular_.covers(from.time) || !std::isfinite(radian(from))) return h;
    if (!dynamics_.held().empty()) return h;  // constraint forces of contacts are not predicted
    const double ahead = singular_.distance(at_end_.data(), radian(from));
    if (!(std::abs(ahead) < SingularConfiguration::clear)) return h;
    const double shorter = h - (SingularConfiguration::stop - ahead) * radian(from);
    return shorter > 0.01 * h ? shorter : h;
}

void MechanismSteps::resume_singular_configuration(const State& from) {
    const double end = from.algorithm[1];
    if (!(end > from.time)) return singular_.forget();
    const double begin = from.algorithm[3];
    if (singular_.begin() != begin || singular_.end() != end) {
        linalg::Vector base = linalg::Vector::Zero(static_cast<Eigen::Index>(flow_.size()));
        const auto size = static_cast<Eigen::Index>(flow_.motion_size());
        base.head(size) = from.algorithm.segment(3, size);
        const auto error = [&](double over, const double* increment, const double* change) {
            return excess(measure(from, over), over, increment, change);
        };
        if (!singular_.resume(base.data(), end, from.algorithm[2], error)) return;
    }
    singular_.rates(from.time, start_.data());
}

void MechanismSteps::begin_rates(bool as_before) {
    if (as_before && std::equal(y_.begin(), y_.begin() + static_cast<std::ptrdiff_t>(flow_.motion_size()), at_end_.begin())) {
        start_ = end_;
        dynamics_.set_time(y_[0]);
    } else {
        at_end_[0] = std::numeric_limits<double>::quiet_NaN();  // with other memories
        flow_.rate(y_.data(), start_.data());
        independence_ = dynamics_.independence();
    }
}

void MechanismSteps::set_end(double time) {
    for (std::size_t i = 0; i < y_.size(); ++i) at_end_[i] = y_[i] + increment_[i];
    at_end_[0] = time;
    if (singular_.covers(time)) return singular_.rates(time, end_.data());
    flow_.rate(at_end_.data(), end_.data());
    independence_ = dynamics_.independence();
}

std::unique_ptr<Stepper> mechanism_event_stepper(const System& system, double tolerance) {
    return std::make_unique<MechanismSteps>(system, tolerance);
}

}  // namespace jounce::time

// Adaptive steps of high order through contacts, ended exactly at the first event: release, closing, turning point.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/contact_steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/adaptive/lasting_contact.hpp"

namespace jounce::time {

namespace {

/// The flow with a root, or a rate, of one closed side as its independent variable: a step ends exactly where it
/// vanishes (M. Henon 1982, doi:10.1016/0167-2789(82)90034-3).
template <class Slope>
struct InClockOf {
    ContactFlow& flow;
    Slope slope;  // d(variable)/dsigma at the last evaluation, from dy
    std::size_t integrated;
    void begin_row() const { flow.begin_row(); }
    void rate(const double* y, double* dy) const {
        flow.rate(y, dy);
        const double factor = 1 / slope(dy);
        for (std::size_t i = 0; i < integrated; ++i) dy[i] *= factor;
    }
};

}  // namespace

ContactSteps::ContactSteps(const System& system, double tolerance)
    : flow_(system),
      extrapolation_(flow_.capacity()),
      motion_(flow_, extrapolation_),
      tolerance_(tolerance),
      target_column_(std::clamp(static_cast<int>(std::lround(-0.5 * std::log10(tolerance))), 3, 7)) {
    for (auto* v : {&start_, &increment_, &end_, &end_rate_}) v->resize(flow_.capacity());
    begin_.resize(static_cast<std::size_t>(system.sides));
}

double ContactSteps::round_off(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    return 4 * epsilon * (2 * std::abs(s.contact->gap.clearance) + std::abs(s.motion.motion.indentation));
}

double ContactSteps::outside(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    const double left = round_off(side) + tolerance_ * std::max(std::abs(s.contact->gap.clearance), s.memory.max_indentation);
    // A rigid stop has no force to close it again: its present position must not be passed.
    return s.law->rigid ? std::max(left, begin_[side].indentation) : left;
}

contact::Motion ContactSteps::above(std::size_t side, double indentation, double rate, double after) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    return above_surface(*s.law, {indentation, rate}, s.memory, from_time_ + after);
}

contact::Motion ContactSteps::above(std::size_t side) const {
    const contact::Motion& motion = flow_.sides()[side].motion.motion;
    return above(side, motion.indentation, motion.rate, after_);
}

std::optional<ContactEvent> ContactSteps::closes_by(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    if (s.anywhere) return ContactEvent::onset_by_force;
    if (begin_[side].indentation <= outside(side)) return ContactEvent::onset;
    return force_closes_indented(*s.law) ? std::optional(ContactEvent::onset_by_force) : std::nullopt;
}

double ContactSteps::first_size() {
    // Within about a tenth of a radian of the fastest motion.
    const double clock = flow_.clock();
    double shortest = limit_;
    if (flow_.highest_frequency() > 0) shortest = std::min(shortest, 2 / flow_.highest_frequency());
    double size = infinite;
    const auto& closed = flow_.closed();
    for (std::size_t j = 0; j < closed.size(); ++j) {
        const ContactFlow::Side& side = flow_.sides()[closed[j]];
        if (!side.rooted) {
            // The law's own frequency and decay.
            const double fastest = std::max(std::sqrt(std::abs(side.response.stiffness) * side.compliance),
                                            std::abs(side.response.damping) * side.compliance);
            if (fastest > 0) size = std::min(size, 1 / (fastest * clock));
            continue;
        }
        const double root = flow_.y()[flow_.unknowns() - closed.size() + j];
        const double others = root > 0 ? clock / root : 1.0;
        const double speed = std::abs(side.motion.motion.rate);
        // The depth at which the law alone would stop this speed.
        double deepest = std::max(1e-14, root * root);
        const double energy = 0.5 * speed * speed / side.compliance;
        for (int i = 0; i < 60; ++i) {
            const contact::Response r =
                side.contact->law->evaluate({side.memory.permanent_indentation + deepest, 0}, side.memory);
            if (!(0.4 * r.force * deepest < energy)) break;
            deepest *= 2;
        }
        if (speed > 0) size = std::min(size, 0.6 * std::sqrt(deepest) / (speed * others));
        const double acceleration = std::abs(flow_.side_acceleration(closed[j]));
        if (acceleration > 0) size = std::min(size, 0.5 * std::sqrt(2 / acceleration) / others);
        if (clock == 0 && speed > 0) size = std::min(size, 2 * std::sqrt(shortest / speed) / others);
    }
    if (clock > 0) size = std::min(size, shortest / clock);
    return std::isfinite(size) ? size : shortest / std::max(clock, 1e-9);
}

void ContactSteps::take_end() {
    for (std::size_t i = 0; i < flow_.integrated(); ++i) end_[i] = flow_.y()[i] + increment_[i];
}

bool ContactSteps::trial(double h) {
    ++trials_;
    const std::size_t n = flow_.unknowns();
    const auto error = [this](const double* all, const double* change) { return flow_.error(all, change, allowed_); };
    const auto result =
        extrapolation_.step(flow_, error, flow_.integrated(), flow_.y(), start_.data(), h, target_column_, increment_.data());
    evaluations_ += result.evaluations;
    proposed_ = result.next;
    if (!result.converged) return false;
    take_end();
    for (std::size_t i = n - flow_.closed().size(); i < n; ++i) {
        if (end_[i] > floor_ || increment_[i] > 0) continue;
        proposed_ = 0.5 * h;
        return false;
    }
    flow_.rate(end_.data(), end_rate_.data());
    flow_.sample_sides();
    after_ = end_[n - flow_.closed().size() - 1];
    ++evaluations_;
    return true;
}

template <class Slope>
bool ContactSteps::trial_in_clock_of(const Slope& slope, double start_slope, double distance) {
    ++trials_;
    const std::size_t n = flow_.integrated();
    InClockOf<Slope> system{flow_, slope, n};
    for (std::size_t i = 0; i < n; ++i) end_rate_[i] = start_[i] / start_slope;
    const auto error = [this](const double* all, const double* change) { return flow_.error(all, change, allowed_); };
    const auto result =
        extrapolation_.step(system, error, n, flow_.y(), end_rate_.data(), distance, target_column_, increment_.data());
    evaluations_ += result.evaluations;
    if (!result.converged) return false;
    take_end();
    return true;
}

bool ContactSteps::trial_to_release(std::size_t closed) {
    const std::size_t n = flow_.unknowns();
    const std::size_t first = n - flow_.closed().size();
    const std::size_t index = first + closed;
    const auto slope = [index](const double* dy) { return dy[index]; };
    if (!trial_in_clock_of(slope, start_[index], floor_ - flow_.y()[index])) return false;
    end_[index] = floor_;
    for (std::size_t i = first; i < n; ++i) {
        if (!(end_[i] >= floor_)) return false;
    }
    return nothing_before();
}

bool ContactSteps::trial_to_turn(std::size_t side) {
    const auto slope = [this, side](const double*) {
        if (!flow_.sides()[side].plane) flow_.sample_sides();  // the direction turns with the motion
        return flow_.clock() * flow_.side_acceleration(side);
    };
    const std::size_t n = flow_.unknowns();
    if (!trial_in_clock_of(slope, begin_clock_ * begin_[side].acceleration, -begin_[side].rate)) return false;
    for (std::size_t i = n - flow_.closed().size(); i < n; ++i) {
        if (!(end_[i] > floor_)) return false;
    }
    return nothing_before();
}

bool ContactSteps::nothing_before() {
    const std::size_t time = flow_.unknowns() - flow_.closed().size() - 1;
    flow_.rate(end_.data(), end_rate_.data());
    flow_.sample_sides();
    after_ = end_[time];
    ++evaluations_;
    if (!(end_[time] > 0 && end_[time] <= limit_) || flow_.pulled()) return false;
    for (std::size_t k = 0; k < begin_.size(); ++k) {
        const ContactFlow::Side& side = flow_.sides()[k];
        if (!side.closed) {
            if (const auto event = closes_by(k)) {
                Crossing c{*event, k};
                value(c);
                if (c.value > c.enough) return false;
            }
            continue;
        }
        if (begin_[k].rate > 0 && side.motion.motion.rate < -1e-6 * begin_[k].rate) return false;  // turned within the step
        if (std::isfinite(kink(k)) || cut(k)) return false;
    }
    return close_pass(1) == 0;
}

bool ContactSteps::pulled() const {
    for (std::size_t j = 0; j < flow_.closed().size(); ++j) {
        if (!flow_.pulled(j)) continue;
        Crossing pull{ContactEvent::release_by_force, flow_.closed()[j]};
        value(pull);
        if (!(pull.value >= -pull.enough)) return true;
    }
    return false;
}

ContactSteps::Release ContactSteps::next_release() const {
    Release release{0, infinite, false};
    const auto& closed = flow_.closed();
    const std::size_t first = flow_.unknowns() - closed.size();
    for (std::size_t j = 0; j < closed.size(); ++j) {
        const double w = flow_.y()[first + j] - floor_;
        const double slope = start_[first + j];
        if (!(w > 0) || !flow_.sides()[closed[j]].rooted) continue;
        const double others = flow_.clock() / (w + floor_);
        const double half = 0.25 * begin_[closed[j]].acceleration * others * flow_.clock();
        // The smaller positive root of w + slope x + half x^2.
        const double discriminant = slope * slope - 4 * half * w;
        if (discriminant < 0) continue;
        const double q = -0.5 * (slope + std::copysign(std::sqrt(discriminant), slope));
        double distance = infinite;
        for (const double x : {half != 0 ? q / half : -1.0, q != 0 ? w / q : -1.0}) {
            if (x > 0) distance = std::min(distance, x);
        }
        if (distance < release.distance) release = {j, distance, slope < 0 && w < -2 * slope * distance};
    }
    return release;
}

std::optional<std::size_t> ContactSteps::next_turn(double h) const {
    std::optional<std::size_t> which;
    double nearest = 1.3 * h;
    for (const std::size_t k : flow_.closed()) {
        const double slope = -begin_clock_ * begin_[k].acceleration;
        if (begin_[k].rate > 1e-4 * h * slope && slope > 0 && begin_[k].rate < nearest * slope) {
            nearest = begin_[k].rate / slope;
            which = k;
        }
    }
    return which;
}

bool ContactSteps::turned(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    return s.closed && s.law->turning_point && begin_[side].rate > 0 && s.motion.motion.rate <= 1e-8 * begin_[side].rate;
}

bool ContactSteps::within(const State& from, double s, State& out) {
    const double clock = end_[flow_.integrated() - 1];
    const double* moved = motion_.at({start_.data(), end_.data(), end_rate_.data(), clock, allowed_, target_column_}, s);
    if (moved == nullptr) return false;
    const auto n = static_cast<Eigen::Index>(from.q.size());
    out.q = from.q + Eigen::Map<const linalg::Vector>(moved, n);
    out.v = from.v + Eigen::Map<const linalg::Vector>(moved + n, n);
    return true;
}

StepReport ContactSteps::step(const State& from, State& to, const ClosedSignals& signals, double limit,
                              std::vector<int>& located) {
    motion_.forget();
    evaluations_ = 0;
    trials_ = 0;
    proposed_ = 0;
    double size = 0;
    int closed = 0;
    for (const SideState& side : from.sides) {
        if (!side.memory.closed) continue;
        size = std::max(size, std::abs(side.motion.indentation));
        ++closed;
    }
    for (const ContactFlow::Side& side : flow_.sides()) size = std::max(size, std::abs(side.contact->gap.clearance));
    floor_ = closed > 1 ? std::sqrt(8 * epsilon * size) : 0;
    limit_ = limit - from.time;
    from_time_ = from.time;
    after_ = 0;
    flow_.begin(from, signals, floor_);
    flow_.begin_step();
    flow_.begin_row();
    flow_.rate(flow_.y(), start_.data());
    flow_.sample_sides();
    const std::size_t n = flow_.unknowns();
    for (std::size_t k = 0; k < begin_.size(); ++k) {
        const ContactFlow::Side& side = flow_.sides()[k];
        const contact::Motion motion = side.closed ? side.motion.motion : above(k);
        const contact::Response& response = side.response;
        begin_[k] = {motion.indentation, motion.rate, flow_.side_acceleration(k), response.force - response.clamped};
    }
    begin_clock_ = flow_.clock();
    double share = 1;
    for (std::size_t k = 0; k < begin_.size(); ++k)
        share = std::min(share, share_of_tolerance(from.sides[k], from.time, flow_.sides()[k].compliance));
    allowed_ = lasting_tolerance(tolerance_, share);
    const Release release = next_release();
    double h = from.algorithm[0] > 0 ? from.algorithm[0] : first_size();
    if (flow_.clock() > 0) h = std::min(h, 2 * limit_ / flow_.clock());
    double planned = 0;

    StepReport report;
    report.converged = false;
    bool tried_release = false;
    bool tried_turn = false;
    const std::optional<std::size_t> turning = next_turn(h);
    std::copy_n(flow_.y(), flow_.integrated(), end_.begin());
    std::copy_n(start_.begin(), n, end_rate_.begin());
    add_released(located);
    if (!located.empty()) {
        // Releases at once: a contact that begins without a force.
        report.converged = true;
        h = 0;
    }
    bool released = false;
    while (!report.converged && trials_ < most_trials && std::isfinite(h) && h > 0) {
        if (!tried_release && closed > 0 && release.opening && h >= 0.5 * release.distance) {
            tried_release = true;
            if (trial_to_release(release.closed)) {
                released = true;
                report.converged = true;
                break;
            }
            h = std::min(h, 0.5 * release.distance);
        }
        if (!tried_turn && turning) {
            tried_turn = true;
            if (trial_to_turn(*turning)) {
                planned = h;
                report.converged = true;
                break;
            }
        }
        if (h > 0.7 * release.distance) h = 0.7 * release.distance;
        if (!trial(h)) {
            h = proposed_;
            continue;
        }
        if (planned == 0) planned = proposed_;
        if (const auto crossing = earliest(h)) {
            if (!locate(*crossing, h)) {
                h *= 0.5;
                continue;
            }
        }
        // A tension within the step that has passed at its end.
        if (pulled()) {
            h *= 0.5;
            continue;
        }
        if (const double at = close_pass(h); at > 0 && at < 0.999 * h) {
            h = at;
            continue;
        }
        report.converged = true;
    }
    report.evaluations = evaluations_;
    report.iterations = trials_;
    if (!report.converged) return report;
    if (h > 0) add_released(located);
    if (released && located.empty()) located.push_back(static_cast<int>(flow_.closed()[release.closed]));
    const double duration = end_[n - flow_.closed().size() - 1];
    to.time = limit_ - duration <= 8 * epsilon * limit_ ? limit : from.time + duration;
    const auto coordinates = to.q.size();
    std::copy_n(end_.data(), coordinates, to.q.data());
    std::copy_n(end_.data() + coordinates, coordinates, to.v.data());
    to.algorithm[0] = located.empty() ? std::max(planned, h > 0 ? proposed_ : 0.0) : 0.0;
    return report;
}

}  // namespace jounce::time

// event_driven for Systems with joints: adaptive extrapolation of the index-1 equations, ended at located events.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "base/hermite.hpp"
#include "time/extrapolation.hpp"
#include "time/mechanism_stepper.hpp"

namespace jounce::time {

namespace {

using linalg::Vector;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double slow_turn = 1e-6;  // of the impact speed: a turn located so well is deepest to 1e-12
constexpr int looks = 8;            // parts of a step in which event functions are looked at

/// y = (t, q, v, bristles), then integrals that nothing depends on: the works of WorkSum, and impulse, work and loss of each
/// side.
class Flow {
  public:
    explicit Flow(MechanismDynamics& dynamics) : d_(dynamics), n_(static_cast<std::size_t>(dynamics.size())) {
        frictions_ = dynamics.system().frictions.size();
        sides_ = dynamics.sides().size();
        a_ = Vector::Zero(dynamics.size());
        lambda_ = Vector::Zero(dynamics.motion().equations());
        normal_.resize(sides_);
        rubbing_.resize(sides_);
        memory_.resize(sides_);
        elastic_.resize(sides_);
    }
    [[nodiscard]] std::size_t motion_size() const { return 1 + 2 * n_ + frictions_; }
    [[nodiscard]] std::size_t size() const { return motion_size() + 4 + 3 * sides_; }
    void begin(const State& from) {
        for (std::size_t s = 0; s < sides_; ++s) memory_[s] = from.sides[s].memory;
    }
    void fill(const State& from, double* y) const {
        std::fill_n(y, size(), 0.0);
        y[0] = from.time;
        std::copy_n(from.q.data(), n_, y + 1);
        std::copy_n(from.v.data(), n_, y + 1 + n_);
        for (std::size_t f = 0; f < frictions_; ++f) y[1 + 2 * n_ + f] = from.frictions[f].bristle[0];
    }
    void begin_row() {}
    void rate(const double* y, double* dy) {
        const double* q = y + 1;
        const double* v = q + n_;
        const double* z = v + n_;
        d_.set_time(y[0]);
        d_.move(q, v, true);
        dy[0] = 1;
        std::copy_n(v, n_, dy + 1);
        double* a = dy + 1 + n_;
        std::fill_n(dy + 1 + 2 * n_, frictions_, 0.0);
        d_.applied_forces(q, v, a);
        for (std::size_t s = 0; s < sides_; ++s) {
            normal_[s] = rubbing_[s] = elastic_[s] = 0;
            if (!memory_[s].closed) continue;
            const MechanismDynamics::Side& side = d_.sides()[s];
            const contact::Response response = MechanismDynamics::answer(*side.law, side.motion, memory_[s]);
            normal_[s] = response.force;
            elastic_[s] = response.elastic_force;
            if (side.friction >= 0) {
                const auto f = static_cast<std::size_t>(side.friction);
                const contact::Slip slip{side.slip, 0};
                const contact::FrictionResponse rubs =
                    d_.system().frictions[f].law->evaluate(slip, std::max(response.force, 0.0), {{z[f], 0}, slip, 0});
                rubbing_[s] = rubs.force[0];
                dy[1 + 2 * n_ + f] = rubs.bristle_rate[0];
            }
            d_.subtract(side, normal_[s], rubbing_[s], a);
        }
        d_.accelerate(a, lambda_.data());
        double* out = dy + motion_size();
        const WorkSum power = d_.powers(v, a, lambda_.data(), normal_.data(), rubbing_.data());
        *out++ = power.external;
        *out++ = power.base;
        *out++ = power.structural_damping;
        *out++ = power.friction;
        for (std::size_t s = 0; s < sides_; ++s) {
            const double rate = d_.sides()[s].motion.rate;
            *out++ = normal_[s];
            *out++ = normal_[s] * rate;
            *out++ = (normal_[s] - elastic_[s]) * rate;
        }
    }
    [[nodiscard]] const contact::ContactMemory& memory(std::size_t side) const { return memory_[side]; }
    [[nodiscard]] std::size_t coordinates() const { return n_; }
    [[nodiscard]] std::size_t frictions() const { return frictions_; }

  private:
    MechanismDynamics& d_;
    std::size_t n_, frictions_, sides_;
    Vector a_, lambda_;
    std::vector<double> normal_, rubbing_, elastic_;
    std::vector<contact::ContactMemory> memory_;
};

/// State::algorithm[0] is the size of the next step, 0 when there is none to go on with.
class MechanismEvents final : public MechanismStepper {
  public:
    MechanismEvents(const System& system, double tolerance)
        : MechanismStepper(system),
          tolerance_(tolerance),
          favourite_(std::clamp(static_cast<int>(std::lround(-0.4 * std::log10(tolerance))) + 1, 3, 7)),
          flow_(dynamics_),
          extrapolation_(flow_.size()) {
        const std::size_t n = flow_.size();
        for (auto* v : {&y_, &start_, &increment_, &trial_}) v->resize(n);
        q_ = v_ = Vector::Zero(dynamics_.size());
        for (auto& row : samples_) row.resize(static_cast<std::size_t>(system.sides));
        turned_.resize(static_cast<std::size_t>(system.sides));
        translates_.assign(flow_.coordinates(), 1.0);
        for (const PlanarFrame& frame : system.mechanism->frames) {
            for (const auto& [name, point] : frame.points) reach_ = std::max(reach_, point.norm());
        }
        if (reach_ == 0) reach_ = 1;
        for (const PlanarFrame& frame : system.mechanism->frames) {
            for (const int at : frame.rows[2].index) translates_[static_cast<std::size_t>(at)] = reach_;
        }
    }

    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] std::span<const int> located() const override { return located_; }

    StepReport step(const State& from, State& to, double /*h*/, double end_time) override {
        located_.clear();
        to.algorithm = from.algorithm;
        const double length = end_time - from.time;
        StepReport report;
        flow_.begin(from);
        flow_.fill(from, y_.data());
        flow_.rate(y_.data(), start_.data());
        look(0, from.q.data(), from.v.data());
        const double proposed = from.algorithm[0] > 0 ? from.algorithm[0] : first_size(from);
        double h = std::min(proposed, length);
        bool touching = false;
        for (const SideState& side : from.sides) touching = touching || side.memory.closed;
        double next = 0;
        for (int trial = 0;; ++trial) {
            const auto result = integrate(from, h, report);
            if (result.converged) {
                next = result.next;
                break;
            }
            h = std::min(result.next, 0.6 * h);
            if (trial > 60 || !(h > 64 * epsilon * std::max(std::abs(from.time), 1e-12))) {
                report.converged = false;
                return report;
            }
        }
        // A step that was cut to the end asked for says nothing against the size proposed.
        if (h == length && h < proposed) next = std::max(next, proposed);
        if (const std::optional<Crossing> first = earliest(from, h)) {
            if (!locate(from, *first, h, report)) {
                report.converged = false;
                return report;
            }
            // Nothing jumps where a contact is deepest.
            const bool smooth =
                first->what == Crossing::What::peak || (first->what == Crossing::What::turn && turned_[first->side] == 0);
            next = smooth ? next : 0;
        }
        carry(from, to, h == length ? end_time : from.time + h);
        for (std::size_t i = 0; i < flow_.coordinates(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            to.q[at] = from.q[at] + increment_[1 + i];
            to.v[at] = from.v[at] + increment_[1 + flow_.coordinates() + i];
        }
        for (std::size_t f = 0; f < flow_.frictions(); ++f)
            to.frictions[f].bristle[0] += increment_[1 + 2 * flow_.coordinates() + f];
        dynamics_.set_time(to.time);
        dynamics_.project_positions(to.q.data());
        dynamics_.project_rates(to.q.data(), to.v.data());
        dynamics_.complete(to, false);
        sort_work();
        to.algorithm[0] = next;
        for (std::size_t s = 0; s < turned_.size(); ++s) {
            if (turned_[s] == 0) continue;
            turned_[s] = 0;
            SideState& side = to.sides[s];
            const contact::Law& law = *dynamics_.sides()[s].law;
            if (side.motion.indentation >= side.memory.max_indentation * (1 - 1e-12)) set_turned(law, side.motion, side.memory);
        }
        report.iterations = touching ? 1 : 0;
        return report;
    }

    const StepWork* work(const State& /*from*/, const State& /*to*/) override { return &work_; }

  protected:
    void begin_history(State& state) override { state.algorithm = Vector::Zero(1); }

  private:
    struct Sample {
        double indentation = 0, rate = 0, force = 0, stiffness = 0, damping = 0;
    };
    struct Crossing {
        enum class What { close, push, open, pull, turn, peak } what = What::close;
        std::size_t side = 0;
        double low = 0, high = 0, guess = 0;  // of the step
    };

    double first_size(const State& from) {
        // Two hundredths of the time in which the motion, or what the contact forces do to it, changes.
        double speed = 0, push = 0;
        for (std::size_t i = 0; i < flow_.coordinates(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            speed = std::max(speed, translates_[i] * std::abs(from.v[at]));
            push = std::max(push, translates_[i] * std::abs(from.a[at]));
        }
        double size = push > 0 ? std::sqrt(reach_ / push) : 1.0;
        if (speed > 0) size = std::min(size, reach_ / speed);
        size *= 0.02;
        for (std::size_t s = 0; s < from.sides.size(); ++s) {
            if (!from.sides[s].memory.closed) continue;
            const Contact& contact = system_.contacts[static_cast<std::size_t>(dynamics_.sides()[s].contact)];
            const double rate = std::abs(from.sides[s].motion.rate);
            if (rate > 0) size = std::min(size, 1e-3 * std::max(contact.gap.clearance, 1e-6) / rate);
        }
        return size;
    }

    Extrapolation::Result integrate(const State& from, double h, StepReport& report) {
        double speed = 0;
        for (std::size_t i = 0; i < flow_.coordinates(); ++i)
            speed = std::max(speed, translates_[i] * std::abs(from.v[static_cast<Eigen::Index>(i)]));
        const std::size_t n = flow_.coordinates();
        const auto error = [&](const double* increment, const double* change) {
            double fast = speed;
            for (std::size_t i = 0; i < n; ++i) fast = std::max(fast, translates_[i] * std::abs(increment[1 + n + i]));
            if (!(fast > 0)) return 0.0;
            double largest = 0;
            for (std::size_t i = 0; i < n; ++i) {
                largest = std::max(largest, translates_[i] * std::abs(change[1 + i]) / (fast * h));
                largest = std::max(largest, translates_[i] * std::abs(change[1 + n + i]) / fast);
                if (!std::isfinite(change[1 + n + i])) return std::numeric_limits<double>::infinity();
            }
            for (std::size_t f = 0; f < flow_.frictions(); ++f) {
                const double z = std::abs(from.frictions[f].bristle[0]) + std::abs(increment[1 + 2 * n + f]);
                if (z > 0) largest = std::max(largest, 1e-2 * std::abs(change[1 + 2 * n + f]) / z);
            }
            return largest / tolerance_;
        };
        const auto result =
            extrapolation_.step(flow_, error, flow_.size(), y_.data(), start_.data(), h, favourite_, increment_.data());
        report.evaluations += result.evaluations;
        return result;
    }

    /// Motion of all sides at a place on the quintic through both ends of the step.
    /// Are all sides open, and stay so by far, whatever the motion at both ends says?
    [[nodiscard]] bool far_from_contact(const State& from, double h) {
        dynamics_.set_time(from.time + h);
        look(looks, trial_.data() + 1, trial_.data() + 1 + flow_.coordinates());
        for (std::size_t s = 0; s < samples_[0].size(); ++s) {
            const Sample& a = samples_[0][s];
            const Sample& b = samples_[looks][s];
            const double nearest = std::max(a.indentation, b.indentation);
            if (flow_.memory(s).closed || nearest + 4 * h * std::max({std::abs(a.rate), std::abs(b.rate)}) > 0) return false;
        }
        return true;
    }
    void look(std::size_t row, const double* q, const double* v) {
        dynamics_.move(q, v, false);
        for (std::size_t s = 0; s < samples_[row].size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            Sample& sample = samples_[row][s];
            sample.indentation = side.motion.indentation;
            sample.rate = side.motion.rate;
            const contact::ContactMemory& memory = flow_.memory(s);
            contact::Response answer;
            if (memory.closed || sample.indentation > surface_of(*side.law, memory, dynamics_.motion().time()).value)
                answer = closed_response(*side.law, side.motion, memory);
            sample.force = answer.force;
            sample.stiffness = answer.stiffness;
            sample.damping = answer.damping;
        }
    }
    void between(const State& from, double h, double x) {
        const std::size_t n = flow_.coordinates();
        // Quintic from q, v, a at the begin and at the end.
        const double u = 1 - x;
        const double x3 = x * x * x;
        const double b0 = 1 - x3 * (10 - 15 * x + 6 * x * x), b1 = x * u * u * u * (1 + 3 * x), b2 = 0.5 * x * x * u * u * u;
        const double e0 = 1 - b0, e1 = -x3 * u * (4 - 3 * x), e2 = 0.5 * x3 * u * u;
        const double d0 = -30 * x * x * u * u, d1 = 1 - x * x * (18 - 32 * x + 15 * x * x),
                     d2 = x * (1 - x * (4.5 - x * (6 - 2.5 * x)));
        const double f1 = -x * x * (12 - 28 * x + 15 * x * x), f2 = 0.5 * x * x * (3 - 8 * x + 5 * x * x);
        for (std::size_t i = 0; i < n; ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            const double q0 = from.q[at], v0 = from.v[at], a0 = start_[1 + n + i];
            const double dq = increment_[1 + i], v1 = v0 + increment_[1 + n + i], a1 = end_[1 + n + i];
            q_[at] = q0 + dq * e0 + h * (v0 * b1 + v1 * e1) + h * h * (a0 * b2 + a1 * e2);
            v_[at] = -dq * d0 / h + v0 * d1 + v1 * f1 + h * (a0 * d2 + a1 * f2);
        }
    }
    void set_end() {
        for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + increment_[i];
        end_.resize(y_.size());
        flow_.rate(trial_.data(), end_.data());
    }

    /// The first event within the step as the quintic shows it.
    std::optional<Crossing> earliest(const State& from, double h) {
        set_end();
        if (samples_[0].empty() || far_from_contact(from, h)) return {};
        for (int k = 1; k <= looks; ++k) {
            const double x = static_cast<double>(k) / looks;
            if (k < looks) {
                between(from, h, x);
                dynamics_.set_time(from.time + x * h);
                look(static_cast<std::size_t>(k), q_.data(), v_.data());
            } else {
                dynamics_.set_time(from.time + h);
                look(looks, trial_.data() + 1, trial_.data() + 1 + flow_.coordinates());
            }
            std::optional<Crossing> first;
            for (std::size_t s = 0; s < samples_[0].size(); ++s) {
                const auto found = crossing(s, static_cast<std::size_t>(k), from.time, h);
                if (found && (!first || found->guess < first->guess)) first = found;
            }
            if (first) return first;
        }
        return {};
    }
    [[nodiscard]] double above(std::size_t s, const Sample& sample, double time) const {
        return sample.indentation - surface_of(*dynamics_.sides()[s].law, flow_.memory(s), time).value;
    }
    /// dF/dt at a look, with the acceleration by differences of the rates up to look k.
    [[nodiscard]] double force_rate(std::size_t s, std::size_t at, std::size_t k, double part) const {
        const auto rate = [&](std::size_t i) { return samples_[i][s].rate; };
        const Sample& sample = samples_[at][s];
        const double acceleration = at == 0   ? (4 * rate(1) - 3 * rate(0) - rate(2)) / (2 * part)
                                    : at == k ? (3 * rate(k) - 4 * rate(k - 1) + rate(k - 2)) / (2 * part)
                                              : (rate(at + 1) - rate(at - 1)) / (2 * part);
        return sample.stiffness * sample.rate + sample.damping * acceleration;
    }
    /// Does an event function of a side pass zero between two looks?
    std::optional<Crossing> crossing(std::size_t s, std::size_t k, double begin, double h) const {
        const Sample& a = samples_[k - 1][s];
        const Sample& b = samples_[k][s];
        const contact::Law& law = *dynamics_.sides()[s].law;
        const contact::ContactMemory& memory = flow_.memory(s);
        const double part = h / looks;
        const double low = part * static_cast<double>(k - 1);
        const auto made = [&](Crossing::What what, double f0, double f1) {
            const double share = f0 < 0 && f1 > 0 ? f0 / (f0 - f1) : f1 > 0 ? 0.0 : 0.5;
            return Crossing{what, s, low, low + part, low + share * part};
        };
        const double d0 = above(s, a, begin + low);
        const double d1 = above(s, b, begin + low + part);
        if (!memory.closed) {
            if (d1 > 0) {
                if (d0 <= 0 && (d0 < 0 || a.rate > 0)) return made(Crossing::What::close, d0, d1);
                const bool forced = law.transition->force_closes != contact::Transition::ForceCloses::never;
                const double clearance = system_.contacts[static_cast<std::size_t>(dynamics_.sides()[s].contact)].gap.clearance;
                if (!(b.force > 0) || (!forced && d0 > 1e-9 * clearance)) return {};
                if (forced && a.force <= 0) return made(Crossing::What::push, a.force, b.force);
                // Let go at the surface, to round-off, and back again: where the way out of it ends.
                const CubicHermite path{part, d0, a.rate, d1, b.rate};
                double dip = 0.5 * part;
                for (int n = 0; n < 40 && a.rate < 0 && path.value(dip) > 0; ++n) dip *= 0.5;
                double first = path.value(dip) < 0 ? dip : 0.0, last = part;
                for (int n = 0; n < 40 && first > 0; ++n) {
                    const double middle = 0.5 * (first + last);
                    (path.value(middle) < 0 ? first : last) = middle;
                }
                return Crossing{Crossing::What::close, s, low, low + part, low + (first > 0 ? first : 1e-6 * part)};
            }
            // In and out again between two looks?
            if (d0 < 0 && a.rate > 0 && b.rate < 0) {
                const double x = a.rate * part;
                const double top = std::max(d0, d1) + 0.25 * x;
                if (top > 0) {
                    const CubicHermite path{part, d0, a.rate, d1, b.rate};
                    if (path.maximum() > 0) return Crossing{Crossing::What::close, s, low, low + 0.5 * part, low + 0.25 * part};
                }
            }
            return {};
        }
        if (opens_by_force(law) && b.force < 0 && (a.force > 0 || (k > 1 && a.force >= 0)) && d1 > 0)
            return made(Crossing::What::pull, -a.force, -b.force);
        if (d1 < 0 && (d0 > 0 || a.rate < 0)) return made(Crossing::What::open, -d0, -d1);
        // The deepest place and the largest force are accepted states, so that records have them.
        if (a.rate > 2 * slow_turn * memory.impact_speed && b.rate <= 0) return made(Crossing::What::turn, -a.rate, -b.rate);
        for (std::size_t last = k == 2 ? 1 : k; last <= k && k >= 2; ++last) {
            const double rising = force_rate(s, last - 1, k, part);
            const double falling = force_rate(s, last, k, part);
            const double top = part * (static_cast<double>(last - 1) + rising / (rising - falling));
            if (rising > 0 && falling <= 0 && top > 1e-3 * h && top < h * (1 - 1e-3))
                return Crossing{Crossing::What::peak, s, part * static_cast<double>(last - 1), part * static_cast<double>(last),
                                top};
        }
        return {};
    }
    struct Value {
        double value = 0, slope = 0;
        double enough = 0;  // values this small are zero
    };
    /// An event function at the end of the trial: rises through zero at the event.
    Value value(const Crossing& c, double time) {
        dynamics_.set_time(time);
        for (std::size_t i = 0; i < y_.size(); ++i) trial_[i] = y_[i] + increment_[i];
        const double* q = trial_.data() + 1;
        const double* v = q + flow_.coordinates();
        dynamics_.move(q, v, false);
        const MechanismDynamics::Side& side = dynamics_.sides()[c.side];
        const contact::ContactMemory& memory = flow_.memory(c.side);
        const contact::Relaxation surface = surface_of(*side.law, memory, time);
        const double enough = std::max(1e-3 * tolerance_, 4 * epsilon) *
                              std::max(system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance, 1e-9 * reach_);
        switch (c.what) {
            case Crossing::What::close:
                return {side.motion.indentation - surface.value, side.motion.rate - surface.first, enough};
            case Crossing::What::open:
                return {surface.value - side.motion.indentation, surface.first - side.motion.rate, enough};
            case Crossing::What::turn:
                return {-side.motion.rate, 0, slow_turn * std::abs(memory.impact_speed)};
            case Crossing::What::peak:
                return {0, 0, 1};
            case Crossing::What::push:
            case Crossing::What::pull:
                break;
        }
        const double force = closed_response(*side.law, side.motion, memory).force;
        double largest = 0;
        for (const auto& row : samples_) largest = std::max(largest, std::abs(row[c.side].force));
        return {c.what == Crossing::What::push ? force : -force, 0, 1e-2 * tolerance_ * largest};
    }
    /// Ends the step at the event. \returns false when it cannot be located
    bool locate(const State& from, const Crossing& c, double& h, StepReport& report) {
        double low = 0, high = h;  // the function is negative at low, positive at high: to be confirmed by trials
        double f_low = -1, f_high = 1;
        bool known_low = false, known_high = false;
        int last = 0;
        double at = std::clamp(c.guess, c.low, c.high);
        if (!(at > 0)) at = 0.5 * c.high;
        const double smallest = 16 * epsilon * std::max(std::abs(from.time), c.high);
        for (int i = 0; i < 80; ++i) {
            const auto result = integrate(from, at, report);
            if (!result.converged) {
                at *= 0.5;
                continue;
            }
            const Value f = value(c, from.time + at);
            if (std::abs(f.value) <= f.enough || high - low <= smallest) {
                h = at;
                finish(c, from.time + at);
                return true;
            }
            // Of two ends on the same side in turn the other one's value is halved: regula falsi then cannot stand still.
            if (f.value > 0) {
                if (last > 0) f_low *= 0.5;
                high = at;
                f_high = f.value;
                known_high = true;
            } else {
                if (last < 0) f_high *= 0.5;
                low = at;
                f_low = f.value;
                known_low = true;
            }
            last = f.value > 0 ? 1 : -1;
            double next = 0;
            const double newton = f.slope > 0 ? at - f.value / f.slope : -1;
            if (newton > low && newton < high) {
                next = newton;
            } else if (known_low && known_high) {
                next = low + (high - low) * f_low / (f_low - f_high);
                if (i % 8 == 7) next = 0.5 * (low + high);
            } else if (known_high) {
                next = 0.5 * (low + high);
            } else {
                next = std::min(high, at + std::max(at - low, 0.25 * (c.high - c.low)));
                if (next >= high) next = 0.5 * (low + high);
            }
            if (!(next > low && next < high)) next = 0.5 * (low + high);
            at = next;
        }
        return false;
    }
    /// What happens at the end of the step: the event located, and others at the same instant.
    void finish(const Crossing& c, double time) {
        if (c.what == Crossing::What::turn) turned_[c.side] = dynamics_.sides()[c.side].law->turning_point ? 1 : 0;
        if (c.what == Crossing::What::turn || c.what == Crossing::What::peak) return;
        located_.push_back(static_cast<int>(c.side));
        if (c.what != Crossing::What::close) return;
        for (std::size_t s = 0; s < samples_[0].size(); ++s) {
            if (s == c.side || flow_.memory(s).closed) continue;
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            const double clearance = system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
            const double depth = side.motion.indentation - surface_of(*side.law, flow_.memory(s), time).value;
            if (side.motion.rate > 0 && std::abs(depth) <= 1e-11 * clearance) located_.push_back(static_cast<int>(s));
        }
    }
    void sort_work() {
        const double* in = increment_.data() + flow_.motion_size();
        work_.sum.external = *in++;
        work_.sum.base = *in++;
        work_.sum.structural_damping = *in++;
        work_.sum.friction = *in++;
        for (StepWork::Side& side : work_.sides) {
            side.impulse = *in++;
            side.work = *in++;
            side.loss = *in++;
        }
    }

    double tolerance_;
    int favourite_;
    Flow flow_;
    Extrapolation extrapolation_;
    double reach_ = 0;
    std::vector<double> translates_;  // a coordinate's length for a motion of one
    std::vector<double> y_, start_, increment_, trial_, end_;
    Vector q_, v_;
    std::array<std::vector<Sample>, looks + 1> samples_;
    std::vector<int> located_;
    std::vector<char> turned_;
};

}  // namespace

std::unique_ptr<Stepper> mechanism_event_stepper(const System& system, double tolerance) {
    return std::make_unique<MechanismEvents>(system, tolerance);
}

}  // namespace jounce::time

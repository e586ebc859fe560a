// One collision of two free bodies, m d2(delta)/dt2 = -F: in time until the bodies turn back, then with the square root of the
// depth as the independent variable, which reaches the surface exactly.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/impacts/free_impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/messages/error.hpp"
#include "base/messages/told_apart.hpp"
#include "base/numbers/extrapolated_step.hpp"
#include "base/numbers/roots.hpp"
#include "contact/formulas/returning_push.hpp"
#include "contact/formulas/stopping_length.hpp"
#include "contact/response/status.hpp"

namespace jounce::contact {

namespace {

using Pair = std::array<double, 2>;

constexpr double least_tolerance = 2e-15;  // of a step, relative to the depth and the speed of the impact
constexpr int most_steps = 300000;         // a heavy damper makes the equation stiff

class Collision {
  public:
    Collision(const Law& law, double mass, double speed, const FreeImpactOptions& options)
        : law_(law), mass_(mass), speed_(speed), options_(options) {
        anywhere_ = force_closes_apart(law);
        memory_.closed = true;
        memory_.impact_speed = speed;
        memory_.permanent_indentation = options.permanent_indentation;
        surface_ = memory_.permanent_indentation;
        length_ = scale();
        // For an impact that is shallow compared with the permanent indentation the depth has fewer digits.
        tolerance_ = least_tolerance * (1 + 2 * surface_ / length_);
    }

    FreeImpact run() {
        rate_ = speed_;
        depth_ = onset();
        out_.max_force = force(depth_, rate_);
        close_and_turn();
        while (come_back() && push_again()) ++out_.pushes;
        out_.separation_speed = out_.released ? -rate_ : 0;
        out_.restitution = out_.separation_speed / speed_;
        out_.duration = last_push_;
        out_.energy_loss = 0.5 * mass_ * (speed_ - out_.separation_speed) * (speed_ + out_.separation_speed);
        out_.permanent_indentation = surface_;
        if (options_.samples > 0) sample();
        return std::move(out_);
    }

  private:
    /// The motion between two accepted states.
    struct Piece {
        double time = 0, depth = 0, rate = 0, duration = 0;
        ContactMemory memory;
        bool flies = false;
    };

    [[nodiscard]] Response response(double depth, double rate) const {
        return closed_response(law_, {anywhere_ ? depth : std::fmax(depth, just_inside(surface_)), rate}, memory_);
    }
    [[nodiscard]] double force(double depth, double rate) const { return response(depth, rate).force; }
    /// dF/dt along the motion.
    [[nodiscard]] double force_rate(double depth, double rate) const {
        const Response r = response(depth, rate);
        return r.stiffness * rate - r.damping * r.force / mass_;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw computation_failed(
            fmt::format("free impact of law.{}: {} (reduced mass {} kg, speed {} m/s)", law_.kind, what, mass_, speed_));
    }

    /// A depth at which force times depth equals the energy.
    [[nodiscard]] double scale() const {
        const StoppingLength found =
            stopping_length([this](double depth) { return force(surface_ + depth, speed_); }, mass_ * speed_ * speed_);
        if (found.failure != nullptr) fail(found.failure);
        return found.length;
    }

    [[nodiscard]] auto in_time() const {
        return [this](double, const Pair& y) { return Pair{y[1], -force(y[0], y[1]) / mass_}; };
    }
    /// With the root w of the depth above the surface as the independent variable, in which K delta^(3/2) is smooth at zero.
    [[nodiscard]] auto in_root() const {
        return [this](double w, const Pair& z) {
            const double slowness = 2 * w / z[1];
            return Pair{slowness, -slowness * force(surface_ + w * w, z[1]) / mass_};
        };
    }
    [[nodiscard]] double root(double depth) const { return std::sqrt(std::fmax(depth - surface_, 0.0)); }
    /// A step over a change h of this root.
    [[nodiscard]] auto trial_in_root(double h) const {
        return extrapolated_step(in_root(), root(depth_), Pair{time_, rate_}, h, Pair{length_ / speed_, speed_});
    }
    [[nodiscard]] Pair after(double duration) const {
        const Pair y{depth_, rate_};
        const auto step = extrapolated_step(in_time(), 0.0, y, duration, Pair{length_, speed_});
        return {y[0] + step.increment[0], y[1] + step.increment[1]};
    }
    /// Time and rate at the indentation `depth`.
    [[nodiscard]] Pair at_depth(double depth) const {
        const auto step = trial_in_root(root(depth) - root(depth_));
        return {time_ + step.increment[0], rate_ + step.increment[1]};
    }

    /// A step in time. An error of a user's law, for example beyond a pole, counts as too large an error of the step.
    [[nodiscard]] auto trial(double h) const {
        const auto step = [&](double duration) {
            return extrapolated_step(in_time(), 0.0, Pair{depth_, rate_}, duration, Pair{length_, speed_});
        };
        try {
            return step(h);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted || h < 1e-13 * length_ / speed_) throw;
            auto refused = decltype(step(h)){};
            refused.error = std::numeric_limits<double>::infinity();
            return refused;
        }
    }

    /// Size of the next trial after a step with this error.
    [[nodiscard]] double resized(double h, double error) const {
        if (!std::isfinite(error)) return 0.1 * h;
        const double growth = error > 0 ? 0.8 * std::pow(tolerance_ / error, 1.0 / 15) : 4;
        return h * (error <= tolerance_ ? std::clamp(growth, 0.3, 4.0) : std::clamp(growth, 0.1, 0.7));
    }

    /// Where the force begins: at the surface, or at the earlier zero of the force for a law that is closed by the force alone.
    [[nodiscard]] double onset() const {
        if (!anywhere_) return surface_;
        const Response at = response(surface_, rate_);
        return at.force > 0 ? surface_ - at.force / at.stiffness : surface_;
    }

    /// Has the contact ended? When spring and damper cancel, a tension within rounding and the error of the rate does not count.
    [[nodiscard]] bool pulls(double depth, double rate) const {
        if (law_.adhesion) return false;
        const Response r = response(depth, rate);
        return r.force < -8 * std::numeric_limits<double>::epsilon() * std::abs(r.elastic_force) -
                             16 * tolerance_ * speed_ * std::abs(r.damping);
    }

    void count_step(double h) {
        if (++steps_ <= most_steps && std::abs(h) > 1e-250) return;
        if (rate_ > 0 && force(depth_, rate_) < 0) fail("the force attracts the bodies and never turns them back");
        const double e = law_.restitution_asked.value_or(1);
        fail(e < 1e-4 ? fmt::format("its restitution of {:.3g} makes the motion too slow to be integrated", e)
                      : "the force is too rough to be integrated");
    }

    /// Bodies that stay together after all steps, with an overdamped contact.
    [[nodiscard]] bool creeps() const {
        if (!law_.adhesion || steps_ < most_steps) return false;
        const Response r = response(depth_, rate_);
        return r.damping * r.damping > 4 * mass_ * r.stiffness;
    }

    void accept(double duration, double depth, double rate) {
        // The force may have a maximum inside, at a sign change of its rate.
        double low = 0;
        double high = duration;
        if (force_rate(depth_, rate_) > 0 && force_rate(depth, rate) < 0) {
            while (high - low > 1e-8 * duration) {
                const double middle = 0.5 * (low + high);
                const Pair y = after(middle);
                out_.max_force = std::fmax(out_.max_force, force(y[0], y[1]));
                (force_rate(y[0], y[1]) > 0 ? low : high) = middle;
            }
        }
        pieces_.push_back({time_, depth_, rate_, duration, memory_, false});
        time_ += duration;
        depth_ = depth;
        rate_ = rate;
        if (depth_ > surface_) law_.check({depth_, rate_}, memory_);
        out_.max_force = std::fmax(out_.max_force, force(depth, rate));
    }

    /// From the onset beyond the turning point, back to half of the depth or to the end of the force.
    void close_and_turn() {
        double h = (1e-14 * length_ + 1e-15 * surface_) / speed_;
        while (rate_ > 0 || depth_ - surface_ > 0.5 * (out_.max_indentation - surface_)) {
            if (rate_ < 0 && creeps()) return;  // reported by come_back()
            count_step(h);
            const auto step = trial(h);
            const double next = resized(h, step.error);
            if (!(step.error <= tolerance_)) {
                h = next;
                continue;
            }
            double duration = h;
            double depth = depth_ + step.increment[0];
            const double rate = rate_ + step.increment[1];
            const bool turns = rate_ > 0 && rate <= 0;
            if (turns) {
                const auto turn = [this](double instant) {
                    const Pair y = after(instant);
                    return std::pair{y[1], -force(y[0], y[1]) / mass_};
                };
                duration = bracketed_root(turn, 0, h);
                depth = after(duration)[0];
            }
            if (!turns && rate <= 0 && depth <= surface_) {
                h *= 0.3;
                continue;
            }
            if (const double kink = kink_between(law_, depth_, depth); std::isfinite(kink)) {
                if (!end_at(kink, duration)) return;
                continue;
            }
            if (turns) {
                accept(duration, depth, 0);
                turn_back();
                continue;
            }
            if (rate < 0 && pulls(depth, rate)) return;  // come_back() finds the place
            accept(h, depth, rate);
            h = next;
        }
    }

    /// A step that ends at a jump of a derivative of the force. \returns false without a step if the force ends before;
    /// come_back() finds the place
    bool end_at(double kink, double longest) {
        const auto beyond = [this, kink](double instant) {
            const Pair y = after(instant);
            return std::pair{y[0] - kink, y[1]};
        };
        const double duration = bracketed_root(beyond, 0, longest);
        const double rate = after(duration)[1];
        if (rate < 0 && pulls(kink, rate)) return false;
        accept(duration, kink, rate);
        return true;
    }

    void turn_back() {
        if (depth_ > law_.end.indentation) {
            const auto [depth, end] = told_apart(depth_, law_.end.indentation, 4);
            fail(fmt::format("the indentation would reach {} m, beyond {} m, {}", depth, end, law_.end.reason));
        }
        out_.max_indentation = depth_;
        out_.turning_time = time_;
        memory_.max_indentation = depth_;
        memory_.unloading = true;
        memory_.permanent_indentation = std::fmax(memory_.permanent_indentation, law_.permanent_indentation(depth_));
        surface_ = memory_.permanent_indentation;
        last_push_ = time_;
    }

    /// Back to the surface, or to the zero of the force. \returns true if the force ended before the bodies were apart
    bool come_back() {
        if (!leave_turning_point()) return false;
        double h = -0.05 * root(depth_);
        while (depth_ > surface_) {
            const double kink = kink_between(law_, depth_, surface_);
            const double end = std::isfinite(kink) ? kink : surface_;
            const double rest = root(end) - root(depth_);
            const bool last = h <= rest;
            if (last) h = rest;
            if (creeps()) return out_.released = false;
            count_step(h);
            const auto step = trial_in_root(h);
            const double next = resized(h, step.error);
            const double rate = rate_ + step.increment[1];
            if (!(step.error <= tolerance_) || !(rate < 0)) {
                if (-rate_ < 1e-13 * speed_ || creeps()) return out_.released = false;
                h = step.error <= tolerance_ ? 0.5 * h : next;
                continue;
            }
            const double w = root(depth_) + h;
            const double depth = last ? end : surface_ + w * w;
            if (pulls(depth, rate)) {
                const auto pull = [this](double at) {
                    const double v = at_depth(at)[1];
                    return std::pair{force(at, v), force_rate(at, v) / v};
                };
                const double at = bracketed_root(pull, depth_, depth);
                const Pair z = at_depth(at);
                accept(z[0] - time_, at, z[1]);
                last_push_ = time_;
                return true;
            }
            accept(step.increment[0], depth, rate);
            if (-rate_ < 1e-13 * speed_) return out_.released = false;
            h = next;
        }
        last_push_ = time_;
        return false;
    }

    /// If the force ends before half of the way back, the motion is still close to zero rate: a step in time leaves this point.
    /// \returns false if no force pushes the bodies back
    bool leave_turning_point() {
        double h = 1e-3 * std::sqrt(mass_ * length_ / std::fmax(std::abs(force(depth_, rate_)), mass_ * speed_ * speed_ * 1e-30));
        for (int i = 0; rate_ == 0; ++i) {
            const Pair y = after(h);
            if (y[1] < 0 && (law_.adhesion || force(y[0], y[1]) > 0)) {
                accept(h, y[0], y[1]);
            } else if (i > 60) {
                return out_.released = false;
            }
            h *= 0.25;
        }
        return true;
    }

    /// The bodies separate without force; if the force returns on the way, the motion is advanced to this point.
    bool push_again() {
        const auto place = returning_push(
            [this](double x) {
                return std::pair{force(x, rate_), response(x, rate_).stiffness};
            },
            depth_, surface_);
        fly_to(place.value_or(surface_));
        return place.has_value();
    }

    void fly_to(double depth) {
        const double duration = (depth - depth_) / rate_;
        pieces_.push_back({time_, depth_, rate_, duration, memory_, true});
        time_ += duration;
        depth_ = depth;
    }

    void sample() {
        // The end of the last push, which is exactly the last sample.
        std::size_t last = pieces_.size();
        while (last > 1 && pieces_[last - 1].flies) --last;
        const bool flew = last < pieces_.size();
        const double end_depth = flew ? pieces_[last].depth : depth_;
        const double end_rate = flew ? pieces_[last].rate : rate_;
        std::size_t at = 0;
        for (int i = 0; i < options_.samples; ++i) {
            const double time = i + 1 == options_.samples ? out_.duration : out_.duration * i / (options_.samples - 1);
            while (at + 1 < pieces_.size() && pieces_[at + 1].time <= time) ++at;
            const Piece& piece = pieces_[at];
            memory_ = piece.memory;
            surface_ = memory_.permanent_indentation;
            depth_ = piece.depth;
            rate_ = piece.rate;
            // In four steps: a piece of one step in the root of the depth may need more steps in time.
            for (int k = 0; k < 4 && !piece.flies; ++k) {
                const Pair y = after(0.25 * (time - piece.time));
                depth_ = y[0];
                rate_ = y[1];
            }
            if (piece.flies) depth_ += rate_ * (time - piece.time);
            if (i + 1 == options_.samples) {
                depth_ = end_depth;
                rate_ = end_rate;
            }
            const double push = piece.flies ? 0.0 : force(depth_, rate_);
            out_.samples.push_back({time, depth_, rate_, law_.adhesion ? push : std::fmax(push, 0.0)});
        }
    }

    const Law& law_;
    double mass_;
    double speed_;
    FreeImpactOptions options_;
    ContactMemory memory_;
    double surface_ = 0;  // the indentation at which the bodies part
    double length_ = 0;
    double tolerance_ = least_tolerance;
    bool anywhere_ = false;  // does the force alone close the contact?
    double time_ = 0, depth_ = 0, rate_ = 0;
    double last_push_ = 0;
    int steps_ = 0;
    std::vector<Piece> pieces_;
    FreeImpact out_;
};

}  // namespace

FreeImpact free_impact(const Law& law, double reduced_mass, double speed, const FreeImpactOptions& options) {
    if (!law.rigid) return Collision(law, reduced_mass, speed, options).run();
    FreeImpact out;
    out.restitution = speed < law.minimum_speed ? 0 : law.restitution_asked.value_or(1);
    out.separation_speed = out.restitution * speed;
    out.energy_loss = 0.5 * reduced_mass * (speed - out.separation_speed) * (speed + out.separation_speed);
    return out;
}

}  // namespace jounce::contact

// Driven bodies: a driver rotates or pushes them relative to the ground or to another driven body.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/driven_frame.hpp"

#include <algorithm>

namespace jounce {

using bodies::perpendicular;
using bodies::Vector2;

namespace {

SignalSample sample(const SignalPointer& signal, double time) { return signal ? signal->sample(time) : SignalSample{}; }

class DrivenSignal final : public Signal {
  public:
    DrivenSignal(std::shared_ptr<const DrivenFrame> frame, int component) : frame_(std::move(frame)), component_(component) {}
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override {
        const DrivenMotion m = frame_->at_time(t);
        if (component_ == 2) return {m.motion.angle, m.motion.rate, m.angular_acceleration};
        return {m.motion.position[component_], m.motion.velocity[component_], m.acceleration[component_]};
    }
    std::vector<double> breaks(double from, double to) const override { return frame_->breaks(from, to); }
    int smoothness() const override { return frame_->smoothness(); }
    void require_defined(double from, double to) const override { frame_->require_defined(from, to); }
    void require_motion(double from, double to, double step, bool smooth_slope) const override {
        frame_->require_motion(from, to, step, smooth_slope);
    }

  private:
    std::shared_ptr<const DrivenFrame> frame_;
    int component_;
};

// int_0^s of a piece.
double integral(const SignalPiece& piece, double s) {
    double sum = 0;
    for (int k = 3; k >= 0; --k) sum = (sum + piece.polynomial[static_cast<std::size_t>(k)] / (k + 1)) * s;
    if (piece.amplitude == 0) return sum;
    // cos(p) - cos(p + w s), without cancellation
    const double half = 0.5 * piece.angular_frequency * s;
    const double over =
        half == 0 ? s * std::sin(piece.phase) : 2 * std::sin(piece.phase + half) * std::sin(half) / piece.angular_frequency;
    return sum + piece.amplitude * over;
}

class Integral final : public Signal {
  public:
    explicit Integral(SignalPointer signal) : signal_(std::move(signal)) {}
    /// \returns false when there is no closed form, or too many pieces
    bool prepare() {
        double t = 0, sum = 0;
        for (int i = 0; i < most_pieces; ++i) {
            const std::optional<SignalPiece> piece = signal_->piece(t);
            if (!piece) return false;
            pieces_.push_back(*piece);
            before_.push_back(sum);
            if (!std::isfinite(piece->end)) return true;
            sum += integral(*piece, piece->end - t);
            t = piece->end;
        }
        return false;
    }
    double value(double t) const override {
        std::size_t i = 0;
        if (pieces_.size() > 1) {
            const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                                 [](double time, const SignalPiece& piece) { return time < piece.begin; });
            i = behind == pieces_.begin() ? 0 : static_cast<std::size_t>(behind - pieces_.begin()) - 1;
        }
        return before_[i] + integral(pieces_[i], t - pieces_[i].begin);
    }
    SignalSample sample(double t) const override {
        const SignalSample s = signal_->sample(t);
        return {value(t), s.value, s.first};
    }
    std::vector<double> breaks(double from, double to) const override { return signal_->breaks(from, to); }
    int smoothness() const override { return std::min(signal_->smoothness() + 1, smooth); }
    void require_defined(double from, double to) const override { signal_->require_defined(from, to); }
    // Its slope is the signal itself, and is continuous if the signal does not jump.
    void require_motion(double from, double to, double step, bool smooth_slope) const override {
        if (smooth_slope) signal_->require_motion(from, to, step, false);
    }

  private:
    static constexpr int most_pieces = 1000000;
    SignalPointer signal_;
    std::vector<SignalPiece> pieces_;
    std::vector<double> before_;  // the integral up to the begin of each piece
};

}  // namespace

DrivenMotion DrivenFrame::at_time(double time) const {
    const DrivenMotion under = base ? base->at_time(time) : DrivenMotion{};
    const SignalSample turned = sample(turn, time);
    const SignalSample pushed = sample(push, time);
    DrivenMotion out;
    bodies::FrameMotion& m = out.motion;
    m.set_angle(under.motion.angle + angle + turned.value);
    m.rate = under.motion.rate + turned.first;
    out.angular_acceleration = under.angular_acceleration + turned.second;
    // The point on the base, with the sliding motion along it.
    const double w = under.motion.rate;
    const Vector2 place = under.motion.turned(at + pushed.value * axis);
    const Vector2 along = under.motion.turned(axis);
    const Vector2 arm = m.turned(pivot);
    m.position = under.motion.position + place - arm;
    m.velocity = under.motion.velocity + w * perpendicular(place) + pushed.first * along - m.rate * perpendicular(arm);
    out.acceleration = under.acceleration + under.angular_acceleration * perpendicular(place) - w * w * place +
                       2 * w * pushed.first * perpendicular(along) + pushed.second * along -
                       out.angular_acceleration * perpendicular(arm) + m.rate * m.rate * arm;
    return out;
}

std::vector<double> DrivenFrame::breaks(double from, double to) const {
    std::vector<double> out = base ? base->breaks(from, to) : std::vector<double>{};
    for (const SignalPointer& signal : {turn, push}) {
        if (!signal) continue;
        const std::vector<double> more = signal->breaks(from, to);
        out.insert(out.end(), more.begin(), more.end());
    }
    std::sort(out.begin(), out.end());
    return out;
}

int DrivenFrame::smoothness() const {
    int out = base ? base->smoothness() : Signal::smooth;
    for (const SignalPointer& signal : {turn, push}) {
        if (signal) out = std::min(out, signal->smoothness());
    }
    return out;
}

void DrivenFrame::require_defined(double from, double to) const {
    if (base) base->require_defined(from, to);
    for (const SignalPointer& signal : {turn, push}) {
        if (signal) signal->require_defined(from, to);
    }
}

void DrivenFrame::require_motion(double from, double to, double step, bool smooth_slope) const {
    if (base) base->require_motion(from, to, step, smooth_slope);
    for (const SignalPointer& signal : {turn, push}) {
        if (signal) signal->require_motion(from, to, step, smooth_slope);
    }
}

SignalPointer driven_signal(std::shared_ptr<const DrivenFrame> frame, int component) {
    return std::make_shared<DrivenSignal>(std::move(frame), component);
}

SignalPointer integral_of(const SignalPointer& signal) {
    auto out = std::make_shared<Integral>(signal);
    return out->prepare() ? out : nullptr;
}

}  // namespace jounce

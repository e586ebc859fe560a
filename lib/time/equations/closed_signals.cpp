// The distinct signals of a System and their closed forms from an instant on, for exact integration of linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/closed_signals.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "time/equations/interpolated_signal.hpp"
#include "time/equations/open_signals.hpp"

namespace jounce::time {

ClosedSignals::ClosedSignals(const System& system, double tolerance, double resolution)
    : tolerance_(tolerance), resolution_(resolution) {
    for (const Load& load : system.loads) load_.push_back(index(load.signal));
    for (const PrescribedMotion& motion : system.recovery.prescribed) prescribed_.push_back(index(motion.signal));
    moves_.assign(signals_.size(), 0);
    for (std::size_t l = 0; l < load_.size(); ++l) {
        if (!system.loads[l].pattern.isZero(0)) moves_[load_[l]] = 1;
    }
    by_value_ = moves_;
    for (std::size_t l = 0; l < load_.size(); ++l) {
        if (system.loads[l].derivative != 0) by_value_[load_[l]] = 0;
    }
    for (const std::size_t signal : prescribed_) {
        moves_[signal] = 1;
        by_value_[signal] = 0;
    }
    pieces_.resize(signals_.size());
    closed_.assign(signals_.size(), 0);
    sine_.resize(signals_.size());
    cosine_.resize(signals_.size());
}

std::size_t ClosedSignals::index(const SignalPointer& signal) {
    const auto found = std::ranges::find(signals_, signal.get());
    const auto at = static_cast<std::size_t>(found - signals_.begin());
    if (found == signals_.end()) signals_.push_back(signal.get());
    return at;
}

bool ClosedSignals::refresh(double t, double limit, double& end) {
    time_ = t;
    end = limit;
    all_closed_ = true;
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        const auto piece = signals_[i]->piece(t);
        closed_[i] = piece.has_value() ? 1 : 0;
        if (piece) {
            pieces_[i] = *piece;
            sine_[i] = piece->amplitude * std::sin(piece->phase);
            cosine_[i] = piece->amplitude * std::cos(piece->phase);
            if (piece->end > t) end = std::min(end, piece->end);
            continue;
        }
        pieces_[i] = {};
        if (moves_[i] == 0) continue;
        for (const double jump : signals_[i]->breaks(t, limit)) {
            if (jump > t) end = std::min(end, jump);
        }
    }
    end_of_forms_ = end;
    for (std::size_t i = 0; i < signals_.size() && all_closed_; ++i) {
        if (closed_[i] != 0 || moves_[i] == 0) continue;
        const auto piece =
            tolerance_ > 0 && by_value_[i] != 0 ? interpolated(*signals_[i], t, end, tolerance_, resolution_) : std::nullopt;
        all_closed_ = piece.has_value();
        if (!piece) break;
        closed_[i] = 1;
        pieces_[i] = *piece;
        sine_[i] = cosine_[i] = 0;
        end = std::min(end, piece->end);
    }
    if (!all_closed_) {
        // Cubics are of no use then.
        end = end_of_forms_;
        for (std::size_t i = 0; i < signals_.size(); ++i)
            if (moves_[i] != 0 && closed_[i] != 0 && is_open(*signals_[i], t)) closed_[i] = 0;
    }
    end_ = end;
    return all_closed_;
}

double ClosedSignals::value(std::size_t i, double s) const {
    if (closed_[i] == 0) return signals_[i]->value(asked(s));
    const SignalPiece& p = pieces_[i];
    const auto& c = p.polynomial;
    const double polynomial = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    if (p.amplitude == 0) return polynomial;
    const double x = p.angular_frequency * s;
    const double z = x * x;
    // A contact is short: sin(x + phase) by the series of sin x and cos x; the omitted terms are below 1e-17.
    if (z < 0.0025) {
        const double sine = x * (1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880)))));
        const double cosine = 1 + z * (-0.5 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320))));
        return polynomial + sine_[i] * cosine + cosine_[i] * sine;
    }
    return polynomial + p.amplitude * std::sin(x + p.phase);
}

SignalSample ClosedSignals::sample(std::size_t i, double s) const {
    if (closed_[i] == 0) return signals_[i]->sample(asked(s));
    const SignalPiece& p = pieces_[i];
    const auto& c = p.polynomial;
    SignalSample out{c[0] + s * (c[1] + s * (c[2] + s * c[3])), c[1] + s * (2 * c[2] + s * 3 * c[3]), 2 * c[2] + 6 * s * c[3]};
    if (p.amplitude != 0) {
        const double w = p.angular_frequency;
        const double sine = p.amplitude * std::sin(w * s + p.phase);
        const double cosine = p.amplitude * std::cos(w * s + p.phase);
        out.value += sine;
        out.first += w * cosine;
        out.second -= w * w * sine;
    }
    return out;
}

}  // namespace jounce::time

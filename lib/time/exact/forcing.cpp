// From signals to polynomials and sines.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/forcing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "time/formulas/force_polynomial.hpp"

namespace jounce::time {

namespace {

// A piece that ends this close to the end of the stretch, relative to its length, ends at the end of the stretch.
constexpr double slack = 1e-9;

/// The d-th derivative of a piece.
void set_closed_form(ForceTerm& term, const SignalPiece& piece) {
    term.polynomial = piece.polynomial;
    term.powers = force_powers;
    for (int d = 0; d < term.derivative; ++d) {
        --term.powers;
        for (int m = 0; m < term.powers; ++m) term.polynomial[m] = (m + 1) * term.polynomial[m + 1];
        term.polynomial[term.powers] = 0;
    }
    while (term.powers > 0 && term.polynomial[term.powers - 1] == 0) --term.powers;
    term.sine = term.cosine = 0;
    if (piece.amplitude == 0) return;
    const double w = term.angular_frequency = piece.angular_frequency;
    // d/ds turns sin into w cos and cos into -w sin.
    double sine = piece.amplitude * std::cos(piece.phase), cosine = piece.amplitude * std::sin(piece.phase);
    for (int d = 0; d < term.derivative; ++d) {
        const double turned = w * sine;
        sine = -w * cosine;
        cosine = turned;
    }
    term.sine = sine;
    term.cosine = cosine;
}

double derivative_of(const Signal& signal, int derivative, double t) {
    if (derivative == 0) return signal.value(t);
    const SignalSample s = signal.sample(t);
    return derivative == 1 ? s.first : s.second;
}

/// The cubic through the values at the Gauss points of [t, t + length].
void set_interpolated(ForceTerm& term, double t, double length) {
    term.polynomial =
        cubic_through_gauss_points([&](double s) { return derivative_of(*term.signal, term.derivative, t + s); }, length);
    term.powers = force_powers;
    term.sine = term.cosine = 0;
}

}  // namespace

Forcing::Forcing(const System& system) {
    for (const Load& load : system.loads) {
        const auto same = std::find_if(terms_.begin(), terms_.end(), [&](const ForceTerm& term) {
            return term.signal == load.signal.get() && term.derivative == load.derivative;
        });
        if (same != terms_.end()) {
            same->pattern += load.pattern;
            continue;
        }
        ForceTerm term;
        term.pattern = load.pattern;
        term.signal = load.signal.get();
        term.derivative = load.derivative;
        terms_.push_back(std::move(term));
    }
}

double Forcing::describe(double t, double longest) {
    double length = longest;
    const Signal* asked = nullptr;
    std::optional<SignalPiece> piece;
    for (ForceTerm& term : terms_) {
        if (term.signal != asked) {
            asked = term.signal;
            piece = asked->piece(t);
            // By rounding, t may be just before the end of a piece: the next one is used.
            if (piece && piece->end - t <= slack * longest) piece = asked->piece(piece->end);
            if (piece && piece->end - t < (1 - slack) * length) length = piece->end - t;
        }
        term.closed_form = piece.has_value();
        if (piece) set_closed_form(term, *piece);
    }
    for (ForceTerm& term : terms_) {
        if (!term.closed_form) set_interpolated(term, t, length);
    }
    return length;
}

}  // namespace jounce::time

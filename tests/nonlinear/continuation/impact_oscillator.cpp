// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/impact_oscillator.hpp"

#include <algorithm>
#include <numbers>

#include "base/messages/error.hpp"
#include "nonlinear/continuation/dual.hpp"

namespace jounce::test {

namespace {

using Number = Dual<6>;  // derivatives by x, v at the section and by the four parameters
constexpr long double turn = 2 * std::numbers::pi_v<long double>;

Number constant(long double c) { return {c}; }

/// The motion in free flight from a state at a phase of the load: closed form in the phase, for numbers with and without
/// derivatives.
template <class N>
struct Flight {
    N z, omega, phase, x, v;
    N A, B, frequency;  ///< of cos and sin of the forced motion; damped natural frequency

    void begin() {
        using std::sqrt;
        const N w2 = omega * omega, gap = N(1) - w2, D = gap * gap + N(4) * z * z * w2;
        A = gap / D;
        B = N(2) * z * omega / D;
        frequency = sqrt(N(1) - z * z);
    }
    [[nodiscard]] std::array<N, 2> at(const N& there) const {
        using std::cos, std::sin, std::exp;
        const auto forced = [&](const N& p) {
            const N c = cos(p), s = sin(p);
            return std::array<N, 2>{A * c + B * s, omega * (B * c - A * s)};
        };
        const std::array<N, 2> from = forced(phase), to = forced(there);
        const N dx = x - from[0], dv = v - from[1], t = (there - phase) / omega;
        const N c = cos(frequency * t), s = sin(frequency * t) / frequency, decay = exp(-(z * t));
        return {to[0] + decay * (dx * (c + z * s) + dv * s), to[1] + decay * (dv * (c - z * s) - dx * s)};
    }
};
using Values = Flight<long double>;

/// Zero of a component minus a level between two phases at which it has different signs.
long double zero(const Values& flight, std::size_t component, long double level, long double low, long double high) {
    const bool rises = flight.at(high)[component] > level;
    for (int k = 0; k < 200 && high - low > 1e-19L * turn; ++k) {
        const long double middle = 0.5L * (low + high);
        ((flight.at(middle)[component] > level) == rises ? high : low) = middle;
    }
    return 0.5L * (low + high);
}

struct Search {
    long double impact = -1;         ///< phase; negative: none before the end
    long double opening = INFINITY;  ///< smallest at an interior minimum
};

/// The next impact of a flight that begins below the stop, or on it moving away.
Search search(const Values& flight, long double stop, long double end) {
    constexpr int samples = 120;
    Search out;
    long double low = flight.phase, v_low = flight.v;
    while (low < end) {
        const long double high = std::min(low + turn / samples, end), v_high = flight.at(high)[1];
        long double from = low;
        if (v_low < 0 && v_high > 0) from = zero(flight, 1, 0, low, high);  // a minimum of x: below the stop
        if (v_low > 0 && v_high < 0) {
            const long double top = zero(flight, 1, 0, low, high), x = flight.at(top)[0];
            if (x > stop) {
                out.impact = zero(flight, 0, stop, from, top);
                return out;
            }
            out.opening = std::min(out.opening, stop - x);
        } else if (v_high > 0 && flight.at(high)[0] > stop) {
            out.impact = zero(flight, 0, stop, from, high);
            return out;
        }
        low = high;
        v_low = v_high;
    }
    return out;
}

}  // namespace

nonlinear::MapPoint ImpactMap::at(const Vector& y, double lambda, nonlinear::Derivatives) const {
    std::array<Number, 4> p;
    for (std::size_t k = 0; k < 4; ++k) p[k] = Number::variable(model_.values[k], 2 + k);
    p[model_.parameter] = Number::variable(lambda, 2 + static_cast<std::size_t>(model_.parameter));
    const Number &sigma = p[1], &r = p[2];
    Flight<Number> flight{p[0], p[3], constant(0), Number::variable(y(0), 0), Number::variable(y(1), 1), {}, {}, {}};
    flight.begin();
    nonlinear::MapPoint out;
    if (y(0) > sigma.value) throw computation_failed("the section lies behind the stop");
    for (;;) {
        Values values{flight.z.value, flight.omega.value, flight.phase.value, flight.x.value, flight.v.value, 0, 0, 0};
        values.begin();
        const Search found = search(values, sigma.value, turn);
        out.smallest_opening = std::min(out.smallest_opening, static_cast<double>(found.opening));
        if (found.impact < 0) break;
        const std::array<Number, 2> there = flight.at(Number(found.impact));
        const Number late = there[0] - sigma;
        Number phase(found.impact);
        for (std::size_t k = 0; k < 6; ++k) phase.d[k] = -late.d[k] * flight.omega.value / there[1].value;
        const std::array<Number, 2> before = flight.at(phase);
        const double speed = static_cast<double>(before[1].value);
        if (speed < 1e-8 || out.events.size() > 200) throw computation_failed("the mass comes to rest on the stop");
        out.events.push_back(
            {0, 1, nonlinear::MapEvent::Kind::impact, static_cast<double>(phase.value / flight.omega.value), speed, 0});
        out.smallest_impact_speed = std::min(out.smallest_impact_speed, speed);
        flight.phase = phase;
        flight.x = sigma;
        flight.v = -(r * before[1]);
    }
    const std::array<Number, 2> end = flight.at(Number(turn));
    const auto k = 2 + static_cast<std::size_t>(model_.parameter);
    out.end.resize(2);
    out.derivative.resize(2, 2);
    out.parameter_derivative.resize(2);
    for (Eigen::Index i = 0; i < 2; ++i) {
        const Number& e = end[static_cast<std::size_t>(i)];
        out.end(i) = static_cast<double>(e.value);
        for (std::size_t j = 0; j < 2; ++j) out.derivative(i, static_cast<Eigen::Index>(j)) = static_cast<double>(e.d[j]);
        out.parameter_derivative(i) = static_cast<double>(e.d[k]);
    }
    return out;
}

}  // namespace jounce::test

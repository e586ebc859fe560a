// The motion within a step in contact, at any instant, as accurate as its end.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/adaptive/contact_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/numbers/roots.hpp"

namespace jounce::time {

namespace {
constexpr std::size_t chebyshev_intervals = 8;
/// Points of the step, in the order in which Newton's form takes them: far apart first, against rounding.
constexpr std::array<std::size_t, chebyshev_intervals + 1> newton_order{0, 8, 4, 2, 6, 1, 7, 3, 5};
double chebyshev_place(std::size_t point) {
    return 0.5 * (1 - std::cos(std::numbers::pi * static_cast<double>(point) / static_cast<double>(chebyshev_intervals)));
}
}  // namespace

ContactMotion::ContactMotion(ContactFlow& flow, Extrapolation& extrapolation) : flow_(flow), extrapolation_(extrapolation) {
    for (auto* set : {&moved_, &rate_}) {
        for (std::vector<double>& of_point : *set) of_point.resize(flow.capacity());
    }
    for (auto* v : {&point_, &increment_, &total_, &out_}) v->resize(flow.capacity());
    form_.resize(terms * flow.capacity());
    for (std::size_t k = 0; k < points; ++k) place_[k] = chebyshev_place(newton_order[k]);
}

bool ContactMotion::prepare(const Step& step) {
    const std::size_t n = flow_.unknowns();
    const double* begin = flow_.y();
    clock_ = step.clock;
    if (!(clock_ > 0)) return false;
    std::fill_n(moved_[0].begin(), n, 0.0);
    std::copy_n(step.start, n, rate_[0].begin());
    for (std::size_t p = 1; p < chebyshev_intervals; ++p) {
        const std::vector<double>& from = moved_[p - 1];
        for (std::size_t i = 0; i < n; ++i) point_[i] = begin[i] + from[i];
        const auto error = [&](const double* all, const double* change) {
            for (std::size_t i = 0; i < n; ++i) total_[i] = from[i] + all[i];
            return flow_.error(total_.data(), change, step.tolerance);
        };
        const double h = clock_ * (chebyshev_place(p) - chebyshev_place(p - 1));
        const auto result =
            extrapolation_.step(flow_, error, n, point_.data(), rate_[p - 1].data(), h, step.target_column, increment_.data());
        if (!result.converged) return false;
        for (std::size_t i = 0; i < n; ++i) {
            moved_[p][i] = from[i] + increment_[i];
            point_[i] = begin[i] + moved_[p][i];
        }
        flow_.rate(point_.data(), rate_[p].data());
    }
    for (std::size_t i = 0; i < n; ++i) moved_[chebyshev_intervals][i] = step.end[i] - begin[i];
    std::copy_n(step.end_rate, n, rate_[chebyshev_intervals].begin());
    interpolate();
    return true;
}

void ContactMotion::interpolate() {
    for (std::size_t i = 0; i < flow_.unknowns(); ++i) {
        double* form = &form_[i * terms];
        for (std::size_t k = 0; k < terms; ++k) form[k] = moved_[newton_order[k / 2]][i];
        // Divided differences; of a point twice the first is its derivative.
        for (std::size_t level = 1; level < terms; ++level) {
            for (std::size_t k = terms - 1; k >= level; --k) {
                const bool twice = level == 1 && k % 2 == 1;
                form[k] = twice ? clock_ * rate_[newton_order[k / 2]][i]
                                : (form[k] - form[k - 1]) / (place_[k / 2] - place_[(k - level) / 2]);
            }
        }
    }
}

ContactMotion::Value ContactMotion::value(std::size_t component, double x) const {
    const double* form = &form_[component * terms];
    Value out{form[terms - 1], 0};
    for (std::size_t k = terms - 1; k-- > 0;) {
        const double way = x - place_[k / 2];
        out.slope = out.slope * way + out.value;
        out.value = out.value * way + form[k];
    }
    return out;
}

const double* ContactMotion::at(const Step& step, double s) {
    if (state_ == State::unknown) state_ = prepare(step) ? State::ready : State::failed;
    if (state_ == State::failed) return nullptr;
    const std::size_t time = flow_.unknowns() - flow_.closed().size() - 1;
    const auto late = [&](double x) {
        const Value t = value(time, x);
        return std::pair{t.value - s, t.slope};
    };
    const double x = s <= 0 ? 0.0 : s >= moved_[chebyshev_intervals][time] ? 1.0 : bracketed_root(late, 0.0, 1.0);
    for (std::size_t i = 0; i < flow_.unknowns(); ++i) out_[i] = value(i, x).value;
    return out_.data();
}

}  // namespace jounce::time

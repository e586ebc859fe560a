// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/march_map.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"
#include "nonlinear/orbits/map_events.hpp"
#include "nonlinear/orbits/opening_watch.hpp"
#include "nonlinear/orbits/variation.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;
using linalg::Vector;

namespace {
constexpr double two_pi = 6.283185307179586;
/// Of Phi, relative to what a column has become.
constexpr double variation_tolerance = 1e-11;
/// Instants of a period between which no opening has more than one minimum.
constexpr double looks = 64;
/// Of the parameter's scale: half the difference that its derivative is taken over.
constexpr double parameter_step = 1e-5;
constexpr std::size_t kept_systems = 4;
}  // namespace

/// A System of one value of the parameter, ready to march.
struct MarchMap::Bound {
    Bound(double value, std::shared_ptr<const System> system, double T, const MapSettings& settings)
        : lambda(value),
          assembled(std::move(system)),
          period(T),
          method(time::event_driven({.tolerance = settings.tolerance})),
          prepared(method->prepare(assembled)),
          stepper(method->bind(*prepared, time::Events::locate)),
          openings(*prepared, T / looks) {
        const Eigen::Index n = assembled->size();
        if (assembled->coordinate_names == prepared->coordinate_names) return;
        to_free.resize(n, n);
        for (Eigen::Index j = 0; j < n; ++j) to_free.col(j) = time::free_coordinates(*assembled, *prepared, Vector::Unit(n, j));
        from_free = linalg::solve_square(to_free, Matrix::Identity(n, n));
    }
    [[nodiscard]] Vector inwards(const Vector& q) const { return from_free.size() > 0 ? Vector(from_free * q) : q; }
    [[nodiscard]] Vector outwards(const Vector& q) const { return to_free.size() > 0 ? Vector(to_free * q) : q; }

    double lambda;
    std::shared_ptr<const System> assembled;
    double period;
    time::MethodPointer method;
    std::shared_ptr<const System> prepared;
    std::unique_ptr<time::Stepper> stepper;
    OpeningWatch openings;
    time::ImpactLog log;
    std::unique_ptr<Variation> variation;  // null until derivatives are asked for
    Matrix to_free, from_free;             // between coordinates as marched and as assembled; empty: the same
};

MarchMap::MarchMap(ModelFamily family, MapSettings settings) : family_(std::move(family)), settings_(std::move(settings)) {}
MarchMap::~MarchMap() = default;

int MarchMap::dimension() const { return static_cast<int>(settings_.scales.size()); }
double MarchMap::period(double lambda) const { return bound(lambda).period; }
std::shared_ptr<const System> MarchMap::system(double lambda) const { return bound(lambda).assembled; }

MarchMap::Bound& MarchMap::bound(double lambda) const {
    for (std::size_t i = 0; i < bound_.size(); ++i) {
        if (bound_[i]->lambda != lambda) continue;
        std::rotate(bound_.begin() + static_cast<std::ptrdiff_t>(i), bound_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    bound_.end());
        return *bound_.back();
    }
    auto made = std::make_unique<Bound>(lambda, family_.system(lambda), family_.period(lambda), settings_);
    if (settings_.scales.size() > 0 && 2 * made->assembled->size() != dimension()) {
        throw bad_case(
            "orbit: the models of one parameter must have the same coordinates: " + std::to_string(made->assembled->size()) +
            " of model '" + made->assembled->name + "', " + std::to_string(dimension() / 2) + " before");
    }
    if (!bound_.empty() && bound_.back()->assembled->coordinate_names != made->assembled->coordinate_names)
        throw bad_case("orbit: the models of one parameter must have the same coordinates in the same order");
    if (bound_.size() == kept_systems) bound_.erase(bound_.begin());
    bound_.push_back(std::move(made));
    return *bound_.back();
}

MapPoint MarchMap::at(const Vector& y, double lambda, Derivatives wanted) const {
    MapPoint out;
    if (wanted == Derivatives::state_and_parameter) {
        const double step = parameter_step * settings_.parameter_scale;
        const MapPoint ahead = march(bound(lambda + step), y, false);
        const MapPoint behind = march(bound(lambda - step), y, false);
        out = march(bound(lambda), y, true);
        if (out.refused.empty()) out.refused = ahead.refused.empty() ? behind.refused : ahead.refused;
        if (out.refused.empty()) out.parameter_derivative = (ahead.end - behind.end) / (2 * step);
        return out;
    }
    return march(bound(lambda), y, wanted != Derivatives::none);
}

MapPoint MarchMap::march(Bound& at, const Vector& y, bool derivative) const {
    const Eigen::Index n = at.assembled->size();
    State state = time::initial_state(*at.prepared);
    state.time = settings_.phase * at.period;
    state.q = at.inwards(y.head(n));
    state.v = at.inwards(y.tail(n));
    MapPoint out;
    at.stepper->start(state);
    for (const Contact& contact : at.prepared->contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (!side.memory.closed && !(side.motion.indentation > 0)) continue;
            out.refused = "contact '" + contact.name + "' is closed at the section";
            return out;
        }
    }
    std::vector<time::Observer*> observers{&at.log, &at.openings};
    if (derivative) {
        if (!at.variation) at.variation = std::make_unique<Variation>(*at.prepared, variation_tolerance, two_pi / at.period);
        Matrix start = Matrix::Zero(2 * n, 2 * n);
        if (at.from_free.size() > 0) {
            start.topLeftCorner(n, n) = start.bottomRightCorner(n, n) = at.from_free;
        } else {
            start.setIdentity();
        }
        at.variation->set_start(start);
        observers.push_back(at.variation.get());
    }
    time::MarchOptions options;
    options.step = options.duration = at.period;
    options.order = at.method->order();
    const double begin = state.time;
    (void)time::march(*at.prepared, *at.stepper, options, state, observers);
    out.end.resize(2 * n);
    out.end << at.outwards(state.q), at.outwards(state.v);
    for (const SideState& side : state.sides) {
        if (side.memory.closed) out.refused = "a contact is closed at the section";
    }
    add_events(*at.prepared, at.log.impacts(), begin, out);
    if (at.openings.smallest()) out.smallest_opening = at.openings.smallest()->opening;
    if (!derivative) return out;
    const Matrix phi = at.variation->phi().topRows(2 * n);
    out.derivative = phi;
    if (at.to_free.size() > 0) {
        out.derivative.topRows(n) = at.to_free * phi.topRows(n);
        out.derivative.bottomRows(n) = at.to_free * phi.bottomRows(n);
    }
    out.corner = at.variation->corner();
    if (at.variation->regular()) out.log_determinant = at.variation->log_determinant();
    return out;
}

std::shared_ptr<const time::InitialState> MarchMap::state(const Vector& y, double lambda) const {
    const Bound& at = bound(lambda);
    const Eigen::Index n = at.assembled->size();
    auto out = std::make_shared<time::InitialState>();
    out->system = at.assembled;
    out->state = time::initial_state(*at.assembled);
    out->state.time = settings_.phase * at.period;
    out->state.q = y.head(n);
    out->state.v = y.tail(n);
    out->description = "state at the section of an orbit";
    return out;
}

}  // namespace jounce::nonlinear

// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/march_map.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"
#include "nonlinear/orbits/map_events.hpp"
#include "nonlinear/orbits/opening_watch.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "nonlinear/orbits/variation.hpp"
#include "time/account/friction_log.hpp"
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

namespace {

/// The first of `names` that `others` lacks.
std::string missing_name(const std::vector<std::string>& names, const std::vector<std::string>& others) {
    for (const std::string& name : names) {
        if (std::ranges::find(others, name) == others.end()) return name;
    }
    return {};
}

void require_same_family(const System& one, const System& other) {
    if (one.coordinate_names == other.coordinate_names && one.sides == other.sides) return;
    const std::string subject = "orbit: the models of one parameter must have the same coordinates and gaps";
    std::string name = missing_name(other.coordinate_names, one.coordinate_names);
    if (name.empty()) name = missing_name(one.coordinate_names, other.coordinate_names);
    throw bad_case(subject + (name.empty() ? "" : ", got '" + name + "' at one value of it alone"));
}

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
          openings(*prepared, T / looks),
          memory(*prepared) {
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
    SectionMemory memory;
    time::ImpactLog log;
    time::FrictionLog friction_log;
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
    if (!bound_.empty()) require_same_family(*bound_.back()->assembled, *made->assembled);
    if (2 * made->assembled->size() + made->memory.size() != dimension()) {
        throw bad_case(
            "orbit: the models of one parameter must have the same coordinates: " + std::to_string(made->assembled->size()) +
            " of model '" + made->assembled->name + "' do not fit the section's " + std::to_string(dimension()) + " numbers");
    }
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
    const Eigen::Index n = at.assembled->size(), m = at.memory.size();
    State state = time::initial_state(*at.prepared);
    state.time = settings_.phase * at.period;
    state.q = at.inwards(y.head(n));
    state.v = at.inwards(y.segment(n, n));
    MapPoint out;
    at.stepper->start(state);
    if (m > 0) {
        at.memory.write(y.tail(m), state);
        at.stepper->restart(state);
    }
    out.refused = at.memory.lacks(state);
    if (!out.refused.empty()) return out;
    std::vector<time::Observer*> observers{&at.log, &at.friction_log, &at.openings};
    if (derivative) {
        if (!at.variation) at.variation = std::make_unique<Variation>(*at.prepared, variation_tolerance, two_pi / at.period);
        const PhiRows& rows = at.variation->rows();
        Matrix start = Matrix::Zero(rows.count, 2 * n + m);
        start.topLeftCorner(n, n) = at.from_free.size() > 0 ? at.from_free : Matrix(Matrix::Identity(n, n));
        start.block(n, n, n, n) = start.topLeftCorner(n, n);
        for (Eigen::Index i = 0; i < m; ++i) start(at.memory.row(rows, i), 2 * n + i) = 1;
        at.variation->set_start(start);
        observers.push_back(at.variation.get());
    }
    time::MarchOptions options;
    options.step = options.duration = at.period;
    options.order = at.method->order();
    options.begun = true;
    const double begin = state.time;
    (void)time::march(*at.prepared, *at.stepper, options, state, observers);
    out.end.resize(2 * n + m);
    out.end << at.outwards(state.q), at.outwards(state.v), at.memory.read(state);
    out.refused = at.memory.lacks(state);
    add_events(*at.prepared, at.log.impacts(), at.friction_log.events(), begin, out);
    if (at.openings.smallest()) out.smallest_opening = at.openings.smallest()->opening;
    if (!derivative) return out;
    at.variation->finish(state);
    const Matrix& phi = at.variation->phi();
    out.derivative.resize(2 * n + m, 2 * n + m);
    for (const Eigen::Index first : {Eigen::Index{0}, n}) {
        if (at.to_free.size() > 0) {
            out.derivative.middleRows(first, n) = at.to_free * phi.middleRows(first, n);
        } else {
            out.derivative.middleRows(first, n) = phi.middleRows(first, n);
        }
    }
    for (Eigen::Index i = 0; i < m; ++i) out.derivative.row(2 * n + i) = phi.row(at.memory.row(at.variation->rows(), i));
    out.corner = at.variation->corner();
    if (at.variation->regular()) out.log_determinant = at.variation->log_determinant();
    return out;
}

std::shared_ptr<const time::InitialState> MarchMap::state(const Vector& y, double lambda) const {
    const Bound& at = bound(lambda);
    const Eigen::Index n = at.assembled->size();
    const SectionMemory memory(*at.assembled);
    auto out = std::make_shared<time::InitialState>();
    out->system = at.assembled;
    out->state = time::initial_state(*at.assembled);
    out->state.time = settings_.phase * at.period;
    out->state.q = y.head(n);
    out->state.v = y.segment(n, n);
    memory.write(y.tail(memory.size()), out->state);
    out->description = "state at the section of an orbit";
    return out;
}

}  // namespace jounce::nonlinear

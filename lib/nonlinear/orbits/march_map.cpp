// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/march_map.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/orbits/alike_systems.hpp"
#include "nonlinear/orbits/map_events.hpp"
#include "nonlinear/orbits/opening_watch.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "nonlinear/orbits/section_memory.hpp"
#include "nonlinear/variation/variation.hpp"
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
/// Tolerance of Phi, relative to the current size of a column.
constexpr double variation_tolerance = 1e-11;
/// Numbers of instants of a period; an opening, or a probe, has at most one minimum between two of them.
constexpr double looks = 64, probe_looks = 128;
/// Half the difference for the derivative by the parameter, as a share of the parameter's scale.
constexpr double parameter_step = 1e-5, smallest_parameter_step = 1e-10;
/// Of that step for a one-sided difference: its error and that of the runs are about equal, 1e-5 or 1e-4 beside a grazing.
constexpr double one_sided_share = 0.1, smallest_one_sided = 0.01, noise_of_map = 1e-15;
/// Largest entry of the scaled derivative with a one-sided difference: its error is relative to the size, and a tangent depends
/// on the part that the derivative does not magnify.
constexpr double largest_one_sided = 30;
constexpr std::size_t kept_systems = 4;
/// The step of differences of runs, as a share of the scales.
constexpr double difference_step = 1e-5;
}  // namespace

namespace {

/// The first of `names` that is not in `others`.
std::string missing_name(const std::vector<std::string>& names, const std::vector<std::string>& others) {
    for (const std::string& name : names) {
        if (std::ranges::find(others, name) == others.end()) return name;
    }
    return {};
}

void require_same_family(const System& one, const System& other, const std::string& asked) {
    if (one.coordinate_names == other.coordinate_names && one.sides == other.sides) return;
    const std::string subject = asked + ": the models of one parameter must have the same coordinates and gaps";
    std::string name = missing_name(other.coordinate_names, one.coordinate_names);
    if (name.empty()) name = missing_name(one.coordinate_names, other.coordinate_names);
    throw bad_case(subject + (name.empty() ? "" : ", got '" + name + "' at only one of two values"));
}

}  // namespace

/// A System for one value of the parameter, ready to march.
struct MarchMap::Bound {
    /// \param before of another value of the parameter, or null
    Bound(double value, std::shared_ptr<const System> system, double T, const MapSettings& settings, const Bound* before)
        : lambda(value),
          assembled(std::move(system)),
          period(T),
          method(time::event_driven({.tolerance = settings.tolerance})),
          alike(before != nullptr && differ_in_signals_alone(*before->assembled, *assembled)),
          prepared(alike ? with_signals_of(*assembled, *before->prepared) : method->prepare(assembled)),
          stepper(method->bind(*prepared, time::Events::locate)),
          memory(*prepared) {
        const Eigen::Index n = assembled->size();
        if (assembled->coordinate_names == prepared->coordinate_names) return;
        if (alike) {
            to_free = before->to_free;
            from_free = before->from_free;
            return;
        }
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
    bool alike = false;  // do both Systems differ in the signals of loads alone?
    std::shared_ptr<const System> prepared;
    std::unique_ptr<time::Stepper> stepper;
    SectionMemory memory;
    time::ImpactLog log;
    time::FrictionLog friction_log;
    std::unique_ptr<OpeningWatch> openings;  // null until openings or derivatives are requested
    std::unique_ptr<Variation> variation;    // null until derivatives are requested
    Matrix to_free, from_free;               // between the coordinates of the march and of the assembly; empty if they are equal
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
    const Bound* before = bound_.empty() ? nullptr : bound_.back().get();
    auto made = std::make_unique<Bound>(lambda, family_.system(lambda), family_.period(lambda), settings_, before);
    if (!bound_.empty()) require_same_family(*bound_.back()->assembled, *made->assembled, settings_.subject);
    const Eigen::Index n = settings_.independent.size(*made->assembled);
    if (2 * n + made->memory.size() != dimension()) {
        throw bad_case(settings_.subject + ": the models of one parameter must have the same coordinates: " + std::to_string(n) +
                       " of model '" + made->assembled->name + "' do not fit the section's " + std::to_string(dimension()) +
                       " numbers");
    }
    // The first value needs no name: the caller knows it.
    const std::string subject =
        settings_.subject + (bound_.empty() ? "" : " at " + settings_.parameter_name + " = " + shortest(lambda));
    if (settings_.checks_period) require_common_period(*made->assembled, made->period, subject);
    if (settings_.autonomous_span > 0) require_autonomous(*made->prepared, *made->stepper, settings_.autonomous_span, subject);
    if (bound_.size() == kept_systems) bound_.erase(bound_.begin());
    bound_.push_back(std::move(made));
    return *bound_.back();
}

MapPoint MarchMap::at(const Vector& y, double lambda, Derivatives wanted) const {
    return over(y, lambda, period(lambda), wanted);
}

// The parameter's derivative is at a fixed phase of the load: the period changes with the parameter.
MapPoint MarchMap::over(const Vector& y, double lambda, double duration, Derivatives wanted) const {
    const double share = duration / period(lambda);
    MapPoint out = march(bound(lambda), y, duration, wanted == Derivatives::none ? Asked::openings : Asked::derivative);
    if (wanted < Derivatives::one_sided || !out.refused.empty()) return out;
    if (wanted == Derivatives::one_sided && add_one_sided(y, lambda, share, out)) return out;
    add_parameter_derivative(y, lambda, share, out);
    return out;
}

/// \returns false where a one-sided difference is not accurate: near a grazing, behind impacts that magnify displacements, across
/// other events, at the end of the range
bool MarchMap::add_one_sided(const Vector& y, double lambda, double share, MapPoint& point) const {
    const double half = difference(point), step = one_sided_share * half * settings_.parameter_scale;
    if (half < smallest_one_sided * parameter_step || !(lambda + step <= settings_.highest)) return false;
    if (!(magnification(point) <= largest_one_sided)) return false;
    Bound& there = bound(lambda + step);
    const MapPoint ahead = march(there, y, share * there.period, Asked::end);
    if (!ahead.refused.empty() || ahead.events.size() != point.events.size()) return false;
    point.parameter_derivative = (ahead.end - point.end) / step;
    return true;
}

// A difference across a grazing is invalid: uses the one-sided difference on the side with the same events. At an end of the
// parameter's range it is one-sided, of second order.
void MarchMap::add_parameter_derivative(const Vector& y, double lambda, double share, MapPoint& point) const {
    // A step that the parameter takes exactly.
    const double step = (lambda + difference(point) * settings_.parameter_scale) - lambda;
    const auto at = [&](double steps) {
        Bound& there = bound(lambda + steps * step);
        MapPoint out = march(there, y, share * there.period, Asked::end);
        if (point.refused.empty()) point.refused = out.refused;
        return out;
    };
    const auto good = [&](const MapPoint& other) { return other.events.size() == point.events.size(); };
    const bool ends_ahead = !(lambda + step <= settings_.highest), ends_behind = !(lambda - step >= settings_.lowest);
    if (ends_ahead != ends_behind) {
        const double inwards = ends_ahead ? -1 : 1;
        const MapPoint near = at(inwards), far = at(2 * inwards);
        if (!point.refused.empty()) return;
        const Vector first = near.end - point.end;
        if (good(near) == good(far)) {
            point.parameter_derivative = (4 * first - (far.end - point.end)) / (2 * inwards * step);
        } else {
            point.parameter_derivative = first / (inwards * step);
        }
        return;
    }
    const MapPoint ahead = at(1), behind = at(-1);
    if (!point.refused.empty()) return;
    const Vector &high = good(ahead) || !good(behind) ? ahead.end : point.end,
                 &low = good(behind) || !good(ahead) ? behind.end : point.end;
    point.parameter_derivative = (high - low) / (good(ahead) == good(behind) ? 2 * step : step);
}

double MarchMap::magnification(const MapPoint& at) const {
    const Vector& D = settings_.scales;
    return Matrix(D.cwiseInverse().asDiagonal() * at.derivative * D.asDiagonal()).cwiseAbs().maxCoeff();
}

// Near a grazing the map is smooth only over the depth of the contact, which grows as the square of its speed v. A displacement
// before it is magnified by earlier slow impacts, by 1/v each. With the noise e of the map and its length s, a central difference
// errs least, by noise and by its third derivative, at (e s^2 / 2)^(1/3).
double MarchMap::difference(const MapPoint& at) const {
    const Eigen::Index n = settings_.independent.size(*bound_.back()->assembled);
    const double speed = at.smallest_impact_speed / settings_.scales[n], opening = at.smallest_opening / settings_.scales[0];
    double length = std::min({speed * speed, opening, 1.0});
    if (at.derivative.size() > 0 && std::isfinite(speed)) length /= std::max(1.0, magnification(at) * speed);
    return std::clamp(std::cbrt(0.5 * noise_of_map * length * length), smallest_parameter_step, parameter_step);
}

std::string MarchMap::begin(Bound& at, const Vector& y, State& state) const {
    const IndependentCoordinates& independent = settings_.independent;
    const Eigen::Index n = independent.size(*at.assembled), m = at.memory.size();
    state = time::initial_state(*at.prepared);
    state.time = settings_.phase * at.period;
    complete_motion(*at.assembled, independent, state.time, y.head(n), y.segment(n, n), state.q, state.v);
    state.q = at.inwards(state.q);
    state.v = at.inwards(state.v);
    at.stepper->start(state);
    if (m > 0) {
        at.memory.write(y.tail(m), state);
        at.stepper->restart(state);
    }
    return at.memory.lacks(state);
}

Vector MarchMap::rate(const Vector& y, double lambda) const {
    Bound& at = bound(lambda);
    const Eigen::Index n = settings_.independent.size(*at.assembled);
    State state;
    if (const std::string why = begin(at, y, state); !why.empty()) throw computation_failed("orbit: " + why);
    Vector out = Vector::Zero(y.size());
    out.head(n) = y.segment(n, n);
    out.segment(n, n) = settings_.independent.of_all(*at.assembled, at.outwards(state.a));
    if (at.memory.size() > 0) out.tail(at.memory.size()) = at.memory.rates(state);
    return out;
}

void MarchMap::run(Bound& at, State& state, double duration, const std::vector<time::Observer*>& observers) const {
    time::MarchOptions options;
    options.step = options.duration = duration;
    options.order = at.method->order();
    options.begun = true;
    options.interrupted = settings_.interrupted;
    if (time::march(*at.prepared, *at.stepper, options, state, observers).interrupted)
        throw Error(Failure::interrupted, "interrupted");
}

MapPoint MarchMap::march(Bound& at, const Vector& y, double duration, Asked asked) const {
    const IndependentCoordinates& independent = settings_.independent;
    const Eigen::Index n = independent.size(*at.assembled), m = at.memory.size();
    MapPoint out;
    State state;
    out.refused = begin(at, y, state);
    if (!out.refused.empty()) return out;
    std::vector<time::Observer*> observers{&at.log, &at.friction_log};
    if (asked != Asked::end) {
        if (!at.openings) at.openings = std::make_unique<OpeningWatch>(*at.prepared, *at.method, at.period / looks);
        observers.push_back(at.openings.get());
    }
    const bool derivative = asked == Asked::derivative;
    at.log.search_peaks(derivative);
    const bool by_variation = derivative && !at.assembled->mechanism;
    if (by_variation) {
        if (!at.variation) at.variation = std::make_unique<Variation>(*at.prepared, variation_tolerance, two_pi / at.period);
        const PhiRows& rows = at.variation->rows();
        Matrix start = Matrix::Zero(rows.count, 2 * n + m);
        start.topLeftCorner(n, n) = at.from_free.size() > 0 ? at.from_free : Matrix(Matrix::Identity(n, n));
        start.block(n, n, n, n) = start.topLeftCorner(n, n);
        for (Eigen::Index i = 0; i < m; ++i) start(at.memory.row(rows, i), 2 * n + i) = 1;
        at.variation->set_start(start);
        observers.push_back(at.variation.get());
    }
    const double begin = state.time;
    run(at, state, duration, observers);
    Vector z = independent.of_all(*at.assembled, at.outwards(state.q));
    take_off_turns(*at.assembled, independent, y.head(n), z);
    out.end.resize(2 * n + m);
    out.end << z, independent.of_all(*at.assembled, at.outwards(state.v)), at.memory.read(state);
    out.refused = at.memory.lacks(state);
    add_events(*at.prepared, at.log.impacts(), at.friction_log.events(), begin, out);
    if (asked != Asked::end && at.openings->smallest()) out.smallest_opening = at.openings->smallest()->opening;
    if (asked != Asked::end && at.openings->shallowest()) {
        out.smallest_indentation = -at.openings->shallowest()->opening;
        out.shallowest = at.openings->gap_of(at.openings->shallowest()->side);
    }
    if (derivative && !by_variation) add_differences(at, y, duration, out);
    if (!by_variation) return out;
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

void MarchMap::add_differences(Bound& at, const Vector& y, double duration, MapPoint& point) const {
    point.derivative.resize(y.size(), y.size());
    for (Eigen::Index j = 0; j < y.size() && point.refused.empty(); ++j) {
        const double step = difference_step * settings_.scales[j];
        const auto run = [&](double share) -> Vector {
            Vector moved = y;
            moved[j] += share * step;
            const MapPoint end = march(at, moved, duration, Asked::end);
            if (!end.refused.empty()) point.refused = end.refused;
            return end.refused.empty() ? end.end : y;
        };
        point.derivative.col(j) = (8 * (run(1) - run(-1)) - (run(2) - run(-2))) / (12 * step);
    }
}

std::shared_ptr<const time::InitialState> MarchMap::state(const Vector& y, double lambda) const {
    const Bound& at = bound(lambda);
    const Eigen::Index n = settings_.independent.size(*at.assembled);
    const SectionMemory memory(*at.assembled);
    auto out = std::make_shared<time::InitialState>();
    out->system = at.assembled;
    out->state = time::initial_state(*at.assembled);
    out->state.time = settings_.phase * at.period;
    complete_motion(*at.assembled, settings_.independent, out->state.time, y.head(n), y.segment(n, n), out->state.q,
                    out->state.v);
    memory.write(y.tail(memory.size()), out->state);
    memory.close_contacts(out->state);
    out->description = "state at the section of an orbit";
    return out;
}

std::vector<ProbeRange> MarchMap::ranges(const Vector& y, double lambda, double duration,
                                         const std::vector<std::string>& names) const {
    Bound& at = bound(lambda);
    std::vector<Probe> probes;
    for (const std::string& name : names) probes.push_back(resolve_probe(*at.prepared, name));
    ProbeWatch watch(*at.prepared, *at.method, std::move(probes), at.period / probe_looks);
    State state;
    if (const std::string why = begin(at, y, state); !why.empty()) throw computation_failed("orbit: " + why);
    run(at, state, duration, {&watch});
    return watch.ranges();
}

}  // namespace jounce::nonlinear

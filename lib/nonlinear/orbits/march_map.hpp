// The map of a period by marching a model: event_driven from section to section, with derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "nonlinear/orbits/independent_coordinates.hpp"
#include "nonlinear/orbits/period_map.hpp"
#include "nonlinear/orbits/probe_watch.hpp"
#include "system/state/system.hpp"
#include "time/start/continuation.hpp"

namespace jounce::nonlinear {

/// Residuals and Newton steps of orbits of models with joints, in scaled units: slow contacts leave noise of this size in the
/// map.
inline constexpr double noise_of_joints = 1e-8;

/// A model that depends on a parameter.
struct ModelFamily {
    std::function<std::shared_ptr<const System>(double)> system;  ///< as assembled
    std::function<double(double)> period;                         ///< of the load [s]
};

struct MapSettings {
    double phase = 0;  ///< of the section, as a share of the period: t_s = phase T
    int periods = 1;
    linalg::Vector scales;  ///< of y
    double parameter_scale = 1;
    double tolerance = 1e-12;                 ///< of the run
    IndependentCoordinates independent = {};  ///< for a model with joints
    std::string subject = "orbit";            ///< subject of messages
    std::string parameter_name = "parameter";
    /// Of the parameter: no model outside is called, so that derivatives at its ends are one-sided.
    double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
    bool checks_period = false;              ///< loads of each model must repeat after its period
    double autonomous_span = 0;              ///< > 0: no load of a model may depend on time within it [s]
    std::function<bool()> interrupted = {};  ///< ends a run by an Error (interrupted)
};

/// y = (q, v, memory) of the System as assembled, at a section without closed contacts, with the memory of SectionMemory. With
/// joints q and v are the independent coordinates, and derivatives are fourth-order differences of runs. Keeps the Systems of the
/// last parameter values.
class MarchMap final : public PeriodMap {
  public:
    MarchMap(ModelFamily family, MapSettings settings);
    ~MarchMap() override;

    [[nodiscard]] int dimension() const override;
    [[nodiscard]] int periods() const override { return settings_.periods; }
    [[nodiscard]] const linalg::Vector& scales() const override { return settings_.scales; }
    [[nodiscard]] double parameter_scale() const override { return settings_.parameter_scale; }
    [[nodiscard]] MapPoint at(const linalg::Vector& y, double lambda, Derivatives wanted) const override;

    /// As `at`, over a given time [s] instead of a period.
    [[nodiscard]] MapPoint over(const linalg::Vector& y, double lambda, double duration, Derivatives wanted) const;
    /// dy/dt at the section (no contact is closed there).
    [[nodiscard]] linalg::Vector rate(const linalg::Vector& y, double lambda) const;

    [[nodiscard]] const MapSettings& settings() const { return settings_; }
    [[nodiscard]] double period(double lambda) const;
    [[nodiscard]] std::shared_ptr<const System> system(double lambda) const;
    /// The state of the section as the initial state of a run.
    [[nodiscard]] std::shared_ptr<const time::InitialState> state(const linalg::Vector& y, double lambda) const;
    /// The ranges of probes over a time [s] from the section on. \throws Error for an unknown probe, and as the run
    [[nodiscard]] std::vector<ProbeRange> ranges(const linalg::Vector& y, double lambda, double duration,
                                                 const std::vector<std::string>& probes) const;

  private:
    struct Bound;
    Bound& bound(double lambda) const;
    bool add_one_sided(const linalg::Vector& y, double lambda, double share, MapPoint& point) const;
    void add_parameter_derivative(const linalg::Vector& y, double lambda, double share, MapPoint& point) const;
    /// Half the difference for the parameter's derivative at a point, as a share of the parameter's scale.
    [[nodiscard]] double difference(const MapPoint& at) const;
    /// Largest entry of the scaled derivative.
    [[nodiscard]] double magnification(const MapPoint& at) const;
    /// Completes the state of a section. \returns why it has no map
    std::string begin(Bound& at, const linalg::Vector& y, State& state) const;
    /// The run from a state of `begin`.
    void run(Bound& at, State& state, double duration, const std::vector<time::Observer*>& observers) const;
    enum class Asked {
        end,       ///< and the events
        openings,  ///< too
        derivative
    };
    MapPoint march(Bound& at, const linalg::Vector& y, double duration, Asked asked) const;
    void add_differences(Bound& at, const linalg::Vector& y, double duration, MapPoint& point) const;

    ModelFamily family_;
    MapSettings settings_;
    mutable std::vector<std::unique_ptr<Bound>> bound_;  // newest last
};

}  // namespace jounce::nonlinear

// One run: integrates a System with a Method, records the requested data, writes the run's folder and evaluates the
// results.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/fields/schema.hpp"
#include "record/files/csv.hpp"
#include "record/files/session.hpp"
#include "system/state/system.hpp"
#include "time/account/dissipation.hpp"
#include "time/account/energy.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/start/continuation.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::record {

/// The start of a run.
struct Beginning {
    std::shared_ptr<const time::InitialState> state;  ///< null: the model's initial values at t = 0
    bool to_come = false;                             ///< a run that was not computed (check): its times are not known
};

/// The options table of jounce.run, as read by `run_fields`.
struct RunOptions {
    time::MethodPointer method;  ///< null: Jounce chooses method and step (choice.hpp)
    double step = 0;
    bool stride = false;  ///< a method that chooses its steps takes long ones where nothing is recorded: no step was given
    double duration = 0;
    double tolerance = 0;  ///< > 0: adaptive steps
    time::Events events = time::Events::locate;
    int record_every = 1;
    bool record_every_given = false;
    double record_from = 0;
    std::vector<std::string> probes;
    std::optional<int> vtk_every;
    double vtk_from = 0;
    bool energy_on = true;
    int energy_every = 0;          ///< steps between rows of energy.csv (evaluations of the stored energies); 0: about 1000 rows
    double energy_budget = 1e-3;   ///< |remainder| over the work done above which the summary warns
    bool checkpoint_on = true;     ///< only a run with an output folder has checkpoints
    double checkpoint_every = 30;  ///< seconds of computing between two of them
    std::int64_t checkpoint_every_steps = 0;  ///< steps between two of them; 0: by the clock alone
    std::vector<double> jumps;                ///< of loads, found by the choice of the method: steps end there [s]
    Beginning initial;
    std::string output;  ///< folder, relative to the working folder; empty: nothing is written
};
/// When the run begins and ends [s]; undefined for a run that starts from a run to come.
[[nodiscard]] double begin_time(const RunOptions& options);
[[nodiscard]] double end_time(const RunOptions& options);
/// Field list of jounce.run's second argument (for the reference page).
[[nodiscard]] const FieldList& run_fields();
/// The tables nested in it: `record`, `vtk`, `energy` and `checkpoint`.
[[nodiscard]] const FieldList& record_fields();
[[nodiscard]] const FieldList& vtk_fields();
[[nodiscard]] const FieldList& energy_fields();
[[nodiscard]] const FieldList& checkpoint_fields();
/// \param from the start that the field `initial` of the table refers to; it is not a plain value
/// \param bodies whether the model has bodies, which not every method can integrate: it decides the method if only a
/// step is given
/// \throws Error (bad_case, without origin): "run: 'step' must be positive, got 0".
[[nodiscard]] RunOptions read_run_options(const Value& options, const Beginning& from = {}, bool bodies = false);

struct Steady;
struct SteadyOptions;
struct Series;
struct Onsets;

/// The part of a run that is drawn; by default from the first record to the last one.
struct PlotRange {
    std::optional<double> from = {}, to = {};  ///< [s]
};

/// One probe over another one: a phase portrait, an orbit.
struct PortraitOptions {
    std::string x, y;  ///< probes
    PlotRange range = {};
    bool equal = false;                 ///< one scale for both axes
    std::optional<double> circle = {};  ///< radius of a circle about the origin
};

/// A finished run.
class Run {
  public:
    Run();
    ~Run();
    Run(Run&&) noexcept;
    Run& operator=(Run&&) noexcept;

    /// The text that `print(run.summary)` shows: steps, Newton iterations, impacts, energy balance, wall time, warnings.
    [[nodiscard]] std::string summary_text() const;
    /// The same as data, in the order shown; the content of summary.lua.
    [[nodiscard]] const Table& summary() const;
    /// Times and values of a recorded probe, of all records or of those in [from, to].
    /// \throws Error when it was not recorded, naming the recorded ones, and when the requested time was not recorded
    [[nodiscard]] std::pair<std::vector<double>, std::vector<double>> series(const std::string& probe,
                                                                             std::optional<double> from = {},
                                                                             std::optional<double> to = {}) const;
    /// Dense output: to the order of the method, also between records that are several steps apart (dense_output.hpp). Energies
    /// are interpolated between records.
    [[nodiscard]] double at(const std::string& probe, double time) const;
    /// Largest absolute value from a time on: of the dense output where every step is recorded, else of all accepted steps.
    [[nodiscard]] double peak(const std::string& probe, double from, const std::function<void()>& proceed = {}) const;
    /// Integral over [from, to] (the record by default) of the dense output.
    [[nodiscard]] double integral(const std::string& probe, std::optional<double> from, std::optional<double> to,
                                  const std::function<void()>& proceed = {}) const;
    /// Period, impacts and extremes of the steady state at its end (steady.hpp).
    [[nodiscard]] Steady steady(const SteadyOptions& options) const;
    [[nodiscard]] std::span<const time::Impact> impacts() const;
    /// Impacts of one gap. \throws Error for an unknown gap.
    [[nodiscard]] std::vector<time::Impact> impacts(const std::string& gap) const;
    /// Sticks, slips and reversals of all set-valued frictions.
    [[nodiscard]] std::span<const time::FrictionEvent> friction_events() const;
    /// Those of one friction. \throws Error for an unknown name.
    [[nodiscard]] std::vector<time::FrictionEvent> friction_events(const std::string& friction) const;
    [[nodiscard]] const System& system() const;
    /// Everything recorded, for sections and statistics.
    [[nodiscard]] const Series& recorded() const;
    /// The same, with the steps between records in [from, to] where these are too coarse for a cubic. Valid until the next call.
    /// \param subject the beginning of messages
    [[nodiscard]] const Series& dense(double from, double to, const std::string& subject) const;
    /// The largest absolute values of a recorded probe in `count` windows of this length from `from` on.
    [[nodiscard]] std::vector<double> window_peaks(const std::string& probe, double from, double length, int count,
                                                   const std::string& subject, const std::function<void()>& proceed = {}) const;
    /// The same, with steps only between records that enclose one of the instants.
    /// \param instants ascending [s]
    [[nodiscard]] const Series& dense_around(std::span<const double> instants, const std::string& subject) const;
    [[nodiscard]] const Onsets& onsets() const;
    /// The energy that gaps and frictions took out of the motion.
    [[nodiscard]] const time::DissipationLog& dissipation() const;
    [[nodiscard]] double begin_time() const;
    [[nodiscard]] double end_time() const;
    /// The head of files made of this run's data.
    [[nodiscard]] FileHead file_head() const;
    /// The path of a picture or a table below the run's root. \param field "run:plot: 'file'"
    [[nodiscard]] std::string place(const std::string& file, const std::string& field) const;
    /// Its last state, for another run to begin with.
    [[nodiscard]] std::shared_ptr<const time::InitialState> end() const;
    [[nodiscard]] bool interrupted() const;
    /// The output folder, or "" when nothing was written.
    [[nodiscard]] const std::string& folder() const;
    /// Draws probes over time into an .svg or .png file (gnuplot), with those of other runs (`beside`) in the same
    /// panels.
    /// \param proceed called repeatedly; an Error thrown by it (an interrupt) ends the drawing
    /// \throws Error when gnuplot is missing, the file cannot be written, or one of the runs has not recorded a probe
    /// or the requested interval
    void plot(const std::vector<std::string>& probes, const std::string& file, const std::vector<const Run*>& beside = {},
              const PlotRange& range = {}, const std::function<void()>& proceed = {}) const;
    /// Draws one probe over another one. \throws Error as `plot`, and for axes of different units with one scale
    void plot_portrait(const PortraitOptions& options, const std::string& file, const std::vector<const Run*>& beside = {},
                       const std::function<void()>& proceed = {}) const;

    struct Data;
    explicit Run(std::unique_ptr<Data> data);

  private:
    std::unique_ptr<Data> data_;
};

/// Every signal must have values over the whole run, and a motion must be smooth: a table that is too short is found
/// here and not hours later.
/// \param step of the run; 0: not known
/// \throws Error with the origin of the invalid entry
void require_signals(const System& system, double from, double to, double step = 0);

/// Checks all that can be checked without computing: probes, signals over the duration, output folder. Writes nothing.
/// \throws Error (bad_case; with the origin of the entry if its signal is invalid, else without)
void check_run(const System& system, const RunOptions& options, const Session& session);

/// The script has ended: removes the checkpoints of `session.finished`.
void forget_checkpoints(const Session& session);

/// \throws Error; everything computed so far is complete on disk then.
[[nodiscard]] Run execute(std::shared_ptr<const System> system, const RunOptions& options, const Session& session);

}  // namespace jounce::record

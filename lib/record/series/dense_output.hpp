// The motion between records, by the method itself: integrated again from the state at a record.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "record/series/series.hpp"
#include "record/series/state_log.hpp"
#include "record/series/windows.hpp"
#include "system/probes/probe.hpp"
#include "system/state/system.hpp"
#include "time/stepper/integrator.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// How a run was integrated.
struct MarchedBy {
    std::shared_ptr<const System> system;  ///< as integrated
    time::MethodPointer method;
    double step = 0;       ///< [s]
    double tolerance = 0;  ///< > 0: adaptive steps
    time::Events events = time::Events::locate;
    int record_every = 1;            ///< steps from one record to the next one
    std::vector<double> jumps = {};  ///< of loads that end steps, too [s]
};

/// A cubic between two records is accurate where every step is recorded and steps are short. Where records are several
/// steps apart, in contact or not, and where a method takes steps too long for a cubic, the stretch is integrated
/// again: with the steps of the run or, where the method chooses them, exactly to the requested instant. Energies stay
/// as they were recorded.
class DenseOutput {
  public:
    /// \param probes those recorded, in the order of the series' columns
    DenseOutput(MarchedBy by, std::vector<Probe> probes);
    ~DenseOutput();

    [[nodiscard]] StateLog& states() { return states_; }
    /// The value of a column at `time`, just before an event there. \throws Error as Series::at, and as time
    /// integration
    [[nodiscard]] double at(const Series& recorded, const Column& column, double time);
    /// The integral of a column over [from, to], within the record: along the motion within the steps of a method that chooses
    /// them, else of the series of `over`. \throws Error as `over`
    [[nodiscard]] double integral(const Series& recorded, const Column& column, double from, double to,
                                  const std::string& subject, const std::function<void()>& proceed = {});
    /// The series with additional rows between those records in [from, to] where a cubic is not accurate. Valid until
    /// the next call.
    /// \param subject for messages \param wanted error of the interpolation, relative to the range of a column
    /// \throws Error (bad_case) where that takes more than `most_numbers` values
    [[nodiscard]] const Series& over(const Series& recorded, double from, double to, const std::string& subject,
                                     double wanted = exact);
    /// As `over`, but with additional rows only between records that enclose one of the instants.
    /// \param instants ascending
    [[nodiscard]] const Series& around(const Series& recorded, std::span<const double> instants, const std::string& subject);

    /// Values of the columns at these instants, by the method itself where it chooses its steps and a cubic is not accurate:
    /// [column][instant]; zero for energies. \param instants ascending, within the record
    [[nodiscard]] std::vector<std::vector<double>> values(const Series& recorded, std::span<const double> instants);

    /// About the number of additional rows of `over`.
    [[nodiscard]] double rows_of(const Series& recorded, double from, double to, double wanted);

    /// Does the method choose its steps?
    [[nodiscard]] bool own_steps() const { return by_.method->own_steps(); }
    /// Calls `visit` with a series of this column alone, for one pair after another of those records in [from, to] between which
    /// a cubic is not accurate. Only for methods that choose their steps: others know the extremes of all steps between records,
    /// as records of energies do. With it come the values of the column at instants between the rows.
    /// \param proceed called before each; may throw
    void visit_between(const Series& recorded, const Column& column, double from, double to,
                       const std::function<void(const Series&, const ValueAt&)>& visit, const std::function<void()>& proceed);

    static constexpr double most_numbers = 5e7;
    /// Errors of the interpolation, relative to the range of a column: of numbers, of portraits, of pictures over time.
    static constexpr double exact = 1e-11, smooth = 1e-8, drawn = 1e-5;
    /// Steps from one kept state to the next one: a copy of a state is cheap compared with this many steps, and this
    /// many steps are quickly repeated.
    static constexpr int steps_kept = 128, own_steps_kept = 16;

  private:
    /// A record and the next one.
    struct Stretch {
        std::size_t first = 0, last = 0;  // rows
        int pieces = 1;
    };
    void find_ranges(const Series& series);
    [[nodiscard]] std::vector<Stretch> coarse(const Series& series, const std::vector<double>& ranges, double from, double to,
                                              double wanted) const;
    [[nodiscard]] double rows_of(const Series& recorded, const std::vector<Stretch>& stretches) const;
    [[nodiscard]] double integral(const Series& recorded, std::size_t column, const Stretch& stretch, double from, double to,
                                  State& state);
    void march(State& state, double until, double step, std::vector<time::Observer*> observers) {
        march(stepper_, state, until, step, std::move(observers));
    }
    void march(std::unique_ptr<time::Stepper>& stepper, State& state, double until, double step,
               std::vector<time::Observer*> observers);
    [[nodiscard]] bool reach(const Series& recorded, std::size_t row, State& state);
    void refine(const Series& recorded, const std::vector<Stretch>& stretches, double wanted, const std::string& subject);
    [[nodiscard]] Series again(const Series& recorded, const Stretch& stretch, double wanted, State& state,
                               std::optional<std::size_t> only = {});

    MarchedBy by_;
    std::vector<Probe> probes_;   // of all columns
    std::vector<double> ranges_;  // of all columns; 0 where there is only round-off
    StateLog states_;
    std::unique_ptr<time::Stepper> stepper_;
    std::unique_ptr<time::Stepper> inner_stepper_;  // within steps of the other one
    Series refined_;
    double from_ = 0, to_ = -1, wanted_ = 0;  // the stretch covered by `refined_`, and its error
};

}  // namespace jounce::record

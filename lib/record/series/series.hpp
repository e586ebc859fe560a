// The recorded probes of a run and their evaluation: values between the records, extremes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files/long_vector.hpp"
#include "base/numbers/hermite.hpp"
#include "base/numbers/limits.hpp"

namespace jounce::record {

/// One recorded quantity; `rates` is NaN where the rate is not known (in memory only).
struct Column {
    std::string name;
    std::string unit;
    LongVector<double> values;
    LongVector<double> rates;
    /// Per interval between two rows: the extremes of the dense output of all steps in it; empty when every interval is
    /// one step, or when nothing is evaluated between the rows (energies).
    LongVector<double> lowest = {}, highest = {};
};

/// The kind of interval between two rows.
enum class Interval : char {
    one_step,
    free,     ///< several steps, and no gap was closed at any of them
    contact,  ///< several steps with a side of a gap in contact at one of them, or one step with an unlocated event
};

/// The recorded data of a run: every column has one value per row. Rows are the records requested by the user. Where
/// located events lie between two records, both sides of each event and the nearest steps are rows too, for dense
/// output only.
struct Series {
    LongVector<double> times;  ///< ascending [s]; the same twice at an event
    std::vector<Column> columns;
    LongVector<Interval> intervals = {};  ///< one less than times; empty: all of one step
    LongVector<char> between = {};        ///< per row: is it not a record? Empty: all are records

    /// \throws Error (bad_case) "subject: '<probe>' was not recorded; recorded are ..."
    [[nodiscard]] const Column& column(const std::string& probe, const std::string& subject) const;
    /// Times and values of the records in [from, to], without other rows.
    [[nodiscard]] std::pair<std::vector<double>, std::vector<double>> records(const Column& column, double from = -infinite,
                                                                              double to = infinite) const;
    /// The value at `time`, just before an event there: cubic Hermite where both neighbouring rows have the rate and no
    /// contact of several steps lies between them, else linear. A rate from before an impact does not describe the
    /// motion after it.
    /// \throws Error (bad_case) when `time` is outside what was recorded
    [[nodiscard]] double at(const Column& column, double time) const;
    /// The largest absolute value from `from` on: of the interpolant over intervals of one step, of all steps in longer ones,
    /// and of the interpolant over the part of an interval that `from` cuts.
    [[nodiscard]] double peak(const Column& column, double from) const;
    /// The integral of the interpolant over [from, to], within the record: exact for its cubics.
    [[nodiscard]] double integral(const Column& column, double from, double to) const;
    /// The extremes of the dense output in [from, to], to round-off of their ends' intervals.
    [[nodiscard]] std::pair<double, double> extremes(const Column& column, double from, double to) const;
    /// The interpolant between rows i and i + 1; a straight line is a cubic whose rates are its slope. Of length 0 at an event.
    [[nodiscard]] CubicHermite interpolant(const Column& column, std::size_t i) const;
    /// The kind of interval between rows i and i + 1.
    [[nodiscard]] Interval interval(std::size_t i) const { return i < intervals.size() ? intervals[i] : Interval::one_step; }
    /// The number of the row at which the interval with `time` begins; the last interval for later times.
    [[nodiscard]] std::size_t interval_at(double time) const;

    /// Keeps data beyond `memory` bytes in the file. To be called when the columns exist.
    void spill_to(const std::shared_ptr<SpillFile>& file, std::size_t memory);
    /// Releases data in a file from memory until they are read again.
    void rest() const;
};

}  // namespace jounce::record

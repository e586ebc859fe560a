// The signal of kind "table": values at instants, joined by lines or by a cubic spline.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/signals/signal.hpp"

namespace jounce::signals {

enum class Interpolation { linear, cubic };
enum class Outside { error, hold, zero };

class Tabulated final : public Signal {
  public:
    /// \param times s, strictly increasing, two or more
    /// \param values same number of values
    /// \param what names the table in messages: "signal.table" or "signal.table: 'file' data.csv"
    Tabulated(std::vector<double> times, std::vector<double> values, Interpolation interpolation, Outside outside,
              std::string what);

    /// \throws Error (computation) outside the table when `outside` is `error`
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override;
    /// Each line or cubic is a separate piece, even if no derivative in use jumps at its ends.
    std::optional<SignalPiece> piece(double t) const override;
    std::vector<double> breaks(double from, double to) const override;
    int smoothness() const override;
    void require_defined(double from, double to) const override;

    /// Its recipe without the file it was read from, with its times and values instead.
    [[nodiscard]] Table without_file(const Table& recipe) const;

  private:
    std::vector<double> times_, values_;
    std::vector<double> second_;  // at the instants; empty for lines
    Outside outside_;
    std::string what_;
    double slack_;  // [s] tolerance beyond an end, for rounding in sums of steps
    [[nodiscard]] SignalSample at(std::size_t i, double t) const;
    [[nodiscard]] std::size_t index(double t) const;
    [[nodiscard]] std::string extent() const;
};

}  // namespace jounce::signals

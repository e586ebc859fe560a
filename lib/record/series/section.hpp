// Sections of a recorded motion (Poincare sections): values of probes at chosen instants of the dense output.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/files/csv.hpp"
#include "record/series/onsets.hpp"
#include "record/series/series.hpp"

namespace jounce::record {

struct SectionColumn {
    std::string name;
    std::string unit;
    std::vector<double> values = {};  ///< one for each time
    double range = 0;                 ///< of the probe over the stretch: the scale for equal values
    bool repeats = true;              ///< false: not a coordinate of the motion (a phase)
};

struct Section {
    std::vector<double> times;  ///< ascending [s]
    std::vector<SectionColumn> columns;
    std::vector<std::size_t> impacts;  ///< of contacts: index in the impact log
    /// For crossings: intervals between two records in which the probe crossed the value and returned undetected.
    int missed = 0;

    /// \throws Error (bad_case) "subject: 'x' must be a column of the section, ..."
    [[nodiscard]] const SectionColumn& column(const std::string& name, const std::string& subject) const;
};

/// The time interval of a section.
struct Stretch {
    double from = 0, to = 0;  ///< within the record [s]
};

enum class Direction { rising, falling, both };

/// The instants from + (phase + k) period within the stretch. \throws Error when there are more than a million
[[nodiscard]] std::vector<double> stroboscopic_instants(const Stretch& stretch, double period, double phase);

/// The section at given instants of the stretch.
[[nodiscard]] Section section_at(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                                 const std::vector<double>& instants);

/// The section where the dense output of a probe crosses a value. Touching the value is not a crossing.
[[nodiscard]] Section crossing_section(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                                       const std::string& crossing, double value, Direction direction);

/// The section just before contacts begin; with `after`, a second column for each probe, "<probe> after", has the
/// values just after.
/// \param wanted is a contact of the impact log part of the section?
[[nodiscard]] Section onset_section(const Series& series, const Onsets& onsets, std::span<const time::Impact> impacts,
                                    const std::vector<std::string>& probes, const Stretch& stretch,
                                    const std::function<bool(const time::Impact&)>& wanted, bool after);

/// Adds the column "phase": the fractional part of (t - from)/period.
void add_phase(Section& section, double from, double period);

/// Writes times and columns so that a reader sees the old file or the new one, never a partial one. \throws Error
/// naming the file
void write_section(const std::filesystem::path& file, const FileHead& head, const Section& section);

/// The requested stretch; the whole record by default.
/// \throws Error (bad_case) "subject: 'from' must be in [...], the time recorded, got ..."
[[nodiscard]] Stretch recorded_stretch(const Series& series, std::optional<double> from, std::optional<double> to,
                                       const std::string& subject);

}  // namespace jounce::record

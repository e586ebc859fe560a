// Sections of a recorded motion (Poincare sections): values of probes at chosen instants of the dense output.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/csv.hpp"
#include "record/onsets.hpp"
#include "record/series.hpp"

namespace jounce::record {

struct SectionColumn {
    std::string name;
    std::string unit;
    std::vector<double> values = {};  ///< one for each time
    double range = 0;                 ///< of the probe over the stretch looked at: the scale for "the same"
    bool repeats = true;              ///< false: no coordinate of the motion (a phase)
};

struct Section {
    std::vector<double> times;  ///< ascending [s]
    std::vector<SectionColumn> columns;
    std::vector<std::size_t> impacts;  ///< of contacts: index in the impact log
    /// Of crossings: intervals between two records in which the probe went through the value and came back unseen.
    int missed = 0;

    /// \throws Error (bad_case) "subject: 'x' must be a column of the section, ..."
    [[nodiscard]] const SectionColumn& column(const std::string& name, const std::string& subject) const;
};

/// The stretch of time that a section looks at.
struct Stretch {
    double from = 0, to = 0;  ///< within the record [s]
};

enum class Direction { rising, falling, both };

/// from + (phase + k) period, as long as the stretch lasts. \throws Error when that is more than a million instants
[[nodiscard]] std::vector<double> stroboscopic_instants(const Stretch& stretch, double period, double phase);

/// At instants of the stretch.
[[nodiscard]] Section section_at(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                                 const std::vector<double>& instants);

/// Where the dense output of a probe passes a value. What only touches it does not pass it.
[[nodiscard]] Section crossing_section(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                                       const std::string& crossing, double value, Direction direction);

/// Where contacts begin, just before; with `after` a second column for each probe, "<probe> after", says just after.
/// \param wanted is a contact of the impact log one of the section's?
[[nodiscard]] Section onset_section(const Series& series, const Onsets& onsets, const std::vector<time::Impact>& impacts,
                                    const std::vector<std::string>& probes, const Stretch& stretch,
                                    const std::function<bool(const time::Impact&)>& wanted, bool after);

/// Adds the column "phase": (t - from)/period less its whole part.
void add_phase(Section& section, double from, double period);

/// Writes times and columns so that a reader sees the old file or the new one, never a part. \throws Error naming the file
void write_section(const std::filesystem::path& file, const FileHead& head, const Section& section);

/// The stretch asked for: the whole record by default.
/// \throws Error (bad_case) "subject: 'from' must be in [...], the time recorded, got ..."
[[nodiscard]] Stretch recorded_stretch(const Series& series, std::optional<double> from, std::optional<double> to,
                                       const std::string& subject);

}  // namespace jounce::record

// impacts.csv: one row per contact phase of one side of a gap.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/impacts_csv.hpp"

namespace jounce::record {

const std::vector<std::string>& impact_columns() {
    static const std::vector<std::string> columns = {"gap",
                                                     "number",
                                                     "side",
                                                     "time_in [s]",
                                                     "time_out [s]",
                                                     "speed_in [m/s]",
                                                     "speed_out [m/s]",
                                                     "peak_force [N]",
                                                     "max_indentation [m]",
                                                     "impulse [N s]",
                                                     "work [J]",
                                                     "restitution_asked",
                                                     "restitution_delivered"};
    return columns;
}

std::string side_name(const time::Impact& impact) {
    if (impact.side == 0) return "radial";
    return impact.side > 0 ? "positive" : "negative";
}

void write_impacts(const std::filesystem::path& path, const FileHead& head, const System& system,
                   const std::vector<time::Impact>& impacts) {
    CsvFile file(path, head, impact_columns());
    const auto optional = [&](const std::optional<double>& value) { value ? file.number(*value) : file.empty(); };
    for (const time::Impact& impact : impacts) {
        file.text(system.contacts[static_cast<std::size_t>(impact.contact)].name);
        file.integer(impact.number);
        file.text(side_name(impact));
        file.number(impact.time_in);
        optional(impact.time_out);
        impact.speed_in > 0 ? file.number(impact.speed_in) : file.empty();
        optional(impact.speed_out);
        impact.rigid ? file.empty() : file.number(impact.peak_force);
        impact.rigid ? file.empty() : file.number(impact.max_indentation);
        file.number(impact.impulse);
        file.number(impact.work);
        optional(impact.restitution_asked);
        optional(impact.restitution_delivered());
        file.end_row();
    }
    file.close();
}

}  // namespace jounce::record

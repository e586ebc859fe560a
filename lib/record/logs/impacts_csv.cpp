// The impact log as impacts.csv.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/logs/impacts_csv.hpp"

#include "record/files/output_row.hpp"

namespace jounce::record {

const Outputs<ImpactRow>& impact_outputs() {
    using Row = ImpactRow;
    const auto unless_rigid = [](const time::Impact& impact, double value) {
        return impact.rigid ? std::optional<double>() : std::optional<double>(value);
    };
    static const Outputs<Row> list =
        Outputs<Row>("impact", "Impacts",
                     "One row for every contact of one side of a gap, in `impacts.csv` and in the result of `run:impacts(gap)`.")
            .also_called("impacts")
            .text("gap", "Name of the gap.",
                  [](const Row& r) { return r.system->contacts[static_cast<std::size_t>(r.impact->contact)].name; })
            .integer("number", "1, 2, ... within the gap.", [](const Row& r) { return r.impact->number; })
            .text("side", "Side of the gap along its direction; radial for a circular gap.",
                  [](const Row& r) { return side_name(*r.impact); })
            .choices({"positive", "negative", "radial"})
            .number("time_in", "s", "Onset.", [](const Row& r) { return r.impact->time_in; })
            .number("time_out", "s", "Release; none while the contact lasts.", [](const Row& r) { return r.impact->time_out; })
            .optional()
            .number(
                "speed_in", "m/s", "Closing speed at the onset; none for a contact that was closed from the start.",
                [](const Row& r) { return r.impact->speed_in > 0 ? std::optional<double>(r.impact->speed_in) : std::nullopt; })
            .optional()
            .number("speed_out", "m/s", "Opening speed at the release.", [](const Row& r) { return r.impact->speed_out; })
            .optional()
            .number("peak_force", "N", "Largest force; none for a rigid stop.",
                    [=](const Row& r) { return unless_rigid(*r.impact, r.impact->peak_force); })
            .optional()
            .number("max_indentation", "m", "Largest indentation; none for a rigid stop.",
                    [=](const Row& r) { return unless_rigid(*r.impact, r.impact->max_indentation); })
            .optional()
            .number("impulse", "N s", "Integral of the force over time.", [](const Row& r) { return r.impact->impulse; })
            .number("work", "J",
                    "Energy dissipated by the contact: its work on the structure, without the energy stored by the law.",
                    [](const Row& r) { return r.impact->work; })
            .number("restitution_asked", "", "The law's `restitution`, where it has one.",
                    [](const Row& r) { return r.impact->restitution_asked; })
            .optional()
            .number("restitution_delivered", "",
                    "speed_out / speed_in of the gap; in a structure it is not that of two free bodies.",
                    [](const Row& r) { return r.impact->restitution_delivered(); })
            .optional();
    return list;
}

std::string side_name(const time::Impact& impact) {
    if (impact.side == 0) return "radial";
    return impact.side > 0 ? "positive" : "negative";
}

void write_impacts(const std::filesystem::path& path, const FileHead& head, const System& system,
                   const LongVector<time::Impact>& impacts) {
    CsvFile file(path, head, headers(impact_outputs()));
    impacts.visit([&](const time::Impact& impact) {
        write_row(file, impact_outputs(), impact_outputs().values({&system, &impact}));
    });
    file.close();
}

}  // namespace jounce::record

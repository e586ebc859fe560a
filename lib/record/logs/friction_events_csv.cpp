// friction_events.csv: one row for every stick, slip and reversal of a set-valued friction.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/logs/friction_events_csv.hpp"

#include "record/files/output_row.hpp"

namespace jounce::record {

std::string event_name(const time::FrictionEvent& event) {
    switch (event.what) {
        case time::FrictionEvent::What::stick:
            return "stick";
        case time::FrictionEvent::What::slip:
            return "slip";
        case time::FrictionEvent::What::reversal:
            break;
    }
    return "reversal";
}

const Outputs<FrictionEventRow>& friction_event_outputs() {
    using Row = FrictionEventRow;
    static const Outputs<Row> list =
        Outputs<Row>("friction_event", "Friction events",
                     "One row for every stick, slip and reversal of a set-valued friction, in `friction_events.csv` and in the "
                     "result of `run:friction_events(name)`. A smooth law has none.")
            .also_called("friction_events")
            .text("friction", "Name of the friction, or of the gap that has it.",
                  [](const Row& r) { return r.system->frictions[static_cast<std::size_t>(r.event->friction)].name; })
            .text("event", "What happened.", [](const Row& r) { return event_name(*r.event); })
            .choices({"stick", "slip", "reversal"})
            .number("time", "s", "When.", [](const Row& r) { return r.event->time; })
            .number("friction_force", "N", "Magnitude of the friction force just after the event.",
                    [](const Row& r) { return r.event->force; })
            .number("normal_force", "N", "Normal force.", [](const Row& r) { return r.event->normal_force; });
    return list;
}

void write_friction_events(const std::filesystem::path& path, const FileHead& head, const System& system,
                           const LongVector<time::FrictionEvent>& events) {
    CsvFile file(path, head, headers(friction_event_outputs()));
    events.visit([&](const time::FrictionEvent& event) {
        write_row(file, friction_event_outputs(), friction_event_outputs().values({&system, &event}));
    });
    file.close();
}

}  // namespace jounce::record

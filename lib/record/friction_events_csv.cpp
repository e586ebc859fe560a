// friction_events.csv: one row for every stick, slip and reversal of a set-valued friction.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/friction_events_csv.hpp"

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

void write_friction_events(const std::filesystem::path& path, const FileHead& head, const System& system,
                           const std::vector<time::FrictionEvent>& events) {
    CsvFile file(path, head, {"friction", "event", "time [s]", "friction_force [N]", "normal_force [N]"});
    for (const time::FrictionEvent& event : events) {
        file.text(system.frictions[static_cast<std::size_t>(event.friction)].name);
        file.text(event_name(event));
        file.number(event.time);
        file.number(event.force);
        file.number(event.normal_force);
        file.end_row();
    }
    file.close();
}

}  // namespace jounce::record

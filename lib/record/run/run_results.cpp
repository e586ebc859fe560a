// What a run leaves at its end.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run_results.hpp"

#include <utility>

#include "record/files/folder.hpp"
#include "record/files/lua_text.hpp"
#include "record/logs/friction_events_csv.hpp"
#include "record/logs/impacts_csv.hpp"
#include "record/run/advice.hpp"
#include "record/run/check_report.hpp"
#include "record/run/record_notes.hpp"

namespace jounce::record {

void fill_summary(const Outcome& outcome, Run::Data& data) {
    const RunOptions& options = outcome.options;
    const Recorders& recorders = outcome.recorders;
    const System& system = *data.system;
    Summary& s = data.summary;
    data.begin_time = begin_time(options);
    s.case_file = outcome.case_file;
    s.model = system.name;
    s.digest = outcome.head.digest;
    s.method = options.method->describe();
    s.step = options.step;
    s.duration = options.duration;
    s.steps_vary = options.method->own_steps() || options.tolerance > 0;
    if (outcome.advice) s.recommended_step = outcome.advice->step;
    s.end_time = recorders.recording.time();
    s.simulated = s.end_time - data.begin_time;
    s.missed_contacts = recorders.impacts.missed();
    s.floored_contacts = recorders.impacts.floored();
    s.clamped_impulse = recorders.impacts.clamped_impulse();
    s.fell_through = recorders.impacts.fell_through();
    s.notes = system.notes;
    s.notes.insert(s.notes.end(), outcome.doubts.begin(), outcome.doubts.end());
    if (!data.folder.empty()) {
        s.facts = model_facts(outcome.assembled);
        s.facts.insert(s.facts.end(), outcome.contacts.begin(), outcome.contacts.end());
    }
    if (!outcome.unsupported.empty()) s.notes.push_back(outcome.unsupported);
    if (options.events == time::Events::stepwise && !system.contacts.empty())
        s.notes.emplace_back(
            "events = \"stepwise\": contacts begin and end at the ends of steps, which is only first-order accurate where "
            "forces jump");
    s.notes.insert(s.notes.end(), outcome.start_notes.begin(), outcome.start_notes.end());
    if (options.initial.state) s.notes.push_back("starts from the " + options.initial.state->description);
    s.folder = data.folder;
    s.frictions = friction_summaries(system, data.friction_events);
    s.gaps = gap_summaries(system, data.impacts);
    for (std::string& note : contact_notes(system, s.gaps, data.impacts)) s.notes.push_back(std::move(note));
    if (std::string note = missed_peaks(system, data.series, data.impacts); !note.empty()) s.notes.push_back(std::move(note));
    if (const auto& account = recorders.account; account && recorders.energy->any()) {
        s.energy = EnergySummary{recorders.energy->last(), account->work_done(),   account->largest_remainder(),
                                 options.energy_budget,    recorders.energy_every, options.method->own_steps()};
    }
}

void write_event_logs(const std::filesystem::path& folder, const FileHead& head, const Run::Data& data,
                      std::vector<WrittenFile>& logs) {
    const System& system = *data.system;
    write_impacts(folder / "impacts.csv", head, system, data.impacts);
    logs = {{"impacts.csv", static_cast<std::int64_t>(data.impacts.size()), "rows"}};
    if (system.frictions.empty()) return;
    write_friction_events(folder / "friction_events.csv", head, system, data.friction_events);
    logs.push_back({"friction_events.csv", static_cast<std::int64_t>(data.friction_events.size()), "rows"});
}

std::vector<WrittenFile> files_of(const Recorders& recorders, const std::vector<WrittenFile>& logs) {
    std::vector<WrittenFile> files = {{"summary.lua", 0, ""}, {"view.py", 0, ""}};
    if (recorders.series_file) files.push_back({"series.csv", recorders.series_file->rows(), "rows"});
    files.insert(files.end(), logs.begin(), logs.end());
    if (recorders.energy_file) files.push_back({"energy.csv", recorders.energy_file->rows(), "rows"});
    if (recorders.frames) files.push_back({"frames.pvd", recorders.frames->frames(), "frames"});
    return files;
}

void write_summary(const std::filesystem::path& folder, const Run::Data& data, const Recorders& recorders) {
    replace_file(folder / "summary.lua", lua_file("the summary of a run.", data.table));
    replace_file(folder / "view.py", view_script(recorders.frames ? recorders.frames->view() : FrameView{}));
}

}  // namespace jounce::record

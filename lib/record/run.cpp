// A finished run: answers from what it recorded.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/folder.hpp"
#include "record/plot.hpp"
#include "record/run_data.hpp"
#include "record/steady.hpp"

namespace jounce::record {

Run::Run() : data_(std::make_unique<Data>()) {}
Run::Run(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

std::string Run::summary_text() const { return record::summary_text(data_->summary); }
const Table& Run::summary() const { return data_->table; }
const std::vector<time::Impact>& Run::impacts() const { return data_->impacts; }
const System& Run::system() const { return *data_->system; }
std::shared_ptr<const time::InitialState> Run::end() const {
    const Data& data = *data_;
    auto out = std::make_shared<time::InitialState>();
    out->system = data.assembled;
    out->state = data.end.state;
    out->state.q = time::free_coordinates(*data.assembled, *data.system, data.end.state.q);
    out->state.v = time::free_coordinates(*data.assembled, *data.system, data.end.state.v);
    out->description = "end of a run at t = " + shortest(data.end.state.time) + " s";
    out->own = data.end;
    return out;
}
bool Run::interrupted() const { return data_->summary.status == "interrupted"; }
const std::string& Run::folder() const { return data_->folder; }

std::pair<std::vector<double>, std::vector<double>> Run::series(const std::string& probe) const {
    return {data_->series.times, data_->series.column(probe, "run:series").values};
}

double Run::at(const std::string& probe, double time) const {
    return data_->series.at(data_->series.column(probe, "run:at"), time);
}

double Run::peak(const std::string& probe, double from) const {
    return data_->series.peak(data_->series.column(probe, "run:peak"), from);
}

Steady Run::steady(const SteadyOptions& options) const { return steady_state(data_->series, data_->impacts, options); }

std::vector<time::Impact> Run::impacts(const std::string& gap) const {
    const int contact = data_->system->find_contact(gap);
    if (contact < 0) {
        std::vector<std::string> names;
        for (const Contact& c : data_->system->contacts) names.push_back(c.name);
        throw bad_case("run:impacts: there is no gap '" + gap + "'" + did_you_mean(gap, names) +
                       (names.empty() ? "; the model has no gaps" : "; known are " + join(names)));
    }
    std::vector<time::Impact> out;
    for (const time::Impact& impact : data_->impacts) {
        if (impact.contact == contact) out.push_back(impact);
    }
    return out;
}

std::vector<time::FrictionEvent> Run::friction_events(const std::string& friction) const {
    if (friction.empty()) return data_->friction_events;
    const int wanted = data_->system->find_friction(friction);
    if (wanted < 0) {
        std::vector<std::string> names;
        for (const Friction& f : data_->system->frictions) names.push_back(f.name);
        throw bad_case("run:friction_events: there is no friction at '" + friction + "'" + did_you_mean(friction, names) +
                       (names.empty() ? "; the model has none" : "; known are " + join(names)));
    }
    std::vector<time::FrictionEvent> out;
    for (const time::FrictionEvent& event : data_->friction_events) {
        if (event.friction == wanted) out.push_back(event);
    }
    return out;
}

void Run::plot(const std::vector<std::string>& probes, const std::string& file, const std::vector<const Run*>& beside) const {
    if (probes.empty()) throw bad_case("run:plot: 'probes' must be a list with at least one probe, got none");
    std::vector<PlotCurve> curves;
    for (const std::string& probe : probes) {
        const auto add = [&](const Data& data) {
            const Column& column = data.series.column(probe, "run:plot");
            curves.push_back({beside.empty() ? column.name : column.name + ", " + data.system->name, column.unit,
                              &data.series.times, &column.values});
        };
        add(*data_);
        for (const Run* other : beside) add(*other->data_);
    }
    record::plot(curves, data_->system->name, output_path(file, data_->output_root, "run:plot: 'file'"));
}

}  // namespace jounce::record

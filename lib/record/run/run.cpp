// A finished run: evaluation of its records.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "record/files/folder.hpp"
#include "record/plots/plot.hpp"
#include "record/plots/portrait.hpp"
#include "record/plots/time_curve.hpp"
#include "record/run/run_data.hpp"
#include "record/run/unknown_name.hpp"
#include "record/series/motion_scale.hpp"
#include "record/series/section.hpp"
#include "record/series/steady.hpp"
#include "record/series/windows.hpp"

namespace jounce::record {

Run::Run() : data_(std::make_unique<Data>()) {}
Run::Run(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

std::string Run::summary_text() const { return record::summary_text(data_->summary); }
const Table& Run::summary() const { return data_->table; }
std::span<const time::Impact> Run::impacts() const { return data_->impacts; }
const System& Run::system() const { return *data_->system; }
std::shared_ptr<const time::InitialState> Run::end() const {
    const Data& data = *data_;
    auto out = std::make_shared<time::InitialState>();
    out->system = data.assembled;
    out->state = data.end.state;
    out->state.q = time::free_coordinates(*data.assembled, *data.system, data.end.state.q);
    out->state.v = time::free_coordinates(*data.assembled, *data.system, data.end.state.v);
    out->description = "end of a run at t = " + time_text(data.end.state.time) + " s";
    out->own = data.end;
    return out;
}
bool Run::interrupted() const { return data_->summary.status == "interrupted"; }
const std::string& Run::folder() const { return data_->folder; }

std::pair<std::vector<double>, std::vector<double>> Run::series(const std::string& probe, std::optional<double> from,
                                                                std::optional<double> to) const {
    const Column& column = data_->series.column(probe, "run:series");
    if (!from && !to) return data_->series.records(column);
    const Stretch stretch = recorded_stretch(data_->series, from, to, "run:series");
    return data_->series.records(column, stretch.from, stretch.to);
}

double Run::at(const std::string& probe, double time) const {
    const Column& column = data_->series.column(probe, "run:at");
    return data_->dense ? data_->dense->at(data_->series, column, time) : data_->series.at(column, time);
}

double Run::peak(const std::string& probe, double from, const std::function<void()>& proceed) const {
    const Series& series = data_->series;
    const Column& column = series.column(probe, "run:peak");
    const double of_rows = series.peak(column, from);
    if (!data_->dense || !data_->dense->own_steps()) return of_rows;
    const double end = series.times.back();
    double best = std::abs(column.values.back());
    const auto visit = [&](const Series& fine, const ValueAt& exact) {
        best = largest_within(fine, fine.columns[0], from, end, best, exact);
    };
    data_->dense->visit_between(series, column, from, end, visit, proceed);
    const auto at = [&](double time) { return data_->dense->at(series, column, time); };
    return largest_within(series, column, from, end, best, at);
}

std::vector<double> Run::window_peaks(const std::string& probe, double from, double length, int count, const std::string& subject,
                                      const std::function<void()>& proceed) const {
    const Series& series = data_->series;
    const Column& column = series.column(probe, subject);
    if (!data_->dense || !data_->dense->own_steps()) return record::window_peaks(series, column, from, length, count);
    std::vector<double> out(static_cast<std::size_t>(count));
    const auto number = [&](double time) { return std::clamp(static_cast<int>((time - from) / length), 0, count - 1); };
    const auto visit = [&](const Series& fine, const ValueAt& exact) {
        for (int k = number(fine.times.front()); k <= number(fine.times.back()); ++k) {
            double& peak = out[static_cast<std::size_t>(k)];
            peak = largest_within(fine, fine.columns[0], from + k * length, from + (k + 1) * length, peak, exact);
        }
    };
    data_->dense->visit_between(series, column, from, from + count * length, visit, proceed);
    const auto at = [&](double time) { return data_->dense->at(series, column, time); };
    for (int k = 0; k < count; ++k) {
        if (proceed) proceed();
        double& peak = out[static_cast<std::size_t>(k)];
        peak = largest_within(series, column, from + k * length, from + (k + 1) * length, peak, at);
    }
    return out;
}

double Run::integral(const std::string& probe, std::optional<double> from, std::optional<double> to,
                     const std::function<void()>& proceed) const {
    const std::string subject = "run:integral";
    (void)data_->series.column(probe, subject);
    const Stretch stretch = recorded_stretch(data_->series, from, to, subject);
    const Column& column = data_->series.column(probe, subject);
    return data_->dense ? data_->dense->integral(data_->series, column, stretch.from, stretch.to, subject, proceed)
                        : data_->series.integral(column, stretch.from, stretch.to);
}

Steady Run::steady(const SteadyOptions& options) const {
    SteadyOptions known = options;
    known.extent = extent(*data_->system);
    const Series& series = data_->series;
    if (series.times.size() < 2) return steady_state(series, data_->impacts, known);
    const Series& fine =
        data_->dense ? data_->dense->over(series, series.times.front(), series.times.back(), "run:steady", DenseOutput::smooth)
                     : series;
    const double begin = series.times.front(), end = series.times.back(), spacing = options.period / steady_samples;
    const double whole = std::floor((end - begin) / spacing * (1 + 1e-9));
    if (!data_->dense || !data_->dense->own_steps() ||
        !(whole * static_cast<double>(series.columns.size()) < DenseOutput::most_numbers))
        return steady_state(fine, data_->impacts, known);
    std::vector<double> instants;
    for (double i = whole; i >= 0; --i) instants.push_back(std::max(end - i * spacing, begin));
    const auto values = data_->dense->values(series, instants);
    return steady_state(fine, data_->impacts, known, [&](std::size_t column, std::size_t i) {
        return values[column][instants.size() - 1 - std::min(i, instants.size() - 1)];
    });
}

std::vector<time::Impact> Run::impacts(const std::string& gap) const {
    const int contact = data_->system->find_contact(gap);
    if (contact < 0) {
        std::vector<std::string> names;
        for (const Contact& c : data_->system->contacts) names.push_back(c.name);
        throw unknown_gap(gap, names, "run:impacts");
    }
    std::vector<time::Impact> out;
    for (const time::Impact& impact : data_->impacts) {
        if (impact.contact == contact) out.push_back(impact);
    }
    return out;
}

std::span<const time::FrictionEvent> Run::friction_events() const { return data_->friction_events; }

std::vector<time::FrictionEvent> Run::friction_events(const std::string& friction) const {
    const int wanted = data_->system->find_friction(friction);
    if (wanted < 0) {
        std::vector<std::string> names;
        for (const Friction& f : data_->system->frictions) names.push_back(f.name);
        throw unknown_friction(friction, names, "run:friction_events");
    }
    std::vector<time::FrictionEvent> out;
    for (const time::FrictionEvent& event : data_->friction_events) {
        if (event.friction == wanted) out.push_back(event);
    }
    return out;
}

const Series& Run::recorded() const { return data_->series; }
const Series& Run::dense(double from, double to, const std::string& subject) const {
    return data_->dense ? data_->dense->over(data_->series, from, to, subject) : data_->series;
}
const Series& Run::dense_around(std::span<const double> instants, const std::string& subject) const {
    return data_->dense ? data_->dense->around(data_->series, instants, subject) : data_->series;
}
const Onsets& Run::onsets() const { return data_->onsets; }
const time::DissipationLog& Run::dissipation() const { return data_->dissipation; }
double Run::begin_time() const { return data_->begin_time; }
double Run::end_time() const { return data_->summary.end_time; }
FileHead Run::file_head() const { return {data_->summary.case_file, data_->summary.model, data_->summary.digest, {}}; }

std::string Run::place(const std::string& file, const std::string& field) const {
    return output_path(file, data_->output_root, field).string();
}

namespace {

/// The name of a run's curve in the key, alone or among others.
std::string curve_name(const std::string& probe, const System& system, bool alone) {
    return alone ? probe : probe + ", " + system.name;
}

/// The model's name if all runs have this model; otherwise curves are named after their models.
std::string picture_title(const Run& run, const std::vector<const Run*>& beside) {
    const std::string& name = run.system().name;
    return std::ranges::all_of(beside, [&](const Run* other) { return other->system().name == name; }) ? name : std::string();
}

/// The dense output of a stretch in which records lie further apart than the pixels of a picture, if that takes a limited number
/// of steps; else what was recorded.
const Series& series_to_draw(const Run::Data& data, const Stretch& stretch) {
    constexpr std::size_t pixels = 2000;
    constexpr double most_rows = 1e6;
    const Series& series = data.series;
    const std::size_t rows = series.interval_at(stretch.to) - series.interval_at(stretch.from) + 1;
    if (!data.dense || rows > pixels || data.dense->rows_of(series, stretch.from, stretch.to, DenseOutput::drawn) > most_rows)
        return series;
    return data.dense->over(series, stretch.from, stretch.to, "run:plot", DenseOutput::drawn);
}

TimeCurve drawn(const Run::Data& data, const Column& column, const PlotRange& range, const std::function<void()>& proceed) {
    if (data.series.times.size() == 1 && !range.from && !range.to) return {{data.series.times[0]}, {column.values[0]}};
    const Stretch stretch = recorded_stretch(data.series, range.from, range.to, "run:plot");
    if (proceed) proceed();
    const Series& fine = series_to_draw(data, stretch);
    const auto index = static_cast<std::size_t>(&column - data.series.columns.data());
    const std::vector<ContactPeak> peaks = contact_peaks(*data.system, data.impacts, column.name, stretch);
    TimeCurve out = drawn_curve(fine, fine.columns[index], stretch, peaks);
    add_peaks(out, peaks);
    return out;
}

std::string with_unit(const Column& column) { return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]"; }

}  // namespace

void Run::plot(const std::vector<std::string>& probes, const std::string& file, const std::vector<const Run*>& beside,
               const PlotRange& range, const std::function<void()>& proceed) const {
    if (probes.empty()) throw bad_case("run:plot: 'probes' must be a list with at least one probe, got none");
    std::vector<PlotCurve> curves;
    for (const std::string& probe : probes) {
        const auto add = [&](const Data& data) {
            const Column& column = data.series.column(probe, "run:plot");
            curves.push_back(
                {curve_name(column.name, *data.system, beside.empty()), column.unit, drawn(data, column, range, proceed)});
        };
        add(*data_);
        for (const Run* other : beside) add(*other->data_);
    }
    record::plot(std::move(curves), picture_title(*this, beside), place(file, "run:plot: 'file'"), proceed);
}

void Run::plot_portrait(const PortraitOptions& options, const std::string& file, const std::vector<const Run*>& beside,
                        const std::function<void()>& proceed) const {
    Portrait picture;
    picture.title = picture_title(*this, beside);
    picture.equal = options.equal;
    picture.circle = options.circle;
    const auto add = [&](const Data& data) {
        const Column& x = data.series.column(options.x, "run:plot");
        const Column& y = data.series.column(options.y, "run:plot");
        if ((options.equal || options.circle) && x.unit != y.unit) {
            throw bad_case(std::string("run:plot: '") + (options.circle ? "circle" : "equal") +
                           "' needs two probes of one unit, got " + with_unit(x) + " and " + with_unit(y));
        }
        picture.x_label = with_unit(x);
        picture.y_label = with_unit(y);
        const Stretch stretch = recorded_stretch(data.series, options.range.from, options.range.to, "run:plot");
        const Series& fine =
            data.dense ? data.dense->over(data.series, stretch.from, stretch.to, "run:plot", DenseOutput::smooth) : data.series;
        picture.curves.push_back(
            portrait_curve(fine, fine.column(options.x, "run:plot"), fine.column(options.y, "run:plot"), stretch));
        picture.curves.back().name = data.system->name;
    };
    add(*data_);
    for (const Run* other : beside) add(*other->data_);
    record::plot_portrait("run:plot", picture, place(file, "run:plot: 'file'"), proceed);
}

}  // namespace jounce::record

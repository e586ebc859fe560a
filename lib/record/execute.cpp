// Marches a System with everything that records, and leaves a complete folder whatever happens.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "record/csv.hpp"
#include "record/energy_csv.hpp"
#include "record/folder.hpp"
#include "record/frames.hpp"
#include "record/impacts_csv.hpp"
#include "record/lua_text.hpp"
#include "record/recording.hpp"
#include "record/run.hpp"
#include "record/run_data.hpp"
#include "system/digest.hpp"
#include "system/probe.hpp"
#include "time/recommended_step.hpp"
#include "time/rigid_stops.hpp"
#include "time/start.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::vector<Probe> resolve_probes(const System& system, const RunOptions& options) {
    std::vector<Probe> out;
    for (const std::string& name : options.probes) {
        const auto same = [&](const Probe& p) { return p.name == name; };
        if (std::any_of(out.begin(), out.end(), same))
            throw bad_case("run.record: 'probes' must differ, got '" + name + "' twice");
        Probe probe = resolve_probe(system, name);
        if (probe.quantity == Probe::Quantity::energy && !options.energy_on) {
            throw bad_case("run.record: 'probes' must do without '" + name + "', as energy = false switches the account off");
        }
        out.push_back(std::move(probe));
    }
    return out;
}

FolderOwner owner_of(const System& system, const Session& session) { return {case_identity(session.case_file), system.name}; }

/// Of the System and of how it is marched; what is recorded decides no result.
std::string digest_of(const System& system, const RunOptions& options) {
    Hash hash;
    hash.text(version).text(system.digest).text(options.method->describe()).number(options.step).number(options.duration);
    hash.number(options.tolerance).text(options.events == time::Events::locate ? "locate" : "stepwise");
    if (options.initial.state) {
        const time::InitialState& initial = *options.initial.state;
        hash.text(initial.description).text(initial.system->digest).number(initial.state.time);
        hash.vector(initial.state.q).vector(initial.state.v);
    }
    return hash.hexadecimal();
}

/// Everything that lives while a run is under way.
class Execution {
  public:
    Execution(std::shared_ptr<const System> system, const RunOptions& options, const Session& session)
        : options_(options),
          session_(session),
          owner_(owner_of(*system, session)),
          assembled_(std::move(system)),
          data_(std::make_unique<Run::Data>()) {
        check_run(*assembled_, options, session);
        const time::InitialState* initial = options.initial.state.get();
        data_->system = options.method->prepare(initial != nullptr ? time::system_from(*assembled_, *initial) : assembled_);
        data_->output_root = session.output_root;
        head_ = {owner_.case_file, data_->system->name, digest_of(*data_->system, options)};
        stepper_ = options.method->bind(*data_->system, options.events);
        state_ = time::initial_state(*data_->system);
        // Once here, so that a case which cannot start leaves no folder.
        if (initial != nullptr) {
            time::begin_from(*initial, *assembled_, *options.method, options.step, options.events, *stepper_, state_);
        } else {
            stepper_->start(state_);
        }
        time::require_outside_rigid_stops(*data_->system, state_);
        advise();
        if (!options.output.empty()) open_folder();
        add_recorders();
    }

    Run run() {
        Summary& summary = data_->summary;
        try {
            march();
            if (summary.march.interrupted) summary.status = "interrupted";
            collect();
            if (!folder_.empty()) write_impacts(folder_ / "impacts.csv", head_, *data_->system, data_->impacts);
        } catch (const Error& e) {
            fail(e.failure() == Failure::interrupted ? "interrupted" : "failed", e.message());
            throw Error(e.failure(), e.message() + kept(), e.origin());
        } catch (const std::exception& e) {
            fail("failed", e.what());
            throw;
        }
        data_->assembled = assembled_;
        data_->end = {state_, options_.method->describe(), options_.step, options_.events};
        list_files();
        data_->table = summary_table(summary);
        if (!folder_.empty()) write_summary();
        return Run(std::move(data_));
    }

  private:
    /// Says before the run which step its contacts ask for, when the one given is larger.
    void advise() {
        advice_ = time::recommended_step(*data_->system, state_, options_.duration);
        if (!advice_ || options_.method->own_steps() || options_.tolerance > 0 || options_.step <= 1.02 * advice_->step) return;
        if (!session_.log || session_.quiet) return;
        const Contact& contact = data_->system->contacts[static_cast<std::size_t>(advice_->contact)];
        const std::string line = "recommended step: " + rounded(advice_->step) + " s, a twentieth of the contact time of '" +
                                 contact.name + "' at " + rounded(advice_->speed) + " m/s; the run takes " +
                                 shortest(options_.step) + " s";
        if (session_.advice->insert(line).second) session_.log(line);
    }
    static std::string rounded(double value) { return fmt::format("{:.2g}", value); }

    void open_folder() {
        folder_ = output_path(options_.output, session_.output_root, "run: 'output'");
        take_folder(folder_, owner_, session_);
        data_->folder = folder_.string();
    }

    void add_recorders() {
        const System& system = *data_->system;
        const double steps = options_.duration / options_.step;
        std::vector<Probe> probes = resolve_probes(system, options_);
        if (!folder_.empty() && !probes.empty()) series_file_.emplace(folder_ / "series.csv", head_, series_columns(probes));
        if (!folder_.empty() && options_.energy_on) energy_file_.emplace(folder_ / "energy.csv", head_, energy_columns());
        observers_.push_back(&impacts_);
        if (options_.energy_on) {
            energy_every_ = options_.energy_every;
            if (energy_every_ == 0) energy_every_ = static_cast<int>(std::clamp(std::round(steps / 1000), 1.0, 2e9));
            account_.emplace();
            observers_.push_back(&*account_);
            energy_.emplace(*account_, Cadence(energy_every_, 0), energy_file_ ? &*energy_file_ : nullptr);
            recording_.add(&*energy_);
        }
        if (!probes.empty()) {
            // Reserved for the whole run, within reason: a row takes no memory before it is written.
            const double rows = std::min((end_time(options_) - std::max(begin_time(options_), options_.record_from)) /
                                                 options_.step / options_.record_every +
                                             4,
                                         4e6);
            series_.emplace(data_->series, std::move(probes), Cadence(options_.record_every, options_.record_from),
                            account_ ? &*account_ : nullptr, series_file_ ? &*series_file_ : nullptr,
                            static_cast<std::size_t>(rows));
            recording_.add(&*series_);
        }
        if (options_.vtk_every && !folder_.empty()) {
            frames_.emplace(folder_, Cadence(*options_.vtk_every, options_.vtk_from));
            recording_.add(&*frames_);
        }
        observers_.push_back(&recording_);
    }

    void march() {
        time::MarchOptions options;
        options.step = options_.step;
        options.duration = options_.duration;
        options.events = options_.events;
        options.tolerance = options_.tolerance;
        options.order = options_.method->order();
        options.begun = options_.initial.state != nullptr;
        options.log = session_.log;
        begin_ = last_flush_ = Clock::now();
        options.interrupted = [this] { return look_up(); };
        data_->summary.march = time::march(*data_->system, *stepper_, options, state_, observers_);
        if (wants_progress()) session_.progress(progress(true));
    }

    [[nodiscard]] bool wants_progress() const { return !session_.quiet && session_.progress; }

    /// Between two steps, every few milliseconds. Rows reach the disk about once a second, for those who watch the file grow.
    bool look_up() {
        if (wants_progress()) session_.progress(progress(false));
        if (seconds_since(last_flush_) > 1) {
            if (series_file_) series_file_->flush();
            if (energy_file_) energy_file_->flush();
            last_flush_ = Clock::now();
        }
        return session_.interrupted && session_.interrupted();
    }

    [[nodiscard]] Progress progress(bool finished) const {
        return {recording_.time(),     end_time(options_),
                recording_.steps(),    static_cast<std::int64_t>(impacts_.impacts().size()),
                seconds_since(begin_), finished};
    }

    void collect() {
        Summary& s = data_->summary;
        const System& system = *data_->system;
        data_->impacts = impacts_.impacts();
        s.case_file = owner_.case_file;
        s.model = system.name;
        s.digest = head_.digest;
        s.method = options_.method->describe();
        s.step = options_.step;
        s.duration = options_.duration;
        if (advice_) s.recommended_step = advice_->step;
        s.end_time = recording_.time();
        s.missed_contacts = impacts_.missed();
        s.floored_contacts = impacts_.floored();
        s.notes = system.notes;
        if (options_.initial.state) s.notes.push_back("begins with the " + options_.initial.state->description);
        s.folder = data_->folder;
        for (const Contact& contact : system.contacts) s.gaps.push_back({contact.name, 0, 0, 0, 0});
        for (const time::Impact& impact : data_->impacts) {
            GapSummary& gap = s.gaps[static_cast<std::size_t>(impact.contact)];
            ++gap.impacts;
            gap.peak_force = std::max(gap.peak_force, impact.peak_force);
            gap.max_indentation = std::max(gap.max_indentation, impact.max_indentation);
            gap.work += impact.work;
        }
        if (account_ && energy_->any()) {
            s.energy = EnergySummary{energy_->last(),        account_->work_done(), account_->largest_remainder(),
                                     options_.energy_budget, energy_every_,         options_.method->own_steps()};
        }
    }

    void list_files() {
        Summary& s = data_->summary;
        if (folder_.empty()) return;
        s.files = {{"summary.lua", 0, ""}};
        if (series_file_) s.files.push_back({"series.csv", series_file_->rows(), "rows"});
        s.files.push_back({"impacts.csv", static_cast<std::int64_t>(data_->impacts.size()), "rows"});
        if (energy_file_) s.files.push_back({"energy.csv", energy_file_->rows(), "rows"});
        if (frames_) s.files.push_back({"frames.pvd", frames_->frames(), "frames"});
    }

    void write_summary() const { replace_file(folder_ / "summary.lua", lua_file("what a run says of itself.", data_->table)); }

    /// Leaves everything so far on disk; whatever else goes wrong, the first failure is the one reported.
    void fail(const std::string& status, const std::string& message) {
        Summary& s = data_->summary;
        recording_.end_quietly(state_);
        try {
            s.gaps.clear();
            collect();
            s.status = status;
            s.message = message;
            s.counted = false;
            s.march.steps = recording_.steps();
            list_files();
            if (folder_.empty()) return;
            try {
                write_impacts(folder_ / "impacts.csv", head_, *data_->system, data_->impacts);
            } catch (const Error&) {  // a full disk: the summary may still fit
            }
            data_->table = summary_table(s);
            write_summary();
        } catch (const std::exception&) {
        }
    }

    [[nodiscard]] std::string kept() const {
        std::vector<std::string> parts;
        for (const WrittenFile& f : data_->summary.files) {
            if (f.count > 0) parts.push_back(f.name + " (" + std::to_string(f.count) + " " + f.unit + ")");
        }
        return parts.empty() ? "" : "; kept in " + data_->folder + ": " + join(parts);
    }

    const RunOptions& options_;
    const Session& session_;
    FolderOwner owner_;
    std::shared_ptr<const System> assembled_;
    std::optional<time::StepAdvice> advice_;
    std::unique_ptr<Run::Data> data_;
    fs::path folder_;
    FileHead head_;
    std::unique_ptr<time::Stepper> stepper_;
    State state_;
    time::ImpactLog impacts_;
    std::optional<time::EnergyAccount> account_;
    int energy_every_ = 1;
    std::optional<CsvFile> series_file_, energy_file_;
    std::optional<EnergyRecorder> energy_;
    std::optional<SeriesRecorder> series_;
    std::optional<FrameRecorder> frames_;
    Recording recording_;
    std::vector<time::Observer*> observers_;
    Clock::time_point begin_, last_flush_;
};
}  // namespace

double begin_time(const RunOptions& options) { return options.initial.state ? options.initial.state->state.time : 0.0; }
double end_time(const RunOptions& options) { return begin_time(options) + options.duration; }

void require_signals(const System& system, double from, double to) {
    const auto require = [&](const auto& entry) {
        try {
            entry.signal->require_defined(from, to);
        } catch (const Error& error) {
            throw error.at(entry.origin);
        }
    };
    for (const Load& load : system.loads) require(load);
    for (const PrescribedMotion& motion : system.recovery.prescribed) require(motion);
}

void check_run(const System& system, const RunOptions& options, const Session& session) {
    (void)resolve_probes(system, options);
    if (options.initial.state) time::require_same_coordinates(system, *options.initial.state);
    if (!options.initial.to_come) require_signals(system, begin_time(options), end_time(options));
    for (const Contact& contact : system.contacts) {
        if (contact.law->rigid && options.events != time::Events::locate)
            throw bad_case("run: 'events' must be \"locate\" with the rigid stop of gap '" + contact.name +
                           "', got \"stepwise\"");
    }
    if (options.output.empty()) return;
    check_folder(output_path(options.output, session.output_root, "run: 'output'"), owner_of(system, session), session);
}

Run execute(std::shared_ptr<const System> system, const RunOptions& options, const Session& session) {
    Execution execution(std::move(system), options, session);
    return execution.run();
}

}  // namespace jounce::record

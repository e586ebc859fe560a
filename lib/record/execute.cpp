// Marches a System with everything that records, and leaves a complete folder whatever happens.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "base/archive.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "record/advice.hpp"
#include "record/checkpoint.hpp"
#include "record/csv.hpp"
#include "record/energy_csv.hpp"
#include "record/folder.hpp"
#include "record/frames.hpp"
#include "record/friction_events_csv.hpp"
#include "record/impacts_csv.hpp"
#include "record/lua_text.hpp"
#include "record/recording.hpp"
#include "record/run.hpp"
#include "record/run_checks.hpp"
#include "record/run_data.hpp"
#include "system/digest.hpp"
#include "system/probe.hpp"
#include "system/state_archive.hpp"
#include "time/archive.hpp"
#include "time/depth_limits.hpp"
#include "time/mechanism_stepper.hpp"
#include "time/recommended_step.hpp"
#include "time/rigid_stops.hpp"
#include "time/start.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

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
        time::require_joints_known(*options.method, *assembled_);
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
        if (folder_.empty() && session.resume && session.log)
            session.log("run of '" + head_.model + "': without 'output' there is no checkpoint, it begins anew");
        add_recorders();
        if (checkpoint_) load_checkpoint();
    }

    Run run() {
        Summary& summary = data_->summary;
        try {
            march();
            if (summary.march.interrupted) summary.status = "interrupted";
            collect();
            if (!folder_.empty()) write_logs();
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
        if (!folder_.empty() && summary.status == "done") finish_checkpoint();
        return Run(std::move(data_));
    }

  private:
    /// Says before the run what its step misses.
    void advise() {
        advice_ = time::recommended_step(*data_->system, state_, options_.duration);
        if (!session_.log || session_.quiet) return;
        for (const std::string& line : step_warnings(*data_->system, options_, advice_)) {
            if (session_.advice->insert(line).second) session_.log(line);
        }
    }

    void open_folder() {
        folder_ = output_path(options_.output, session_.output_root, "run: 'output'");
        data_->folder = folder_.string();
        if (options_.checkpoint_on || session_.resume) identity_ = run_identity(*data_->system, options_, owner_);
        if (session_.resume) {
            check_folder(folder_, owner_, session_);
            checkpoint_ = read_checkpoint(checkpoint_file(), identity_);
        }
        if (checkpoint_) {
            (*checkpoint_)(written_);
            // Looked at before any file is cut: a refused folder stays as it is.
            if (written_.record_bytes > 0)
                records_.emplace(records_file(), written_.record_bytes, written_.record_checksum, records_content_);
        } else {
            if (session_.resume && session_.log)
                session_.log("run of '" + head_.model + "': no checkpoint in " + data_->folder + ", it begins anew");
            take_folder(folder_, owner_, session_);
        }
    }

    void open_table(std::optional<CsvFile>& file, const char* name, FilePosition position, std::vector<std::string> columns) {
        if (checkpoint_) {
            file.emplace(folder_ / name, position, std::move(columns));
        } else {
            file.emplace(folder_ / name, head_, std::move(columns));
        }
    }

    [[nodiscard]] fs::path checkpoint_file() const { return folder_ / "checkpoint.bin"; }
    [[nodiscard]] fs::path records_file() const { return folder_ / "checkpoint.series"; }

    void load_checkpoint() {
        ArchiveReader& archive = *checkpoint_;
        position_.emplace();
        archive(state_, *position_);
        impacts_.load(archive, *data_->system);
        friction_log_.load(archive, *data_->system);
        data_->dissipation.load(archive, *data_->system);
        recording_.load(archive);
        if (account_) account_->load(archive, *data_->system);
        if (energy_) energy_->load(archive);
        if (series_) {
            series_->load(archive, *data_->system);
            ArchiveReader records("run: --resume: " + records_file().string(), std::exchange(records_content_, {}));
            series_->load_records(records, static_cast<std::size_t>(written_.records));
            records.end();
        }
        if (onsets_) onsets_->load(archive, *data_->system);
        if (frames_) frames_->load(archive, *data_->system);
        archive.end();
        checkpoint_.reset();
        keep_folder(folder_, owner_, session_);
        last_checkpoint_steps_ = position_->steps;
        if (!session_.log) return;
        const bool done = position_->steps == position_->of;
        session_.log("run of '" + head_.model +
                     "': " + (done ? "is complete, taken" : fmt::format("goes on at t = {:.6g} s", state_.time)) + " from " +
                     checkpoint_file().string());
    }

    /// The files first, so that the checkpoint never counts on more than the disk holds.
    void save_checkpoint(const State& state, const time::MarchPosition& position) {
        if (series_file_) written_.series = series_file_->sync();
        if (energy_file_) written_.energy = energy_file_->sync();
        if (series_) {
            if (!records_) records_.emplace(records_file());
            ArchiveWriter records;
            series_->save_records(records, static_cast<std::size_t>(written_.records));
            records_->append(records.bytes());
            written_.records = static_cast<std::int64_t>(series_->records());
            written_.record_bytes = records_->bytes();
            written_.record_checksum = records_->checksum();
        }
        ArchiveWriter archive;
        archive(written_, state, position);
        impacts_.save(archive);
        friction_log_.save(archive);
        data_->dissipation.save(archive);
        recording_.save(archive);
        if (account_) account_->save(archive);
        if (energy_) energy_->save(archive);
        if (series_) series_->save(archive);
        if (onsets_) onsets_->save(archive);
        if (frames_) frames_->save(archive);
        write_checkpoint(checkpoint_file(), identity_, archive.bytes());
        last_checkpoint_ = Clock::now();
        last_checkpoint_steps_ = position.steps;
    }

    /// Between two steps: is a checkpoint due, by the clock, by the steps, or because the run is about to be interrupted or, not
    /// being a short one, has come to its end?
    void between(const State& state, const time::MarchPosition& position) {
        if (position.steps == last_checkpoint_steps_) return;
        const std::int64_t every = options_.checkpoint_every_steps;
        const bool by_steps = every > 0 && position.steps > 0 && position.steps % every == 0;
        const bool at_end = position.steps == position.of;
        if (at_end && (last_checkpoint_steps_ < 0 || !session_.finished)) return;
        if (!at_end && !by_steps && !stop_asked_ && seconds_since(last_checkpoint_) < options_.checkpoint_every) return;
        save_checkpoint(state, position);
    }

    void finish_checkpoint() const {
        if (session_.finished && last_checkpoint_steps_ >= 0) {
            session_.finished->insert(folder_.string());
        } else {
            remove_checkpoint(folder_);
        }
    }

    void add_recorders() {
        const System& system = *data_->system;
        const double steps = options_.duration / options_.step;
        std::vector<Probe> probes = resolve_probes(system, options_);
        if (!folder_.empty() && !probes.empty()) open_table(series_file_, "series.csv", written_.series, series_columns(probes));
        if (!folder_.empty() && options_.energy_on) open_table(energy_file_, "energy.csv", written_.energy, energy_columns());
        observers_.push_back(&impacts_);
        if (!system.frictions.empty()) observers_.push_back(&friction_log_);
        if (!system.contacts.empty() || !system.frictions.empty()) observers_.push_back(&data_->dissipation);
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
            if (!system.contacts.empty()) onsets_.emplace(data_->onsets, probes, impacts_);
            series_.emplace(data_->series, std::move(probes), Cadence(options_.record_every, options_.record_from),
                            account_ ? &*account_ : nullptr, series_file_ ? &*series_file_ : nullptr,
                            static_cast<std::size_t>(rows));
            recording_.add(&*series_);
            if (onsets_) recording_.add(&*onsets_);
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
        // Frames are pictures at all times of their cadence.
        if (options_.stride && !options_.vtk_every) options.stride_until = options_.record_from;
        begin_ = last_flush_ = last_checkpoint_ = Clock::now();
        options.interrupted = [this] { return look_up(); };
        options.resume = position_;
        if (!folder_.empty() && options_.checkpoint_on) {
            options.between = [this](const State& state, const time::MarchPosition& position) { between(state, position); };
            options.between_every = options_.checkpoint_every_steps;
        }
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
        stop_asked_ = session_.interrupted && session_.interrupted();
        return stop_asked_;
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
        data_->friction_events = friction_log_.events();
        data_->begin_time = begin_time(options_);
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
        s.clamped_impulse = impacts_.clamped_impulse();
        s.fell_through = impacts_.fell_through();
        s.notes = system.notes;
        if (options_.events == time::Events::stepwise && !system.contacts.empty())
            s.notes.emplace_back(
                "events = \"stepwise\": contacts begin and end at the ends of steps, which is first order where forces jump");
        if (options_.initial.state) s.notes.push_back("begins with the " + options_.initial.state->description);
        s.folder = data_->folder;
        for (std::size_t i = 0; i < system.frictions.size(); ++i) {
            FrictionSummary friction{system.frictions[i].name, 0, 0, 0, system.frictions[i].law->cone.has_value()};
            for (const time::FrictionEvent& event : data_->friction_events) {
                if (event.friction != static_cast<int>(i)) continue;
                friction.sticks += event.what == time::FrictionEvent::What::stick ? 1 : 0;
                friction.slips += event.what == time::FrictionEvent::What::slip ? 1 : 0;
                friction.reversals += event.what == time::FrictionEvent::What::reversal ? 1 : 0;
            }
            s.frictions.push_back(friction);
        }
        for (const Contact& contact : system.contacts) s.gaps.push_back({contact.name, 0, 0, 0, 0});
        for (const time::Impact& impact : data_->impacts) {
            GapSummary& gap = s.gaps[static_cast<std::size_t>(impact.contact)];
            ++gap.impacts;
            gap.peak_force = std::max(gap.peak_force, impact.peak_force);
            gap.max_indentation = std::max(gap.max_indentation, impact.max_indentation);
            gap.work += impact.work;
        }
        for (std::size_t c = 0; c < system.contacts.size(); ++c) {
            std::string note = time::trust_note(system.contacts[c], s.gaps[c].max_indentation);
            if (!note.empty()) s.notes.push_back(std::move(note));
        }
        if (account_ && energy_->any()) {
            s.energy = EnergySummary{energy_->last(),        account_->work_done(), account_->largest_remainder(),
                                     options_.energy_budget, energy_every_,         options_.method->own_steps()};
        }
    }

    void write_logs() {
        write_impacts(folder_ / "impacts.csv", head_, *data_->system, data_->impacts);
        if (!data_->system->frictions.empty())
            write_friction_events(folder_ / "friction_events.csv", head_, *data_->system, data_->friction_events);
    }

    void list_files() {
        Summary& s = data_->summary;
        if (folder_.empty()) return;
        s.files = {{"summary.lua", 0, ""}};
        if (series_file_) s.files.push_back({"series.csv", series_file_->rows(), "rows"});
        s.files.push_back({"impacts.csv", static_cast<std::int64_t>(data_->impacts.size()), "rows"});
        if (!data_->system->frictions.empty()) {
            s.files.push_back({"friction_events.csv", static_cast<std::int64_t>(data_->friction_events.size()), "rows"});
        }
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
            s.frictions.clear();
            collect();
            s.status = status;
            s.message = message;
            s.counted = false;
            s.march.steps = recording_.steps();
            list_files();
            if (folder_.empty()) return;
            try {
                write_logs();
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
    time::FrictionLog friction_log_;
    std::optional<OnsetRecorder> onsets_;
    std::optional<time::EnergyAccount> account_;
    int energy_every_ = 1;
    std::optional<CsvFile> series_file_, energy_file_;
    std::optional<EnergyRecorder> energy_;
    std::optional<SeriesRecorder> series_;
    std::optional<FrameRecorder> frames_;
    Recording recording_;
    std::vector<time::Observer*> observers_;
    Clock::time_point begin_, last_flush_, last_checkpoint_;
    RunIdentity identity_;
    std::optional<ArchiveReader> checkpoint_;      // being resumed from, while the parts are put together
    std::optional<time::MarchPosition> position_;  // where the march goes on
    FilesWritten written_;
    std::optional<GrowingFile> records_;
    std::string records_content_;  // of checkpoint.series, while the parts are put together
    std::int64_t last_checkpoint_steps_ = -1;
    bool stop_asked_ = false;
};
}  // namespace

Run execute(std::shared_ptr<const System> system, const RunOptions& options, const Session& session) {
    Execution execution(std::move(system), options, session);
    return execution.run();
}

}  // namespace jounce::record

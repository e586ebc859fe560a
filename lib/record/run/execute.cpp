// Integrates a System with all recorders, and leaves a complete folder in every case.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "base/files/archive.hpp"
#include "base/messages/error.hpp"
#include "base/messages/error_of.hpp"
#include "base/messages/text.hpp"
#include "record/files/folder.hpp"
#include "record/files/reserved_space.hpp"
#include "record/run/advice.hpp"
#include "record/run/check_report.hpp"
#include "record/run/checkpoint.hpp"
#include "record/run/choice.hpp"
#include "record/run/record_size.hpp"
#include "record/run/recorders.hpp"
#include "record/run/run.hpp"
#include "record/run/run_checks.hpp"
#include "record/run/run_data.hpp"
#include "record/run/run_doubts.hpp"
#include "record/run/run_results.hpp"
#include "system/assembly/doubts.hpp"
#include "system/probes/probe.hpp"
#include "system/state/state_archive.hpp"
#include "system/state/state_check.hpp"
#include "time/account/archive.hpp"
#include "time/advice/recommended_step.hpp"
#include "time/advice/sampled_supports.hpp"
#include "time/contact/depth_limits.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/start/mechanism_stepper.hpp"
#include "time/start/start.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
using Clock = std::chrono::steady_clock;

/// Reserved for the impact log (about five thousand impacts) and the summary of a run if the disk becomes full.
constexpr std::size_t reserved_bytes = std::size_t{1} << 20U;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Everything that a run needs while it is computed.
class Execution {
  public:
    /// \param choice must outlive this object
    Execution(std::shared_ptr<const System> system, const Choice& choice, const Session& session)
        : options_(choice.options),
          session_(session),
          owner_(owner_of(*system, session)),
          assembled_(std::move(system)),
          data_(std::make_unique<Run::Data>()) {
        const RunOptions& options = options_;
        check_run(*assembled_, options, session);
        assembled_ = time::with_known_kinks(std::move(assembled_), begin_time(options), end_time(options), options.step);
        data_->summary.chosen = choice.why;
        data_->summary.model_line = model_line(*assembled_);
        const time::InitialState* initial = options.initial.state.get();
        time::require_joints_known(*options.method, *assembled_);
        data_->system = options.method->prepare(initial != nullptr ? time::system_from(*assembled_, *initial) : assembled_);
        data_->output_root = session.output_root;
        head_ = {owner_.case_file, data_->system->name, result_digest(*data_->system, options)};
        stepper_ = options.method->bind(*data_->system, options.events);
        state_ = time::initial_state(*data_->system);
        // A first time here, so that a case that cannot start leaves no folder.
        if (initial != nullptr) {
            other_motion_ =
                time::begin_from(*initial, *assembled_, *options.method, options.step, options.events, *stepper_, state_);
        } else {
            stepper_->start(state_);
        }
        // A motion that goes on exactly was checked by the run before it, which may have left closed stops off their places.
        const bool goes_on = initial != nullptr && !other_motion_;
        if (!goes_on) time::require_outside_rigid_stops(*data_->system, state_, options.step);
        for (const Contact& contact : data_->system->contacts) {
            std::string note = options.initial.state ? std::string() : time::deep_start_note(contact, state_);
            if (!note.empty()) start_notes_.push_back(std::move(note));
        }
        if (std::string note = differenced_note(*data_->system, options); !note.empty()) start_notes_.push_back(std::move(note));
        advise();
        if (!options.output.empty()) open_folder();
        if (folder_.empty() && session.resume && session.log)
            session.log("run of '" + head_.model + "': without 'output' there is no checkpoint, it begins anew");
        if (!folder_.empty()) reserved_ = ReservedSpace(folder_, reserved_bytes);
        try {
            recorders_.open(*data_->system, options_, *data_, folder_, head_, checkpoint_ ? &written_ : nullptr);
        } catch (const Error& error) {
            if (!checkpoint_) fail("failed", error.message());
            throw;
        }
        bound_memory();
        if (checkpoint_) load_checkpoint();
    }

    Run run() {
        Summary& summary = data_->summary;
        try {
            march();
            if (summary.march.interrupted) summary.status = "interrupted";
            collect();
            reserved_.release();
            if (!folder_.empty()) write_logs();
            list_files();
            data_->table = summary_outputs().table(summary);
            if (!folder_.empty()) write_summary(folder_, *data_, recorders_);
        } catch (const Error& e) {
            fail(e.failure() == Failure::interrupted ? "interrupted" : "failed", e.message());
            throw Error(e.failure(), e.message() + kept(), e.origin());
        } catch (const std::exception& e) {
            fail("failed", text_of(e));
            throw;
        }
        data_->assembled = assembled_;
        data_->end = {state_, options_.method->describe(), options_.step, options_.events};
        if (!folder_.empty() && summary.status == "done") finish_checkpoint();
        return Run(std::move(data_));
    }

  private:
    /// Warns before the run about its step.
    void advise() {
        const System& system = *data_->system;
        const std::vector<time::ContactTime> contacts = time::contact_times(system, state_, options_.duration);
        advice_ = time::recommended_step(system, contacts, state_, options_.duration, options_.method->exact_without_contacts());
        if (!options_.output.empty()) contact_lines_ = contact_lines(system, contacts, advice_, options_);
        unsupported_ = unsupported_note(*assembled_);
        if (session_.doubts) doubts_ = response_doubts();
        if (!session_.log || session_.quiet) return;
        std::vector<std::string> doubts = data_->system->notes;
        std::erase_if(doubts, [](const std::string& note) { return !is_doubt(note); });
        if (!unsupported_.empty()) doubts.push_back(unsupported_);
        // A note with the angle of a run differs from run to run: only those of the first run of a model.
        if (session_.advice->insert("doubts of " + assembled_->digest).second)
            doubts.insert(doubts.end(), doubts_.begin(), doubts_.end());
        for (const std::string& note : doubts) {
            if (session_.advice->insert(note).second) session_.log("note: " + note);
        }
        const std::string& chosen = data_->summary.chosen;
        if (!chosen.empty() && session_.advice->insert(chosen).second) session_.log("chosen: " + chosen);
        for (const std::string& line : step_warnings(*data_->system, options_, advice_)) {
            if (session_.advice->insert(line).second) session_.log(line);
        }
    }

    /// Modes and responses take time beside a short run: once for each model and interval of time.
    [[nodiscard]] const std::vector<std::string>& response_doubts() const {
        const bool continued = options_.initial.state || options_.initial.to_come;
        const std::string interval =
            fmt::format(" {:.17g} {:.17g} {}", begin_time(options_), options_.duration, continued ? "continued" : "begun");
        const auto [at, first] = session_.doubts->try_emplace(assembled_->digest + interval);
        if (!first) return at->second;
        const auto [damping, unknown] = session_.doubts->try_emplace(assembled_->digest);
        if (unknown) {
            if (std::string note = damping_note(*assembled_); !note.empty()) damping->second.push_back(std::move(note));
        }
        at->second = damping->second;
        for (std::string& note : run_doubts(*assembled_, options_)) at->second.push_back(std::move(note));
        return at->second;
    }

    /// Limits the memory of series and events, and reports how much goes to the disk if that is much.
    void bound_memory() {
        const std::shared_ptr<SpillFile> file = spill_file(folder_, session_);
        const std::shared_ptr<SpillFile> events = spill_file(folder_, session_);
        recorders_.impacts.spill_to(events, session_.series_memory / 4);
        recorders_.frictions.spill_to(events, session_.series_memory / 16);
        if (recorders_.onsets) recorders_.onsets->spill_to(events, session_.series_memory / 16);
        if (!recorders_.series) return;
        recorders_.series->spill_to(file, session_.series_memory);
        if (!session_.log || session_.quiet) return;
        const std::string line = record_size_note(*data_->system, options_, folder_, *file);
        if (!line.empty() && session_.advice->insert(line).second) session_.log(line);
    }

    void open_folder() {
        folder_ = output_path(options_.output, session_.output_root, "run: 'output'");
        data_->folder = folder_.string();
        if (options_.checkpoint_on || session_.resume) identity_ = run_identity(*data_->system, options_, owner_);
        if (session_.resume) {
            check_folder(folder_, owner_, session_);
            if (std::error_code ignored; fs::is_directory(folder_, ignored)) {  // else take_folder creates and locks it
                lock_folder(folder_, session_);
                checkpoint_ = read_checkpoint(checkpoint_file(), identity_);
            }
        }
        if (checkpoint_) {
            (*checkpoint_)(written_);
            checkpoint_->require(!written_.impossible(), "a file of the run has an invalid length");
            // Checked before any file is cut: a refused folder stays as it is.
            if (written_.record_bytes > 0) records_.emplace(records_file(), written_.record_bytes, written_.record_checksum);
            if (written_.event_bytes > 0) events_.emplace(events_file(), written_.event_bytes, written_.event_checksum);
        } else {
            if (session_.resume) require_unchanged(folder_, head_.digest);
            if (session_.resume && session_.log)
                session_.log("run of '" + head_.model + "': no checkpoint in " + data_->folder + ", it begins anew");
            take_folder(folder_, owner_, session_);
        }
    }

    [[nodiscard]] fs::path checkpoint_file() const { return folder_ / "checkpoint.bin"; }
    [[nodiscard]] fs::path records_file() const { return folder_ / "checkpoint.series"; }
    [[nodiscard]] fs::path events_file() const { return folder_ / "checkpoint.events"; }
    [[nodiscard]] EventRecorders event_recorders() {
        return {recorders_.impacts, recorders_.frictions, recorders_.onsets ? &*recorders_.onsets : nullptr};
    }

    void load_checkpoint() {
        ArchiveReader& archive = *checkpoint_;
        position_.emplace();
        const State like = state_;
        archive(state_, *position_);
        require_state(archive, state_, like);
        archive.require(position_->start == like.time, "the run starts at another time");
        archive.require(position_->steps >= 0 && position_->steps <= position_->of, "the position in the run is beyond its end");
        load_events(events_file(), event_recorders(), written_);
        recorders_.load(archive, *data_->system, *data_, like);
        archive.end();
        if (recorders_.series) load_rows(records_file(), *recorders_.series, written_);
        checkpoint_.reset();
        keep_folder(folder_, owner_, session_);
        last_checkpoint_steps_ = position_->steps;
        if (!session_.log) return;
        const bool done = position_->steps == position_->of;
        session_.log("run of '" + head_.model +
                     "': " + (done ? "is complete, read" : fmt::format("resumes at t = {:.6g} s", state_.time)) + " from " +
                     checkpoint_file().string());
    }

    /// Writes the files first, so that the checkpoint never refers to data that are not on the disk.
    void save_checkpoint(const State& state, const time::MarchPosition& position) {
        if (recorders_.series_file) written_.series = recorders_.series_file->sync();
        if (recorders_.energy_file) written_.energy = recorders_.energy_file->sync();
        if (recorders_.series) {
            if (!records_) records_.emplace(records_file());
            append_rows(*records_, *recorders_.series, written_);
        }
        if (!data_->system->contacts.empty() || !data_->system->frictions.empty()) {
            if (!events_) events_.emplace(events_file());
            append_events(*events_, event_recorders(), written_);
        }
        ArchiveWriter archive;
        archive(written_, state, position);
        recorders_.save(archive, *data_);
        write_checkpoint(checkpoint_file(), identity_, archive.bytes());
        last_checkpoint_ = Clock::now();
        last_checkpoint_steps_ = position.steps;
    }

    /// Between two steps: writes a checkpoint if one is due, by the clock, by the steps, or because the run is about to
    /// be interrupted or (unless it was short) has reached its end.
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

    void march() {
        time::MarchOptions options;
        options.step = options_.step;
        options.duration = options_.duration;
        options.events = options_.events;
        options.tolerance = options_.tolerance;
        options.order = options_.method->order();
        options.jumps = options_.jumps;
        options.begun = options_.initial.state != nullptr;
        options.other_motion = other_motion_;
        options.log = session_.log;
        // Frames are drawn at all times of their cadence.
        if (options_.stride && !options_.vtk_every) options.stride_until = options_.record_from;
        begin_ = last_flush_ = last_checkpoint_ = Clock::now();
        options.interrupted = [this] { return poll(); };
        options.resume = position_;
        if (!folder_.empty() && options_.checkpoint_on) {
            options.between = [this](const State& state, const time::MarchPosition& position) { between(state, position); };
            options.between_every = options_.checkpoint_every_steps;
        }
        data_->summary.march = time::march(*data_->system, *stepper_, options, state_, recorders_.observers);
        if (wants_progress()) session_.progress(progress(true));
    }

    [[nodiscard]] bool wants_progress() const { return !session_.quiet && session_.progress; }

    /// Between two steps, every few milliseconds. Rows are written to the disk about once a second, for users who watch
    /// the file.
    bool poll() {
        if (wants_progress()) session_.progress(progress(false));
        if (seconds_since(last_flush_) > 1) {
            recorders_.flush();
            last_flush_ = Clock::now();
        }
        stop_asked_ = session_.interrupted && session_.interrupted();
        return stop_asked_;
    }

    [[nodiscard]] Progress progress(bool finished) const {
        const Recording& recording = recorders_.recording;
        return {recording.time(),      end_time(options_),
                recording.steps(),     static_cast<std::int64_t>(recorders_.impacts.impacts().size()),
                seconds_since(begin_), finished};
    }

    void collect() {
        if (!collected_) {  // a failure after the end comes here once more
            recorders_.impacts.settle();
            data_->impacts = recorders_.impacts.take();
            data_->friction_events = recorders_.frictions.take();
            collected_ = true;
        }
        fill_summary({*assembled_, options_, recorders_, head_, owner_.case_file, advice_, doubts_, unsupported_, start_notes_,
                      contact_lines_},
                     *data_);
    }

    void write_logs() { write_event_logs(folder_, head_, *data_, logs_); }
    void list_files() {
        if (!folder_.empty()) data_->summary.files = files_of(recorders_, logs_);
    }

    /// Leaves all results so far on disk; if anything else fails, the first failure is reported.
    void fail(const std::string& status, const std::string& message) {
        Summary& s = data_->summary;
        reserved_.release();
        recorders_.recording.end_quietly(state_);
        try {
            collect();
            s.status = status;
            s.message = message;
            s.counted = false;
            s.march.steps = recorders_.recording.steps();
            try {
                if (!folder_.empty()) write_logs();
            } catch (const Error&) {  // a full disk may still have room for the summary
            }
            list_files();
            if (folder_.empty()) return;
            data_->table = summary_outputs().table(s);
            write_summary(folder_, *data_, recorders_);
        } catch (const std::exception&) {
            if (!folder_.empty()) mark_end(folder_, owner_, status, message);
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
    std::vector<std::string> start_notes_, contact_lines_;
    std::vector<std::string> doubts_;  // that need the response of the model
    std::string unsupported_;          // motions without support
    std::unique_ptr<Run::Data> data_;
    fs::path folder_;
    FileHead head_;
    std::unique_ptr<time::Stepper> stepper_;
    State state_;
    Recorders recorders_;
    Clock::time_point begin_, last_flush_, last_checkpoint_;
    RunIdentity identity_;
    std::optional<ArchiveReader> checkpoint_;      // of the resumed run, while the parts are loaded
    std::optional<time::MarchPosition> position_;  // where integration resumes
    FilesWritten written_;
    ReservedSpace reserved_;
    std::vector<WrittenFile> logs_;  // that were written
    std::optional<GrowingFile> records_, events_;
    std::int64_t last_checkpoint_steps_ = -1;
    bool other_motion_ = false;  // than that of the initial state
    bool stop_asked_ = false, collected_ = false;
};
}  // namespace

Run execute_choice(const std::shared_ptr<const System>& system, const Choice& choice, const Session& session) {
    return Execution(system, choice, session).run();
}

}  // namespace jounce::record

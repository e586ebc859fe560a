// A running sweep: takes its folder, has the points computed, saves their records.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweeps/sweep_driver.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <system_error>
#include <thread>

#include "base/messages/version.hpp"
#include "contained/files.hpp"
#include "record/files/folder.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"
#include "sweep/ledger.hpp"
#include "sweep/merge.hpp"
#include "sweep/processes.hpp"
#include "sweep/store.hpp"
#include "sweeps/sweep_folder.hpp"
#include "values/guard.hpp"

extern "C" void omp_set_num_threads(int);  // <omp.h> is part of the compiler; clang-tidy does not find it

namespace jounce::lua {

namespace {

using sweep::Result;
using sweep::Sweep;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The state of a running sweep.
class Driver {
  public:
    Driver(Context& command, const SweepTask& task, const sweep::Identity& files, ComputePoint compute)
        : task_(task), command_(command), compute_(std::move(compute)), report_(stderr, isatty(STDERR_FILENO) != 0) {
        owner_ = {record::case_identity(command_.session.case_file), task.name, "sweep"};
        if (!task.output.empty()) folder_ = writable_path(command_, task.output, sweep_output);
        // Axes and settings before files: a changed axis is a clearer message than a changed script.
        identity_ = {{"the version of Jounce", std::string(version), {}}};
        const sweep::Identity plan = sweep::identity_of(task.plan);
        identity_.insert(identity_.end(), plan.begin(), plan.end());
        for (const auto& [name, text] : command_.settings) identity_.push_back({"--set " + name, text.empty() ? "''" : text, {}});
        identity_.insert(identity_.end(), files.begin(), files.end());
    }

    void check() const {
        if (!folder_.empty()) record::check_folder(folder_, owner_, command_.session, sweep_output);
    }

    Sweep run() {
        const bool ranks = command_.ranks.size > 1;
        sweep::PoolOptions options;
        options.jobs = command_.jobs > 0 ? command_.jobs : ranks ? 1 : sweep::available_cores();
        options.limit = task_.limit;
        options.interrupted = command_.session.interrupted;
        if (command_.ranks.rank > 0) work(options);
        if (ranks) sweep::Dispatcher::meet(command_.ranks.size, of_all_ranks(), options.interrupted);
        if (command_.ranks.ended)
            say("is computed only on the cores of rank 0, because the other ranks ended with the first sweep of the script; in a "
                "separate script it would use all ranks");
        prepare();
        begin_ = Clock::now();
        sweep::Dispatcher dispatcher(command_.ranks.size);
        if (store_.on_disk()) options.prints = [this](std::size_t point) { return store_.prints(point); };
        const auto keep_outcome = [this](std::size_t point, sweep::Outcome outcome) { keep(point, std::move(outcome)); };
        const auto serve = [&](std::size_t running) {
            if (ranks) dispatcher.serve([this] { return rank_line(); }, keep_outcome);
            show(running + static_cast<std::size_t>(dispatcher.working()));
        };
        options.tick = serve;
        if (ranks) options.tick_seconds = 2e-3;
        bool stopped = false;
        try {
            stopped = sweep::compute_in_processes([this] { return next_line(); }, options,
                                                  [this](std::size_t point) { return computed(point); }, keep_outcome);
            while (!stopped && dispatcher.working() > 0) {
                serve(0);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                stopped = options.interrupted && options.interrupted();
            }
            if (ranks) command_.ranks = {.rank = 0, .size = 1, .ended = true};
            report_.clear();
            show_prints();
            const bool part = command_.shard.count > 1 && resumed_ < ledger_.size();
            if (!stopped) ledger_.require_complete(store_, part ? command_.shard : sweep::Shard());
            if (!stopped && part) end_shard();
            if (stopped) throw Error(Failure::interrupted, "sweep: interrupted after " + ledger_.counted());
        } catch (const Error& error) {
            report_.clear();
            show_prints();
            fail(error);
        }
        return finish();
    }

  private:
    /// Takes the folder, with or without the finished points in it.
    void prepare() {
        if (folder_.empty()) {
            if (command_.shard.count > 1)
                throw bad_case("sweep: --shard requires an 'output', which collects the points of all shards");
            if (command_.session.resume) say("without 'output' there is nothing to resume, it begins anew");
        } else {
            store_ = sweep::Store(folder_);
            const sweep::Described described{task_.name, owner_.case_file, digest_of(identity_),
                                             task_.plan, task_.diagram,    all_units()};
            const Entered entered = enter_folder(command_, {folder_, owner_, identity_, to_bytes(described)}, store_);
            if (!entered.note.empty()) say(entered.note);
            if (entered.keeps) read_records();
            for (const std::vector<std::size_t>& line : ledger_.rest(command_.shard)) {
                if (entered.adopts) store_.forget(line.front());
            }
        }
        rest_ = ledger_.rest(command_.shard);
        if (store_.on_disk() && !rest_.empty()) store_.remove_table();
    }

    [[nodiscard]] sweep::Units all_units() const {
        sweep::Units out = task_.units;
        if (task_.diagram) {
            const sweep::Units known = sweep::diagram_units();
            out.insert(out.end(), known.begin(), known.end());
        }
        return out;
    }

    void read_records() {
        ledger_.read(store_, command_.shard, command_.retry_failed);
        resumed_ = ledger_.finished();
        say(ledger_.counted() + " are already there");
    }

    /// For ranks other than 0: computes the points assigned by rank 0, and ends.
    [[noreturn]] void work(sweep::PoolOptions& options) {
        sweep::begin_part(of_all_ranks());
        if (!folder_.empty()) store_ = sweep::Store(folder_);
        if (store_.on_disk()) options.prints = [this](std::size_t point) { return store_.prints(point); };
        const auto next = [this] {
            const sweep::RankLine line = sweep::ask_for_line();
            if (line.before) {
                if (auto result = sweep::from_bytes(line.before_bytes)) ledger_.set(*line.before, std::move(*result));
            }
            return std::vector<std::size_t>(line.points.begin(), line.points.end());
        };
        const bool stopped = sweep::compute_in_processes(
            next, options, [this](std::size_t point) { return computed(point); },
            [this](std::size_t point, const sweep::Outcome& outcome) {
                sweep::send_outcome(point, outcome);
                auto result = sweep::from_bytes(outcome.bytes);
                ledger_.set(point, result ? std::move(*result) : sweep::failed_result(outcome.failure));
            });
        if (stopped) throw Error(Failure::interrupted, "interrupted");
        sweep::end_part();
        throw Stop();
    }

    /// The data that must be equal on all ranks: each rank runs its own script.
    [[nodiscard]] sweep::Identity of_all_ranks() const {
        sweep::Identity out = identity_;
        out.insert(out.begin(), {"the name", "'" + task_.name + "'", {}});
        return out;
    }

    [[nodiscard]] sweep::RankLine rank_line() {
        const std::vector<std::size_t> line = next_line();
        sweep::RankLine out;
        out.points.assign(line.begin(), line.end());
        if (line.empty()) return out;
        if (const std::size_t previous = ledger_.before(line.front()); previous != sweep::Ledger::none) {
            out.before = previous;
            out.before_bytes = to_bytes(ledger_.result(previous));
        }
        return out;
    }

    std::vector<std::size_t> next_line() { return next_ < rest_.size() ? rest_[next_++] : std::vector<std::size_t>(); }

    /// In the process of the point.
    std::string computed(std::size_t point) {
        const std::size_t previous = ledger_.before(point);
        std::string out;
        const auto compute = [&] {
            const fs::path runs = store_.on_disk() ? store_.runs(point) : fs::path();
            try {
                out = to_bytes(
                    compute_(point, previous == sweep::Ledger::none ? nullptr : &ledger_.result(previous), previous, runs));
            } catch (const std::bad_alloc&) {
                out = to_bytes(sweep::killed_result("out of memory"));
            }
        };
        // A forked process does not have the threads of its parent: it has one, or a new one that begins all others.
        const auto alone = [&] {
            omp_set_num_threads(1);
            compute();
            return out;
        };
        const int threads = std::max(command_.threads, 1);
        if (threads == 1) return alone();
        std::exception_ptr failure;
        std::thread fresh;
        try {
            fresh = std::thread([&] {
                omp_set_num_threads(threads);
                try {
                    compute();
                } catch (...) {
                    failure = std::current_exception();
                }
            });
        } catch (const std::system_error&) {  // no further thread is permitted (ulimit -u)
            return alone();
        }
        fresh.join();
        if (failure) std::rethrow_exception(failure);
        return out;
    }

    void keep(std::size_t point, sweep::Outcome outcome) {
        if (!outcome.prints.empty()) prints_.emplace(point, std::move(outcome.prints));
        std::optional<Result> result = sweep::from_bytes(outcome.bytes);
        if (!result) {
            result = outcome.killed ? sweep::killed_result(outcome.failure)
                                    : sweep::failed_result(outcome.failure.empty() ? "left a damaged record" : outcome.failure);
        }
        if (result->kind == Result::Kind::misuse)
            throw bad_case(result->failure + number_text(point), {result->file, result->line});
        if (result->kind == Result::Kind::row && !task_.diagram) ledger_.require_same_columns(point, *result);
        if (result->kind != Result::Kind::killed) store_.write(point, to_bytes(*result));
        ledger_.set(point, std::move(*result));
    }

    [[nodiscard]] std::string number_text(std::size_t point) const {
        std::string out = " (point " + std::to_string(point + 1) + ":";
        for (std::size_t a = 0; a < task_.plan.axes.size(); ++a)
            out += (a == 0 ? " " : ", ") + task_.plan.axes[a].name + " = " + sweep::value_text(task_.plan.points[point].at[a]);
        return out + ")";
    }
    /// Ends the sweep: the summary has the reason; the message also states which points are kept.
    [[noreturn]] void fail(const Error& error) const {
        try {
            write_summary(error.failure() == Failure::interrupted ? "interrupted" : "failed", error.message());
        } catch (const Error&) {  // on a full disk the first message is more useful
            record::mark_end(folder_, owner_, error.failure() == Failure::interrupted ? "interrupted" : "failed",
                             error.message());
        }
        throw Error(error.failure(), error.message() + kept(error), error.origin());
    }
    /// Addition to an error: the points on disk, and how to resume.
    [[nodiscard]] std::string kept(const Error& error) const {
        if (folder_.empty() || ledger_.finished() == ledger_.killed()) return {};
        const bool script = error.failure() == Failure::bad_case;  // the user will change its files
        return "; " + ledger_.counted() + " are kept in " + folder_.string() + ", and " +
               (script ? "after correcting the script, " : "") + command_.resume_command + (script ? " --force" : "") +
               " continues from there";
    }

    /// The rows of the other shards are missing: the script cannot continue.
    [[noreturn]] void end_shard() {
        say_failed();
        say("shard " + std::to_string(command_.shard.index + 1) + " of " + std::to_string(command_.shard.count) +
            " is done; when all shards are done, jounce merge " + folder_.string() + " makes the table");
        throw Stop();
    }

    /// Prints the text printed by the points of a sweep without output, in order.
    void show_prints() {
        for (const auto& [point, text] : prints_) {
            std::printf("sweep '%s'%s:\n%s%s", task_.name.c_str(), number_text(point).c_str(), text.c_str(),
                        text.ends_with('\n') ? "" : "\n");
        }
        prints_.clear();
        std::fflush(stdout);
    }

    void show(std::size_t running) {
        if (command_.session.quiet) return;
        report_.update(SweepProgress{task_.name, ledger_.finished(), ledger_.failed(), running, ledger_.size(), resumed_,
                                     std::chrono::duration<double>(Clock::now() - begin_).count()});
    }
    void say(const std::string& line) {
        if (!command_.session.quiet) report_.line("sweep '" + task_.name + "': " + line);
    }
    /// Prints the number of failed points.
    void say_failed() {
        if (ledger_.failed() == 0) return;
        std::string line = std::to_string(ledger_.failed()) + " of " + std::to_string(ledger_.finished()) + " points failed";
        if (const std::size_t killed = ledger_.killed(); killed > 0)
            line +=
                ", " + std::to_string(killed) + " of them killed from outside or out of memory" +
                (folder_.empty() ? "" : ": " + command_.resume_command + " computes " + (killed == 1 ? "it" : "them") + " again");
        say(line);
    }

    Sweep finish() {
        say_failed();
        Sweep out;
        out.name = task_.name;
        out.plan = task_.plan;
        out.results = ledger_.take();
        out.columns = task_.diagram ? sweep::diagram_columns() : row_columns(out.results);
        out.units = all_units();
        out.head = {owner_.case_file, task_.name, digest_of(identity_), {}, "sweep"};
        out.folder = folder_.string();
        const std::string why_empty = why_no_row(out);
        if (!folder_.empty()) {
            try {
                write_table(folder_ / "sweep.csv", out);
                if (task_.diagram) write_sections(folder_ / "sections.csv", out);
                write_summary(why_empty.empty() ? "done" : "failed", why_empty);
            } catch (const Error& error) {
                fail(error);
            }
        }
        if (!why_empty.empty()) throw computation_failed("sweep: " + why_empty);
        return out;
    }

    void write_summary(const std::string& status, const std::string& message) const {
        if (folder_.empty()) return;
        sweep::write_summary(folder_, owner_.case_file, owner_.model, task_.plan,
                             {task_.plan.points.size(), ledger_.finished() - ledger_.killed(), ledger_.failed()}, status,
                             message);
    }

    const SweepTask& task_;
    Context& command_;
    ComputePoint compute_;
    ProgressReport report_;
    record::FolderOwner owner_;
    fs::path folder_;
    sweep::Store store_;
    sweep::Identity identity_;
    sweep::Ledger ledger_{task_.plan};
    std::vector<std::vector<std::size_t>> rest_;
    std::size_t next_ = 0, resumed_ = 0;
    std::map<std::size_t, std::string> prints_;
    Clock::time_point begin_;
};

}  // namespace

void check_sweep_folder(Context& command, const SweepTask& task) { Driver(command, task, {}, {}).check(); }

sweep::Sweep compute_sweep(Context& command, const SweepTask& task, const sweep::Identity& files, const ComputePoint& compute) {
    return Driver(command, task, files, compute).run();
}

}  // namespace jounce::lua

// A sweep under way: takes its folder, has the points computed, keeps what is done.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep_driver.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <thread>

#include "base/version.hpp"
#include "context.hpp"
#include "progress.hpp"
#include "record/folder.hpp"
#include "script.hpp"
#include "sweep/ledger.hpp"
#include "sweep/merge.hpp"
#include "sweep/processes.hpp"
#include "sweep/store.hpp"
#include "system/assembly/digest.hpp"

extern "C" void omp_set_num_threads(int);  // <omp.h> belongs to the compiler, and clang-tidy's has none

namespace jounce::lua {

namespace {

using sweep::Result;
using sweep::Sweep;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Everything that lives while a sweep is under way.
class Driver {
  public:
    Driver(Context& command, const SweepTask& task, const std::string& script, ComputePoint compute)
        : task_(task), command_(command), compute_(std::move(compute)), report_(stderr, isatty(STDERR_FILENO) != 0) {
        owner_ = {record::case_identity(command_.session.case_file), task.name, "sweep"};
        if (!task.output.empty()) folder_ = record::output_path(task.output, command_.session.output_root, field);
        identity_ = {{"the version of Jounce", std::string(version)}, {"the script", script}};
        for (const auto& [name, text] : command_.settings) identity_.emplace_back("--set " + name, text);
        const sweep::Identity plan = sweep::identity_of(task.plan);
        // An axis first: it says more than the script in which it stands.
        identity_.insert(identity_.begin() + 1, plan.begin(), plan.end());
    }

    void check() const {
        if (!folder_.empty()) record::check_folder(folder_, owner_, command_.session, field);
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
            say("sweep '" + task_.name +
                "': is computed on the cores of rank 0 alone, as the other ranks have ended with the first "
                "sweep of the script; in a script of its own it has all of them");
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
            write_summary(error.failure() == Failure::interrupted ? "interrupted" : "failed", error.message());
            throw Error(error.failure(), error.message() + kept(), error.origin());
        }
        return finish();
    }

  private:
    static constexpr const char* field = "sweep: 'output'";

    /// Takes the folder, with the points that are done or without.
    void prepare() {
        if (folder_.empty()) {
            if (command_.shard.count > 1)
                throw bad_case("sweep: --shard needs an 'output', where the shards' points come together");
            if (command_.session.resume)
                say("sweep '" + task_.name + "': without 'output' there is nothing to resume, it begins anew");
        } else {
            store_ = sweep::Store(folder_);
            if (command_.shard.count > 1) return prepare_shard();
            const bool resumes = command_.session.resume && store_.identity();
            record::check_folder(folder_, owner_, command_.session, field);
            if (resumes) {
                record::lock_folder(folder_, command_.session, field);
                if (const std::string changed = store_.changed(identity_); !changed.empty())
                    throw bad_case("sweep: --resume: " + folder_.string() + " holds the points of another sweep: " + changed +
                                   "; run without --resume to begin anew");
                record::keep_folder(folder_, owner_, command_.session, field);
                read_records();
            } else {
                if (command_.session.resume)
                    say("sweep '" + task_.name + "': no points in " + folder_.string() + ", it begins anew");
                record::take_folder(folder_, owner_, command_.session, field);
                begin_store();
            }
        }
        rest_ = ledger_.rest(command_.shard);
    }

    /// Shards share a folder; the first one that comes makes it theirs. They always go on from what is there.
    void prepare_shard() {
        std::error_code failed;
        fs::create_directories(folder_, failed);
        bool first = true;
        try {
            record::lock_folder(folder_, command_.session, field);
        } catch (const Error&) {
            first = false;
            // Whoever makes the folder theirs is done in a moment.
            for (int attempt = 0;; ++attempt) {
                try {
                    record::lock_folder(folder_, command_.session, field, record::Sharing::with_shards);
                    break;
                } catch (const Error&) {
                    if (attempt == 100) throw;
                    std::this_thread::sleep_for(std::chrono::milliseconds(50));
                }
            }
        }
        record::check_folder(folder_, owner_, command_.session, field);
        const std::string changed = store_.changed(identity_);
        if (first && (!store_.identity() || !changed.empty())) {
            record::take_folder(folder_, owner_, command_.session, field);
            begin_store();
        } else if (!changed.empty()) {
            throw bad_case("sweep: --shard: " + folder_.string() + " is in use by shards of another sweep: " + changed);
        } else {
            record::keep_folder(folder_, owner_, command_.session, field);
        }
        if (first) record::share_folder(folder_, command_.session);
        read_records();
        rest_ = ledger_.rest(command_.shard);
    }

    void begin_store() const {
        store_.begin(identity_,
                     to_bytes(sweep::Described{task_.name, owner_.case_file, digest(), task_.plan, task_.diagram, all_units()}));
    }

    [[nodiscard]] std::string digest() const {
        Hash hash;
        for (const auto& [key, value] : identity_) hash.text(key).text(value);
        return hash.hexadecimal();
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
        say("sweep '" + task_.name + "': " + ledger_.counted() + " are there already");
    }

    /// Of another rank than 0: computes what rank 0 hands out, and ends.
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

    /// What the ranks must agree on, whose scripts run each for itself.
    [[nodiscard]] sweep::Identity of_all_ranks() const {
        sweep::Identity out = identity_;
        out.insert(out.begin(), {"the name", "'" + task_.name + "'"});
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
            const Result result = compute_(point, previous == sweep::Ledger::none ? nullptr : &ledger_.result(previous), previous,
                                           store_.on_disk() ? store_.runs(point) : fs::path());
            out = to_bytes(result);
        };
        const int threads = std::max(command_.threads, 1);
        if (threads == 1) {
            // The threads of the process that this one is a copy of are not in the copy.
            omp_set_num_threads(1);
            compute();
            return out;
        }
        std::exception_ptr failure;
        std::thread fresh([&] {
            omp_set_num_threads(threads);
            try {
                compute();
            } catch (...) {
                failure = std::current_exception();
            }
        });
        fresh.join();
        if (failure) std::rethrow_exception(failure);
        return out;
    }

    void keep(std::size_t point, sweep::Outcome outcome) {
        if (!outcome.prints.empty()) prints_.emplace(point, std::move(outcome.prints));
        std::optional<Result> result = sweep::from_bytes(outcome.bytes);
        if (!result) result = sweep::failed_result(outcome.failure.empty() ? "left a damaged record" : outcome.failure);
        if (result->kind == Result::Kind::misuse)
            throw bad_case(result->failure + number_text(point), {result->file, result->line});
        if (result->kind == Result::Kind::row && !task_.diagram) ledger_.require_same_columns(point, *result);
        store_.write(point, to_bytes(*result));
        ledger_.set(point, std::move(*result));
    }

    [[nodiscard]] std::string number_text(std::size_t point) const {
        std::string out = " (point " + std::to_string(point + 1) + ":";
        for (std::size_t a = 0; a < task_.plan.axes.size(); ++a)
            out += (a == 0 ? " " : ", ") + task_.plan.axes[a].name + " = " + sweep::value_text(task_.plan.points[point].at[a]);
        return out + ")";
    }
    [[nodiscard]] std::string kept() const {
        if (folder_.empty() || ledger_.finished() == 0) return {};
        return "; " + ledger_.counted() + " are kept in " + folder_.string() + ", and jounce run " +
               (command_.session.case_file.empty() ? "CASE" : command_.session.case_file) + " --resume goes on from there";
    }

    /// The rows of the others are not there: the script cannot go on.
    [[noreturn]] void end_shard() {
        say("sweep '" + task_.name + "': shard " + std::to_string(command_.shard.index + 1) + " of " +
            std::to_string(command_.shard.count) + " is done; when all are, jounce merge " + folder_.string() +
            " makes the table");
        throw Stop();
    }

    /// What the points of a sweep without output have printed, in their order.
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
        if (!command_.session.quiet) report_.line(line);
    }

    Sweep finish() {
        Sweep out;
        out.name = task_.name;
        out.plan = task_.plan;
        out.results = ledger_.take();
        out.columns = task_.diagram ? sweep::diagram_columns() : row_columns(out.results);
        out.units = all_units();
        out.head = {owner_.case_file, task_.name, digest(), {}, "sweep"};
        out.folder = folder_.string();
        if (!folder_.empty()) {
            write_table(folder_ / "sweep.csv", out);
            if (task_.diagram) write_sections(folder_ / "sections.csv", out);
            write_summary("done", {});
        }
        if (ledger_.failed() > 0)
            say("sweep '" + task_.name + "': " + std::to_string(ledger_.failed()) + " of " + std::to_string(out.results.size()) +
                " points failed");
        return out;
    }

    void write_summary(const std::string& status, const std::string& message) const {
        if (folder_.empty()) return;
        sweep::write_summary(folder_, owner_.case_file, owner_.model, task_.plan,
                             {task_.plan.points.size(), ledger_.finished(), ledger_.failed()}, status, message);
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

sweep::Sweep compute_sweep(Context& command, const SweepTask& task, const std::string& script, const ComputePoint& compute) {
    return Driver(command, task, script, compute).run();
}

}  // namespace jounce::lua

// SPDX-License-Identifier: BSD-3-Clause
#include "branches/branch_store.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/files/archive.hpp"
#include "base/files/input_file.hpp"
#include "contained/files.hpp"
#include "record/files/lua_text.hpp"

namespace jounce::lua {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds between_keeping{5};

std::string field_of(const std::string& subject) { return subject + ": 'output'"; }

std::uint64_t checksum(const SavedBranch& saved) {
    Checksum out;
    out.add(saved.branch);
    out.add(saved.points);
    return out.value();
}

}  // namespace

BranchStore::BranchStore(Context& command, std::string subject, const std::string& output, std::string model,
                         std::string identity)
    : command_(command),
      subject_(std::move(subject)),
      owner_{record::case_identity(command.session.case_file), std::move(model)},
      identity_(std::move(identity)),
      report_(stderr, isatty(STDERR_FILENO) != 0),
      begin_(Clock::now()),
      kept_(begin_) {
    if (output.empty()) return;
    if (command.in_point && command.session.output_root.empty())
        throw bad_case(field_of(subject_) + " in a point of a sweep requires an 'output' of the sweep, which contains it");
    const fs::path folder = writable_path(command, output, field_of(subject_));
    if (command.writes_files()) folder_ = folder;
}

std::optional<SavedBranch> BranchStore::enter() {
    const record::Session& session = command_.session;
    if (folder_.empty()) {
        if (session.resume) say("without 'output' there is nothing to resume, it begins anew");
        return {};
    }
    record::check_folder(folder_, owner_, session, field_of(subject_));
    if (session.resume) {
        std::error_code ignored;
        if (fs::exists(file(), ignored)) {
            if (std::optional<SavedBranch> saved = saved_branch()) {
                record::keep_folder(folder_, owner_, session, field_of(subject_));
                return saved;
            }
        } else {
            say("no branch in " + folder_.string() + ", it begins anew");
        }
    }
    record::take_folder(folder_, owner_, session, field_of(subject_));
    return {};
}

std::optional<SavedBranch> BranchStore::saved_branch() const {
    constexpr const char* remedy = "; --force removes it and begins anew";
    std::string identity;
    SavedBranch saved;
    try {
        ArchiveReader archive(file(), bytes_of_file(file()).value_or(""));
        std::uint64_t sum = 0;
        archive(identity, saved.branch, saved.points, sum);
        archive.end();
        archive.require(checksum(saved) == sum, "its checksum differs");
    } catch (const Error& damaged) {
        if (command_.session.force) return {};
        throw bad_case(damaged.message() + remedy);
    }
    if (identity == identity_) return saved;
    if (command_.session.force) return {};
    throw bad_case(subject_ + ": --resume: " + folder_.string() +
                   " holds a different branch (the model, the orbit, the range or a setting has changed)" + remedy);
}

bool BranchStore::due() const { return !folder_.empty() && Clock::now() - kept_ > between_keeping; }

void BranchStore::keep(const SavedBranch& saved) {
    if (folder_.empty()) return;
    ArchiveWriter archive;
    archive(identity_, saved.branch, saved.points, checksum(saved));
    record::write_or_mark(folder_, owner_, [&] { record::replace_file(file(), archive.bytes()); });
    kept_ = Clock::now();
}

void BranchStore::finish(const FoundBranch& branch, const std::string& status, const std::string& message) {
    report_.clear();
    if (folder_.empty()) return;
    record::write_or_mark(folder_, owner_, [&] {
        write_branch((folder_ / "branch.csv").string(), branch, command_.session.case_file);
        Table summary;
        summary.set("case", owner_.case_file);
        summary.set(owner_.noun, owner_.model);
        summary.set("status", status);
        if (!message.empty()) summary.set("message", message);
        summary.set("points", static_cast<double>(branch.points.size()));
        record::replace_file(folder_ / "summary.lua", record::lua_file("Summary of a branch of Jounce.", summary));
    });
}

std::string BranchStore::kept(std::size_t points, bool script) const {
    if (folder_.empty()) {
        return " after " + std::to_string(points) +
               " points, which are on standard output; an 'output' keeps them in a folder, from where --resume goes on";
    }
    return "; " + std::to_string(points) + " points are kept in " + folder_.string() + ", and " +
           (script ? "after correcting the script, " : "") + command_.resume_command + " continues from there";
}

void BranchStore::show(const std::string& name, std::size_t points, std::size_t special, double parameter, double at) {
    low_ = std::min(low_, at);
    high_ = std::max(high_, at);
    if (command_.session.quiet) return;
    const std::chrono::duration<double> wall = Clock::now() - begin_;
    report_.update(BranchProgress{name, parameter, std::min(1.0, high_ - low_), points, special, wall.count()});
}

void BranchStore::say(const std::string& line) {
    if (!command_.session.quiet) report_.line(subject_ + ": " + line);
}

void follow_kept(BranchStore& store, const FoundBranch& out, const std::string& subject, const std::string& output,
                 const GrowingBranch& branch) {
    const std::optional<SavedBranch> kept = store.enter();
    bool whole = !kept;  // have the points of the saved branch been read?
    if (kept) {
        branch.restore(*kept);
    } else {
        try {
            branch.begin();
        } catch (const Error& error) {
            store.finish(out, "failed", error.message());
            throw;
        }
    }
    try {
        branch.read();
        whole = true;
        while (!branch.done()) {
            branch.advance();
            branch.read();
            branch.show();
            if (store.due()) store.keep(branch.saved());
        }
        store.keep(branch.saved());
    } catch (const Error& error) {
        const bool stopped = error.failure() == Failure::interrupted;
        const std::size_t points = whole ? branch.points() : branch.found();
        if (whole) {  // otherwise the folder has all points already
            store.keep(branch.saved());
            branch.hand_over();
            store.finish(out, stopped ? "interrupted" : "failed", error.message());
        }
        if (stopped && output.empty()) {
            std::fputs(branch_lines(out).c_str(), stdout);
            std::fflush(stdout);
        }
        const std::string what = stopped ? subject + ": interrupted" : error.message();
        throw Error(error.failure(), what + (stopped || !output.empty() ? store.kept(points, !stopped) : ""), error.origin());
    }
    branch.hand_over();
    store.finish(out, "done");
}

}  // namespace jounce::lua

// The output folder of a sweep: decides whether its points are used.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweeps/sweep_folder.hpp"

#include <chrono>
#include <optional>
#include <thread>

namespace jounce::lua {

namespace {

namespace fs = std::filesystem;

/// Shards share a folder: the first one has exclusive access for a moment and prepares it.
/// \returns whether access is exclusive
bool lock(const Context& command, const fs::path& folder) {
    std::error_code ignored;  // the following lock reports a folder that cannot be created
    fs::create_directories(folder, ignored);
    try {
        record::lock_folder(folder, command.session, sweep_output);
        return true;
    } catch (const Error&) {
        if (command.shard.count == 1) throw;
    }
    for (int attempt = 0;; ++attempt) {
        try {
            record::lock_folder(folder, command.session, sweep_output, record::Sharing::with_shards);
            return false;
        } catch (const Error&) {
            if (attempt == 100) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
}

/// `failed`: anew, because no point of the folder has a row.
enum class Way { keep, adopt, anew, failed };

/// Decides about the points in a folder with exclusive access. \throws Error
Way way_of(const Context& command, const SweepFolder& folder, const sweep::Store& store) {
    const record::Session& session = command.session;
    const bool resumes = session.resume || command.shard.count > 1;
    const std::optional<sweep::Identity> there = store.identity();
    if (!there) {
        if (store.holds_table() && !session.force)
            throw bad_case("sweep: " + folder.path.string() +
                           " holds the table of a sweep without its points; --force removes it and begins anew");
        return Way::anew;
    }
    const std::optional<sweep::Difference> changed = difference(*there, folder.identity);
    if (!changed) return resumes ? Way::keep : Way::anew;
    const bool points = store.holds_points();
    if (!points && !store.holds_table()) return Way::anew;
    const bool by_files = only_files_differ(*there, folder.identity);
    if (session.force && session.resume && by_files) return Way::adopt;
    // A corrected script; with --resume, or with other values, what failed points have written may still be wanted.
    if (points && by_files && !resumes && store.holds_only_failures()) return Way::failed;
    if (session.force && !session.resume) return Way::anew;
    std::string text = "sweep: " + folder.path.string() + " holds the points of another sweep: " + words_of(*changed);
    if (by_files)
        text += "; --resume --force continues with them unchanged, --force alone removes them and begins anew";
    else if (session.force)
        text += "; --force without --resume removes them and begins anew";
    else
        text += "; --force removes them and begins anew";
    throw bad_case(text);
}

}  // namespace

Entered enter_folder(const Context& command, const SweepFolder& folder, const sweep::Store& store) {
    const record::Session& session = command.session;
    record::check_folder(folder.path, folder.owner, session, sweep_output);
    const bool alone = lock(command, folder.path);
    record::check_folder(folder.path, folder.owner, session, sweep_output);  // another sweep may have taken it
    Way way = Way::keep;
    if (alone) {
        way = way_of(command, folder, store);
    } else if (const auto other = difference(store.identity().value_or(sweep::Identity{}), folder.identity)) {
        throw bad_case("sweep: --shard: " + folder.path.string() + " is in use by shards of another sweep: " + words_of(*other));
    }
    Entered out{way == Way::keep || way == Way::adopt, way == Way::adopt, {}};
    if (!out.keeps) {
        if (session.resume) out.note = "no points in " + folder.path.string() + ", it begins anew";
        if (way == Way::failed) out.note = "all points in " + folder.path.string() + " had failed, it begins anew";
        record::take_folder(folder.path, folder.owner, session, sweep_output);
        store.begin(folder.identity, folder.described);
    } else {
        try {
            record::keep_folder(folder.path, folder.owner, session, sweep_output);
            if (way == Way::adopt) store.describe(folder.identity, folder.described);
        } catch (const Error& error) {  // a full disk
            throw Error(error.failure(), error.message() + "; the points in the folder are kept", error.origin());
        }
        if (way == Way::adopt) {
            out.note = "--force: the existing points are used although the script has changed";
        }
    }
    if (alone && command.shard.count > 1) record::share_folder(folder.path, session);
    return out;
}

}  // namespace jounce::lua

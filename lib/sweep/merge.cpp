// The table of a sweep from the records of its shards.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/merge.hpp"

#include <string>

#include "base/version.hpp"
#include "record/folder.hpp"
#include "record/folder_lock.hpp"
#include "record/lua_text.hpp"
#include "sweep/diagram.hpp"
#include "sweep/store.hpp"

namespace jounce::sweep {

namespace fs = std::filesystem;

Sweep merged(const std::vector<fs::path>& folders) {
    const Store target(folders.front());
    const Described described = target.described();
    const record::FolderLock lock(folders.front(), record::Sharing::alone, "merge: 'DIR'");
    const Identity identity = target.identity().value_or(Identity{});
    for (const fs::path& folder : folders) {
        const Store store(folder);
        static_cast<void>(store.described());
        if (const std::string changed = store.changed(identity); !changed.empty())
            throw bad_case("merge: " + folder.string() + " holds the points of another sweep than " + folders.front().string() +
                           ": its " + changed);
    }
    Sweep out;
    out.name = described.name;
    out.plan = described.plan;
    out.units = described.units;
    out.head = {described.case_file, described.name, described.digest, {}, "sweep"};
    out.folder = folders.front().string();
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < out.plan.points.size(); ++i) {
        std::optional<Result> result;
        for (std::size_t f = 0; f < folders.size() && !result; ++f) {
            result = Store(folders[f]).read(i);
            if (result && f > 0) target.write(i, to_bytes(*result));
        }
        if (!result) missing.push_back(i);
        out.results.push_back(result ? std::move(*result) : Result{});
        out.results.back().state.clear();
    }
    if (!missing.empty()) {
        throw bad_case("merge: " + std::to_string(missing.size()) + " of " + std::to_string(out.results.size()) +
                       " points are missing (" + some_points(missing) + "): run their shards again");
    }
    out.columns = described.diagram ? diagram_columns() : row_columns(out.results);
    write_table(folders.front() / "sweep.csv", out);
    if (described.diagram) write_sections(folders.front() / "sections.csv", out);
    write_summary(folders.front(), described.case_file, described.name, out.plan,
                  {out.results.size(), out.results.size(), out.failed()}, "done");
    return out;
}

void write_summary(const fs::path& folder, const std::string& case_file, const std::string& name, const Plan& plan,
                   const SweepCounts& counts, const std::string& status, const std::string& message) {
    Table summary;
    summary.set("version", std::string(version));
    summary.set("case", case_file);
    summary.set("sweep", name);
    summary.set("status", status);
    if (!message.empty()) summary.set("message", message);
    List axes;
    for (const Axis& axis : plan.axes) axes.emplace_back(axis.unit.empty() ? axis.name : axis.name + " [" + axis.unit + "]");
    summary.set("axes", std::move(axes));
    summary.set("points", static_cast<double>(counts.points));
    summary.set("points_done", static_cast<double>(counts.done));
    summary.set("points_failed", static_cast<double>(counts.failed));
    record::replace_file(folder / "summary.lua", record::lua_file("what a sweep says of itself.", summary));
}

}  // namespace jounce::sweep

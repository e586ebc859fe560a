// The table of a sweep from the records of its shards.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/merge.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/messages/version.hpp"
#include "record/files/folder.hpp"
#include "record/files/folder_lock.hpp"
#include "record/files/lua_text.hpp"
#include "sweep/diagram.hpp"
#include "sweep/store.hpp"

namespace jounce::sweep {

namespace fs = std::filesystem;

namespace {

/// The lines of points of a plan read from its description, where the points of a line are adjacent.
std::vector<std::vector<std::size_t>> lines_of(const Plan& plan) {
    const auto same_line = [&](std::size_t i, std::size_t j) {
        for (std::size_t a = 0; a < plan.axes.size(); ++a) {
            if (plan.axes[a].name != plan.carry && value_text(plan.points[i].at[a]) != value_text(plan.points[j].at[a]))
                return false;
        }
        return plan.carried();
    };
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
        if (i == 0 || !same_line(i - 1, i)) out.emplace_back();
        out.back().push_back(i);
    }
    return out;
}

/// The numbers of points of a line without a record, and of failed ones.
using Lacks = std::pair<std::size_t, std::size_t>;
constexpr Lacks nothing{0, 0};

/// The points of a line in one folder. Points that carry a state are taken from one folder only: a point after a failed
/// one started from another state.
struct Line {
    std::vector<std::optional<Result>> results;
    Line(const Store& store, const std::vector<std::size_t>& line) {
        for (const std::size_t point : line) results.push_back(store.read(point));
    }
    [[nodiscard]] Lacks lacks() const {
        Lacks out = nothing;
        for (const std::optional<Result>& result : results) {
            if (!result) ++out.first;
            if (result && result->kind != Result::Kind::row) ++out.second;
        }
        return out;
    }
};

}  // namespace

Sweep merged(const std::vector<fs::path>& folders) {
    const Store target(folders.front());
    const Described described = target.described();
    const record::FolderLock lock(folders.front(), record::Sharing::alone, "merge: 'DIR'");
    const Identity identity = target.identity().value_or(Identity{});
    for (const fs::path& folder : folders) {
        const Store store(folder);
        static_cast<void>(store.described());
        if (const auto other = difference(identity, store.identity().value_or(Identity{})))
            throw bad_case("merge: " + folder.string() + " holds the points of another sweep than " + folders.front().string() +
                           ": " + words_of(*other));
    }
    Sweep out;
    out.name = described.name;
    out.plan = described.plan;
    out.units = described.units;
    out.head = {described.case_file, described.name, described.digest, {}, "sweep"};
    out.folder = folders.front().string();
    std::vector<std::size_t> missing;
    out.results.reserve(out.plan.points.size());
    for (const std::vector<std::size_t>& line : lines_of(out.plan)) {
        Line best(target, line);
        std::size_t from = 0;
        for (std::size_t f = 1; f < folders.size() && best.lacks() != nothing; ++f) {
            Line other(Store(folders[f]), line);
            if (!(other.lacks() < best.lacks())) continue;
            best = std::move(other);
            from = f;
        }
        for (std::size_t k = 0; k < line.size(); ++k) {
            std::optional<Result>& result = best.results[k];
            if (!result) missing.push_back(line[k]);
            if (result && from > 0) target.take(line[k], Store(folders[from]));
            out.results.push_back(result ? std::move(*result) : Result{});
            out.results.back().state.clear();
        }
    }
    if (!missing.empty()) {
        throw bad_case("merge: " + std::to_string(missing.size()) + " of " + std::to_string(out.results.size()) +
                       " points are missing (" + some_points(missing) + "): run their shards again");
    }
    out.columns = described.diagram ? diagram_columns() : row_columns(out.results);
    write_table(folders.front() / "sweep.csv", out);
    if (described.diagram) write_sections(folders.front() / "sections.csv", out);
    write_summary(folders.front(), described.case_file, described.name, out.plan,
                  {out.results.size(), out.results.size(), out.failed()}, out.failed() < out.results.size() ? "done" : "failed",
                  why_no_row(out));
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
    record::replace_file(folder / "summary.lua", record::lua_file("the summary of a sweep.", summary));
}

}  // namespace jounce::sweep

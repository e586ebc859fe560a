// The records of a sweep on disk.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/files/archive.hpp"
#include "base/files/input_file.hpp"
#include "record/files/folder.hpp"
#include "record/files/lua_text.hpp"

namespace jounce::sweep {

namespace fs = std::filesystem;

namespace {

/// "000012", "000012.record", "000012.record.part", "000012.log", "identity"
bool is_ours(const std::string& name) {
    if (name == "identity" || name == "identity.part" || name == "plan" || name == "plan.part") return true;
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const std::string rest = name.substr(digits);
    return digits >= 6 && (rest.empty() || rest == ".record" || rest == ".record.part" || rest == ".log");
}

constexpr std::array tables = {"sweep.csv", "sections.csv"};

std::optional<Result> read_record(const fs::path& file) {
    InputFile in(file);
    if (!in) return std::nullopt;
    return from_bytes(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace

fs::path Store::named(std::size_t point, const char* ending) const { return folder_ / fmt::format("{:06}{}", point + 1, ending); }
fs::path Store::prints(std::size_t point) const { return named(point, ".log"); }
fs::path Store::runs(std::size_t point) const { return named(point, ""); }

void Store::write(std::size_t point, const std::string& bytes) const {
    if (on_disk()) record::replace_file(named(point, ".record"), bytes);
}

std::optional<Result> Store::read(std::size_t point) const {
    return on_disk() ? read_record(named(point, ".record")) : std::nullopt;
}

bool Store::has(std::size_t point) const {
    std::error_code ignored;
    return fs::exists(named(point, ".record"), ignored);
}

void Store::remove(std::size_t point) const {
    std::error_code ignored;
    fs::remove(named(point, ".record"), ignored);
}

void Store::forget(std::size_t point) const {
    std::error_code ignored;
    remove(point);
    fs::remove(prints(point), ignored);
    fs::remove_all(runs(point), ignored);
}

std::vector<fs::path> Store::ours() const {
    std::vector<fs::path> out;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
        if (is_ours(entry.path().filename().string())) out.push_back(entry.path());
    }
    std::ranges::sort(out);
    return out;
}

bool Store::holds_points() const {
    return std::ranges::any_of(ours(), [](const fs::path& path) {
        const std::string name = path.filename().string();
        return name.ends_with(".record") || name.find_first_not_of("0123456789") == std::string::npos;
    });
}

bool Store::holds_only_failures() const {
    std::error_code ignored;
    return std::ranges::all_of(ours(), [&](const fs::path& path) {
        const std::string name = path.filename().string();
        if (name.ends_with(".record")) {
            const std::optional<Result> result = read_record(path);
            return result && result->kind != Result::Kind::row;
        }
        const bool runs = name.find_first_not_of("0123456789") == std::string::npos;
        return !runs || fs::exists(path.string() + ".record", ignored);
    });
}

bool Store::holds_table() const {
    std::error_code ignored;
    return std::ranges::any_of(tables, [&](const char* name) { return fs::exists(folder_.parent_path() / name, ignored); });
}

void Store::remove_table() const {
    std::error_code ignored;
    for (const char* name : tables) fs::remove(folder_.parent_path() / name, ignored);
}

void Store::begin(const Identity& identity, const std::string& plan) const {
    if (!on_disk()) return;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed)
        throw bad_case("sweep: 'output' must be a folder that can be written, got '" + folder_.parent_path().string() +
                       "': " + failed.message());
    for (const fs::path& path : ours()) fs::remove_all(path, failed);
    describe(identity, plan);
}

void Store::describe(const Identity& identity, const std::string& plan) const {
    if (!plan.empty()) record::replace_file(folder_ / "plan", plan);
    std::string text;
    for (const Fact& fact : identity) {
        for (const std::string* line : {&fact.name, &fact.words, &fact.digest}) text += record::lua_string(*line) + "\n";
    }
    record::replace_file(folder_ / "identity", text);
}

void Store::take(std::size_t point, const Store& other) const {
    const auto copy = [](const fs::path& from, const fs::path& to, fs::copy_options options) {
        std::error_code failed;
        fs::remove_all(to, failed);
        if (!fs::exists(from, failed)) return;
        fs::copy(from, to, options, failed);
        if (failed) throw computation_failed(to.string() + ": cannot be copied from " + from.string() + ": " + failed.message());
    };
    copy(other.prints(point), prints(point), fs::copy_options::none);
    copy(other.runs(point), runs(point), fs::copy_options::recursive);
    // Last, so that a point with a record here has its outputs here.
    write(point, bytes_of_file(other.named(point, ".record")).value_or(""));
}

std::string to_bytes(const Described& described) {
    std::vector<std::pair<std::string, std::string>> axes;
    for (const Axis& axis : described.plan.axes) axes.emplace_back(axis.name, axis.unit);
    std::vector<std::string> points;
    std::vector<char> ways;
    for (const Point& point : described.plan.points) {
        Result row;
        for (std::size_t a = 0; a < axes.size(); ++a) row.row.emplace_back(axes[a].first, point.at[a]);
        points.push_back(to_bytes(row));
        ways.push_back(static_cast<char>(point.way));
    }
    ArchiveWriter archive;
    archive(described.name, described.case_file, described.digest, axes, described.plan.carry, described.diagram, described.units,
            ways, points);
    return archive.bytes();
}

Described described_from(const std::string& name, const std::string& bytes) {
    ArchiveReader archive(name, bytes);
    Described out;
    std::vector<std::pair<std::string, std::string>> axes;
    std::vector<std::string> points;
    std::vector<char> ways;
    archive(out.name, out.case_file, out.digest, axes, out.plan.carry, out.diagram, out.units, ways, points);
    archive.end();
    for (const auto& [axis, unit] : axes) out.plan.axes.push_back({axis, unit, {}});
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::optional<Result> row = from_bytes(points[i]);
        if (!row || row->row.size() != axes.size() || i >= ways.size()) throw bad_case(name + ": is damaged");
        Point point;
        for (const auto& [column, value] : row->row) point.at.push_back(value);
        point.way = static_cast<Way>(ways[i]);
        out.plan.points.push_back(std::move(point));
    }
    return out;
}

Described Store::described() const {
    InputFile in(folder_ / "plan");
    if (!in)
        throw bad_case("merge: " + folder_.parent_path().string() +
                       " must be the output folder of a sweep, but has no points/plan");
    return described_from((folder_ / "plan").string(), std::string(std::istreambuf_iterator<char>(in), {}));
}

std::optional<Identity> Store::identity() const {
    InputFile in(folder_ / "identity");
    if (!in) return std::nullopt;
    Identity out;
    const auto read = [&in](std::string& into) {
        std::string line;
        if (!std::getline(in, line)) return false;
        into = record::read_lua_string(line).value_or("");
        return true;
    };
    for (Fact fact; read(fact.name) && read(fact.words) && read(fact.digest);) out.push_back(fact);
    return out;
}

}  // namespace jounce::sweep

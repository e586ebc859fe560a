// The records of a sweep on disk.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/archive.hpp"
#include "record/folder.hpp"
#include "record/lua_text.hpp"
#include "system/assembly/digest.hpp"

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

std::string digest_of(const std::vector<Value>& values) {
    Hash hash;
    for (const Value& value : values) {
        if (const double* number = value.number()) {
            hash.number(*number);
        } else {
            hash.text(value_text(value));
        }
    }
    return hash.hexadecimal();
}

}  // namespace

Identity identity_of(const Plan& plan) {
    Identity out;
    for (const Axis& axis : plan.axes)
        out.emplace_back("axis '" + axis.name + "'", describe(axis) + " (" + digest_of(axis.values) + ")");
    std::vector<Value> all;
    Hash ways;
    for (const Point& point : plan.points) {
        all.insert(all.end(), point.at.begin(), point.at.end());
        ways.text(way_text(point.way));
    }
    out.emplace_back("'carry'", plan.carry.empty() ? "none" : plan.carry);
    out.emplace_back("the list of points",
                     std::to_string(plan.points.size()) + " (" + digest_of(all) + ", " + ways.hexadecimal() + ")");
    return out;
}

std::optional<Difference> difference(const Identity& first, const Identity& second) {
    const auto find = [](const Identity& in, const std::string& key) -> std::optional<std::string> {
        const auto at = std::ranges::find(in, key, &std::pair<std::string, std::string>::first);
        return at != in.end() ? std::optional(at->second) : std::nullopt;
    };
    for (const auto& [key, value] : second) {
        if (std::optional<std::string> other = find(first, key); other != value) return Difference{key, std::move(other), value};
    }
    for (const auto& [key, value] : first) {
        if (!find(second, key)) return Difference{key, value, std::nullopt};
    }
    return std::nullopt;
}

fs::path Store::named(std::size_t point, const char* ending) const { return folder_ / fmt::format("{:06}{}", point + 1, ending); }
fs::path Store::prints(std::size_t point) const { return named(point, ".log"); }
fs::path Store::runs(std::size_t point) const { return named(point, ""); }

void Store::write(std::size_t point, const std::string& bytes) const {
    if (on_disk()) record::replace_file(named(point, ".record"), bytes);
}

std::optional<Result> Store::read(std::size_t point) const {
    if (!on_disk()) return std::nullopt;
    std::ifstream in(named(point, ".record"), std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return from_bytes(text.str());
}

bool Store::has(std::size_t point) const {
    std::error_code ignored;
    return fs::exists(named(point, ".record"), ignored);
}

void Store::remove(std::size_t point) const {
    std::error_code ignored;
    fs::remove(named(point, ".record"), ignored);
}

void Store::begin(const Identity& identity, const std::string& plan) const {
    if (!on_disk()) return;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed)
        throw bad_case("sweep: 'output' must be a folder that can be written, got '" + folder_.parent_path().string() +
                       "': " + failed.message());
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failed)) {
        if (is_ours(entry.path().filename().string())) old.push_back(entry.path());
    }
    for (const fs::path& path : old) fs::remove_all(path, failed);
    if (!plan.empty()) record::replace_file(folder_ / "plan", plan);
    std::string text;
    for (const auto& [key, value] : identity) text += record::lua_string(key) + "\n" + record::lua_string(value) + "\n";
    record::replace_file(folder_ / "identity", text);
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
    std::ifstream in(folder_ / "plan", std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in)
        throw bad_case("merge: " + folder_.parent_path().string() +
                       " must be the output folder of a sweep, and has no points/plan");
    return described_from((folder_ / "plan").string(), text.str());
}

std::optional<Identity> Store::identity() const {
    std::ifstream in(folder_ / "identity");
    if (!in) return std::nullopt;
    Identity out;
    for (std::string key, value; std::getline(in, key) && std::getline(in, value);) {
        out.emplace_back(record::read_lua_string(key).value_or(""), record::read_lua_string(value).value_or(""));
    }
    return out;
}

std::string Store::changed(const Identity& now) const {
    const std::optional<Identity> before = identity();
    if (!before) return {};
    const std::optional<Difference> found = difference(*before, now);
    if (!found) return {};
    if (!found->first) return found->entry + " is new (" + *found->second + ")";
    if (!found->second) return found->entry + " (" + *found->first + ") is gone";
    return found->entry + " was " + *found->first + ", and is " + *found->second;
}

}  // namespace jounce::sweep

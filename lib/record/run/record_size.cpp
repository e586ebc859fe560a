// The size of a run's series, and the file for the part that is not kept in memory.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/record_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr double gigabyte = 1e9;
constexpr double worth_a_line = gigabyte;
constexpr double cell_bytes = 21;  // bytes of a number in a CSV file; only few are longer

std::string size_text(double bytes) { return fmt::format("{:.2g} GB", bytes / gigabyte); }

}  // namespace

double records_expected(const RunOptions& options) {
    return (end_time(options) - std::max(begin_time(options), options.record_from)) / options.step / options.record_every;
}

std::shared_ptr<SpillFile> spill_file(const fs::path& folder, const Session& session) {
    std::vector<fs::path> folders;
    if (!folder.empty()) {
        folders.push_back(folder);
    } else {
        if (const char* given = std::getenv("TMPDIR"); given != nullptr && given[0] != '\0') folders.emplace_back(given);
        folders.emplace_back("/var/tmp");
        folders.emplace_back(session.output_root.empty() ? "." : session.output_root);
    }
    return std::make_shared<SpillFile>(std::move(folders));
}

std::string record_size_note(const System& system, const RunOptions& options, const fs::path& folder, SpillFile& file) {
    const double records = records_expected(options);
    const auto probes = static_cast<double>(options.probes.size());
    const bool several =
        options.record_every > 1 || options.tolerance > 0 || !system.contacts.empty() || !system.frictions.empty();
    const double values = records * (several ? (1 + 4 * probes) * sizeof(double) + 2 : (1 + 2 * probes) * sizeof(double));
    const double table = folder.empty() ? 0 : records * (1 + probes) * cell_bytes;
    const double checkpoint = folder.empty() || !options.checkpoint_on ? 0 : values;
    if (values + table + checkpoint < worth_a_line) return {};
    std::string out = fmt::format("about {:.2g} records take ", records);
    if (!file.open())
        return out + size_text(values) + " of memory: no folder for a file is available; 'record.every' keeps fewer";
    if (!folder.empty()) out += size_text(table) + " in series.csv and, ";
    out += (folder.empty() ? "" : "until the script ends, ") + size_text(values + checkpoint) + (folder.empty() ? "" : " more") +
           " in " + file.folder().string() + (folder.empty() ? " until the script ends" : "") + "; 'record.every' keeps fewer";
    std::error_code failed;
    const fs::space_info disk = fs::space(file.folder(), failed);
    if (!failed && static_cast<double>(disk.available) < values + table + checkpoint)
        out += "; the disk has " + size_text(static_cast<double>(disk.available)) + " left";
    return out;
}

}  // namespace jounce::record

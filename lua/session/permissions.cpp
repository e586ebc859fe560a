// What a case may do besides computing.
// SPDX-License-Identifier: BSD-3-Clause
#include "session/permissions.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::lua {

namespace {

std::string words(const std::vector<std::string>& folders) {
    std::vector<std::string> quoted;
    for (const std::string& folder : folders) quoted.push_back(folder == "." ? "the working folder" : "'" + folder + "'");
    return "below " + join(quoted);
}

void require_folders(const char* option, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        std::error_code failed;
        if (!std::filesystem::is_directory(folder, failed))
            throw Error(Failure::usage, std::string(option) + " must be a folder, got '" + in_one_line(folder) + "'");
    }
}

constexpr double least = 64.0 * 1024 * 1024;

}  // namespace

std::vector<std::string> Permissions::readable() const {
    std::vector<std::string> out = read;
    for (const std::string& folder : write) {
        if (std::find(out.begin(), out.end(), folder) == out.end()) out.push_back(folder);
    }
    return out;
}

std::string Permissions::readable_words() const { return words(readable()); }
std::string Permissions::writable_words() const { return words(write); }

Permissions contained(const std::string& case_file, const std::string& output, std::vector<std::string> read,
                      std::vector<std::string> write) {
    require_folders("--read", read);
    require_folders("--write", write);
    Permissions out;
    out.trusted = false;
    out.script = case_file;
    const std::string own = std::filesystem::path(case_file).parent_path().string();
    out.read = {"."};
    if (!own.empty() && own != ".") out.read.push_back(own);
    for (std::string& folder : read) out.read.push_back(std::move(folder));
    out.write = {"."};
    if (!output.empty()) out.write.push_back(output);
    for (std::string& folder : write) out.write.push_back(std::move(folder));
    out.memory = usual_memory();
    return out;
}

std::uint64_t usual_memory() {
    const auto pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
    return static_cast<std::uint64_t>(0.9 * pages * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

std::uint64_t read_memory(const std::string& text) {
    double bytes = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    const std::string unit(end, text.data() + text.size());
    const std::size_t power = std::string("KMGT").find(unit.empty() ? '?' : unit[0]);
    const bool known = unit.empty() || (unit.size() == 1 && power != std::string::npos);
    if (known && !unit.empty()) bytes *= std::pow(1024.0, static_cast<double>(power + 1));
    if (problem != std::errc() || !known || !(bytes >= least) || !(bytes < 9e18))
        throw Error(Failure::usage,
                    "--memory must be a number of bytes, at least 64M, such as 2G or 512M, got '" + in_one_line(text) + "'");
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace jounce::lua

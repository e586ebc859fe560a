// Finds the installed cases of the program.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::lua {

namespace fs = std::filesystem;

namespace {

/// The first words of the comment at the start of a case, at most `length` characters.
std::string beginning(const fs::path& file, std::size_t length) {
    std::ifstream in(file);
    std::string text;
    for (std::string line; text.size() <= length && std::getline(in, line) && line.starts_with("-- ");) {
        if (line.starts_with("-- test:")) continue;
        text += (text.empty() ? "" : " ") + line.substr(3);
    }
    return text.size() <= length ? text : text.substr(0, text.rfind(' ', length - 4)) + " ...";
}

}  // namespace

fs::path data_folder() {
    std::error_code absent;
    const fs::path program = fs::read_symlink("/proc/self/exe", absent);
    const fs::path folder = program.parent_path().parent_path() / "share/jounce";
    return !absent && fs::is_directory(folder, absent) ? folder : fs::path();
}

std::string find_case(const std::string& path) {
    std::error_code absent;
    if (fs::path(path).is_absolute() || fs::exists(path, absent)) return path;
    const fs::path folder = data_folder();
    const fs::path installed = folder / path;
    return !folder.empty() && fs::is_regular_file(installed, absent) ? installed.string() : path;
}

std::string list_of_cases() {
    const fs::path folder = data_folder();
    std::error_code absent;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(folder / "cases", fs::directory_options::follow_directory_symlink, absent))
        if (entry.path().extension() == ".lua") files.push_back(entry.path());
    if (folder.empty() || files.empty()) throw Error(Failure::usage, "jounce cases: no cases are installed beside the program");
    std::ranges::sort(files);
    std::string out = fmt::format("Cases in {}; jounce run accepts these names:\n", folder.string());
    for (const fs::path& file : files)
        out += fmt::format("  {:<40} {}\n", file.lexically_relative(folder).string(), beginning(file, 100));
    return out;
}

}  // namespace jounce::lua

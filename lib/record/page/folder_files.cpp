// Files of a folder in its page: pictures, the script, and what is left out.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/folder_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/files/input_file.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t pictures_shown = 40;

std::string type_of(const fs::path& file) {
    if (file.extension() == ".png") return "image/png";
    if (file.extension() == ".svg") return "image/svg+xml";
    return {};
}

}  // namespace

std::optional<std::string> content_or_line(Page& page, const fs::path& file) {
    std::optional<std::string> out = bytes_of_file(file, Links::refuse);
    if (!out) page.paragraph(file.filename().string() + " is left out: it is a symbolic link, or no file that can be read.");
    return out;
}

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_symlink() || !entry.is_directory()) out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

void add_pictures(Page& page, const fs::path& folder) {
    std::size_t count = 0;
    for (const fs::path& file : files_in(folder)) {
        const std::string type = type_of(file);
        if (type.empty() || ++count > pictures_shown) continue;
        if (count == 1) page.section("Pictures");
        if (const auto bytes = content_or_line(page, file)) page.picture(file.filename().string(), type, *bytes);
    }
    if (count > pictures_shown) page.paragraph(fmt::format("The first {} of {} pictures.", pictures_shown, count));
}

void add_script(Page& page, const std::string& script) {
    page.section("Script: " + script);
    if (fs::path(script).extension() != ".lua") return page.paragraph("It is left out: its name does not end in .lua.");
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(script, ignored))) return page.paragraph("It was not found from this working folder.");
    if (const auto text = content_or_line(page, script)) page.preformatted(*text);
}

}  // namespace jounce::record

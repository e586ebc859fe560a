// A file of data that a case names.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/data_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/files/open_below.hpp"

namespace jounce {

namespace {

struct Readable {
    std::vector<std::string> folders;
    std::string words;
};
/// Of the process, as its walls are; without a value every folder is readable.
std::optional<Readable> readable;

/// Why `open_below` opened nothing.
std::string why_not(const Opened& opened) {
    if (opened.refusal == NotOpened::outside) return "a case reads files " + readable->words + "; --read DIR adds a folder";
    if (opened.refusal == NotOpened::failed) return std::strerror(opened.error);
    return opened.error == EISDIR ? "it is a folder" : "it is a pipe or a device, not a file";
}

}  // namespace

void keep_data_files_below(std::vector<std::string> folders, std::string words) {
    readable = Readable{std::move(folders), std::move(words)};
}

DataFile::DataFile(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (!readable || name.find('\0') != std::string::npos) {
        open(path, Links::follow);  // refuses such a name
        return;
    }
    const Opened opened = open_below(readable->folders, name, O_RDONLY);
    take(opened.descriptor, opened.refusal == NotOpened::none ? "" : why_not(opened));
}

}  // namespace jounce

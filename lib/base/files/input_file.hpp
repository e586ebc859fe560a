// A file opened for reading.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ext/stdio_filebuf.h>

#include <filesystem>
#include <istream>
#include <optional>
#include <string>

namespace jounce {

/// Is a symbolic link opened? Not in a folder that another person may have made, whose files are shown to others.
enum class Links { follow, refuse };

/// A regular file as a stream, and nothing else: a pipe would block, a device does not end, and files of /proc and /sys are about
/// the machine. What is opened is what is examined.
class InputFile : public std::istream {
  public:
    explicit InputFile(const std::filesystem::path& path, Links links = Links::follow);
    /// Why it is not open: "No such file or directory", "it is a folder", ...
    [[nodiscard]] const std::string& reason() const { return reason_; }
    [[nodiscard]] bool is_open() const { return buffer_.is_open(); }

  protected:
    InputFile() : std::istream(nullptr) {}
    void open(const std::filesystem::path& path, Links links);
    /// \param descriptor open for reading, taken over; negative: the file is not open for the reason `why_not`
    void take(int descriptor, const std::string& why_not);

  private:
    __gnu_cxx::stdio_filebuf<char> buffer_;
    std::string reason_;
};

/// Why a folder cannot be listed: "there is no folder 'x'", "the folder 'x' cannot be read: Permission denied". Empty when it
/// can.
[[nodiscard]] std::string why_no_folder(const std::filesystem::path& folder);

/// All bytes; nothing where the file cannot be read.
[[nodiscard]] std::optional<std::string> bytes_of_file(const std::filesystem::path& path, Links links = Links::follow);

}  // namespace jounce

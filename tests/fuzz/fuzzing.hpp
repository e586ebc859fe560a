// What the fuzz targets share: a folder in memory, and what may happen to a faulty input.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/messages/error.hpp"

namespace jounce::fuzz {

/// Ends the process as a finding of libFuzzer.
[[noreturn]] inline void finding(const std::string& what) {
    std::fprintf(stderr, "finding: %s\n", what.c_str());
    std::abort();
}
inline void require(bool holds, const std::string& what) {
    if (!holds) finding(what);
}

/// A folder of this process, in memory where there is /dev/shm; removed at the end.
class Scratch {
  public:
    Scratch() {
        const bool memory = ::access("/dev/shm", W_OK) == 0;
        std::string name = (memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/jounce-fuzz-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) finding("no folder " + name);
        path_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Writes a file into it; its path.
    std::string write(const std::string& name, const std::uint8_t* data, std::size_t size) const {
        std::ofstream(path_ / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
        return (path_ / name).string();
    }

  private:
    std::filesystem::path path_;
};

/// An Error with a message is the right answer to a faulty input. Every other exception ends the process. \returns true without
/// an Error
template <class Action>
bool accepted(Action&& action) {
    try {
        action();
        return true;
    } catch (const Error& error) {
        const std::string text = error.what();
        require(!text.empty(), "an error without a message");
        return false;
    }
}

}  // namespace jounce::fuzz

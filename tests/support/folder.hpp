// A folder for the files of a test.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace jounce::test {

/// A new folder, which is removed with its content.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "jounce-test-XXXXXX").string();  // mkdtemp replaces the X
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path = name;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path path;
};

}  // namespace jounce::test

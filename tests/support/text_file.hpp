// A text file in the temporary folder that is gone when the test ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace jounce::test {

class TextFile {
  public:
    TextFile(const std::string& name, const std::string& text) : path_(std::filesystem::temp_directory_path() / unique(name)) {
        std::ofstream(path_) << text;
    }
    ~TextFile() { std::filesystem::remove(path_); }
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    [[nodiscard]] std::string name() const { return path_.string(); }

  private:
    static std::string unique(const std::string& name) {
        return "jounce_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" + std::to_string(::getpid()) +
               "_" + name;
    }
    std::filesystem::path path_;
};

}  // namespace jounce::test

// Files opened for reading: data, and nothing that blocks, never ends or tells about the machine.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/input_file.hpp"
#include "support/folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace jounce::test::input_file_test {
namespace {

namespace fs = std::filesystem;

TEST(InputFile, ReadsAllBytesAndMovesWithinThem) {
    const Folder folder;
    const std::string bytes = std::string("a\0b\r\n", 5) + std::string(100000, 'x') + "end";
    std::ofstream(folder.path / "data", std::ios::binary) << bytes;
    EXPECT_EQ(bytes_of_file(folder.path / "data"), bytes);
    InputFile in(folder.path / "data");
    ASSERT_TRUE(in) << in.reason();
    in.seekg(0, std::ios::end);
    EXPECT_EQ(in.tellg(), static_cast<std::streamoff>(bytes.size()));
    in.seekg(-3, std::ios::end);
    std::string end;
    EXPECT_TRUE(in >> end);
    EXPECT_EQ(end, "end");
    fs::create_symlink("data", folder.path / "link");
    EXPECT_EQ(bytes_of_file(folder.path / "link"), bytes) << "a link to data is data";
    EXPECT_EQ(bytes_of_file(folder.path / "link", Links::refuse), std::nullopt);
    EXPECT_EQ(bytes_of_file(folder.path / "data", Links::refuse), bytes);
}

TEST(InputFile, OpensNothingElse) {
    const Folder folder;
    const auto reason = [](const fs::path& path) {
        const InputFile in(path);
        EXPECT_FALSE(in.is_open());
        EXPECT_FALSE(in.good());
        return in.reason();
    };
    EXPECT_EQ(reason(folder.path / "absent"), "No such file or directory");
    EXPECT_EQ(reason(folder.path), "it is a folder");
    ASSERT_EQ(::mkfifo((folder.path / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(reason(folder.path / "pipe"), "it is a pipe or a device, not a file") << "and does not wait for a writer";
    EXPECT_EQ(reason("/dev/zero"), "it is a pipe or a device, not a file");
    EXPECT_EQ(reason("/proc/self/environ"), "it is about the machine, not a file of data");
    std::ofstream(folder.path / "cut") << "x";
    EXPECT_EQ(reason(folder.path / std::string("cut\0.csv", 8)), "its name contains a zero byte");
}

}  // namespace
}  // namespace jounce::test::input_file_test

// Space kept free on a disk: it is taken, nobody sees it, it can be given back, and a disk without it gives less or none.
// Reference: the file system's own account of the folder. Control: a folder that is not there.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/reserved_space.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "full_disk.hpp"

namespace jounce::test::reserved_space_test {
namespace {

namespace fs = std::filesystem;

TEST(ReservedSpace, IsTakenWithoutAName) {
    const fs::path folder = fs::path(testing::TempDir()) / "jounce_reserved_space";
    fs::create_directories(folder);
    record::ReservedSpace space(folder, 1 << 20);
    EXPECT_EQ(space.size(), 1U << 20U);
    EXPECT_TRUE(fs::is_empty(folder));
    record::ReservedSpace other(std::move(space));
    EXPECT_EQ(other.size(), 1U << 20U);
    other.release();
    EXPECT_EQ(other.size(), 0U);
    fs::remove_all(folder);
}

TEST(ReservedSpace, IsLessWhereThereIsLess) {
    const fs::path folder = testing::TempDir();
    {
        const FullDisk disk(200'000);
        EXPECT_EQ(record::ReservedSpace(folder, 1 << 20).size(), 1U << 17U);
    }
    {
        const FullDisk disk(1'000);
        EXPECT_EQ(record::ReservedSpace(folder, 1 << 20).size(), 0U);
    }
    EXPECT_EQ(record::ReservedSpace(folder / "not there", 1 << 20).size(), 0U);
}

}  // namespace
}  // namespace jounce::test::reserved_space_test

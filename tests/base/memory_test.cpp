// Free memory, and the error of a computation that needs more.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>

#include "base/files/memory_limits.hpp"
#include "base/messages/error.hpp"
#include "base/messages/error_of.hpp"

namespace jounce::test::memory_test {
namespace {

namespace fs = std::filesystem;

std::optional<double> left_in_groups(std::string_view groups, const fs::path& root) {
    return least_of(limits_of_groups(groups, root));
}

std::string answer(double bytes) {
    try {
        require_memory(bytes, "the factor of 10 unknowns");
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        return error.message();
    }
    return "";
}

TEST(Memory, IsReadFromTheKernelsTable) {
    const char* table = "MemTotal:       24683520 kB\nMemFree:         1000 kB\nMemAvailable:    2000 kB\nSwapFree:     50 kB\n";
    EXPECT_EQ(available_in(table), 1024.0 * 2050);
    EXPECT_EQ(available_in("MemAvailable: 7 kB\n"), 1024.0 * 7);
    EXPECT_EQ(available_in("XMemAvailable: 7 kB\n"), std::nullopt);
    EXPECT_EQ(available_in(""), std::nullopt);
    EXPECT_EQ(available_in("MemAvailable: none\n"), std::nullopt);
}

TEST(Memory, MoreThanIsFreeIsAnErrorThatSaysBoth) {
    const auto free = available_memory();
    ASSERT_TRUE(free);
    EXPECT_GT(*free, 1e6);
    EXPECT_EQ(answer(1e3), "");
    EXPECT_EQ(answer(0.5 * *free), "") << "the negative control";
    const std::string said = answer(1e15);
    EXPECT_EQ(said.find("the factor of 10 unknowns needs about 1000000.0 GB of memory, "), 0u) << said;
    EXPECT_NE(said.find(" are free"), std::string::npos) << said;
    EXPECT_TRUE(lacks_memory(said));
    EXPECT_TRUE(lacks_memory("out of memory: Cannot allocate memory"));
    EXPECT_FALSE(lacks_memory("model 'm': 6 motions are free"));
    EXPECT_FALSE(lacks_memory("point needs about 3 times the clearance"));
    EXPECT_EQ(error_of("modes: ", computation_failed(said)).message(), said);
    EXPECT_EQ(error_of("modes: ", std::bad_alloc()).message(), "out of memory");
    EXPECT_EQ(error_of("modes: ", std::runtime_error("no convergence")).message(), "modes: no convergence");
    EXPECT_EQ(memory_text(5.72e9), "5.7 GB");
    EXPECT_EQ(memory_text(480.4e6), "480 MB");
    EXPECT_EQ(memory_text(999.7e6), "1.0 GB");
}

/// `--memory` and `ulimit -d` bound the data of a process, `ulimit -v` its address space.
TEST(Memory, LimitsOfTheProcessCount) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the address sanitizer reserves more address space than any limit";
#endif
    constexpr double room = 2e9;
    for (const auto which : {RLIMIT_DATA, RLIMIT_AS}) {
        rlimit before{};
        ASSERT_EQ(::getrlimit(which, &before), 0);
        rlimit now = before;
        now.rlim_cur = static_cast<rlim_t>(room);
        ASSERT_EQ(::setrlimit(which, &now), 0);
        const auto free = available_memory();
        ASSERT_EQ(::setrlimit(which, &before), 0);
        ASSERT_TRUE(free);
        EXPECT_LT(*free, room) << "what the process uses is not free";
        EXPECT_GT(*free, 0.2 * room);
    }
}

/// A made-up /sys/fs/cgroup.
class Groups : public testing::Test {
  protected:
    Groups() : root(fs::temp_directory_path() / ("jounce-groups-" + std::to_string(::getpid()))) { fs::remove_all(root); }
    ~Groups() override {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    void write(const std::string& file, const std::string& content) const {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << content << "\n";
    }
    fs::path root;
};

TEST_F(Groups, OfVersionTwoLeaveTheLeastOfAllParents) {
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), std::nullopt) << "there are none";
    write("a/b/memory.max", "max");
    write("a/b/memory.current", "100");
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), std::nullopt) << "without a limit";
    write("a/memory.max", "1000");
    write("a/memory.current", "900");
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), 100);
    write("a/memory.stat", "anon 500\ninactive_file 20\nactive_file 30\nslab_reclaimable 4\nslab_unreclaimable 1000");
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), 154);
    write("a/b/memory.max", "120");
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), 20);
    EXPECT_EQ(left_in_groups("0::/a\n", root), 154);
    EXPECT_EQ(left_in_groups("0::/\n", root), std::nullopt);
    EXPECT_EQ(left_in_groups("0::/../b\n", root / "a"), 154) << "seen from within another group";
    write("a/b/memory.current", "130");
    EXPECT_EQ(left_in_groups("0::/a/b\n", root), 0) << "above its limit";
}

TEST_F(Groups, OfVersionOneAreReadBesideThoseOfVersionTwo) {
    const std::string groups = "9:name=systemd:/x\n4:cpu,memory:/job/7\n1:memory_like:/y\n0::/u\n";
    write("memory/job/memory.limit_in_bytes", "5000");
    write("memory/job/memory.usage_in_bytes", "4000");
    write("memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 300\ntotal_active_file 50");
    EXPECT_EQ(left_in_groups(groups, root), 1350);
    write("memory/job/7/memory.limit_in_bytes", "9223372036854771712");
    write("memory/job/7/memory.usage_in_bytes", "4000");
    EXPECT_EQ(left_in_groups(groups, root), 1350) << "the largest number is no limit";
    write("unified/u/memory.max", "700");
    write("unified/u/memory.current", "100");
    EXPECT_EQ(left_in_groups(groups, root), 600);
    EXPECT_EQ(left_in_groups("4:memory\n\n:", root), std::nullopt) << "no lines of groups";
    // In a container the path is that outside, and the own group is the root.
    write("memory/memory.limit_in_bytes", "400");
    write("memory/memory.usage_in_bytes", "100");
    EXPECT_EQ(left_in_groups("4:memory:/docker/0123\n", root), 300);
}

/// Processes in groups of their own have their own memory, however many are on the machine; those of one group share it.
TEST_F(Groups, OfTwoProcessesAreSharedOnlyIfTheyAreTheSame) {
    for (const std::string group : {"a", "b", "a/c", "a/d"}) {
        write(group + "/memory.max", group.size() == 1 ? "1000" : "650");
        write(group + "/memory.current", "100");
    }
    const auto demands = [&](const std::vector<std::string>& groups, double needed) {
        std::vector<MemoryDemand> out;
        for (int process = 0; process < static_cast<int>(groups.size()); ++process) {
            for (const MemoryLimit& limit : limits_of_groups("0::/" + groups[static_cast<std::size_t>(process)] + "\n", root))
                out.push_back({limit, needed, process});
            out.push_back({{{MemoryHolder::machine}, 5000}, needed, process});
            out.push_back({{{MemoryHolder::process}, 650}, needed, process});
        }
        return tightest(out).value();
    };
    const auto expect = [](const MemoryDemand& demand, double needed, double left, int processes) {
        EXPECT_EQ(demand.needed, needed);
        EXPECT_EQ(demand.limit.left, left);
        EXPECT_EQ(demand.processes, processes);
    };
    expect(demands({"b"}, 10), 10, 650, 1);                       // its own limit
    expect(demands({"a", "b"}, 10), 10, 650, 1);                  // two groups, two limits
    expect(demands({"b", "b"}, 10), 20, 900, 2);                  // one group
    expect(demands({"a/c", "a/d"}, 10), 20, 900, 2);              // their parent
    expect(demands({"a/c", "a/c", "a/d"}, 10), 20, 550, 2);       // the group of two is shorter than the parent of three...
    expect(demands({"a/c", "a/d", "a/d", "a"}, 10), 40, 900, 4);  // ...and longer than that of four
    expect(demands(std::vector<std::string>(9, "b"), 10), 90, 900, 9);
    std::vector<std::string> many;
    for (int i = 0; i < 10; ++i) many.insert(many.end(), {"a", "b"});
    expect(demands(many, 10), 100, 900, 10);
    EXPECT_FALSE(tightest({}));
    EXPECT_FALSE(least_of({}));
}

}  // namespace
}  // namespace jounce::test::memory_test

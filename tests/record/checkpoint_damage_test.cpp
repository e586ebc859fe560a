// Checkpoints that are cut, damaged or forged: each is refused, or the run goes on and ends; none crashes the program.
// SPDX-License-Identifier: BSD-3-Clause
#include "checkpoint_cases.hpp"
#include "record/run/run_checks.hpp"

namespace jounce::test::checkpoint_damage_test {
namespace {

using namespace checkpoint_cases;

class Damaged : public Interrupted {};

TEST_F(Damaged, RefusesWhatIsNoCheckpointOfThisFormat) {
    const std::string start = "run: --resume: " + file + ": ";
    EXPECT_EQ(answer(""), start + "is not a checkpoint" + anew);
    EXPECT_EQ(answer("time [s],a.ux [m]\n"), start + "is not a checkpoint" + anew);
    std::string newer = bytes;
    newer.replace(0, 20, "jounce checkpoint 99");
    EXPECT_EQ(answer(newer), start + "has format 99, this program reads format 11" + anew);
}

TEST_F(Damaged, RefusesWhatIsCutShortOrDamaged) {
    const std::string start = "run: --resume: " + file + ": ";
    const std::size_t head = std::string("jounce checkpoint 11\n").size();
    for (std::size_t size = head; size < bytes.size(); size += 1 + size / 9)
        EXPECT_EQ(answer(bytes.substr(0, size)), start + "is cut short" + anew) << size;
    EXPECT_EQ(answer(bytes.substr(0, bytes.size() - 1)), start + "is cut short" + anew);
    EXPECT_EQ(answer(bytes + "x"), start + "is damaged: its checksum differs" + anew);
    for (std::size_t at = head + 8; at < bytes.size(); at += 1 + at / 9) {
        std::string flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        EXPECT_EQ(answer(flipped), start + "is damaged: its checksum differs" + anew) << at;
    }
    EXPECT_EQ(answer(bytes), "") << "the negative control";
}

/// The bytes with another content from `at` on, and the checksum that goes with it.
std::string forged(std::string bytes, std::size_t at, std::uint64_t content, const std::string& digest) {
    for (std::size_t i = 0; i < 8 && at + i + 8 < bytes.size(); ++i) bytes[at + i] = static_cast<char>(content >> (8 * i));
    bytes.resize(bytes.size() - 8);
    Checksum sum;
    sum.add(bytes);
    sum.add(digest);
    const std::uint64_t value = sum.value();
    return bytes.append(reinterpret_cast<const char*>(&value), 8);
}

// Lengths, indices and statuses that no run has written, in every place of the file: each is refused, or the run comes to an end.
TEST_F(Damaged, SurvivesWrongContentBehindARightChecksum) {
    const auto system = system_of(shaken("flores"));
    const std::string digest =
        record::run_identity(*system, shaken_options("newmark"), record::owner_of(*system, session)).digest;
    const fs::path kept = root.path / "kept";
    fs::copy(out, kept, fs::copy_options::recursive);
    int refused = 0, went_on = 0, tried = 0;
    const std::size_t begin = bytes.find("shaken") + 400;
    for (std::size_t at = begin; at + 16 < bytes.size(); at += std::max<std::size_t>(bytes.size() / 80, 1)) {
        for (const std::uint64_t content : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 40, std::uint64_t{77}}) {
            fs::remove_all(out);
            fs::copy(kept, out, fs::copy_options::recursive);
            std::ofstream(file, std::ios::binary) << forged(bytes, at, content, digest);
            session.outputs->clear();
            session.locks->clear();
            const std::string answer =
                error_of([&] { (void)execute(system_of(shaken("flores")), shaken_options("newmark"), session); });
            refused += has(answer, "is damaged: ") ? 1 : 0;
            went_on += answer.empty() ? 1 : 0;
            ++tried;
        }
    }
    EXPECT_GT(tried, 250);
    EXPECT_GT(refused, tried / 20) << "some places are lengths";
    EXPECT_GT(went_on, tried / 4) << "the negative control: the checksum is right, and most places are numbers";
}

TEST_F(Damaged, RefusesWhenItsOtherFilesAreNotThose) {
    const std::string records = text_of(out / "checkpoint.series");
    ASSERT_GT(records.size(), 50u);
    std::string flipped = records;
    flipped[40] = static_cast<char>(flipped[40] ^ 1);
    for (const std::string& other : {flipped, records.substr(0, records.size() - 1)}) {
        std::ofstream(out / "checkpoint.series", std::ios::binary) << other;
        EXPECT_EQ(message(shaken("flores"), shaken_options("newmark")),
                  "run: --resume: " + (out / "checkpoint.series").string() + ": is damaged: its checksum differs" + anew);
    }
    std::ofstream(out / "checkpoint.series", std::ios::binary) << records;
    const std::string impacts = text_of(out / "checkpoint.events");
    ASSERT_GT(impacts.size(), 50u);
    std::ofstream(out / "checkpoint.events", std::ios::binary) << impacts.substr(1);
    EXPECT_EQ(message(shaken("flores"), shaken_options("newmark")),
              "run: --resume: " + (out / "checkpoint.events").string() + ": is damaged: its checksum differs" + anew);
    std::ofstream(out / "checkpoint.events", std::ios::binary) << impacts;
    fs::resize_file(out / "series.csv", 100);
    EXPECT_TRUE(
        has(message(shaken("flores"), shaken_options("newmark")), "series.csv: is shorter (100 bytes) than its checkpoint"));
}

}  // namespace
}  // namespace jounce::test::checkpoint_damage_test

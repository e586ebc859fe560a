// Reduced models in files: equal bits of everything a run uses, and files that are damaged, forged or of something else.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/reduced_file.hpp"

#include "reduced_cases.hpp"
#include "system/system_bytes.hpp"

namespace jounce::test::reduced_file_test {
namespace {

using namespace reduced_cases;
using record::execute;
using record::read_reduced;
using record::Session;
using record::write_reduced;

/// Runs both and compares every record and impact, bit by bit. \returns the number of impacts
std::size_t expect_equal_runs(const System& one, const System& other, const char* method,
                              const std::vector<std::string>& probes) {
    List names(probes.begin(), probes.end());
    const auto options = [&] {
        return options_of(
            {{"method", kind("method", method, {})}, {"step", 2e-5}, {"duration", 0.1}, {"record", table({{"probes", names}})}});
    };
    const record::Run first = execute(std::make_shared<const System>(one), options(), Session{});
    const record::Run second = execute(std::make_shared<const System>(other), options(), Session{});
    for (const std::string& probe : probes) EXPECT_EQ(first.series(probe), second.series(probe)) << method << ": " << probe;
    EXPECT_EQ(first.impacts().size(), second.impacts().size());
    for (std::size_t i = 0; i < std::min(first.impacts().size(), second.impacts().size()); ++i) {
        EXPECT_EQ(first.impacts()[i].time_in, second.impacts()[i].time_in);
        EXPECT_EQ(first.impacts()[i].peak_force, second.impacts()[i].peak_force);
    }
    return first.impacts().size();
}

TEST(ReducedFile, RunsWithTheBitsOfTheModelThatWasSaved) {
    const Folder root;
    const fs::path file = root.path / "model.jounce";
    for (const char* method : {"craig_bampton", "modal"}) {
        const modal::Reduction rod_ = reduced(rod(), method);
        write_reduced(file, rod_, "save");
        const modal::Reduction again = read_reduced(file, "load");
        EXPECT_EQ(again.system->digest, rod_.system->digest);
        EXPECT_EQ(modal::report_text(again.report), modal::report_text(rod_.report));
        for (const char* integrator : {"newmark", "event_driven"}) {
            const std::size_t impacts = expect_equal_runs(*rod_.system, *again.system, integrator,
                                                          {"stop.force", "ring.force", "shoe.friction_force", "rod[11].uy",
                                                           "rod[1].reaction_uz", "push.power", "energy.strain"});
            EXPECT_GT(impacts, 3u) << "the negative control: without contact the forces are all zero";
        }
    }
    const modal::Reduction shell = reduced(plate());
    write_reduced(file, shell, "save");
    const modal::Reduction again = read_reduced(file, "load");
    EXPECT_GT(expect_equal_runs(*shell.system, *again.system, "newmark", {"stop.force", "plate[28].uz", "plate[14].uz"}), 3u);
}

// What no run of the tests above uses is compared, too: pictures, names, notes, section forces.
TEST(ReducedFile, IsWrittenAgainWithTheSameBytes) {
    for (const Model& model : {rod(), plate()}) {
        const std::string bytes = bytes_of(*reduced(model).system);
        EXPECT_TRUE(bytes_of(*system_in(bytes)) == bytes);
    }
}

TEST(ReducedFile, RefusesFunctions) {
    const Value f = std::shared_ptr<const Callable>(std::make_shared<test::Function>([](double t) { return t; }));
    const Folder root;
    const modal::Reduction given = reduced(rod(f));
    EXPECT_EQ(error_of([&] { write_reduced(root.path / "a.jounce", given, "reduced:save"); }),
              "reduced:save: the load is a function (case.lua:7), which no file can contain; use a kind of jounce, for example a "
              "table");
    EXPECT_FALSE(fs::exists(root.path / "a.jounce"));
}

class DamagedModel : public testing::Test {
  protected:
    void SetUp() override {
        write_reduced(file, reduced(rod()), "save");
        bytes = text_of(file);
    }
    std::string answer(const std::string& content) const {
        std::ofstream(file, std::ios::binary) << content;
        return error_of([&] { (void)read_reduced(file, "reduced"); });
    }
    Folder root;
    fs::path file = root.path / "model.jounce";
    std::string bytes, start = "reduced: 'file' " + file.string() + ": ";
};

TEST_F(DamagedModel, IsRefusedWithTheReason) {
    EXPECT_EQ(answer(""), start + "is not a reduced model");
    EXPECT_EQ(answer("jounce checkpoint 9\nxxxxxxxxxxxxxxxxxxxxxxxx"), start + "is not a reduced model");
    std::string newer = bytes;
    newer.replace(0, 22, "jounce reduced model 77");
    EXPECT_EQ(answer(newer), start + "has format 77, this program reads format 3");
    EXPECT_EQ(answer("jounce reduced model 7\x1b[2J" + std::string(5000, 'x')),
              start + "has format 7, this program reads format 3")
        << "no control characters reach the terminal";
    EXPECT_EQ(answer("jounce reduced model " + std::string(5000, 'x')),
              start + "has format " + std::string(20, 'x') + ", this program reads format 3");
    for (std::size_t size = 23; size < bytes.size(); size += 1 + size / 7)
        EXPECT_EQ(answer(bytes.substr(0, size)), start + "is cut short") << size;
    EXPECT_EQ(answer(bytes + "x"), start + "is damaged: its checksum differs");
    for (std::size_t at = 31; at < bytes.size(); at += 1 + at / 9) {
        std::string flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        EXPECT_EQ(answer(flipped), start + "is damaged: its checksum differs") << at;
    }
    EXPECT_EQ(answer(bytes), "") << "the negative control";
    fs::remove(file);
    EXPECT_EQ(error_of([&] { (void)read_reduced(file, "reduced"); }), start + "cannot be read: No such file or directory");
    fs::create_directory(file);
    EXPECT_EQ(error_of([&] { (void)read_reduced(file, "reduced"); }), start + "cannot be read: it is a folder");
}

// Lengths, indices and numbers that no model has, behind a right checksum: refused, or a model that can take steps.
TEST_F(DamagedModel, SurvivesWrongContentBehindARightChecksum) {
    int refused = 0, loaded = 0;
    const auto try_out = [&](std::size_t at, std::uint64_t content, std::size_t size) {
        std::string forged = bytes.substr(0, bytes.size() - 8);
        for (std::size_t i = 0; i < size && at + i < forged.size(); ++i) forged[at + i] = static_cast<char>(content >> (8 * i));
        Checksum sum;
        sum.add(forged);
        const std::uint64_t value = sum.value();
        forged.append(reinterpret_cast<const char*>(&value), 8);
        std::ofstream(file, std::ios::binary) << forged;
        modal::Reduction reduction;
        const std::string why = error_of([&] { reduction = read_reduced(file, "reduced"); });
        ++(why.empty() ? loaded : refused);
        if (!why.empty()) return;
        (void)error_of([&] {
            (void)execute(reduction.system,
                          options_of({{"method", kind("method", "newmark", {})}, {"step", 1e-5}, {"duration", 5e-5}}), Session{});
        });
    };
    for (std::size_t at = 31; at + 8 < bytes.size(); at += 1 + bytes.size() / 150) {
        try_out(at, ~std::uint64_t{0}, 8);
        try_out(at, std::uint64_t{77}, 8);
        try_out(at, 0xff, 1);
        try_out(at, std::uint64_t{1} << 40U, 8);
    }
    EXPECT_GT(refused, 40);
    EXPECT_GT(loaded, 40) << "the negative control: most places are numbers";
}

}  // namespace
}  // namespace jounce::test::reduced_file_test

// Models that differ in the signals of their loads are assembled once; the System of each is the one that assembly gives, byte
// for byte.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/assembly_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "models.hpp"
#include "system_bytes.hpp"

namespace jounce::test::assembly_memory_test {
namespace {

struct Asked {
    double frequency = 10, amplitude = 1, clearance = 1e-3, direction = 1, diameter = 0.02, velocity = 0, motion = 1, mass = 1;
    int node = 7;
    bool moment = false, of_the_script = false;
    std::string name = "push", model = "rod";
};

class Harmonic : public Callable {
  public:
    explicit Harmonic(double size) : size_(size) {}
    void call(std::span<const double>, std::span<double> results) const override { results[0] = size_; }
    std::size_t call_some(std::span<const double>, std::span<double> results) const override {
        results[0] = size_;
        return 1;
    }
    [[nodiscard]] Origin origin() const override { return {"case.lua", 1}; }

  private:
    double size_;
};

Value sine(double amplitude, double frequency) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}});
}

std::shared_ptr<const Model> rod(const Asked& asked) {
    Script m{.model = Model(asked.model)};
    m.add("beam", {{"name", "rod"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(1, 0, 0)},
                   {"elements", 6},
                   {"section", circle(asked.diameter)},
                   {"material", steel()}});
    m.add("point", {{"name", "weight"}, {"node", "rod[3]"}, {"mass", asked.mass}});
    m.add("prescribe", {{"node", "rod[1]"}, {"dof", "uz"}, {"motion", sine(1e-3 * asked.motion, 5)}});
    m.add("fix", {{"node", "rod[1]"}, {"dofs", words({"ux", "uy", "rx", "ry", "rz"})}});
    Value force = sine(asked.amplitude, asked.frequency);
    if (asked.of_the_script) force = Value(std::shared_ptr<const Callable>(std::make_shared<Harmonic>(asked.amplitude)));
    const std::string at = "rod[" + std::to_string(asked.node) + "]";
    m.add("load", {{"name", asked.name}, {"node", at}, {"direction", vector(0, 0, asked.direction)}, {"force", force}});
    if (asked.moment) m.add("load", {{"node", "rod[7]"}, {"axis", vector(0, 1, 0)}, {"moment", sine(1, 3)}});
    m.add("load", {{"node", "rod[4]"}, {"direction", vector(0, 1, 0)}, {"force", sine(2, 7)}});
    m.add("gap", {{"name", "stop"},
                  {"node", "rod[7]"},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", asked.clearance},
                  {"sides", "positive"},
                  {"law", hertz()}});
    m.add("initial", {{"node", "rod[7]"}, {"velocity", vector(0, 0, asked.velocity)}});
    return std::make_shared<const Model>(std::move(m.model));
}

/// The bytes have matrices, rows, loads with their signals, gaps, laws, supports, nodes, initial values and notes.
void expect_same(const System& found, const Model& model) {
    const System whole = assemble(model);
    EXPECT_EQ(found.digest, whole.digest);
    EXPECT_EQ(found.model, model.id());
    EXPECT_EQ(found.notes, whole.notes);
    EXPECT_EQ(bytes_of(found), bytes_of(whole));
}

TEST(AssemblyMemory, AssemblesOnceWhatDiffersInSignalsOfLoads) {
    AssemblyMemory memory;
    const auto first = rod({});
    const auto one = memory.assemble(first, ModalDamping::as_matrix);
    expect_same(*one.system, *first);
    for (const double frequency : {11.0, 12.5, 10.0}) {
        const auto other = rod({.frequency = frequency, .amplitude = 3 * frequency});
        const auto found = memory.assemble(other, ModalDamping::as_matrix);
        expect_same(*found.system, *other);
        EXPECT_EQ(found.alike, one.alike);
    }
    EXPECT_EQ(memory.assembled(), 1);
    // Negative control of the comparison: the bytes tell one amplitude from another.
    EXPECT_NE(bytes_of(assemble(*rod({}))), bytes_of(assemble(*rod({.amplitude = 1.5}))));
}

TEST(AssemblyMemory, AssemblesWhatDiffersInAnythingElse) {
    for (const Asked& asked :
         {Asked{.clearance = 2e-3}, Asked{.direction = -1}, Asked{.diameter = 0.021}, Asked{.velocity = 1}, Asked{.motion = 2},
          Asked{.mass = 2}, Asked{.node = 6}, Asked{.moment = true}, Asked{.name = "pull"}, Asked{.model = "bar"}}) {
        AssemblyMemory memory;
        const auto one = memory.assemble(rod({}), ModalDamping::as_matrix);
        const auto other = rod(asked);
        const auto found = memory.assemble(other, ModalDamping::as_matrix);
        expect_same(*found.system, *other);
        EXPECT_NE(found.alike, one.alike);
        EXPECT_EQ(memory.assembled(), 2);
    }
    AssemblyMemory memory;
    const auto model = rod({});
    (void)memory.assemble(model, ModalDamping::as_matrix);
    (void)memory.assemble(model, ModalDamping::left_out);
    EXPECT_EQ(memory.assembled(), 2) << "another treatment of damping is another System";
}

// Two functions of one line of the script may refer to different numbers: the signal is that of the new model.
TEST(AssemblyMemory, TakesFunctionsOfTheScriptFromTheNewModel) {
    AssemblyMemory memory;
    (void)memory.assemble(rod({.of_the_script = true}), ModalDamping::as_matrix);
    const auto other = rod({.amplitude = 4, .of_the_script = true});
    const auto found = memory.assemble(other, ModalDamping::as_matrix);
    EXPECT_EQ(memory.assembled(), 1);
    EXPECT_EQ(found.system->digest, assemble(*other).digest);
    const auto is_new = [](const Load& load) { return load.signal->sample(0.3).value == 4; };
    EXPECT_EQ(std::ranges::count_if(found.system->loads, is_new), 1);
}

// A file of one name may have other contents when it is read again.
TEST(AssemblyMemory, ReadsFilesAgain) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "assembly_memory.csv";
    const auto write = [&file](double value) { std::ofstream(file) << "0," << value << "\n1," << value << "\n"; };
    const auto model = [&file](const char* entry) {
        const Value values = table({{"family", "signal"}, {"kind", "table"}, {"file", file.string()}});
        Script m;
        m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
        m.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
        m.add("spring", {{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}});
        if (entry == std::string("load"))
            m.add("load", {{"node", "a"}, {"direction", vector(1, 0, 0)}, {"force", values}});
        else
            m.add("prescribe", {{"node", "a"}, {"dof", "ux"}, {"motion", values}});
        return std::make_shared<const Model>(std::move(m.model));
    };
    for (const char* entry : {"load", "prescribe"}) {
        AssemblyMemory memory;
        write(1);
        (void)memory.assemble(model(entry), ModalDamping::as_matrix);
        write(2);
        const auto found = memory.assemble(model(entry), ModalDamping::as_matrix);
        const SignalPointer& signal =
            entry == std::string("load") ? found.system->loads[0].signal : found.system->recovery.prescribed[0].signal;
        EXPECT_EQ(signal->sample(0.5).value, 2) << entry;
    }
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace jounce::test::assembly_memory_test

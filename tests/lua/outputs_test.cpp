// What runs give back is what the lists of outputs say: rows in the script, headers of the files, probes and their units.
//
// Reference: the lists themselves, which `jounce kinds`, the reference and the editor's types show. A row is printed by a script
// as sorted "name:type" words; it must have every entry that always applies, with its type, and none that is not listed.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "base/fields/output.hpp"
#include "base/messages/text.hpp"
#include "command.hpp"
#include "record/logs/energy_csv.hpp"
#include "record/logs/friction_events_csv.hpp"
#include "record/logs/impacts_csv.hpp"
#include "reference/generated_docs.hpp"
#include "script/families.hpp"
#include "sweep/diagram.hpp"
#include "system/probes/probe_outputs.hpp"
#include "values/outputs.hpp"

namespace jounce::test::outputs_test {
namespace {

namespace fs = std::filesystem;

/// A block between a soft and a rigid stop on a rough belt, and a spun pendulum with one ideal hinge and one worn one.
std::string script(const std::string& block_probes, const std::string& pendulum_probes) {
    return R"lua(
local jounce = require "jounce"
local m = jounce.model{ name = "block" }
m:point{ name = "block", at = { 0, 0, 0 }, mass = 1, inertia = { 1, 1, 1 }, free = { "ux", "uy", "uz", "rx", "ry", "rz" } }
for _, d in ipairs{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } do
  m:spring{ from = "block", direction = d, stiffness = 1e4 }
  m:spring{ from = "block", axis = d, stiffness = 1e2 }
end
m:gap{ name = "soft", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive",
  law = jounce.law.flores{ stiffness = 1e8, restitution = 0.7 } }
m:gap{ name = "hard", node = "block", direction = { -1, 0, 0 }, clearance = 1e-3, sides = "positive",
  law = jounce.law.rigid{ restitution = 0.5 } }
m:friction{ name = "belt", node = "block", directions = { { 0, 1, 0 }, { 0, 0, 1 } }, normal_force = 1,
  friction = jounce.friction.coulomb{ coefficient = 0.5 } }
m:initial{ node = "block", velocity = { 1, 0.1, 0 } }
local run = jounce.run(m, { method = jounce.method.newmark{}, step = 1e-5, duration = 0.05, output = "block",
  record = { probes = { )lua" +
           block_probes + R"lua( } } })
tell_all("impact", run:impacts())
tell_all("friction_event", run:friction_events())
tell("run", run)
tell("state", run:state())
tell("summary", run.summary)
tell_all("gap_summary", run.summary.gaps)
tell_all("friction_summary", run.summary.frictions)
tell("energy_summary", run.summary.energy)

local p = jounce.model{ name = "pendulum" }
p:body{ name = "arm", mass = 1, inertia = 0.1, points = { A = { -0.5, 0 }, B = { 0.5, 0 } } }
p:body{ name = "bob", mass = 1, inertia = 0.1 }
p:revolute{ name = "hinge", between = { { 0, 0 }, "arm.A" } }
p:revolute_clearance{ name = "worn", bearing = "arm.B", journal = "bob", bearing_radius = 0.0101, journal_radius = 0.01,
  law = jounce.law.hertz{ stiffness = 1e8 }, friction = jounce.friction.coulomb{ coefficient = 0.1, regularisation_speed = 1e-3 } }
p:drive{ joint = "hinge", speed = 5 }
p:assemble{ angles = { arm = 0 } }
jounce.run(p, { duration = 0.01, output = "pendulum", record = { probes = { )lua" +
           pendulum_probes + " } } })\n";
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

std::string header_of(const fs::path& file) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (!line.starts_with("#")) return line;
    return {};
}

std::map<std::string, std::string> fields_of(std::vector<std::string> words) {
    std::map<std::string, std::string> out;
    words.erase(words.begin());
    for (const std::string& word : words) out[word.substr(0, word.find(':'))] = word.substr(word.find(':') + 1);
    return out;
}

/// Names of documented probes of one thing, with the thing's name in its place, and their headers.
void add(std::vector<std::string>& names, std::vector<std::string>& headers, const std::string& thing, const std::string& name,
         const std::vector<std::string>& without = {}) {
    for (const Output& probe : probe_outputs().columns) {
        const std::string start = "<" + thing + ">.";
        if (!probe.name.starts_with(start)) continue;
        const std::string quantity = probe.name.substr(start.size());
        if (std::ranges::find(without, quantity) != without.end()) continue;
        names.push_back("\"" + name + "." + quantity + "\"");
        headers.push_back(name + "." + quantity + (probe.unit.empty() ? "" : " [" + probe.unit + "]"));
    }
}

/// Does what a script gets have this type, "float" or "integer" of numbers?
bool fits(const std::string& got, const std::string& type) {
    if (const std::size_t at = type.find(" or "); at != std::string::npos)
        return fits(got, type.substr(0, at)) || fits(got, type.substr(at + 4));
    if (type == "number") return got == "float" || got == "integer";  // 4250 where it is whole
    if (type == "integer" || type == "string" || type == "boolean") return got == type;
    if (type == "false") return got == "boolean";
    if (type.starts_with("\"")) return got == "string";
    if (type.starts_with("fun(")) return got == "function";
    return got == "table" || got == "userdata";
}

/// Compares "output name key:type ..." lines of a script with the lists; counts how often each list and each of its entries was
/// met.
class Met {
  public:
    void line(const std::string& text) {
        std::vector<std::string> words = words_of(text);
        if (words.size() < 2 || words[0] != "output") return;
        words.erase(words.begin());
        const lua::AnyOutput* output = nullptr;
        for (const lua::AnyOutput& candidate : lua::outputs())
            if (candidate.list->name == words[0]) output = &candidate;
        ASSERT_NE(output, nullptr) << text;
        ++counts_[words[0]];
        std::map<std::string, std::string> fields = fields_of(words);
        for (const Output& column : output->list->columns) {
            const auto found = fields.find(column.name);
            if (found == fields.end()) {
                EXPECT_TRUE(column.optional) << column.name << " is missing in: " << text;
                continue;
            }
            ++counts_[words[0] + "." + column.name];
            EXPECT_TRUE(fits(found->second, column.type)) << words[0] << "." << column.name << " is " << found->second;
            fields.erase(found);
        }
        for (const auto& [name, type] : fields) ADD_FAILURE() << words[0] << "." << name << " is not listed";
    }
    [[nodiscard]] int count(const std::string& name) const {
        const auto found = counts_.find(name);
        return found != counts_.end() ? found->second : 0;
    }

  private:
    std::map<std::string, int> counts_;
};

/// tell(name, value, names of the script's own): what the value holds, as a line.
constexpr const char* tell = R"lua(
local function tell(name, value, own)
  local words = {}
  for key, held in pairs(value) do
    local mine = type(key) == "number"
    for _, word in ipairs(own or {}) do mine = mine or word == key end
    if not mine then words[#words + 1] = key .. ":" .. (math.type(held) or type(held)) end
  end
  table.sort(words)
  print("output " .. name .. " " .. table.concat(words, " "))
end
local function tell_all(name, rows, own) for _, row in ipairs(rows) do tell(name, row, own) end end
local function tell_named(name, rows) for _, row in pairs(rows) do tell(name, row) end end
)lua";

TEST(OutputLists, RowsHeadersAndProbesAreWhatTheListsSay) {
    std::vector<std::string> block, block_headers = {"time [s]"}, pendulum, pendulum_headers = {"time [s]"};
    add(block, block_headers, "node", "block");
    add(block, block_headers, "gap", "soft");
    add(block, block_headers, "friction", "belt");
    for (const Output& probe : probe_outputs().columns) {
        if (!probe.name.starts_with("energy.")) continue;
        block.push_back("\"" + probe.name + "\"");
        block_headers.push_back(probe.name + " [" + probe.unit + "]");
    }
    add(pendulum, pendulum_headers, "body", "bob");
    add(pendulum, pendulum_headers, "bearing", "worn");
    add(pendulum, pendulum_headers, "gap", "worn");
    add(pendulum, pendulum_headers, "joint", "hinge", {"drive_force", "moment"});
    const Scratch scratch;
    scratch.write("a.lua", tell + script(join(block), join(pendulum)));
    const CommandResult result = jounce("run a.lua --quiet", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(header_of(scratch.path() / "block/series.csv"), join(block_headers, ","));
    EXPECT_EQ(header_of(scratch.path() / "pendulum/series.csv"), join(pendulum_headers, ","));
    EXPECT_EQ(header_of(scratch.path() / "block/impacts.csv"), join(headers(record::impact_outputs()), ","));
    EXPECT_EQ(header_of(scratch.path() / "block/friction_events.csv"), join(headers(record::friction_event_outputs()), ","));
    EXPECT_EQ(header_of(scratch.path() / "block/energy.csv"), join(headers(record::energy_outputs()), ","));

    Met met;
    std::istringstream in(result.out);
    for (std::string line; std::getline(in, line);) met.line(line);
    // Soft and rigid contacts both count, so that every entry that may be missing is there and is not.
    EXPECT_GT(met.count("impact"), 2);
    for (const Output& column : record::impact_outputs().columns) EXPECT_GT(met.count("impact." + column.name), 0) << column.name;
    EXPECT_LT(met.count("impact.peak_force"), met.count("impact")) << "a rigid stop has none";
    for (const char* name : {"friction_event", "summary", "gap_summary", "friction_summary", "energy_summary", "run", "state"})
        EXPECT_GT(met.count(name), 0) << name;
}

/// Headers of before the lists: readers of the files know them.
TEST(OutputLists, HeadersAreThoseThatReadersKnow) {
    EXPECT_EQ(
        join(headers(record::impact_outputs()), ","),
        "gap,number,side,time_in [s],time_out [s],speed_in [m/s],speed_out [m/s],peak_force [N],max_indentation [m],impulse [N "
        "s],work [J],restitution_asked,restitution_delivered");
    EXPECT_EQ(join(headers(record::friction_event_outputs()), ","),
              "friction,event,time [s],friction_force [N],normal_force [N]");
    EXPECT_EQ(
        join(headers(record::energy_outputs()), ","),
        "time [s],kinetic [J],strain [J],contact [J],external [J],base [J],structural_damping [J],contact_damping [J],friction "
        "[J],transition [J],remainder [J]");
    EXPECT_EQ(
        join(headers(lua::study_row_outputs()), ","),
        "method,step [s],tolerance,steps,halvings,wall time [s],time per step [ns],setup time [s],repetitions,displacement error "
        "(rms),displacement error (max),velocity error (rms),velocity error (max),impact time error [s],impacts,common "
        "impacts,restitution error,energy remainder,displacement order,velocity order,impact time order,Pareto "
        "front,message,probes");
}

/// An oscillator between two walls, driven; a beam; a shell; what every function and method returns.
constexpr const char* everything = R"lua(
local jounce = require "jounce"
local m = jounce.model{ name = "driven" }
tell("handle", m:point{ name = "mass", mass = 1, at = { 0, 0, 0 } })
m:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 400 }
m:gap{ name = "wall", node = "mass", direction = { 1, 0, 0 }, clearance = 0.01, sides = "positive",
  law = jounce.law.hunt_crossley{ stiffness = 1e5, restitution = 0.8 } }
m:friction{ name = "rail", node = "mass", direction = { 1, 0, 0 }, normal_force = 0.1, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
m:load{ nodes = "mass", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 10, frequency = 4 } }
local words = {}
for _, name in ipairs{ MODEL_METHODS } do words[#words + 1] = name; assert(type(m[name]) == "function", name) end
tell("model", m, words)
local options = { method = jounce.method.newmark{}, step = 1e-4, duration = 4, record = { probes = { "mass.ux", "mass.ux_velocity", "wall.force" } } }
local run = jounce.run(m, options)
tell("run", run)
tell("state", run:state())
local t, x = run:series "mass.ux"
assert(#t == #x and type(run:at("mass.ux", 1)) == "number" and type(run:peak "wall.force") == "number")
assert(run:plot{ probes = { "mass.ux" }, file = "a.svg" } == nil)
tell("steady", run:steady{ period = 0.25 })
local section = run:section{ probes = { "mass.ux" }, at = "impacts", period = 0.25, after = true }
tell("poincare_section", section)
tell_all("section_row", section, { "mass.ux", "mass.ux after", "phase" })
tell_all("section_row", section:rows(), { "mass.ux", "mass.ux after", "phase" })
tell_named("sample_statistics", section.statistics)
section:print() section:csv "section.csv" section:plot{ x = "time", y = "mass.ux", file = "section.svg" }
local statistics = run:statistics{ period = 0.25, probes = { "wall.force" } }
tell("statistics", statistics)
tell_named("gap_statistics", statistics.gaps)
tell_named("friction_statistics", statistics.frictions)
tell_named("window_statistics", statistics.probes)
statistics:print()

local study = jounce.compare{ model = m, duration = 0.1, methods = { jounce.method.newmark{}, jounce.method.event_driven{} }, steps = { 1e-3, 5e-4 },
  tolerances = { 1e-6 }, reference = { method = jounce.method.newmark{}, step = 1e-4 }, probes = { "mass.ux", "mass.ux_velocity" }, repetitions = 1 }
tell("study", study)
tell_all("study_row", study:rows())
tell_all("study_row", study.front)
tell_named("study_probe", study:rows()[1].probes)
tell("study_reference", study.reference)
study:print() study:plot "study.svg"

local sweep = jounce.sweep{ axes = { { name = "a", values = { 1, 2, 3 } } },
  point = function(at) if at.a == 3 then error "no" end return { b = 2*at.a } end }
tell("sweep_result", sweep)
tell_all("sweep_row", sweep, { "a", "b" })
tell_all("sweep_row", sweep:rows(), { "a", "b" })
assert(sweep:mean "b" == 3 and type(sweep:standard_error "b") == "number")
tell_all("sweep_mean", sweep:mean("b", { by = "a" }), { "a" })
sweep:print() sweep:csv "sweep.csv" sweep:plot{ x = "a", y = "b", file = "sweep.svg" }
local diagram = jounce.sweep{ axes = { { name = "level", values = { 1 } } }, carry = "level", settle = 20, keep = 8,
  period = 0.25, probes = { "mass.ux" }, model = function(at) return m end, method = jounce.method.newmark{}, step = 1e-3 }
tell_all("sweep_row", diagram, { "level", DIAGRAM })
tell_all("diagram_row", diagram, { "level", "number", "direction", "section", "failed" })

local o = jounce.model{ name = "oscillator" }
o:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
o:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
o:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 1.6/(2*math.pi) } }
o:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive", law = jounce.law.rigid{ restitution = 0.8 } }
o:initial{ node = "mass", velocity = { 3, 0, 0 } }
local orbit = jounce.orbit{ model = o, period = 2*math.pi/1.6 }
tell("orbit", orbit)
tell_all("multiplier", orbit.multipliers)
assert(jounce.run(o, { initial = orbit:state(), duration = 1, method = jounce.method.event_driven{} }))
local family = jounce.orbit{ model = function(k) local m = jounce.model{ name = "soft" }
  m:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = k, damping = 0.1 }
  m:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 1.6/(2*math.pi) } }
  m:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive", law = jounce.law.hooke{ stiffness = 100 } }
  return m end, parameter = 1, period = 2*math.pi/1.6, settle = 50 }
local branch = jounce.continue{ orbit = family, from = 0.8, to = 2.2 }
tell("branch", branch)
tell_all("point", branch, { "special", "ends", "parameter_name" })
tell_all("branch_end", branch.ends)
assert(#branch.special > 0)
tell_all("point", branch.special)
local turn
for _, p in ipairs(branch.special) do if p.kind == "grazing" then turn = p end end
local curve = jounce.continue{ point = turn, second = { parameter = 1, from = 0.9, to = 1.1, model = function(k, F)
  local m = jounce.model{ name = "soft" }
  m:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = k, damping = 0.1 }
  m:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = F, frequency = 1.6/(2*math.pi) } }
  m:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive", law = jounce.law.hooke{ stiffness = 100 } }
  return m end } }
tell_all("point", curve, { "special", "ends", "parameter_name" })
tell_all("branch_end", curve.ends)
tell("orbit", jounce.orbit{ model = o, period = 2*math.pi/1.6, guess = { ["mass.ux"] = 0, ["mass.ux_velocity"] = 0.5, phase = 0.5 } })

local b = jounce.model{ name = "beam" }
local beam = b:beam{ name = "bar", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 4, section = jounce.section.circle{ diameter = 0.01 },
  material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
tell("handle", beam)
b:fix{ nodes = "bar[1]" }
b:gravity{ 0, 0, -9.81 }
b:gap{ name = "stop", node = "bar[5]", direction = { 0, 0, -1 }, clearance = 1, sides = "positive", law = jounce.law.hertz{ stiffness = 1e6 } }
local modes = jounce.modes(b, { count = 3 })
tell("modes", modes)
tell_all("mode", modes)
assert(#modes:rows() == 3 and #modes:rows()[1] == 3)
modes:vtk "modes"
local rest = jounce.static(b, { probes = { "bar[5].uz" } })
tell("equilibrium", rest)
assert(type(rest:at "bar[5].uz") == "number" and rest.values["bar[5].uz"] == rest:at "bar[5].uz")
local reduced = jounce.reduce(b, { modes = 3 })
tell("reduced", reduced)
tell("reduced", jounce.reduced(reduced:save "reduced.jounce"))
tell("report", reduced.report)
for _, name in ipairs{ "frequencies", "gaps", "loads", "mass" } do tell_all("compared", reduced.report[name]) end

local s = jounce.model{ name = "plate" }
tell("handle", s:shell{ name = "plate", mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 2, elements_2 = 2 }, thickness = 0.01,
  material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } })

local law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.7 }
local hit = jounce.impact{ law = law, reduced_mass = 1, speed = 1 }
tell("hit", hit)
tell("hit", jounce.impact{ law = jounce.law.hertz{ stiffness = 1e8 }, reduced_mass = 1, speed = 1 })
local times, forces = hit:series "force"
assert(#times == #forces) hit:csv "hit.csv" hit:plot "hit.svg"
local fit = jounce.fit{ law = jounce.law.hertz{ stiffness = 1e8 }, load = { 1, 10 } }
tell("fit", fit)
assert(math.abs(fit:error(1e-6)) < 1e-6)
assert(type(jounce.restitution(law, { speed = 1, reduced_mass = 1 })) == "number")
)lua";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    return text.replace(text.find(word), word.size(), by);
}

TEST(OutputLists, OfEveryFunctionAreInTheReference) {
    std::vector<std::string> entries, diagram;
    for (const KindDescription* kind : lua::find_family("model")->kinds) entries.push_back("\"" + kind->name + "\"");
    for (const Output& column : sweep::diagram_outputs().columns) diagram.push_back("\"" + column.name + "\"");
    const Scratch scratch;
    scratch.write("a.lua", tell + replaced(replaced(everything, "MODEL_METHODS", join(entries)), "DIAGRAM", join(diagram)));
    const CommandResult result = jounce("run a.lua --quiet", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    Met met;
    std::istringstream in(result.out);
    for (std::string line; std::getline(in, line);) met.line(line);
    const auto elsewhere = {"probe",   "energy",      "impact",           "friction_event",
                            "summary", "gap_summary", "friction_summary", "energy_summary"};  // above
    for (const lua::AnyOutput& output : lua::outputs()) {
        const std::string& name = output.list->name;
        if (std::ranges::find(elsewhere, name) != std::end(elsewhere)) continue;
        EXPECT_GT(met.count(name), 0) << name;
    }
    // What may be missing is there somewhere.
    for (const char* name :
         {"section_row.gap", "study_row.step", "study_row.tolerance", "study_row.displacement_order", "sweep_row.failed",
          "sweep_row.direction", "sweep_row.section", "handle.nodes", "handle.sets", "handle.ring"})
        EXPECT_GT(met.count(name), 0) << name;
}

/// A list that a type names exists; every function of the module says what it returns; the page names all.
TEST(OutputLists, TypesNameListsAndThePageHasThem) {
    const std::string page = lua::generated_docs().at("docs/reference/outputs.md");
    std::vector<std::string> names = {"number", "integer", "string", "boolean", "table", "numbers", "strings", "false", "law"};
    for (const lua::AnyOutput& output : lua::outputs()) names.push_back(output.list->name);
    for (const lua::AnyOutput& output : lua::outputs()) {
        EXPECT_NE(page.find("\n## " + output.list->title + "\n"), std::string::npos) << output.list->name;
        for (const Output& column : output.list->columns) {
            EXPECT_NE(page.find("| `" + column.name + "` |"), std::string::npos) << column.name;
            EXPECT_FALSE(column.meaning.empty()) << output.list->name << "." << column.name;
            std::string type = column.type;
            if (type.starts_with("fun(")) continue;
            type = type.substr(0, type.find(" or "));
            if (type.starts_with("list of ")) type.erase(0, 8);
            if (type.ends_with(" by name")) type.resize(type.size() - 8);
            EXPECT_NE(std::ranges::find(names, type), names.end())
                << output.list->name << "." << column.name << ": " << column.type;
        }
        for (const lua::Method& method : output.methods())
            EXPECT_NE(page.find("| `" + lua::method_words(method) + "` |"), std::string::npos) << method.name;
    }
}

TEST(OutputLists, AreShownByKinds) {
    const Scratch scratch;
    for (const char* name : {"probes", "impacts", "friction_events", "energy", "run", "summary", "study_row", "sweep_row"}) {
        const CommandResult result = jounce(std::string("kinds ") + name, scratch.path());
        EXPECT_EQ(result.status, 0) << result.err;
        for (const lua::AnyOutput& output : lua::outputs()) {
            if (output.list->name != name && output.list->also != name) continue;
            for (const Output& column : output.list->columns)
                EXPECT_NE(result.out.find(column.name), std::string::npos) << column.name;
            for (const lua::Method& method : output.methods())
                EXPECT_NE(result.out.find(method.name), std::string::npos) << method.name;
        }
    }
}

}  // namespace
}  // namespace jounce::test::outputs_test

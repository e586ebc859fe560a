// The hollow shaft of cases/xu2022/hollow_shaft.lua through the C++ headers: model, modes, run, peak force; the same numbers.
// Reference: Y. Xu et al. (2022), Machines 10, 814, doi:10.3390/machines10090814, section 3.2.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdio>
#include <jounce/base/fields/tables.hpp>
#include <jounce/modal/modes.hpp>
#include <jounce/record/run/run.hpp>
#include <jounce/system/model/model.hpp>
#include <memory>
#include <utility>

using namespace jounce;

namespace {

constexpr int elements = 40;

/// The shaft, free to move along x and to turn with it. All quantities are in SI units.
Handle add_shaft(Model& model) {
    Handle shaft = model.add(
        "beam",
        table(
            {{"name", "shaft"},
             {"from", List{0, 0, 0}},
             {"to", List{0, 0, 1}},
             {"elements", elements},
             {"theory", "timoshenko"},
             {"section", table_of("section", "tube",
                                  {{"outer_diameter", 0.19}, {"wall", 0.005}, {"shear_factor", 2 * (1 + 0.3) / (4 + 3 * 0.3)}})},
             {"material", table_of("material", "isotropic", {{"E", 207e9}, {"nu", 0.3}, {"density", 34410}})}}),
        here());
    model.add("fix", table({{"nodes", List(shaft.nodes.begin(), shaft.nodes.end())}, {"dofs", List{"uy", "uz", "rx", "rz"}}}),
              here());
    return shaft;
}

/// A slider between two walls, 3 mm away on either side.
void add_slider(Model& model, const char* name, const Reference& node) {
    model.add("gap",
              table({{"name", name},
                     {"node", node},
                     {"direction", List{1, 0, 0}},
                     {"clearance", 0.003},
                     {"sides", "both"},
                     {"law", table_of("law", "hertz", {{"stiffness", 1.5e11}, {"exponent", 1.5}})}}),
              here());
}

void solve() {
    Model model("hollow shaft", here());
    model.accept({"density"});  // the density of the paper
    const Handle shaft = add_shaft(model);

    const modal::Modes modes = modal::modes(assemble(model), 5);
    for (std::size_t i = 0; i < modes.modes.size(); ++i)
        std::printf("mode %zu %.10g Hz %s\n", i + 1, modes.modes[i].frequency, modes.modes[i].kind.c_str());

    add_slider(model, "top", shaft.nodes.front());
    add_slider(model, "middle", shaft.nodes[elements / 2]);
    add_slider(model, "tail", shaft.nodes.back());
    const List bending = {modes.modes[2].frequency, modes.modes[3].frequency};
    model.add("damping", table({{"damping", table_of("damping", "rayleigh", {{"ratio", 0.01}, {"frequencies", bending}})}}),
              here());
    model.add("load",
              table({{"nodes", List(shaft.nodes.begin(), shaft.nodes.end())},
                     {"direction", List{1, 0, 0}},
                     {"force", table_of("signal", "sine", {{"amplitude", 100}, {"frequency", 10}})}}),
              here());

    const record::RunOptions options =
        record::read_run_options(table({{"method", table_of("method", "newmark", {{"beta", 0.25}, {"gamma", 0.5}})},
                                        {"step", 1e-5},
                                        {"duration", 1},
                                        {"record", table({{"every", 10}, {"probes", List{"top.ux", "top.force"}}})}}));
    const record::Run run = record::execute(std::make_shared<const System>(assemble(model)), options, {});
    std::printf("%zu impacts\n", run.impacts().size());
    std::printf("peak force of the top slider %.10g N\n", run.peak("top.force", 0));
}

}  // namespace

int main() {
    try {
        solve();
        return 0;
    } catch (const Error& error) {  // "hollow_shaft.cpp:47: gap: 'clearance' must be ..."
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

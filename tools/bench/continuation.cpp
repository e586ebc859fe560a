// SPDX-License-Identifier: BSD-3-Clause
#include "continuation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "command.hpp"

namespace jounce::bench {

namespace {

const char* const oscillator =
    "local function model(w)\n"
    "  local model = jounce.model{ name = 'oscillator' }\n"
    "  model:point{ name = 'mass', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
    "  model:spring{ from = 'mass', direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }\n"
    "  model:load{ nodes = { 'mass' }, direction = { 1, 0, 0 },\n"
    "              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }\n"
    "  model:gap{ name = 'stop', node = 'mass', direction = { 1, 0, 0 }, clearance = 1, sides = 'positive',\n"
    "             law = jounce.law.rigid{ restitution = 0.8 } }\n"
    "  model:initial{ node = 'mass', velocity = { 3, 0, 0 } }\n"
    "  return model\n"
    "end\n"
    "follow(model, { at = 1.6, from = 1.2, to = 2, max = 0.05 })\n";

const char* const two_masses =
    "local function model(w)\n"
    "  local model = jounce.model{ name = 'two masses' }\n"
    "  model:point{ name = 'first', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
    "  model:point{ name = 'second', at = { 1, 0, 0 }, mass = 1, free = { 'ux' } }\n"
    "  model:spring{ from = 'first', to = 'second', direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }\n"
    "  model:spring{ from = 'second', direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }\n"
    "  model:load{ nodes = { 'second' }, direction = { 1, 0, 0 },\n"
    "              force = jounce.signal.sine{ amplitude = 0.1, frequency = w/(2*math.pi), phase = math.pi/2 } }\n"
    "  model:gap{ name = 'stop', node = 'first', direction = { 1, 0, 0 }, clearance = 1, sides = 'positive',\n"
    "             law = jounce.law.hooke{ stiffness = 100 } }\n"
    "  return model\n"
    "end\n"
    "follow(model, { at = 0.7, from = 0.5, to = 0.9, max = 0.05, settle = 0 })\n";

/// A beam of `elements` whose tip strikes a spring stop.
const char* const beam_model =
    "local function cantilever(w)\n"
    "  local model = jounce.model{ name = 'cantilever' }\n"
    "  local beam = model:beam{ name = 'beam', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = elements, theory = "
    "'euler_bernoulli',\n"
    "    section = jounce.section.rectangle{ width = 0.05, height = 0.01 },\n"
    "    material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7800 } }\n"
    "  model:fix{ nodes = beam.nodes, dofs = { 'ux', 'uy', 'rx', 'rz' } }\n"
    "  model:fix{ nodes = beam.nodes[1] }\n"
    "  model:damping(jounce.damping.modal{ ratio = 0.01 })\n"
    "  model:load{ nodes = { beam.nodes[elements + 1] }, direction = { 0, 0, 1 },\n"
    "              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }\n"
    "  model:gap{ name = 'stop', node = beam.nodes[elements + 1], direction = { 0, 0, 1 }, clearance = 5e-3,\n"
    "             sides = 'positive', law = jounce.law.hooke{ stiffness = 5e4 } }\n"
    "  return model\n"
    "end\n";

const char* const beam_script =
    "local function model(w) return jounce.reduce(cantilever(w), reduction) end\n"
    "follow(model, { at = 48, from = from, to = to, max = 0.05, settle = 200 })\n";

/// Follows one branch and writes its time and its points to a file.
const char* const follow =
    "local jounce = require 'jounce'\n"
    "local function follow(model, p)\n"
    "  local orbit = jounce.orbit{ model = model, parameter = p.at, parameter_name = 'w', settle = p.settle,\n"
    "    period = function(w) return 2*math.pi/w end }\n"
    "  local begin = os.clock()\n"
    "  local branch = jounce.continue{ orbit = orbit, from = p.from, to = p.to, step = { max = p.max } }\n"
    "  local seconds = os.clock() - begin\n"
    "  io.open('result', 'w'):write(('%.9g %d'):format(seconds, #branch)):close()\n"
    "end\n";

struct Branch {
    std::string variant, head;
    const char* script;
    int size;
    int base;  ///< that the ratio is to; -1: none
    int points = 0;
    double seconds = 1e300;  ///< per point
};

}  // namespace

std::vector<Measurement> measure_continuation(int repeats) {
    const std::string craig_bampton = "local reduction = { method = 'craig_bampton', modes = 5 }\nlocal from, to = 48, 60\n";
    std::vector<Branch> branches = {
        {"mass with a rigid stop", "", oscillator, 1, -1},
        {"two masses", "", two_masses, 2, -1},
        {"cantilever, 5 modes",
         "local elements, reduction = 20, { method = 'modal', modes = 5, correction = false }\nlocal from, to = 48, 70\n",
         beam_script, 5, -1},
        {"Craig-Bampton, 20 elements", "local elements = 20\n" + craig_bampton, beam_script, 6, -1},
        {"Craig-Bampton, 200 elements", "local elements = 200\n" + craig_bampton, beam_script, 6, 3},
    };
    const Scratch scratch;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (Branch& branch : branches) {
            std::ofstream(scratch.path / "branch.lua")
                << branch.head << follow << (branch.script == beam_script ? beam_model : "") << branch.script;
            run_jounce("run branch.lua --quiet", scratch.path);
            double seconds = 0;
            std::ifstream(scratch.path / "result") >> seconds >> branch.points;
            branch.seconds = std::min(branch.seconds, seconds / branch.points);
        }
    }
    std::vector<Measurement> out;
    for (const Branch& branch : branches) {
        const double ratio = branch.base < 0 ? 0 : branch.seconds / branches[static_cast<std::size_t>(branch.base)].seconds;
        out.push_back({"continuation", branch.variant, branch.size, branch.points, branch.seconds, ratio});
    }
    return out;
}

std::vector<Measurement> measure_orbit(int repeats) {
    const Scratch scratch;
    std::vector<Measurement> out;
    for (const int elements : {50, 100, 300}) {
        double least = 1e300;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            std::ofstream(scratch.path / "orbit.lua")
                << "local jounce = require 'jounce'\nlocal elements = " << elements << "\n"
                << beam_model
                << "local begin = os.clock()\n"
                   "local orbit = jounce.orbit{ model = cantilever, parameter = 53, parameter_name = 'w', settle = 30,\n"
                   "  period = function(w) return 2*math.pi/w end }\n"
                   "assert(orbit.label == '(1, 1)')\n"
                   "io.open('result', 'w'):write(('%.9g'):format(os.clock() - begin)):close()\n";
            run_jounce("run orbit.lua --quiet", scratch.path);
            double seconds = 0;
            std::ifstream(scratch.path / "result") >> seconds;
            least = std::min(least, seconds);
        }
        out.push_back({"orbit", "cantilever, not reduced", 2 * elements, 1, least, 0});
    }
    return out;
}

}  // namespace jounce::bench

// Follows a branch, saves its points, and resumes a saved branch.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "base/messages/version.hpp"
#include "branches/branch_reader.hpp"
#include "branches/branch_store.hpp"
#include "branches/continue.hpp"
#include "nonlinear/continuation/branch_archive.hpp"
#include "nonlinear/continuation/section_move.hpp"
#include "script/module.hpp"
#include "system/assembly/digest.hpp"
#include "system/probes/probe.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

using namespace nonlinear;

namespace {

struct StepSettings {
    double first = 0.01, most = 0.05;
};

}  // namespace

const FieldList& continue_step_fields() {
    static const FieldList fields =
        Fields<StepSettings>()
            .number("first", &StepSettings::first, "", between(1e-8, 1), "The first step along the branch.")
            .number("max", &StepSettings::most, "", between(1e-8, 1), "The longest step.");
    return fields;
}

WalkSettings walk_settings(const FollowSettings& given, WalkSettings standard, const std::string& subject) {
    WalkSettings out = std::move(standard);
    if (!given.step.is_nil()) {
        if (given.step.table() == nullptr) throw bad_field(subject, "step", "a table { first = ..., max = ... }", given.step);
        const auto step = read_settings<StepSettings>(continue_step_fields(), *given.step.table(), subject + ".step");
        if (given.step.table()->find("first") != nullptr && step.first > step.most)
            throw bad_case(subject + ".step: 'first' must be at most 'max' = " + shortest(step.most) + ", got " +
                           shortest(step.first));
        out.first = step.first;
        out.most = step.most;
    }
    if (given.tolerance) out.tolerance = *given.tolerance;
    out.most_points = given.points;
    if (given.detect.empty()) return out;
    out.detect.clear();
    for (const auto kind : detected_kinds) {
        if (std::ranges::find(given.detect, name_of(kind)) != given.detect.end()) out.detect.push_back(kind);
    }
    return out;
}

void require_range(const std::string& subject, const std::string& what, double at, double from, double to) {
    if (from == to) throw bad_case(subject + ": 'from' and 'to' must differ, got " + shortest(from) + " twice");
    if (at < std::min(from, to) || at > std::max(from, to))
        throw bad_case(subject + ": " + what + ", " + shortest(at) + ", must lie between 'from' = " + shortest(from) +
                       " and 'to' = " + shortest(to));
}

void set_range(FoundBranch& branch) {
    ScaledFamily& range = branch.scaled;
    branch.map.parameter_name = branch.parameter_name;
    branch.map.parameter_scale = range.range();
    branch.map.lowest = range.lowest = std::min(range.from, range.to);
    branch.map.highest = range.highest = std::max(range.from, range.to);
}

std::vector<std::string> units_of(const std::vector<std::string>& probes, const System& system) {
    std::vector<std::string> out;
    for (const std::string& probe : probes) out.push_back(resolve_probe(system, probe).unit);
    return out;
}

namespace {

/// Hash of everything that determines the branch.
std::string identity_of(const FoundBranch& asked, const ModelFamily& models, double parameter, const std::string& beginning) {
    Hash hash;
    hash.text(version).text(beginning).text(asked.parameter_name).number(asked.scaled.from).number(asked.scaled.to);
    hash.number(asked.own_period.value_or(0));
    hash.integer(asked.scaled.periods).vector(asked.map.scales).number(asked.map.phase).number(asked.map.tolerance);
    const WalkSettings& walk = asked.settings;
    hash.number(walk.first).number(walk.most).number(walk.tolerance).integer(walk.most_points);
    for (const SpecialKind kind : walk.detect) hash.text(name_of(kind));
    for (const std::string& probe : asked.probes) hash.text(probe);
    // Only models near the start: the user may correct a failure farther away before the branch is resumed.
    const double step = 1e-3 * (asked.scaled.to - asked.scaled.from);
    for (double at : {parameter, parameter + step, parameter - step}) {
        at = std::clamp(at, std::min(asked.scaled.from, asked.scaled.to), std::max(asked.scaled.from, asked.scaled.to));
        hash.text(models.system(at)->digest);
        hash.number(models.period(at));
    }
    return hash.hexadecimal();
}

void read_ends(const Branch& branch, FoundBranch& out) {
    out.ends.clear();
    for (const std::size_t i : {std::size_t{1}, std::size_t{0}}) {
        const Walk& walk = branch.walks[i];
        out.ends.push_back({out.scaled.parameter(walk.rows.back().point.U), {}, walk.end, walk.why});
    }
}

}  // namespace

linalg::Vector FoundBranch::unknowns(const linalg::Vector& y, double period) const {
    if (!own_period) return y;
    linalg::Vector out(y.size() + 1);
    out << y, period;
    return out;
}

FoundBranch begun_at(const PlaceOnBranch& place, const Value& probes, const std::string& subject) {
    const FoundBranch& from = *place.branch;
    FoundBranch out;
    out.family = from.family;
    out.parameter_name = from.parameter_name;
    out.probes = probes.is_nil() ? from.probes : orbit_probes(probes, *from.system, subject);
    out.units = units_of(out.probes, *from.system);
    out.system = from.system;
    out.map = from.map;
    out.map.subject = subject;
    out.map.phase = place.point().at.phase;
    out.scaled = from.scaled;
    out.own_period = from.own_period;
    return out;
}

std::shared_ptr<const FoundBranch> follow_branch(lua_State* L, FoundBranch asked, const std::string& output,
                                                 const BranchBeginning& beginning) {
    auto out = std::make_shared<FoundBranch>(std::move(asked));
    const std::string& subject = out->map.subject;
    const ModelFamily models = out->family->family(L, subject);
    BranchProblem problem{
        out->own_period ? autonomous_sections(models, out->map, *out->own_period) : march_sections(models, out->map), out->scaled,
        out->settings, interrupted};
    problem.family.period = models.period;
    problem.parameter_name = out->parameter_name;
    if (out->system->mechanism) {  // its section is fixed, and its derivatives are differences of runs
        problem.settings.newton.residual = problem.settings.newton.noise = nonlinear::noise_of_joints;
        problem.sections.free = nullptr;
        problem.sections.others = nullptr;
    }
    BranchStore store(context(L), subject, output, out->system->name,
                      output.empty() ? std::string() : identity_of(*out, models, beginning.parameter, beginning.identity));
    BranchReader reader(*out, problem);
    Branch branch;
    std::size_t walked = 0;  // the direction of the last step
    follow_kept(store, *out, subject, output,
                {.restore =
                     [&](const SavedBranch& saved) {
                         branch = branch_from_bytes(store.file(), saved.branch);
                         reader.restore(store.file(), saved.points, branch);
                         refresh(branch, problem);
                     },
                 .begin = [&] { branch = beginning.make(problem); },
                 .advance =
                     [&] {
                         walked = branch.under_way;
                         advance(branch, problem);
                     },
                 .done = [&] { return branch.done(); },
                 .read = [&] { reader.read(branch); },
                 .points = [&] { return reader.points(); },
                 .found = [&] { return branch.walks[0].rows.size() + branch.walks[1].rows.size() - 1; },
                 .show =
                     [&] {
                         const linalg::Vector& U = branch.walks[walked].rows.back().point.U;
                         store.show(out->parameter_name, reader.points(), reader.special(), out->scaled.parameter(U),
                                    U(U.size() - 1));
                     },
                 .hand_over =
                     [&] {
                         out->points = reader.take();
                         read_ends(branch, *out);
                     },
                 .saved =
                     [&] {
                         return SavedBranch{to_bytes(branch), reader.bytes(branch)};
                     }});
    return out;
}

}  // namespace jounce::lua

// The table of all families and functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/families.hpp"

#include <algorithm>
#include <type_traits>

#include "contact/families/law.hpp"
#include "contact/friction/friction.hpp"
#include "contact/geometry/geometry.hpp"
#include "contact/stiffness/stiffness.hpp"
#include "elements/material_kinds.hpp"
#include "elements/section_kinds.hpp"
#include "meshes/mesh_kinds.hpp"
#include "nonlinear/precision/options.hpp"
#include "record/run/run.hpp"
#include "script/module.hpp"
#include "sweep/axes.hpp"
#include "sweep/plan.hpp"
#include "system/damping/damping.hpp"
#include "system/model/model.hpp"
#include "system/signals/signal.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::lua {

namespace {

template <class Product>
AnyFamily erased(const Family<Product>& family, std::string title, std::string about, std::string call = {}) {
    AnyFamily out;
    out.name = family.name;
    out.title = std::move(title);
    out.about = std::move(about);
    out.call = call.empty() ? "jounce." + family.name + "." : std::move(call);
    for (const Kind<Product>* kind : family.kinds()) out.kinds.push_back(kind);
    out.takes_number = static_cast<bool>(family.from_number);
    out.takes_function = static_cast<bool>(family.from_function);
    out.make = [&family](std::size_t kind, const Table& table) -> Value {
        if constexpr (std::is_arithmetic_v<Product>) {
            return Value(family.kinds()[kind]->make(table));
        } else {
            static_cast<void>(family.kinds()[kind]->make(table));
            return {};
        }
    };
    return out;
}

}  // namespace

std::vector<std::string> AnyFamily::names() const {
    std::vector<std::string> out;
    for (const KindDescription* kind : kinds) out.push_back(kind->name);
    return out;
}

int AnyFamily::find(const std::string& kind) const {
    const auto at = std::find_if(kinds.begin(), kinds.end(), [&](const KindDescription* k) { return k->name == kind; });
    return at != kinds.end() ? static_cast<int>(at - kinds.begin()) : -1;
}

const std::vector<AnyFamily>& families() {
    static const std::vector<AnyFamily> table = {
        erased(entry_family, "Entries of a model", "The parts of a model. A call that creates a named entry returns its handle.",
               "model:"),
        erased(elements::material_family(), "Materials", "Materials of beams and shells.", "jounce."),
        erased(mesh_family, "Meshes",
               "Middle surfaces of shells, for the field `mesh` of `model:shell`, with named sets of points."),
        erased(elements::section_family(), "Sections", "Cross-sections of beams, in their principal axes."),
        erased(contact::law_family, "Contact laws",
               "Force of one side of a gap as a function of indentation and its rate. A tensile force is set to zero, unless the "
               "law permits adhesion."),
        erased(contact::stiffness_family, "Contact stiffness", "Numbers for the field `stiffness` of a contact law."),
        erased(contact::geometry_family, "Contact geometry",
               "For the field `geometry` of contact laws that derive their force from radii and materials."),
        erased(contact::friction_family, "Friction laws",
               "Force along the slip of a gap, or of `model:friction`, as a function of slip velocity and normal force."),
        erased(damping_family, "Structural damping", "For `model:damping(...)`."),
        erased(signal_family, "Signals", "Functions of time for loads, prescribed motions and moving bases."),
        erased(time::method_family, "Time integrators", "For the field `method` of `jounce.run`."),
    };
    return table;
}

const std::vector<AnyFunction>& functions() {
    static const std::vector<AnyFunction> table = {
        {"parameters",
         "jounce.parameters{ name = default, ... }",
         "Declares, once in a script, the parameters that `--set name=value` may change, and returns their values: numbers, "
         "strings, booleans. A "
         "value "
         "given is read with the type of the default; an undeclared name is an error.",
         nullptr,
         {},
         "defaults: T",
         "T"},
        {"model",
         "jounce.model{ name = ... }",
         "An empty model; its methods add entries.",
         &model_fields(),
         {},
         "fields: jounce.model.fields",
         "jounce.model"},
        {"modes",
         "jounce.modes(model, { count = ... })",
         "Undamped modes of the model with every gap open, from the lowest frequency up.",
         &modes_fields(),
         {},
         "model: jounce.model, options?: jounce.modes.fields",
         "jounce.modes"},
        {"reduce",
         "jounce.reduce(model, { method = ..., modes = ... })",
         "A smaller model that is accepted wherever a model is: its coordinates are modes and static responses, its probes, "
         "gaps, energies and pictures are those of the full model. print(reduced.report) shows its errors before a run.",
         &reduce_fields(),
         {},
         "model: jounce.model, options: jounce.reduce.fields",
         "jounce.reduced"},
        {"reduced",
         "jounce.reduced(file)",
         "A reduced model from a file of `reduced:save`. Its runs have the same bits as those of the model that was saved; "
         "elements "
         "and matrices of the full model are not needed.",
         nullptr,
         {},
         "file: string",
         "jounce.reduced"},
        {"write_mesh",
         "jounce.write_mesh(model, file)",
         "Writes the shells of a model with their sets as a mesh for Gmsh (a name that ends in .msh), or with their thicknesses "
         "and "
         "materials, too, for Abaqus and CalculiX (.inp); jounce.mesh.gmsh and jounce.mesh.abaqus read it back.",
         nullptr,
         {},
         "model: jounce.model, file: string",
         ""},
        {"static",
         "jounce.static(model, { ... })",
         "The static equilibrium of the model under the loads at one instant, including contact: contact laws at zero rate, "
         "rigid stops by their reactions. A run can start from it (`initial`). An unrestrained motion is an error that names it.",
         &static_fields(),
         {},
         "model: jounce.model, options?: jounce.static.fields",
         "jounce.equilibrium"},
        {"restitution",
         "jounce.restitution(law, { speed = ..., reduced_mass = ... })",
         "The restitution of a contact law for a collision of two free bodies at this speed: from its closed form, or by "
         "integrating "
         "one collision to twelve digits. In a structure the ratio of a gap's speeds differs: during contact the bodies are also "
         "pushed by the rest of the structure.",
         &restitution_fields(),
         {},
         "law: jounce.law, options: jounce.restitution.fields",
         "number"},
        {"run",
         "jounce.run(model, { ... })",
         "Marches the model through time.",
         &record::run_fields(),
         {{"record", &record::record_fields()},
          {"vtk", &record::vtk_fields()},
          {"energy", &record::energy_fields()},
          {"checkpoint", &record::checkpoint_fields()}},
         "model: jounce.model, options: jounce.run.fields",
         "jounce.run"},
        {"compare",
         "jounce.compare{ ... }",
         "A work-precision study: every method at every step (or tolerance) against a reference. Each combination runs once for "
         "its errors and is then timed without output. A combination that fails is a row with its message.",
         &nonlinear::compare_fields(),
         {{"reference", &nonlinear::reference_fields()}},
         "fields: jounce.compare.fields",
         "jounce.study"},
        {"sweep",
         "jounce.sweep{ axes = { ... }, point = function(at, before) ... end }",
         "Computes points in separate processes, on all cores, and returns the table of their rows. Each point starts from a "
         "copy of the script's state at the call. With `model` and `period` it computes bifurcation diagrams. See "
         "docs/guide/sweeps.md.",
         &sweep_fields(),
         {{"axes", &sweep::axis_fields()}, {"samples", &sweep::sample_fields()}},
         "fields: jounce.sweep.fields",
         "jounce.sweep_result"},
        {"orbit",
         "jounce.orbit{ model = function(p) ... end, parameter = ..., period = ... }",
         "One periodic orbit, stable or not, with its Floquet multipliers: Newton's method on the map of a period, whose "
         "derivative "
         "passes through all events. See docs/guide/orbits.md.",
         &orbit_fields(),
         {},
         "fields: jounce.orbit.fields",
         "jounce.orbit"},
        {"continue",
         "jounce.continue{ orbit = ..., from = ..., to = ... }",
         "The branch of an orbit over its parameter, stable or not, with its special points; or with `point` and `second` a "
         "curve of special points in two parameters. See docs/guide/branches.md.",
         &continue_fields(),
         {{"step", &continue_step_fields()}, {"second", &continue_second_fields()}},
         "fields: jounce.continue.fields",
         "jounce.branch"},
        {"fit",
         "jounce.fit{ law = ..., load = { lowest, highest } }",
         "Fits F = K δ^n to an elastic law over a range of loads, by unweighted least squares over equally spaced loads.",
         &fit_fields(),
         {},
         "fields: jounce.fit.fields",
         "jounce.fit"},
        {"impact",
         "jounce.impact{ law = ..., reduced_mass = ..., speed = ... }",
         "One collision of two free bodies, or of one with a wall, integrated with the law to about twelve digits. A rigid law "
         "gives its restitution directly: depth and duration are zero, the force is infinite, and there is no time series.",
         &impact_fields(),
         {},
         "fields: jounce.impact.fields",
         "jounce.hit"},
        {"plot_impacts",
         "jounce.plot_impacts{ hits = { ... }, file = ... }",
         "Draws several hits in one picture: force over indentation, where the enclosed area is the energy lost, and force over "
         "time.",
         &plot_impacts_fields(),
         {},
         "fields: jounce.plot_impacts.fields",
         ""},
        {"peak", "run:peak(probe, { from = ... })", "Largest absolute value of a recorded probe.", &peak_fields(), {}},
        {"series",
         "run:series(probe, { from = ..., to = ... })",
         "Times and values of a recorded probe, of all records or of those in a time interval. The records of a long run are in "
         "a file; for an interval only the needed part is read.",
         &series_fields(),
         {}},
        {"integral",
         "run:integral(probe, { from = ..., to = ... })",
         "Integral of a recorded probe over time, by the dense output.",
         &integral_fields(),
         {}},
        {"plot",
         "run:plot({ probes = ..., file = ... }, other_run, ...)",
         "Draws recorded probes over time, or with `x` and `y` one probe over another (phase portraits, orbits). Other runs are "
         "drawn in the same panels, each under the name of its model.",
         &plot_fields(),
         {}},
        {"steady",
         "run:steady{ period = ... }",
         "The steady state at the end of the record: its period, impacts, and extremes of every probe (dense output, both sides "
         "of events).",
         &steady_fields(),
         {}},
        {"section",
         "run:section{ probes = ..., period = ... }",
         "A Poincare section: the values of probes at chosen instants of the dense output: once a period (`period`), where "
         "contacts begin (`at`), or where a probe passes a value (`probe`).",
         &section_fields(),
         {}},
        {"section_plot",
         "section:plot({ x = ..., y = ..., file = ... }, other_section, ...)",
         "Draws the points of a section, one column over another, together with those of other sections.",
         &section_plot_fields(),
         {}},
        {"statistics",
         "run:statistics{ period = ... }",
         "Statistics over a time interval of a run: contacts, energies dissipated, and the largest absolute values of probes per "
         "window.",
         &statistics_fields(),
         {}},
        {"branch_plot",
         "branch:plot({ y = ..., file = ... }, other_branch, ...)",
         "Draws a column of a branch over its parameter: solid where the orbits are stable, dashed where they are not, with "
         "marks at special points, together with other branches.",
         &branch_plot_fields(),
         {}},
        {"switch",
         "point:switch{ from = ..., to = ... }",
         "The other branch at a special point: at a period doubling orbits of twice the period, at a branch point the crossing "
         "branch, at a grazing orbits with one additional contact. All fields are optional.",
         &switch_fields(),
         {{"step", &continue_step_fields()}}},
        {"sweep_plot",
         "sweep:plot{ y = ..., file = ... }",
         "Draws a sweep: curves of a column over an axis, one for each value of another column (`by`) and each direction; the "
         "sections of a diagram as points; two axes as a map (`colour`).",
         &sweep_plot_fields(),
         {}},
        {"sweep_mean",
         "sweep:mean(column, { by = ... })",
         "The mean of a column over the points that have a row. sweep:standard_error is the sample standard deviation (n - 1) "
         "divided by the root of n. With `by` both return a list of rows, one for each value of another column.",
         &sweep_mean_fields(),
         {}},
        {"result",
         "jounce.result{ name = value, ... }",
         "The results of the case: numbers, strings and booleans, once in a script. `jounce run` prints them; `jounce sweep CASE "
         "--over ...` writes them as the row of each point.",
         nullptr,
         {},
         "values: table<string, number|string|boolean>",
         ""},
        {"figure",
         "jounce.plot{ curves = { { x = ..., y = ... } }, file = ... }",
         "Draws any numbers: curves, points, maps, in one panel or several. Values that are not finite leave a gap, and so do "
         "values that are not positive on a logarithmic axis.",
         &figure_fields(),
         {{"curves", &curve_fields()}, {"panels", &panel_fields()}},
         "fields: jounce.figure.fields",
         ""},
        {"print_table",
         "jounce.print_table{ title, columns, rows }",
         "Prints rows as an aligned table.",
         &print_table_fields(),
         {},
         "fields: jounce.print_table.fields",
         ""},
    };
    return table;
}

const AnyFamily* find_family(const std::string& name) {
    for (const AnyFamily& family : families()) {
        if (family.name == name) return &family;
    }
    return nullptr;
}

}  // namespace jounce::lua

// The editor's types: a ---@meta file for the Lua language server, from the same field lists.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cctype>

#include "base/si.hpp"
#include "base/text.hpp"
#include "families.hpp"
#include "field_words.hpp"
#include "generated_docs.hpp"

namespace jounce::lua {

namespace {

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Class of a kind's fields: "jounce.law.hertz.fields"
std::string fields_class(const std::string& call) {
    std::string out = call;
    std::replace(out.begin(), out.end(), ':', '.');
    return (out.starts_with("jounce.") ? out : "jounce." + out) + ".fields";
}

std::string type_of(const Field& field) {
    if (!field.family.empty()) {
        const AnyFamily* family = find_family(field.family);
        std::string out = "jounce." + field.family;
        if (family != nullptr && family->takes_number) out += "|number";
        if (family != nullptr && family->takes_function) out += "|function";
        return out;
    }
    if (!field.choices.empty()) {
        std::string words;
        for (const std::string& choice : field.choices) words += (words.empty() ? "\"" : "|\"") + choice + "\"";
        return field.type == "string" ? words : "(" + words + ")[]";
    }
    const std::string& type = field.type;
    if (type == "number" || type == "integer" || type == "boolean" || type == "string" || type == "table") return type;
    if (type == "vector" || type == "list of numbers") return "number[]";
    if (type == "list of strings") return "string[]";
    if (type == "list of hits") return "jounce.hit[]";
    if (type == "list of methods") return "jounce.method[]";
    if (type == "model") return "jounce.model";
    if (type == "run or equilibrium") return "jounce.run|jounce.equilibrium";
    if (type == "list of lists") return "any[][]";
    if (type == "list of vectors") return "number[][]";
    if (type == "table or false") return "table|false";
    if (type.starts_with("list of ")) return "jounce.reference|jounce.reference[]";
    if (type == "place or node") return "number[]|jounce.reference";
    if (type == "function") return "function";
    const bool one_word = std::all_of(type.begin(), type.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    return one_word ? "jounce.reference" : "any";
}

std::string fields_text(const std::string& name, const FieldList& fields) {
    std::string out = "---@class " + name + "\n";
    for (const Field& field : fields.fields) {
        out += "---@field " + field.name + (field.required ? " " : "? ") + type_of(field) + " " + one_line(field.sentence);
        std::string notes;
        const auto note = [&notes](const std::string& text) { notes += (notes.empty() ? "" : ", ") + text; };
        if (!field.unit.empty()) note("[" + field.unit + "]");
        if (range_words(field) != "-") note(range_words(field));
        if (!field.required && !field.standard.empty()) note("default " + one_line(field.standard));
        out += notes.empty() ? "\n" : " (" + notes + ")\n";
    }
    return out + "\n";
}

std::string kind_text(const AnyFamily& family, const KindDescription& kind) {
    const std::string call = constructor_words(family, kind);
    const std::string fields = fields_class(call);
    const bool entry = family.call == "model:";
    const bool nameless = entry && kind.fields.find("name") == nullptr;
    const std::string result = entry ? "jounce.handle" : family.name == "stiffness" ? "number" : "jounce." + family.name;
    std::string out = fields_text(fields, kind.fields);
    out += "---" + one_line(kind.summary) + "\n";
    for (const Source& source : kind.sources) out += "---\n---Source: " + source_words(source) + "\n";
    out += "---@param fields " + fields + (entry ? "|table" : "") + "\n" + (nameless ? "" : "---@return " + result + "\n");
    return out + "function " + call + "(fields) end\n\n";
}

// What has no field list: objects and what they answer.
constexpr const char* objects = R"(---@class jounce.handle What a model gives back for an entry; as good as its name
---@field name string
---@field type string
---@field nodes? jounce.handle[] The nodes it made, a beam's from end to end, a shell's in the order of its mesh
---@field sets? string[] Names of a shell's sets of nodes
---@field set? fun(self: jounce.handle, name: string): jounce.handle[] The nodes of a shell's set
---@field ring? fun(self: jounce.handle, number: integer): jounce.handle[] The nodes of the set "ring <number>"

---@alias jounce.reference string|jounce.handle A name or a handle

---@class jounce.mode
---@field frequency number [Hz]
---@field eigenvalue number [1/s2]
---@field residual number |K phi - lambda M phi| / (|K| |phi|)
---@field kind string rigid, bending, axial, torsion, or a mix
---@field participation table<string, number> By direction: ux uy uz rx ry rz
---@field effective_mass table<string, number> By direction [kg, kg m2]

---@class jounce.modes
---@field [integer] jounce.mode
---@field complete boolean Does the inertia count prove that no mode is missing?
---@field counted_below integer
---@field total_mass table<string, number>
local modes = {}

---Rows of { number, frequency, kind } for jounce.print_table.
---@return any[][]
function modes:rows() end

---Writes the shapes for ParaView: modes.pvd and a .vtu for each.
---@param folder string
function modes:vtk(folder) end

---@class jounce.equilibrium Where a model rests; print(...) shows it
---@field time number [s]
---@field probes string[] As asked for
---@field values table<string, number> Of these probes
---@field iterations integer Linear systems solved
---@field imbalance number Largest remainder of a balance, relative to what is in it
local equilibrium = {}

---Any probe, recorded or not.
---@param probe string
---@return number
function equilibrium:at(probe) end

---@class jounce.compared
---@field name string
---@field full number
---@field reduced number
---@field error number Relative to the full value

---@class jounce.report What a reduction errs; print(...) shows it
---@field method string
---@field full_size integer
---@field size integer
---@field rigid_modes integer
---@field modes integer Elastic modes kept
---@field static_vectors integer
---@field dropped integer Vectors that others make up
---@field highest_frequency number Of the modes kept [Hz]
---@field complete boolean Does the inertia count prove that no mode is missing?
---@field frequencies jounce.compared[] Elastic modes with every gap open [Hz]
---@field gaps jounce.compared[] Static compliance of gaps and frictions
---@field loads jounce.compared[] Static energy under each load
---@field mass jounce.compared[] That moves with the model, by direction
---@field largest_frequency_error number
---@field largest_gap_error number
---@field displacement_lost number Of the initial values
---@field velocity_lost number
---@field notes string[]

---@class jounce.reduced: jounce.model Accepted wherever a model is
---@field name string
---@field size integer Coordinates
---@field report jounce.report

---@class jounce.impact
---@field gap string
---@field number integer
---@field side "positive"|"negative"|"radial"
---@field time_in number [s]
---@field time_out? number [s]; nil while the contact lasts
---@field speed_in? number [m/s]; nil where the bodies did not approach: a contact that was closed from the start
---@field speed_out? number [m/s]
---@field peak_force number [N]
---@field max_indentation number [m]
---@field impulse number [N s]
---@field work number [J]
---@field restitution_asked? number
---@field restitution_delivered? number

---@class jounce.friction_event
---@field friction string
---@field event "stick"|"slip"|"reversal"
---@field time number [s]
---@field friction_force number Its size just after [N]
---@field normal_force number [N]

---@class jounce.run
---@field summary table What the run took and did; print(run.summary) shows it
---@field folder string The output folder, "" when nothing was written
local run = {}

---Times and values of a recorded probe.
---@param probe string
---@return number[] times
---@return number[] values
function run:series(probe) end

---The impacts of a gap, or of all.
---@param gap? jounce.reference
---@return jounce.impact[]
function run:impacts(gap) end

---Where a set-valued friction (of a gap, or of model:friction) sticks, slips and reverses; or all of them.
---@param friction? jounce.reference
---@return jounce.friction_event[]
function run:friction_events(friction) end

---A recorded probe at any time, interpolated.
---@param probe string
---@param time number
---@return number
function run:at(probe, time) end

---Largest absolute value of a recorded probe.
---@param probe string
---@param options? jounce.peak.fields
---@return number
function run:peak(probe, options) end

---Draws recorded probes over time, or one over another; those of other runs in the same panels.
---@param fields jounce.plot.fields
---@param ... jounce.run
function run:plot(fields, ...) end

---A Poincare section of recorded probes.
---@param fields jounce.section.fields
---@return jounce.poincare_section
function run:section(fields) end

---Statistics of contacts, energies and peaks.
---@param fields jounce.statistics.fields
---@return jounce.statistics
function run:statistics(fields) end

---@class jounce.study_row One method at one step or tolerance; a value that is not known is nil
---@field method string
---@field step? number [s]
---@field tolerance? number
---@field steps? integer Steps taken
---@field halvings? integer Steps that were halved
---@field seconds? number Stepping without output, the least of the repetitions [s]
---@field nanoseconds_per_step? number
---@field setup_seconds? number Preparing, binding, the first step with its factorisations [s]
---@field repetitions? integer
---@field displacement_error? number rms over the samples, relative to the largest value of the reference; worst probe
---@field displacement_error_max? number
---@field velocity_error? number
---@field velocity_error_max? number
---@field impact_time_error? number Largest difference of the common onsets [s]
---@field impacts? integer
---@field common_impacts? integer
---@field restitution_error? number Largest difference of delivered restitution
---@field energy_remainder? number Largest remainder over the work done
---@field displacement_order? number Observed from the next larger step
---@field velocity_order? number
---@field impact_time_order? number
---@field front boolean On the Pareto front of cost and displacement error?
---@field message? string Why there are no results

---@class jounce.study
---@field front jounce.study_row[] The rows that no other one beats, the cheapest first
---@field reference table What errors are measured against, and its own uncertainty
---@field folder string The output folder, "" when nothing was written
local study = {}

---Prints the rows as a table.
function study:print() end

---Draws error over cost.
---@param file string .svg or .png
function study:plot(file) end

---All rows.
---@return jounce.study_row[]
function study:rows() end

---@class jounce.hit One collision; print(...) shows it
---@field law string The law's kind
---@field reduced_mass number [kg]
---@field speed number [m/s]
---@field restitution number What the law delivers
---@field restitution_asked number|false What it was asked for
---@field separation_speed number [m/s]
---@field max_indentation number [m]
---@field max_force number [N]
---@field duration number [s]
---@field time_of_turn number Of the deepest point [s]
---@field impulse number [N s]
---@field work number Kinetic energy that did not come back [J]
---@field permanent_indentation number [m]
---@field pushes integer More than one where a law lets go and comes back
---@field trusted boolean Is it as deep at most as the law's assumptions reach?
local hit = {}

---Times and values, equally spaced in time.
---@param quantity "indentation"|"rate"|"force"
---@return number[] times
---@return number[] values
function hit:series(quantity) end

---Writes time, indentation, rate and force.
---@param file string .csv
function hit:csv(file) end

---Draws force over indentation and over time.
---@param file string .svg or .png
function hit:plot(file) end

---@class jounce.model
---@field name string
local model = {}

)";

constexpr const char* module_functions = R"(---Declares what --set name=value may change, with the defaults.
---@generic T: table
---@param defaults T
---@return T
function jounce.parameters(defaults) end

---@param fields jounce.model.fields
---@return jounce.model
function jounce.model(fields) end

---Undamped modes of a model with every gap open.
---@param model jounce.model
---@param options? jounce.modes.fields
---@return jounce.modes
function jounce.modes(model, options) end

---Where a model rests under the loads of one instant, gaps included.
---@param model jounce.model
---@param options? jounce.static.fields
---@return jounce.equilibrium
function jounce.static(model, options) end

---A smaller model that runs in place of the given one.
---@param model jounce.model
---@param options jounce.reduce.fields
---@return jounce.reduced
function jounce.reduce(model, options) end

---Writes the shells of a model as a mesh: Gmsh (.msh) or Abaqus and CalculiX (.inp), by the ending of the name.
---@param model jounce.model
---@param file string
function jounce.write_mesh(model, file) end

---What a contact law delivers when two free bodies meet.
---@param law jounce.law
---@param options jounce.restitution.fields
---@return number
function jounce.restitution(law, options) end

---Marches a model through time.
---@param model jounce.model
---@param options jounce.run.fields
---@return jounce.run
function jounce.run(model, options) end

---Compares methods, steps and tolerances with a reference.
---@param fields jounce.compare.fields
---@return jounce.study
function jounce.compare(fields) end

---One collision with a contact law.
---@param fields jounce.impact.fields
---@return jounce.hit
function jounce.impact(fields) end

---Draws several collisions into one picture.
---@param fields jounce.plot_impacts.fields
function jounce.plot_impacts(fields) end

---Prints rows as an aligned table.
---@param fields jounce.print_table.fields
function jounce.print_table(fields) end

)";

}  // namespace

std::string editor_types() {
    std::string out =
        "---@meta jounce\n-- Types of the module for the Lua language server. Generated by tools/generate-docs from the field "
        "lists in "
        "lib/.\n-- Do not edit: tests/lua/docs_test.cpp compares.\n-- luacheck: ignore\n-- SPDX-License-Identifier: "
        "BSD-3-Clause\n\n";
    out += "local jounce = {}\n\n---The version of Jounce.\njounce.version = \"\"\n\n---Factors to SI units: 190*jounce.si.mm\n";
    out += "jounce.si = {\n";
    for (const UnitFactor& unit : unit_factors) {
        out += "    " + std::string(unit.name) + " = " + shortest(unit.factor) + ", -- " + std::string(unit.unit) + "\n";
    }
    out += "}\n\n" + std::string(objects) + statistics_types();
    for (const AnyFamily& family : families()) {
        const bool table = family.call != "model:" && family.call != "jounce.";
        if (family.call != "model:" && family.name != "stiffness") {
            out += "---@class jounce." + family.name + "\n---@field kind string\n---@field family \"" + family.name + "\"\n\n";
        }
        if (table) out += "---" + one_line(family.about) + "\njounce." + family.name + " = {}\n\n";
        for (const KindDescription* kind : family.kinds) out += kind_text(family, *kind);
    }
    for (const AnyFunction& function : functions()) {
        if (function.fields != nullptr) out += fields_text("jounce." + function.name + ".fields", *function.fields);
        for (const auto& [name, fields] : function.nested) {
            out += fields_text("jounce." + function.name + "." + name + ".fields", *fields);
        }
    }
    return out + module_functions + "return jounce\n";
}

}  // namespace jounce::lua

// What the types for editors say of objects and functions that have no field list.
// SPDX-License-Identifier: BSD-3-Clause
#include "editor_text.hpp"

namespace jounce::lua {

// What has no field list: objects and what they answer.
const char* const editor_objects = R"(---@class jounce.handle What a model gives back for an entry; as good as its name
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
---@field total_mass table<string, number> What the effective masses of all modes add up to
---@field notes string[] That there are fewer modes than asked for
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

---What another run can begin with: the end of this one, at t = 0.
---@return jounce.state
function run:state() end

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

---@class jounce.state What a run can begin with, at t = 0

---@class jounce.sweep_row
---@field number integer
---@field direction? "up"|"down" Of a carried axis
---@field failed? string Why the point has no row
---@field section? table<string, number[]> Of a diagram, by probe

---@class jounce.sweep_result A list of rows; print(...) shows it
---@field [integer] jounce.sweep_row|table<string, any>
---@field name string
---@field folder string The output folder, "" when nothing was written
---@field failed integer How many points have no row
local sweep = {}

---Prints the rows as a table.
function sweep:print() end

---Writes all rows.
---@param file string .csv
function sweep:csv(file) end

---Draws columns over an axis, or two axes as a map.
---@param fields jounce.sweep_plot.fields
function sweep:plot(fields) end

---The mean of a column.
---@param column string
---@param options? jounce.sweep_mean.fields
---@return number|table[]
function sweep:mean(column, options) end

---The standard error of that mean.
---@param column string
---@param options? jounce.sweep_mean.fields
---@return number|table[]
function sweep:standard_error(column, options) end

---All rows.
---@return jounce.sweep_row[]
function sweep:rows() end

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

const char* const editor_functions = R"(---Declares what --set name=value may change, with the defaults.
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

---Computes points on all cores.
---@param fields jounce.sweep.fields
---@return jounce.sweep_result
function jounce.sweep(fields) end

---What the case found: printed, or a row of `jounce sweep`.
---@param values table<string, number|string|boolean>
function jounce.result(values) end

---Draws any numbers.
---@param fields jounce.figure.fields
function jounce.plot(fields) end

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

}  // namespace jounce::lua

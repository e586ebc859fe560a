// The editor's types of what run:section and run:statistics return: objects without a field list.
// SPDX-License-Identifier: BSD-3-Clause
#include "generated_docs.hpp"

namespace jounce::lua {

const char* statistics_types() {
    return R"(---@class jounce.sample_statistics What is not known is nil
---@field count integer
---@field mean? number
---@field standard_deviation? number Over n - 1
---@field min? number
---@field max? number
---@field quantile_5? number
---@field quantile_95? number

---@class jounce.poincare_section A list of rows { time = ..., ["<probe>"] = ..., ... }; print(...) shows its statistics
---@field [integer] table
---@field statistics table<string, jounce.sample_statistics> By column
---@field period integer|"none" After how many periods, or points of events, it repeats
---@field distinct integer|"none" Different points, where it repeats
---@field missed integer Intervals between records that hide crossings
local section = {}

---All rows.
---@return table[]
function section:rows() end

---Draws its points, and those of other sections.
---@param fields jounce.section_plot.fields
---@param ... jounce.poincare_section
function section:plot(fields, ...) end

---Writes time and columns.
---@param file string .csv
function section:csv(file) end

---Prints its statistics.
function section:print() end

---@class jounce.gap_statistics
---@field impacts integer
---@field impacts_per_period number
---@field continuous_contacts integer Of them
---@field speed jounce.sample_statistics [m/s]
---@field peak_force jounce.sample_statistics [N]
---@field duration jounce.sample_statistics [s]
---@field free_flight number Share of the time
---@field short_contact number Share of the time
---@field continuous_contact number Share of the time
---@field contact_energy number Taken [J]
---@field friction_energy number Taken [J]
---@field energy number Their sum [J]
---@field energy_per_period number [J]

---@class jounce.window_statistics: jounce.sample_statistics
---@field standard_error? number Of the mean
---@field peaks number[] Largest absolute value of each window

---@class jounce.statistics print(...) shows it
---@field from number [s]
---@field to number [s]
---@field period number [s]
---@field periods number
---@field window integer
---@field continuous_above number [s]
---@field gaps table<string, jounce.gap_statistics>
---@field frictions table<string, table> Of model:friction: energy and energy_per_period [J]
---@field probes table<string, jounce.window_statistics>
local statistics = {}

---Prints all of it.
function statistics:print() end

)";
}

}  // namespace jounce::lua

-- jounce.compare from Lua: rows, orders, the front, the reference, files, a picture, a row that fails.
local jounce = require "jounce"

local model = jounce.model{ name = "block" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e6 }
model:gap{ name = "walls", node = "block", direction = { 1, 0, 0 }, clearance = 5e-3, sides = "both",
           law = jounce.law.hertz{ stiffness = 1.5e9 } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }

local newmark = jounce.method.newmark
local study = jounce.compare{
  model = model, duration = 0.02,
  methods = { newmark{}, newmark{ beta = 0.3025, gamma = 0.6 } },
  steps = { 1e-4, 2e-5, 1e-5 },
  reference = { method = newmark{}, step = 5e-8 },
  probes = { "block.ux", "block.ux_velocity" }, repetitions = 2, output = "out/compare",
}
assert(study.folder:find "out/compare$")
local rows = study:rows()
assert(#rows == 6)
for i, row in ipairs(rows) do
  assert(row.step == ({ 1e-4, 2e-5, 1e-5 })[(i - 1) % 3 + 1] and row.tolerance == nil and row.message == nil)
  assert(row.steps >= math.floor(0.02/row.step + 0.5) and row.repetitions >= 2)  -- events divide steps
  assert(math.abs(row.nanoseconds_per_step - row.seconds/row.steps*1e9) < 1e-6*row.nanoseconds_per_step)
  assert(row.displacement_error <= row.displacement_error_max and row.velocity_error <= row.velocity_error_max)
  assert(row.probes["block.ux"].rms == row.displacement_error and row.probes["block.ux_velocity"].max == row.velocity_error_max)
  assert(row.impacts >= 1 and row.common_impacts >= 1 and row.impact_time_error > 0 and row.energy_remainder > 0)
end
assert(rows[1].method == "newmark (beta 0.25, gamma 0.5)" and rows[4].method ~= rows[1].method)
assert(rows[1].displacement_order == nil)
assert(math.abs(rows[3].displacement_order - 2) < 0.3)        -- average acceleration
assert(math.abs(rows[6].displacement_order - 1) < 0.3)        -- gamma above 1/2
assert(rows[6].displacement_error > 10*rows[3].displacement_error)
assert(#study.front >= 1 and study.front[#study.front].displacement_error == rows[3].displacement_error)
for _, row in ipairs(study.front) do assert(row.front) end
assert(study.reference.displacement_error < 1e-2*rows[3].displacement_error and study.reference.steps >= 400000)
local text = tostring(study)
assert(text:find("newmark (beta 0.25, gamma 0.5)", 1, true) and text:find "displacement" and text:find "known to")
study:plot "out/compare/work_precision.svg"
assert(not pcall(study.plot, study, "out/compare/picture.pdf"))
assert(not pcall(function() return study.fornt end))

-- Central differences beyond their limit: a row with its message, and the others all the same.
local free = jounce.model{ name = "free" }
free:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
free:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e6 }
free:initial{ node = "block", velocity = { 1, 0, 0 } }
local growing = jounce.compare{
  model = free, duration = 20, methods = { newmark{ beta = 0 } }, steps = { 0.05, 1e-3 },
  reference = { method = newmark{}, step = 5e-4 }, probes = { "block.ux" }, repetitions = 1, energy = false,
}
local failed, fine = table.unpack(growing:rows())
assert(failed.message:find "finite" and failed.displacement_error == nil and not failed.front)
assert(fine.message == nil and fine.energy_remainder == nil and fine.velocity_error == nil and fine.displacement_order == nil)
assert(tostring(growing):find "failed" and growing.folder == "")

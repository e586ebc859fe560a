-- jounce.modes and jounce.run from Lua: lists, rows, series, dense output, peaks, impacts, the summary.
local jounce = require "jounce"

local model = jounce.model{ name = "block" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e6 }
local walls = model:gap{ name = "walls", node = "block", direction = { 1, 0, 0 }, clearance = 5e-3,
                         law = jounce.law.hertz{ stiffness = 1.5e9 } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }

local modes = jounce.modes(model, { count = 1 })
local frequency = math.sqrt(1e6/100)/(2*math.pi)
assert(#modes == 1 and modes.complete and math.abs(modes[1].frequency/frequency - 1) < 1e-12)
assert(math.abs(modes[1].effective_mass.ux - 100) < 1e-9)
local rows = modes:rows()
assert(#rows == 1 and rows[1][1] == 1 and rows[1][2] == modes[1].frequency and rows[1][3] == modes[1].kind)
for i, mode in ipairs(modes) do assert(mode == modes[i]) end

local run = jounce.run(model, {
  method = jounce.method.newmark{ beta = 1/4, gamma = 1/2 }, step = 1e-5, duration = 0.02,
  record = { probes = { "block.ux", "block.ux_velocity", "walls.force", "energy.remainder" } },
})
assert(run.folder == "")                                      -- no output, nothing written
local times, values = run:series "block.ux"
assert(#times == 2001 and #values == 2001 and times[1] == 0 and values[1] == 0)
assert(math.abs(times[#times] - 0.02) < 1e-12)
-- Until the wall is met the motion is sin(w t) v0/w; h^2/12 of a period's phase is the error of the trapezoidal rule.
local w = 100
assert(math.abs(run:at("block.ux", 4.0005e-3) - math.sin(w*4.0005e-3)/w) < 1e-8)
local hits = run:impacts(walls)
assert(#hits >= 1 and #run:impacts() == #hits and #run:impacts "walls" == #hits)
local first = hits[1]
assert(first.gap == "walls" and first.number == 1 and first.side == "positive")
assert(math.abs(first.time_in - math.asin(5e-3*w)/w) < 1e-7)
assert(math.abs(first.speed_in - math.cos(w*first.time_in)) < 1e-5)
assert(run:peak("walls.force") >= first.peak_force*0.999 and run:peak("walls.force", { from = 0 }) == run:peak "walls.force")
assert(math.abs(first.speed_out - first.speed_in) < 2e-3)     -- Hertz's law loses nothing; the spring acts meanwhile
assert(run.summary.steps >= 2000 and run.summary.events >= #hits)  -- every event ends a step
local text = tostring(run.summary)
assert(text:find "steps" and text:find "impacts")
assert(not pcall(function() return run.sumary end))

-- jounce.static from Lua, and runs that begin with an equilibrium or with the end of another run.
local jounce = require "jounce"

local function block(force, law)
  local model = jounce.model{ name = "block" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
  model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 5e-3, sides = "positive",
             law = law or jounce.law.hertz{ stiffness = 1.5e11 } }
  model:load{ node = "block", direction = { 1, 0, 0 }, force = force }
  return model
end

local model = block(1e4)
local rest = jounce.static(model, { probes = { "block.ux", "wall.force" } })
local depth = (1e4/1.5e11)^(2/3)
assert(math.abs(rest:at "wall.indentation"/depth - 1) < 1e-12)
assert(rest.values["block.ux"] == rest:at "block.ux" and math.abs(rest.values["wall.force"] - 1e4) < 1e-6)
assert(#rest.probes == 2 and rest.probes[1] == "block.ux" and rest.time == 0 and rest.iterations > 0 and rest.imbalance < 1e-12)
local text = tostring(rest)
assert(text:find "equilibrium of 'block'" and text:find "block.ux" and text:find "gap 'wall'")
assert(not pcall(function() return rest.force end))
assert(jounce.static(model):at "block.ux" == rest:at "block.ux")

local options = { method = jounce.method.newmark{}, step = 1e-5, duration = 1e-2, initial = rest,
                  record = { probes = { "block.ux", "block.ux_velocity" } } }
local still = jounce.run(model, options)
assert(still:peak "block.ux_velocity" < 1e-12 and math.abs(still:at("block.ux", 1e-2) - rest:at "block.ux") < 1e-15)
assert(options.initial == rest)                               -- the table stays the script's own
assert(tostring(still.summary):find "starts from the static equilibrium at t = 0 s")

-- Simulated time goes on: signals, records and answers are those of one long run.
local shaken = block(function(t) return 1e4*math.sin(300*t) end)
options.initial = nil
options.duration = 0.04
local long = jounce.run(shaken, options)
options.duration = 0.02
local first = jounce.run(shaken, options)
options.initial = first
local second = jounce.run(shaken, options)
local times = second:series "block.ux"
assert(math.abs(times[1] - 0.02) < 1e-15 and math.abs(times[#times] - 0.04) < 1e-15)
assert(math.abs(second:at("block.ux", 0.035) - long:at("block.ux", 0.035)) < 1e-12)
assert(math.abs(second:at("block.ux", 0.02) - first:at("block.ux", 0.02)) == 0)

-- At another instant, against a rigid stop; the run begins then.
local pressed = block(function(t) return 100*t end, jounce.law.rigid{})
local later = jounce.static(pressed, { time = 2 })
assert(math.abs(later:at "wall.force" - 200) < 1e-9 and math.abs(later:at "block.ux" - 5e-3) < 1e-17)
local run = jounce.run(pressed, { step = 1e-4, duration = 1e-2, initial = later, record = { from = 2.005, probes = { "block.ux" } } })
local recorded = run:series "block.ux"
assert(math.abs(recorded[1] - 2.005) < 1e-9 and math.abs(run:at("block.ux", 2.01) - 5e-3) < 1e-15)

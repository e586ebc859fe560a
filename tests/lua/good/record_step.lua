-- event_driven finds the same contacts whatever the step of the records: releases just behind a record were once taken to be on it.
local jounce = require "jounce"
local function left(transition, speed, step)
  local m = jounce.model{ name = "driven" }
  m:point{ name = "b", at = { 0, 0, 0 }, mass = 2.3, free = { "ux" } }
  m:spring{ from = "b", direction = { 1, 0, 0 }, stiffness = 300, damping = 3 }
  m:gap{ name = "s", node = "b", direction = { 1, 0, 0 }, clearance = 0.003, sides = "positive",
         law = jounce.law.kelvin_voigt{ stiffness = 3e5, damping = 300, transition = transition } }
  m:load{ node = "b", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 150, frequency = 6.1, offset = 60 } }
  m:initial{ node = "b", velocity = { speed, 0, 0 } }
  local run = jounce.run(m, { method = jounce.method.event_driven{ tolerance = 1e-12 }, step = step, duration = 0.03,
    record = { probes = { "b.ux" } } })
  return run:impacts("s")[1].time_out or math.huge, run:at("b.ux", 0.03)
end
for _, transition in ipairs{ "distance_force", "relaxation", "force" } do
  for i = 0, 60 do
    local speed = 0.15 + 0.003*i
    local t1, x1 = left(transition, speed, 1e-3)
    local t2, x2 = left(transition, speed, 3.7e-4)
    assert(t1 == t2 or math.abs(t1 - t2) < 1e-10, transition .. " at " .. speed .. ": " .. t1 .. " " .. t2)   -- tolerance 1e-12 of the motion
    assert(math.abs(x1 - x2) < 1e-11, transition .. " at " .. speed .. ": " .. x1 .. " " .. x2)
  end
end

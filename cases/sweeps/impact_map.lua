-- Two-parameter map of the rigid impact oscillator x'' + 0.1 x' + x = cos(w t), x <= s: impacts per period over frequency w and position s of the stop.
-- Expected: no impacts where the linear amplitude 1/sqrt((1 - w^2)^2 + 0.01 w^2) stays below s; at w = 1.6 and s = 1 the motion from rest is (1, 1)
-- or the free one, which coexist there.
-- test: --set frequencies=4 --set stops=3 --set settle=60 --set keep=16
local jounce = require "jounce"
local p = jounce.parameters{ frequencies = 40, stops = 30, settle = 200, keep = 24 }

local function oscillator(w, s)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = s, sides = "positive", law = jounce.law.rigid{ restitution = 0.8 } }
  return model
end

local sweep = jounce.sweep{
  name = "impact map",
  axes = { { name = "w", unit = "rad/s", from = 0.5, to = 2.5, count = p.frequencies },
           { name = "s", unit = "m", from = 0.2, to = 2, count = p.stops } },
  model = function(at) return oscillator(at.w, at.s) end,
  period = function(at) return 2*math.pi/at.w end,
  settle = p.settle, keep = p.keep, probes = { "mass.ux", "mass.ux_velocity" },
  output = "out/impact_map",
}

local free = 0
for _, row in ipairs(sweep) do
  assert(not row.failed, row.failed)
  local amplitude = 1/math.sqrt((1 - row.w^2)^2 + 0.01*row.w^2)
  if row.label == "(0, 1)" then
    free = free + 1
    assert(amplitude < row.s*(1 + 1e-6), "a free motion of " .. amplitude .. " m behind a stop at " .. row.s .. " m")
  end
end
print(#sweep .. " points, " .. free .. " of them without impacts")
sweep:plot{ x = "w", y = "s", colour = "impacts", file = "out/impact_map/impacts.png", title = "impacts in the motion's period" }
sweep:plot{ x = "w", y = "s", colour = "label", file = "out/impact_map/labels.png", title = "(impacts, periods)" }

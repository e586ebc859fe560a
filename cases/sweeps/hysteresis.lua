-- Frequency response of a mass between two stops under base motion, swept up and down: beyond the free resonance the motion with impacts continues
-- upward to frequencies at which, downward, the mass moves freely between the stops (hysteresis).
-- Expected: the linear response x = a/sqrt((w0^2 - w^2)^2 + (2 z w0 w)^2) wherever the row has no impacts, to 1e-3 of it.
-- test: --set count=13 --set periods=60
local jounce = require "jounce"
local p = jounce.parameters{ from = 4, to = 14, count = 81, periods = 200, clearance = 5e-3 }
local mass, f0, z, a = 1, 5, 0.02, 2                                 -- kg, Hz, -, m/s2
local w0 = 2*math.pi*f0

local function oscillator(frequency)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = mass, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = mass*w0^2, damping = 2*z*w0*mass }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = p.clearance, sides = "both",
             law = jounce.law.flores{ stiffness = 1e6, restitution = 0.9 } }
  model:base_motion{ direction = { 1, 0, 0 }, acceleration = jounce.signal.sine{ amplitude = a, frequency = frequency } }
  return model
end

local sweep = jounce.sweep{
  name = "hysteresis",
  axes = { { name = "frequency", unit = "Hz", from = p.from, to = p.to, count = p.count } },
  carry = "frequency", direction = "both",
  point = function(at, before)
    local T = 1/at.frequency
    local run = jounce.run(oscillator(at.frequency), { duration = p.periods*T, initial = before and before.state,
      record = { from = (p.periods - 20)*T, probes = { "mass.ux" } } })
    local steady = run:steady{ period = T }
    return { run = run, row = { amplitude = steady.max["mass.ux"], impacts = steady.impacts/math.max(steady.period, 1), period = steady.period } }
  end,
  units = { amplitude = "m" },
  output = "out/hysteresis",
}

local up, both = {}, 0
for _, row in ipairs(sweep) do
  assert(not row.failed, row.failed)
  local w = 2*math.pi*row.frequency
  local linear = a/math.sqrt((w0^2 - w^2)^2 + (2*z*w0*w)^2)
  if row.impacts == 0 and row.period == 1 then assert(math.abs(row.amplitude/linear - 1) < 1e-3, row.amplitude .. " m differs from " .. linear) end
  if row.direction == "up" then up[row.frequency] = row
  elseif (up[row.frequency].impacts > 0) ~= (row.impacts > 0) then both = both + 1 end
end
print(both .. " of " .. p.count .. " frequencies have a motion with impacts and one without")
assert(both > 0, "no hysteresis")
sweep:plot{ y = "amplitude", file = "out/hysteresis/response.png" }

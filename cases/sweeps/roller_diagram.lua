-- Bifurcation diagram of the vibratory roller (Joensson, Bathelt and Broman 2005, doi 10.1243/146441905X9926, case III) over the damping ratio D of the
-- soil, up and down, with the transition condition C (distance_force).
-- Expected: the (1, 1) orbit doubles its period at D = 0.40069301429 (by its Floquet multiplier): (2, 2) below, (1, 1) above.
-- test: --set count=9 --set settle=150 --set keep=16
local jounce = require "jounce"
local p = jounce.parameters{ from = 0.3, to = 0.5, count = 500, settle = 400, keep = 64 }
local m2, m3, k23, c23, k, F, omega = 2000, 1000, 1e6, 1e4, 2e8, 58.8e3, 80*math.pi

local function roller(D)
  local model = jounce.model{ name = "roller III" }
  model:point{ name = "roller", at = { 0, 0, 0 }, mass = m2, free = { "uz" } }
  model:point{ name = "frame",  at = { 0, 0, 1 }, mass = m3, free = { "uz" } }
  model:spring{ from = "roller", to = "frame", direction = { 0, 0, 1 }, stiffness = k23, damping = c23 }
  model:gap{ name = "soil", node = "roller", direction = { 0, 0, 1 }, clearance = 0, sides = "negative",
             law = jounce.law.kelvin_voigt{ stiffness = k, damping = 2*D*math.sqrt(m2*k), transition = "distance_force" } }
  model:gravity{ 0, 0, -9.81 }
  model:load{ nodes = { "roller" }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = F, frequency = omega/(2*math.pi) } }
  return model
end

local sweep = jounce.sweep{
  name = "roller",
  axes = { { name = "D", from = p.from, to = p.to, count = p.count } },
  carry = "D", direction = "both",
  model = function(at) return roller(at.D) end,
  period = 2*math.pi/omega,
  settle = p.settle, keep = p.keep, probes = { "roller.uz", "roller.uz_velocity" },
  output = "out/roller_diagram",
}

-- Close to the doubling the motion settles slowly, and each direction keeps the label that it comes with: the two bracket the doubling.
local up, down = math.huge, math.huge
for _, row in ipairs(sweep) do
  assert(not row.failed, row.failed)
  if row.label == "(1, 1)" and row.direction == "up" then up = math.min(up, row.D) end
  if row.label == "(1, 1)" and row.direction == "down" then down = math.min(down, row.D) end
end
print(string.format("(1, 1) upward from D = %.6f, downward to D = %.6f; period doubling at D = 0.400693", up, down))
local spacing = (p.to - p.from)/(p.count - 1)
assert(down < 0.400693 + spacing and up > 0.400693, "the two directions do not bracket the period doubling")
sweep:plot{ y = "roller.uz", file = "out/roller_diagram/diagram.png", title = "roller, case III" }

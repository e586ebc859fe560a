-- Bifurcation diagram of the vibratory roller (Joensson, Bathelt and Broman 2005, doi 10.1243/146441905X9926, case III) over the damping ratio D of the
-- soil, up and down, with the transition condition C (distance_force).
-- Expected: the (1, 1) orbit doubles its period at D = 0.40069301429 (by its Floquet multiplier): (2, 2) below, (1, 1) above. The distance d of the two points
-- of a section of (2, 2) grows like the root of the distance from the doubling: d^2 over D is a line that ends there, found to 1e-3 (1e-5 with 500 values).
-- Just above the doubling the motion settles so slowly that up to D = 0.405 both directions still show the two points.
-- test: --set from=0.393 --set to=0.408 --set count=6 --set keep=16
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

-- The line d^2(D) through the points of (2, 2) close to the doubling, by least squares, and where it ends.
local n, x, y, xx, xy = 0, 0, 0, 0, 0
for _, row in ipairs(sweep) do
  assert(not row.failed, row.failed)
  if row.direction == "up" and row.label == "(2, 2)" and row.D > 0.392 and row.D < 0.399 then
    local z = row.section["roller.uz"]
    local d2, D = (z[#z] - z[#z - 1])^2, row.D
    n, x, y, xx, xy = n + 1, x + D, y + d2, xx + D*D, xy + D*d2
  elseif row.D > 0.406 then
    assert(row.label == "(1, 1)", "D = " .. row.D .. ": " .. row.label)
  end
end
local slope = (n*xy - x*y)/(n*xx - x*x)
local doubling = (x - y/slope)/n
print(string.format("period doubling at D = %.6f by %d points of (2, 2); 0.400693 by the multiplier", doubling, n))
assert(math.abs(doubling - 0.400693) < 1e-3, "the period doubling is elsewhere")
sweep:plot{ y = "roller.uz", file = "out/roller_diagram/diagram.png", title = "roller, case III" }

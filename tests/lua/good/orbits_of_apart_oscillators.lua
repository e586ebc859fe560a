-- Oscillators without any connection, whose contacts begin and end at one instant: the multipliers are those of one alone, once for each.
-- A viscoelastic stop, whose force jumps where it closes, and with the transition "distance" also where it opens. Tolerance: 1e-9, that of the orbit.
-- Control: with a stop of another damping the multipliers differ.
local jounce = require "jounce"
local function model(count, transition, damping)
  local m = jounce.model{ name = "apart" }
  for i = 1, count do
    local name = "a" .. i
    m:point{ name = name, at = { i, 0, 0 }, mass = 1, free = { "ux" } }
    m:spring{ from = name, direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
    m:load{ node = name, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 1.6/(2*math.pi), phase = math.pi/2 } }
    m:gap{ name = "s" .. i, node = name, direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
           law = jounce.law.kelvin_voigt{ stiffness = 1000, damping = damping or 5, transition = transition } }
    m:initial{ node = name, velocity = { 3, 0, 0 } }
  end
  return m
end
local function orbit(...) return jounce.orbit{ model = model(...), period = 2*math.pi/1.6, settle = 100 } end
for _, transition in ipairs{ "distance", "distance_force", "force" } do
  local alone = orbit(1, transition)
  assert(alone.stable and alone.label == "(1, 1)", alone.label)
  for count = 2, 3 do
    local all = orbit(count, transition)
    assert(not all.corner and all.stable, transition .. ": no contact acts on another")
    for _, mu in ipairs(all.multipliers) do
      local nearest = math.huge
      for _, own in ipairs(alone.multipliers) do nearest = math.min(nearest, math.abs(mu.re - own.re) + math.abs(mu.im - own.im)) end
      assert(nearest < 1e-9, string.format("%s, %d: %.12g%+.12gi", transition, count, mu.re, mu.im))
    end
  end
end
local other, own = orbit(1, "distance", 6).multipliers[1], orbit(1, "distance").multipliers[1]
assert(math.abs(other.re - own.re) > 1e-3, "control")

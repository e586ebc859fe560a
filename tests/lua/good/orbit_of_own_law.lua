-- A law written as a function is differentiated, with or without derivatives of its own: the multipliers are those of the built-in law.
local jounce = require "jounce"

local K, chi = 100, 0.75                      -- Hunt-Crossley, restitution 0.5: chi = 3/2 (1 - e)
local function force(delta, rate, v0) return K*delta^1.5*(1 + chi*rate/v0) end
local function with_derivatives(delta, rate, v0)
  return force(delta, rate, v0), 1.5*K*delta^0.5*(1 + chi*rate/v0), K*delta^1.5*chi/v0
end

local function orbit(law)
  local w = 2.3
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.04 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = law }
  return jounce.orbit{ model = model, period = 2*math.pi/w,
                       guess = { phase = 0, ["mass.ux"] = -0.678421755729, ["mass.ux_velocity"] = 0.071536321875 } }
end

-- The multipliers of docs/theory/orbits.md, computed without this library; differences of a force have ten digits.
for _, own in ipairs{ force, with_derivatives } do
  local found = orbit(jounce.law.custom{ force = own }).multipliers[1]
  assert(math.abs(found.re + 0.32195563899) < 1e-7, found.re)
  assert(math.abs(math.abs(found.im) - 0.61613654369) < 1e-7, found.im)
end

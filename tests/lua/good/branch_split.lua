-- A contact of a law with an impact speed splits: x'' + 0.2 x' + x + F = cos w t + a sin 6 w t at w = 0.8 with hunt_crossley,
-- F = 100 d^1.5 (1 + 0.1 d'/v0), d = x - 0.2. The second part would begin with its own v0, near zero, so that the force jumps: the
-- branch over a ends there. Reference: 100 000 Runge-Kutta steps a period in long double, shooting for the orbit and for the
-- minimum of d within the contact; their error, by extrapolation from 25 000 steps, is 7e-10.
local jounce = require "jounce"
local w, split = 0.8, 2.5512619078

local function oscillator(a)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.2 }
  local function load(amplitude, frequency, phase)
    model:load{ nodes = { "m" }, direction = { 1, 0, 0 },
                force = jounce.signal.sine{ amplitude = amplitude, frequency = frequency/(2*math.pi), phase = phase } }
  end
  load(1, w, math.pi/2)
  load(a, 6*w)
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 0.2, sides = "positive",
             law = jounce.law.hunt_crossley{ stiffness = 100, restitution = 1 - 2*0.1/3 } }
  return model
end

local orbit = jounce.orbit{ model = oscillator, parameter = 2.6, period = function() return 2*math.pi/w end, settle = 60 }
assert(orbit.label == "(2, 1)", orbit.label)
local branch = jounce.continue{ orbit = orbit, from = 2.5, to = 2.65 }
local ending, at = branch.ends[1], branch.special[1]
assert(ending.reason == "no further orbit" and ending.why:find("discontinuity-induced: its contact splits at 'stop'", 1, true), ending.why)
assert(math.abs(ending.parameter - split) < 2e-9, ending.parameter)
assert(at.kind == "grazing" and at.parameter == ending.parameter and at.why:find("splits at 'stop'", 1, true), at.why)
assert(#branch < 40, #branch .. " points")
local ok, message = pcall(at.switch, at)
assert(not ok and tostring(message):find("no orbits begin at this grazing", 1, true), message)

-- Does an isolated instrument hit its snubbers? A half-sine shock of 11 ms at the base (MIL-STD-810), an isolator, snubbers on both sides.
-- Expected without contact and damping, from Duhamel's integral (L. S. Jacobsen, R. S. Ayre 1958, Engineering Vibrations): the deflection stays below
-- A/w^2 2 b |cos(pi/(2 b))|/|1 - b^2| after the pulse, b = pi/(w T). So one of 15 Hz deflects by at most 10.7 mm: it hits snubbers at 4 mm, but not those at 12 mm.
-- Over parameters: jounce sweep cases/sweeps/shock_on_snubber.lua --over frequency=5:40:36 --over clearance=4e-3,8e-3,12e-3
local jounce = require "jounce"

local p = jounce.parameters{ frequency = 15, clearance = 4e-3, damping = 0.05, shock = 15, pulse = 11e-3 }  -- Hz, m, -, g, s

local mass, g = 5, 9.80665
local w = 2*math.pi*p.frequency
local model = jounce.model{ name = "shock on snubbers" }
model:point{ name = "instrument", at = { 0, 0, 0 }, mass = mass, free = { "ux" } }
model:spring{ from = "instrument", direction = { 1, 0, 0 }, stiffness = mass*w^2, damping = 2*p.damping*mass*w }
model:base_motion{ direction = { 1, 0, 0 }, acceleration = jounce.signal.half_sine{ amplitude = -p.shock*g, duration = p.pulse } }
model:gap{ name = "snubber", node = "instrument", direction = { 1, 0, 0 }, clearance = p.clearance,
           law = jounce.law.hunt_crossley{ stiffness = 2e7, exponent = 1.5, restitution = 0.6 } }

local run = jounce.run(model, {
  method = jounce.method.event_driven{},
  duration = p.pulse + 3/p.frequency,
  record = { probes = { "instrument.ux", "snubber.force" } },
})
local impacts = #run:impacts "snubber"
local deflection = run:peak "instrument.ux"

local b = math.pi/(w*p.pulse)
if b > 1 then  -- a soft isolator deflects most after the pulse
  local free = p.shock*g/w^2*2*b*math.cos(math.pi/(2*b))/(b^2 - 1)
  assert(impacts == 0 or free > p.clearance, "an impact behind a clearance that the free motion does not reach")
  assert(impacts > 0 or deflection < free, "damping does not enlarge a deflection")
end
jounce.result{ impacts = impacts, deflection = deflection, force = run:peak "snubber.force" }

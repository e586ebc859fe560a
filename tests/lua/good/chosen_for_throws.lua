-- Without `method` and `step`: motions that a pulse or an initial velocity begins, and beams that a load drives hard against a stop. Impacts follow one
-- another there, each multiplies the errors of those before it, and the step of newmark is an estimate.
-- Physics: a brass tube thrown against a stop by a half sine, by a hammer, a function of the script that strikes five times, and by a velocity of a part of its nodes, with
-- Rayleigh's and with modal damping; a steel strip on a shaken support, near resonance, whose static deflection is eight times the clearance. Reference: the same by event_driven at 1e-11, whose flights are exact. Tolerance:
-- 1e-3 of the largest displacement, the three digits that the choice promises. Cost in counts, the same on every machine: at most 1.5 times the steps of event_driven at 1e-6 with 500 records.
-- Control: newmark at 4e-6 s, less than a twentieth of the contact times, misses the three digits after each half sine and velocity.
local jounce = require "jounce"
local tube = jounce.section.tube{ outer_diameter = 0.014, wall = 0.0015 }
local brass = jounce.material{ E = 110e9, nu = 0.34, density = 8900 }
local function thrown(damping, throw)
  local m = jounce.model{ name = "tube" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.45, 0, 0 }, elements = 14, section = tube, material = brass }
  m:fix{ node = b.nodes[1] }
  m:damping(damping)
  throw(m, b)
  m:gap{ name = "s", node = b.nodes[15], direction = { 0, 0, 1 }, clearance = 0.2e-3, law = jounce.law.flores{ stiffness = 5e8, restitution = 0.7 } }
  return m
end
local function half_sine(m, b)
  m:load{ node = b.nodes[8], direction = { 0, 0, 1 }, force = jounce.signal.half_sine{ amplitude = 150, duration = 1e-3, start = 5e-3 } }
end
local function hammer(m, b)
  m:load{ node = b.nodes[8], direction = { 0, 0, 1 },
    force = function(t) local s = t % 0.02 return s < 1e-3 and 100*math.sin(math.pi*s/1e-3)^2 or 0 end }
end
local function velocity(m, b) m:initial{ nodes = { table.unpack(b.nodes, 10) }, velocity = { 0, 0, 0.5 } } end
local function shaken()
  local m = jounce.model{ name = "strip" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.4, 0, 0 }, elements = 20, section = jounce.section.rectangle{ width = 0.018, height = 0.004 },
    material = jounce.material{ E = 195e9, nu = 0.3, density = 8000 } }
  m:fix{ node = b.nodes[1] }
  m:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 20, 200 } })
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 40, frequency = 23 } }
  m:gap{ name = "s", node = b.nodes[21], direction = { 0, 0, 1 }, clearance = 0.5e-3, law = jounce.law.hunt_crossley{ stiffness = 1e7, restitution = 0.7 } }
  return m
end
local rayleigh, modal = jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 40, 400 } }, jounce.damping.modal{ ratio = 0.01 }
local models = {
  { "half sine", function() return thrown(rayleigh, half_sine) end, true },
  { "half sine, modal damping", function() return thrown(modal, half_sine) end, true },
  { "hammer", function() return thrown(rayleigh, hammer) end },
  { "velocity", function() return thrown(rayleigh, velocity) end, true },
  { "velocity, modal damping", function() return thrown(modal, velocity) end, true },
  { "shaken", shaken, true },
}
local duration = 0.1
local function run_of(model, options)
  options.duration, options.record = duration, { probes = { "s.uz" } }
  return jounce.run(model, options)
end
local function error_of(run, reference)
  local worst, size = 0, 0
  for i = 1, 200 do
    local t = duration*i/200
    local exact = reference:at("s.uz", t)
    worst, size = math.max(worst, math.abs(run:at("s.uz", t) - exact)), math.max(size, math.abs(exact))
  end
  return worst/size
end
for _, of in ipairs(models) do
  local name, model, missed_by_newmark = of[1], of[2](), of[3]
  local reference = run_of(model, { method = jounce.method.event_driven{ tolerance = 1e-11 }, step = duration/500 })
  assert(reference.summary.impacts >= 10, name .. ": a chain of impacts")
  local run = run_of(model, {})
  local off = error_of(run, reference)
  assert(off < 1e-3, ("%s: %.2g by %s"):format(name, off, run.summary.chosen))
  local by_hand = run_of(model, { method = jounce.method.event_driven{ tolerance = 1e-6 }, step = duration/500 })
  assert(run.summary.steps < 1.5*by_hand.summary.steps, ("%s: %d steps for %d"):format(name, run.summary.steps, by_hand.summary.steps))
  if missed_by_newmark then
    local control = error_of(run_of(model, { method = jounce.method.newmark{}, step = 4e-6 }), reference)
    assert(control > 1e-3, ("control, %s: %.2g"):format(name, control))
  end
end

-- The orbit of a beam of 100 coordinates against a spring stop, and of its Craig-Bampton reductions: it is as the reduction states. Its
-- fastest mode vibrates some three thousand times within the contact.
local jounce = require "jounce"
local elements, w = 50, 53

local function cantilever(frequency)
  local model = jounce.model{ name = "cantilever" }
  local beam = model:beam{ name = "beam", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = elements, theory = "euler_bernoulli",
    section = jounce.section.rectangle{ width = 0.05, height = 0.01 },
    material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7800 } }
  model:fix{ nodes = beam.nodes, dofs = { "ux", "uy", "rx", "rz" } }
  model:fix{ nodes = beam.nodes[1] }
  model:damping(jounce.damping.modal{ ratio = 0.01 })
  local tip = beam.nodes[elements + 1]
  model:load{ nodes = { tip }, direction = { 0, 0, 1 },
              force = jounce.signal.sine{ amplitude = 1, frequency = frequency/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = tip, direction = { 0, 0, 1 }, clearance = 5e-3, sides = "positive",
             law = jounce.law.hooke{ stiffness = 5e4 } }
  return model
end
local function period(frequency) return 2*math.pi/frequency end
local function speed(orbit) return orbit.impacts[1].speed_in end

local full = jounce.orbit{ model = cantilever, parameter = w, period = period, settle = 30 }
assert(full.label == "(1, 1)" and full.stable, full.label)
local contact = full.impacts[1].time_out - full.impacts[1].time_in
for _, modes in ipairs{ 3, 6, 12 } do
  local reduction
  local orbit = jounce.orbit{ model = function(frequency)
    reduction = jounce.reduce(cantilever(frequency), { method = "craig_bampton", modes = modes })
    return reduction
  end, parameter = w, period = period, settle = 30 }
  assert(orbit.label == full.label, orbit.label)
  -- The error that the report states of the frequencies which a contact excites, up to about three in its duration.
  local stated = 0
  for _, f in ipairs(reduction.report.frequencies) do
    if f.reduced*contact < 3 then stated = math.max(stated, f.error) end
  end
  local difference = math.abs(speed(orbit)/speed(full) - 1)
  assert(difference < stated and stated < 5e-3, ("%d modes: %g for %g"):format(modes, difference, stated))
  assert(math.abs(orbit.multipliers[1].re - full.multipliers[1].re) < stated)
end

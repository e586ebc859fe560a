-- Without `method` and `step`, a linear model has three digits although its load, slow as it is, sets off a free vibration: newmark's phase
-- error of it grows as (w h)^2/12 w t. The witness is the method that is exact for linear motion.
local jounce = require "jounce"
local si = jounce.si

local function beam(elements, load)
  local model = jounce.model{ name = "beam" }
  local b = model:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = elements,
    section = jounce.section.rectangle{ width = 20*si.mm, height = 5*si.mm },
    material = jounce.material{ E = 210*si.GPa, nu = 0.3, density = 7850 } }
  model:fix{ node = b.nodes[1] }
  model:load{ node = b.nodes[elements + 1], direction = { 0, 0, 1 }, force = load }
  return model, "b[" .. elements + 1 .. "].uz"
end
local sine = jounce.signal.sine{ amplitude = 2, frequency = 5 }
local function own(t) return 2*math.sin(2*math.pi*5*t) end
for _, case in ipairs{ { 90, sine }, { 24, own } } do
  local model, probe = beam(case[1], case[2])
  local run = jounce.run(model, { duration = 1, record = { probes = { probe } } })
  local witness = jounce.run(beam(case[1], sine), { method = jounce.method.precise{}, step = 1e-3, duration = 1, record = { probes = { probe } } })
  local worst, largest = 0, 0
  for i = 0, 400 do
    local exact = witness:at(probe, i/400)
    worst, largest = math.max(worst, math.abs(run:at(probe, i/400) - exact)), math.max(largest, math.abs(exact))
  end
  assert(worst < 1e-3*largest, case[1] .. ": " .. worst/largest .. " by " .. tostring(run.summary.chosen))
end

-- A support that moves by a function: only the natural frequency of the disc on its spring limits the step.
local model = jounce.model{ name = "prescribed" }
model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 }, free = { "rx" } }
model:node{ name = "n", at = { 0, 0, 0 } }
model:spring{ from = "p", to = "n", axis = { 1, 0, 0 }, stiffness = 40 }
model:prescribe{ node = "n", dof = "rx", motion = function(t) return 0.1*t*t end }
local run = jounce.run(model, { duration = 3, record = { probes = { "p.rx_acceleration" } } })
for _, t in ipairs{ 0.1, 0.15, 0.3, 1, 2, 3 } do
  local found, exact = run:at("p.rx_acceleration", t), 0.2*(1 - math.cos(20*t))
  assert(math.abs(found - exact) < 1e-3*0.4, t .. ": " .. found .. " for " .. exact)
end

-- Without `method` and `step`: contacts that are closed at the start, by an interference or resting under a load, vibrate at once, and that vibration sets the
-- step. Physics: three digits of the motion against newmark with steps of 1e-6 s. An eightieth of the load's period alone misses them by 7e-2.
-- A sweep and a function of the script leave the choice to the costs, and the answer has three digits as well.
local jounce = require "jounce"
local function cantilever(gap, load)
  local m = jounce.model{ name = "tip" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 6, section = jounce.section.rectangle{ width = 0.02, height = 0.005 },
    material = jounce.material{ E = 210e9, nu = 0.3, density = 7850 } }
  m:fix{ node = b.nodes[1] }
  gap.name, gap.node = "g", b.nodes[7]
  m:gap(gap)
  m:gravity{ 0, 0, -9.81 }
  m:load{ node = b.nodes[4], direction = { 0, 0, 1 }, force = load }
  m:damping(jounce.damping.rayleigh{ ratio = 0.02, frequencies = { 17, 100 } })
  return m
end
local function off(model, options)
  options.duration, options.record = 0.1, options.record or { probes = { "b[4].uz" } }
  local run = jounce.run(model, options)
  local fine = jounce.run(model, { duration = 0.1, method = jounce.method.newmark{}, step = 1e-6, record = { every = 100, probes = { "b[4].uz" } } })
  local error, size = 0, 0
  for i = 1, 200 do
    local a, b = run:at("b[4].uz", 0.1*i/200), fine:at("b[4].uz", 0.1*i/200)
    error, size = math.max(error, math.abs(a - b)), math.max(size, math.abs(b))
  end
  return error/size
end
local sine = jounce.signal.sine{ amplitude = 20, frequency = 17 }
local pressed = { direction = { 0, 0, 1 }, interference = 1e-4, law = jounce.law.hooke{ stiffness = 1e6 } }
local resting = { direction = { 0, 0, -1 }, clearance = 0, sides = "positive", law = jounce.law.hertz{ stiffness = 1e8 } }
local apart = { direction = { 0, 0, 1 }, clearance = 2e-4, law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 100 } }
for name, case in pairs{ pressed = { pressed, sine }, resting = { resting, jounce.signal.sine{ amplitude = 1, frequency = 37 } },
    sweep = { apart, jounce.signal.sweep{ amplitude = 20, from_frequency = 10, to_frequency = 60, duration = 0.1 } },
    ["function"] = { apart, function(t) return 20*math.sin(100*t + 900*t*t) end } } do
  local error = off(cantilever(case[1], case[2]), {})
  assert(error < 1e-3, name .. ": " .. error)
end

-- Without `method` and `step`: a tube in a baffle with some fifty impacts, each of which multiplies the errors of those before it.
-- Physics: a steel tube, clamped and pinned, in a ring at midspan, under a sweep of 12 to 45 Hz and a sine of 21 Hz across it. Reference: event_driven at 1e-8, whose
-- flights are exact. Tolerance: 1e-3 of the largest displacement, the three digits that the choice promises.
-- Control: newmark at 9.2e-6 s, 1/320 of the contact time, misses two of them.
local jounce = require "jounce"
local function tube()
  local m = jounce.model{ name = "tube" }
  local t = m:beam{ name = "t", from = { 0, 0, 0 }, to = { 1.5, 0, 0 }, elements = 20, section = jounce.section.tube{ outer_diameter = 0.019, wall = 0.0012 },
    material = jounce.material{ E = 195e9, nu = 0.3, density = 8000 } }
  m:fix{ node = t.nodes[1] }
  m:fix{ nodes = { t.nodes[21] }, dofs = { "uy", "uz" } }
  m:circular_gap{ name = "baffle", node = t.nodes[11], axis = { 1, 0, 0 }, clearance = 0.25e-3,
    law = jounce.law.hunt_crossley{ stiffness = 5e7, restitution = 0.6, calibrated = true } }
  m:load{ node = t.nodes[8], direction = { 0, 1, 0 }, force = jounce.signal.sweep{ amplitude = 6, from_frequency = 12, to_frequency = 45, duration = 0.8 } }
  m:load{ node = t.nodes[9], direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 2, frequency = 21 } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 20, 200 } })
  return m
end
local duration = 0.8
local function run_of(model, options)
  options.duration, options.record = duration, { probes = { "baffle.uy" }, every = options.every }
  options.every = nil
  return jounce.run(model, options)
end
local function error_of(run, reference)
  local worst, size = 0, 0
  for i = 1, 50 do
    local exact = reference:at("baffle.uy", duration*i/50)
    worst, size = math.max(worst, math.abs(run:at("baffle.uy", duration*i/50) - exact)), math.max(size, math.abs(exact))
  end
  return worst/size
end
local model = tube()
local reference = run_of(model, { method = jounce.method.event_driven{ tolerance = 1e-8 }, step = duration/500 })
assert(reference.summary.impacts >= 40, "many impacts")
local run = run_of(model, {})
local off = error_of(run, reference)
assert(off < 1e-3, ("%.2g by %s"):format(off, run.summary.chosen))
local control = error_of(run_of(model, { method = jounce.method.newmark{}, step = 9.2e-6, every = 100 }), reference)
assert(control > 1e-2, ("control: %.2g"):format(control))

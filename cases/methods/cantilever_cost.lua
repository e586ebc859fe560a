-- Cost of accuracy for a structure whose mesh vibrates a thousand times faster than its contacts last: the cantilever of README.md
-- on its stop, six impacts in 0.1 s, for steps of Newmark's method and of generalized-alpha, and for tolerances of event_driven.
-- Source: none; the model is that of README.md.
-- Expected: at every tolerance no fixed step is as accurate and cheaper (asserted with a margin of two, for loaded machines). event_driven
-- takes some 7 ms for its six impacts with an error of 1e-6, which costs Newmark's method ten times as much; fixed steps of
-- 1e-5 s and more are cheaper, with an error of at least 1e-4. The impact times of event_driven at 1e-8 and below agree with
-- the reference to 1e-9 s.
-- test: --set coarse=true
local jounce = require "jounce"
local si = jounce.si

local p = jounce.parameters{ coarse = false, elements = 20 }   -- coarse: fewer rows and repetitions

local model = jounce.model{ name = "cantilever on a stop" }
local beam = model:beam{
  name = "beam", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = p.elements,
  section  = jounce.section.rectangle{ width = 20*si.mm, height = 5*si.mm },
  material = jounce.material{ E = 210*si.GPa, nu = 0.3, density = 7850 },
}
model:fix{ nodes = { beam.nodes[1] }, dofs = { "ux", "uy", "uz", "rx", "ry", "rz" } }
model:gap{ name = "stop", node = beam.nodes[#beam.nodes], direction = { 0, 0, 1 }, clearance = 1*si.mm, sides = "both",
           law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
model:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 30, frequency = 17 } }
model:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 17, 100 } })

local method = jounce.method
local study = jounce.compare{
  model = model, duration = 0.1,
  methods = { method.newmark{}, method.generalized_alpha{ spectral_radius = 0.8 }, method.event_driven{} },
  steps = p.coarse and { 2e-5, 5e-6 } or { 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6 },
  tolerances = p.coarse and { 1e-4, 1e-8 } or { 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10 },
  reference = { tolerance = 1e-12 }, probes = { "stop.uz", "stop.uz_velocity" }, samples = 200,
  repetitions = p.coarse and 1 or 5, output = "out/cantilever_cost",
}
study:print()
study:plot "out/cantilever_cost/work_precision.svg"
study:plot "out/cantilever_cost/work_precision.png"

-- Each tolerance of event_driven compared with the cheapest of the other rows that is as accurate.
local own, others = {}, {}
for _, row in ipairs(study:rows()) do
  local list = row.method:find("event_driven", 1, true) and own or others
  list[#list + 1] = row
end
for _, row in ipairs(own) do
  local least = math.huge
  for _, other in ipairs(others) do
    if other.displacement_error <= row.displacement_error then least = math.min(least, other.seconds) end
  end
  print(string.format("event_driven, %g: error %.1e in %.4f s; %s", row.tolerance, row.displacement_error, row.seconds,
    least < math.huge and string.format("by fixed steps as exact: %.4f s", least) or "no fixed step here is as exact"))
  assert(row.seconds < 2*least, "a fixed step is as exact for half the time")
end
for _, row in ipairs(own) do
  if row.tolerance <= 1e-8 then assert(row.impact_time_error <= 1e-9, "impact times") end
end

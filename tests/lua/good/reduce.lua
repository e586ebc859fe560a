-- jounce.reduce from Lua: the report, and a reduced model wherever a model is accepted.
local jounce = require "jounce"

local function cantilever(damping)
  local model = jounce.model{ name = "cantilever" }
  local beam = model:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 20,
    section = jounce.section.circle{ diameter = 0.02 }, material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 } }
  model:fix{ nodes = { beam.nodes[1] } }
  model:gap{ name = "tip", node = beam.nodes[21], direction = { 0, 1, 0 }, clearance = 5e-3, sides = "both",
             law = jounce.law.hunt_crossley{ stiffness = 1e6, restitution = 0.5 } }
  model:damping(damping or jounce.damping.modal{ ratio = 0.05 })
  model:load{ node = beam.nodes[21], direction = { 0, 1, 0 }, force = jounce.signal.sine{ amplitude = 40, frequency = 8 } }
  model:gravity{ 0, -9.81, 0 }
  return model, beam
end

local model, beam = cantilever()
local full = jounce.modes(model, { count = 10 })

-- The report, before anything runs.
local reduced = jounce.reduce(model, { method = "craig_bampton", modes = 12 })
local report = reduced.report
assert(reduced.name == "cantilever" and reduced.size == report.size and report.full_size == 120)
assert(report.method == "craig_bampton" and report.modes == 12 and report.rigid_modes == 0 and report.complete)
assert(#report.frequencies == 12 and report.frequencies[1].error < 1e-5)
assert(math.abs(report.frequencies[1].full/full[1].frequency - 1) < 1e-9)
assert(#report.gaps == 1 and report.gaps[1].name == "tip" and report.gaps[1].error < 1e-9 and report.largest_gap_error < 1e-9)
local compliance = 1/(3*207e9*math.pi*0.02^4/64)           -- of the tip, without shear
assert(math.abs(report.gaps[1].full/compliance - 1) < 2e-3)
assert(#report.loads == 2 and report.loads[1].name:find "load at" and report.loads[1].error < 1e-9)
assert(report.mass[2].name == "uy" and report.mass[2].error > 0 and report.mass[2].error < 0.2)
local text = tostring(report)
assert(text:find "craig_bampton" and text:find "static compliance of tip" and ("say: " .. report):find "say: reduction")
assert(tostring(reduced) == "model 'cantilever' reduced to " .. reduced.size .. " coordinates")
assert(not pcall(function() return report.frequency end))

-- All four methods, nodes to keep, frequencies instead of a number, plain truncation.
assert(jounce.reduce(model, { method = "free_interface", modes = 4 }).report.largest_gap_error < 1e-9)
assert(jounce.reduce(model, { method = "modal", modes = 4 }).report.largest_gap_error < 1e-9)
assert(jounce.reduce(model, { method = "modal", modes = 4, correction = false }).report.largest_gap_error > 1e-3)
assert(jounce.reduce(model, { method = "guyan", keep = { beam.nodes[11], "b[5]" } }).size == 1 + 12 + 1)
assert(jounce.reduce(model, { frequency = full[5].frequency }).report.modes >= 3)

-- Modes, statics and runs of it: probes, impacts and energies are those of the model.
local modes = jounce.modes(reduced, { count = 4 })
local mass = 0                                               -- of pairs of equal frequency together
for i = 1, 4 do
  assert(math.abs(modes[i].frequency/full[i].frequency - 1) < 1e-4 and modes[i].kind == full[i].kind)
  mass = mass + modes[i].effective_mass.uy - full[i].effective_mass.uy
end
assert(math.abs(mass) < 1e-3*full.total_mass.uy)
local rest, exact = jounce.static(reduced, { time = 0.05, probes = { "tip.uy" } }), jounce.static(model, { time = 0.05, probes = { "tip.uy" } })
assert(math.abs(rest.values["tip.uy"]/exact.values["tip.uy"] - 1) < 1e-6)

local function options(method)
  return { method = method, step = 2e-5, duration = 0.1, record = { probes = { "tip.uy", "b[11].uy", "tip.force", "energy.strain" } } }
end
local function close(a, b, probe, tolerance)
  local times, x = a:series(probe)
  local _, y = b:series(probe)
  local worst = 0
  for i = 1, #times do worst = math.max(worst, math.abs(x[i] - y[i])) end
  assert(worst <= tolerance*b:peak(probe), probe .. ": " .. worst/b:peak(probe))
end
local run, reference = jounce.run(reduced, options(jounce.method.newmark{})), jounce.run(model, options(jounce.method.newmark{}))
assert(#run:impacts "tip" >= 2 and #run:impacts "tip" == #reference:impacts "tip")
for _, probe in ipairs{ "tip.uy", "b[11].uy", "energy.strain" } do close(run, reference, probe, 0.02) end
assert(run.summary.digest ~= reference.summary.digest)
assert(tostring(run.summary):find "reduced by craig_bampton from 120 to")

-- Methods with an exact linear part, and a run that goes on from another one or from an equilibrium.
local precise = jounce.run(reduced, options(jounce.method.precise{}))
close(precise, run, "tip.uy", 0.01)
local events = jounce.run(reduced, { method = jounce.method.event_driven{}, step = 2e-5, duration = 0.1, record = { probes = { "tip.uy" } } })
close(events, run, "tip.uy", 0.01)
local halves = {}
for _, method in ipairs{ jounce.method.newmark{}, jounce.method.precise{} } do
  local first = options(method)
  first.duration = 0.05
  local second = options(method)
  second.duration, second.initial = 0.05, jounce.run(reduced, first)
  halves[#halves + 1] = jounce.run(reduced, second)
end
assert(math.abs(halves[1]:at("tip.uy", 0.1) - run:at("tip.uy", 0.1)) < 1e-9)
assert(math.abs(halves[2]:at("tip.uy", 0.1) - precise:at("tip.uy", 0.1)) < 1e-9)
assert(jounce.run(reduced, { method = jounce.method.newmark{}, step = 1e-5, duration = 1e-3, initial = rest, record = { probes = { "tip.uy" } } }))
local other = jounce.reduce(model, { method = "free_interface", modes = 12 })
local ok, why = pcall(jounce.run, other, { method = jounce.method.newmark{}, step = 1e-5, duration = 1e-3, initial = rest })
assert(not ok and why:find("was reduced differently", 1, true), why)

-- Studies, pictures of the full field.
local study = jounce.compare{ model = reduced, methods = { jounce.method.newmark{} }, steps = { 4e-5, 2e-5 }, duration = 0.05,
                              probes = { "tip.uy" }, reference = { method = jounce.method.newmark{}, step = 5e-6 } }
assert(#study:rows() == 2 and study:rows()[2].displacement_error < 0.05)
local pictures = options(jounce.method.newmark{})
pictures.vtk, pictures.output, pictures.duration = { every = 500 }, "reduced", 0.02
assert(jounce.run(reduced, pictures).folder:find "reduced")

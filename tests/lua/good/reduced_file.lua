-- reduced:save and jounce.reduced: the model of the file is accepted wherever the saved one is, with the same bits.
local jounce = require "jounce"

local function bar(law, force)
  local model = jounce.model{ name = "bar" }
  local beam = model:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 12,
    section = jounce.section.tube{ outer_diameter = 0.03, wall = 3e-3 }, material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 } }
  model:fix{ nodes = { beam.nodes[1] } }
  model:gap{ name = "tip", node = beam.nodes[13], direction = { 0, 1, 0 }, clearance = 1e-3, sides = "both", law = law }
  model:damping(jounce.damping.modal{ ratio = 0.02 })
  model:load{ name = "push", node = beam.nodes[13], direction = { 0, 1, 0 }, force = force }
  return model
end

local model = bar(jounce.law.lankarani_nikravesh{ stiffness = 1e8, restitution = 0.6 }, jounce.signal.sine{ amplitude = 90, frequency = 20 })
local reduced = jounce.reduce(model, { modes = 8 })
local file = reduced:save "models/bar.jounce"
assert(file:find "models/bar.jounce$")
local loaded = jounce.reduced(file)
assert(loaded.name == "bar" and loaded.size == reduced.size and tostring(loaded) == tostring(reduced))
assert(tostring(loaded.report) == tostring(reduced.report) and loaded.report.gaps[1].full == reduced.report.gaps[1].full)

local probes = { "tip.force", "b[13].uy", "b[7].rz", "b[1].reaction_uy", "b[7].bending_moment_z", "push.power", "energy.strain" }
local function options(method) return { method = method, step = 2e-5, duration = 0.1, record = { probes = probes } } end
for _, method in ipairs{ jounce.method.newmark{}, jounce.method.event_driven{ tolerance = 1e-8 } } do
  local one, other = jounce.run(reduced, options(method)), jounce.run(loaded, options(method))
  assert(#one:impacts() > 2 and #one:impacts() == #other:impacts())
  for _, probe in ipairs(probes) do
    local _, a = one:series(probe)
    local _, b = other:series(probe)
    assert(#a == #b)
    for i = 1, #a do assert(a[i] == b[i], probe) end
  end
end

-- Modes, statics, sweeps and orbits of the loaded model.
assert(jounce.modes(loaded, { count = 3 })[3].frequency == jounce.modes(reduced, { count = 3 })[3].frequency)
local at = { time = 0.01, probes = { "b[13].uy" } }
assert(jounce.static(loaded, at).values["b[13].uy"] == jounce.static(reduced, at).values["b[13].uy"])
local function period(of)
  local run = jounce.run(of, { method = jounce.method.event_driven{ tolerance = 1e-9 }, step = 1e-4, duration = 0.5 })
  return jounce.orbit{ model = of, period = 0.05, start = run:state() }
end
local found, also = pcall(period, loaded), pcall(period, reduced)
assert(found == also)

-- Saved again, it is the same file.
local function content(path)
  local stream = assert(io.open(path, "rb"))
  local text = stream:read "a"
  stream:close()
  return text
end
assert(content(loaded:save "models/again.jounce") == content(file))

-- Values of a user's function cannot be in a file.
local own = jounce.reduce(bar(jounce.law.hertz{ stiffness = 1e8 }, function(t) return 3*t end), { modes = 4 })
local saved, message = pcall(own.save, own, "models/own.jounce")
assert(not saved and message:find "reduced:save: the load is a function %(.*reduced_file.lua:%d+%), which no file can contain", message)
assert(not io.open("models/own.jounce"))

-- Not a file of a reduced model.
for _, bad in ipairs{ "models/none.jounce", "reduced_file.lua" } do
  local ok, why = pcall(jounce.reduced, bad)
  assert(not ok and why:find("reduced: 'file' " .. bad, 1, true), why)
end

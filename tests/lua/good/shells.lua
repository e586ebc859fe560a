-- Handles of shells: sets, rings, what is not there; a coupling's node under its name.
local jounce = require "jounce"

local model = jounce.model{ name = "shaft", accept = { "unsupported" } }
local steel = jounce.material{ E = 207e9, nu = 0.3, density = 7850 }
local mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 8, along = 4 }
assert(mesh.kind == "tube" and mesh.family == "mesh")
local shaft = model:shell{ name = "shaft", mesh = mesh, thickness = 0.005, material = steel }
assert(tostring(shaft) == "shell 'shaft'" and #shaft.nodes == 40 and #shaft.sets == 5)
local ring = shaft:ring(2)
assert(#ring == 8 and ring[1] == shaft.nodes[9] and ring[8].name == "shaft[16]")
assert(shaft:set("ring 2")[3] == ring[3])
local function message(f) local ok, text = pcall(f); assert(not ok); return text end
assert(message(function() return shaft:ring(6) end):find("shell 'shaft': ring: there is no set 'ring 6'", 1, true))
assert(message(function() return shaft:ring(0) end):find("'number' must be", 1, true))
assert(message(function() return shaft:set("rung 2") end):find("did you mean 'ring 2'?", 1, true))
assert(message(function() return shaft.ring(2) end):find("call it with a colon", 1, true))
assert(not pcall(function() ring[1] = nil end))

local hub = model:coupling{ name = "hub", nodes = ring }
assert(tostring(hub) == "coupling 'hub'" and hub.nodes[1] == hub)
model:fix{ nodes = { hub }, dofs = { "uy", "uz" } }
local modes = jounce.modes(model, { count = 8 })
assert(modes[1].kind == "rigid" and modes.complete)
local found = false
for _, mode in ipairs(modes) do found = found or mode.kind:find("ovalling, n = 2", 1, true) ~= nil end
assert(found)

model:load{ node = hub, direction = { 1, 0, 0 }, force = 100 }
local probes = { "hub.ux" }
for i, node in ipairs(ring) do probes[i + 1] = node .. ".ux" end
local run = jounce.run(model, { step = 1e-5, duration = 1e-3, record = { probes = probes } })
local mean = 0
for i = 2, 9 do mean = mean + run:at(probes[i], 1e-3)/8 end
assert(math.abs(run:at("hub.ux", 1e-3)/mean - 1) < 1e-12)   -- the coupling's node moves as the ring does in the mean

jounce.write_mesh(model, "shells.msh")
jounce.write_mesh(model, "shells.inp")
run:plot({ probes = { probes[1] }, file = "twice.png" }, run)   -- a run beside itself

-- Stresses: of a strip under tension, by probes; the picture of an equilibrium.
local strip = jounce.model{ name = "strip" }
local plate = strip:shell{ name = "strip", thickness = 0.01, material = steel,
  mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 0.5, 0 }, elements_1 = 2, elements_2 = 1 } }
strip:fix{ nodes = plate:set("edge 4"), dofs = { "ux", "uz" } }
strip:fix{ nodes = { plate.nodes[1] } }
strip:load{ nodes = plate:set("edge 2"), direction = { 1, 0, 0 }, force = 2500 }
local rest = jounce.static(strip, { probes = { "strip[2].stress_top_xx", "strip.cell[1].stress_bottom_xx" }, output = "rest" })
for _, probe in ipairs(rest.probes) do assert(math.abs(rest.values[probe]/1e6 - 1) < 1e-6) end

-- Fewer modes than the ten that nobody asked for.
local mass = jounce.model{ name = "mass" }
mass:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
local one = jounce.modes(mass)
assert(#one == 1 and #one.notes == 1 and one.notes[1]:find("requested 10 modes, the model has 1 free coordinate", 1, true))
assert(#modes.notes == 0)

-- Handles of shells: sets, rings, what is not there; a coupling's node under its name.
local jounce = require "jounce"

local model = jounce.model{ name = "shaft" }
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

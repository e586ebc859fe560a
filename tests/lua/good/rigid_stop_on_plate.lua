-- A rigid stop on a node of a plate's mesh, touched from the start and struck again and again: the node rests against it and leaves it
-- with a pull that is round-off of modes which the step does not resolve. It never goes beyond the stop, and energy never grows.
-- Control: these runs ended in "opens and closes more than 10000 times" while a stop was let go twice at one instant.
local jounce = require "jounce"

local function strike(restitution, clearance)
  local model = jounce.model{ name = "plate" }
  local plate = model:shell{ name = "plate", thickness = 0.01, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 },
    mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 0.5, 0 }, elements_1 = 6, elements_2 = 3 } }
  model:fix{ nodes = plate:set("edge 4") }
  model:gap{ name = "stop", node = plate.nodes[14], direction = { 0, 0, 1 }, clearance = clearance, sides = "positive",
             law = jounce.law.rigid{ restitution = restitution } }
  model:initial{ nodes = { plate.nodes[14], plate.nodes[27], plate.nodes[28] }, velocity = { 0, 0, 1 } }
  return jounce.run(model, { method = jounce.method.newmark{}, step = 8e-6, duration = 3e-3,
                             record = { probes = { "stop.uz", "energy.kinetic", "energy.strain" } } })
end

for _, case in ipairs{ { 0.5, 0 }, { 0, 0 }, { 0.5, 1e-6 } } do
  local run = strike(case[1], case[2])
  local times, uz = run:series "stop.uz"
  local _, kinetic = run:series "energy.kinetic"
  local _, strain = run:series "energy.strain"
  local least = kinetic[1] + strain[1]
  for i = 1, #times do
    -- Located to the round-off of the time: 1e-12 m at speeds of metres a second.
    assert(uz[i] <= case[2] + 1e-12, uz[i])
    local energy = kinetic[i] + strain[i]
    assert(energy <= least*(1 + 1e-9), "energy grows")
    least = math.min(least, energy)
  end
end

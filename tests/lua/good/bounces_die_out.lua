-- Impacts on rigid stops that follow each other ever faster: each keeps the restitution of the one before, down to the minimum speed
-- of the law, whatever the tolerance and the step of event_driven. References: the geometric sequence of the impacts; a block that
-- slides on its guide stops after v^2/(2 mu g).
-- Control: a depth of the located impact above the height of the bounces fed them, and they went on for ever.
local jounce = require "jounce"

for _, tolerance in ipairs{ 1e-4, 1e-6, 1e-8, 1e-12 } do
  local method = jounce.method.event_driven{ tolerance = tolerance }
  local model = jounce.model{ name = "cantilever with a mass" }
  local beam = model:beam{ name = "beam", from = { 0, 0, 0 }, to = { 0.4, 0, 0 }, elements = 1, section = jounce.section.rectangle{ width = 0.02, height = 0.004 },
                           material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7850 } }
  model:fix{ node = beam.nodes[1] }
  model:fix{ node = beam.nodes[2], dofs = { "ux", "uy", "rx", "rz" } }
  model:point{ name = "tip", node = beam.nodes[2], mass = 0.3 }
  model:load{ node = beam.nodes[2], direction = { 0, 0, -1 }, force = 6 }
  model:gap{ name = "stop", node = beam.nodes[2], direction = { 0, 0, -1 }, clearance = 1e-3, sides = "positive", law = jounce.law.rigid{ restitution = 0.3 } }
  local run = jounce.run(model, { method = method, step = 0.03, duration = 0.03, record = { probes = { "stop.force" } } })
  local impacts = run:impacts()
  assert(#impacts == 12 and impacts[12].speed_in < 1e-6, string.format("tolerance %g: %d impacts, the last at %.2e m/s", tolerance, #impacts, impacts[#impacts].speed_in))
  for i = 8, 12 do -- the force is constant for such short flights
    local ratio = impacts[i].speed_in/impacts[i - 1].speed_in
    assert(math.abs(ratio - 0.3) < 1e-2, string.format("tolerance %g: impact %d has %.6f of the speed before", tolerance, i, ratio))
  end

  for _, step in ipairs{ 1, 0.05, 0.002 } do
    local mu, g, v = 0.3, 9.81, 0.8
    local guide = jounce.model{ name = "guide", accept = { "unsupported" } }
    guide:body{ name = "block", mass = 0.5, inertia = 8e-4 }
    guide:translational_clearance{ name = "guide", body = "block", length = 0.12, height = 0.05, clearance = 1e-3, law = jounce.law.rigid{ restitution = 0.4 },
                                   friction = jounce.friction.coulomb{ coefficient = mu } }
    guide:gravity{ acceleration = { 0, -g, 0 } }
    guide:initial{ node = "block", x = 0, y = -1e-3, angle = 0, vx = v, vy = 0, vangle = 0 }
    local slide = jounce.run(guide, { method = method, step = step, duration = 0.5, record = { probes = { "block.x" } } })
    assert(math.abs(slide:at("block.x", 0.5) - v*v/(2*mu*g)) < 1e-12, string.format("tolerance %g, step %g", tolerance, step))
  end
end

-- A body that rests on a rigid table from the start, and one that reaches a wall later: in any order of the model.
for _, law in ipairs{ jounce.law.rigid{ restitution = 0.5 }, jounce.law.hooke{ stiffness = 1e4 } } do
  for _, wall_first in ipairs{ true, false } do
    local model = jounce.model{ name = "a table and a wall", accept = { "unsupported" } }
    model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:point{ name = "q", at = { 0, 0, 0 }, mass = 1, free = { "uz" } }
    local function wall() model:gap{ name = "wall", node = "p", direction = { 1, 0, 0 }, sides = "positive", clearance = 0.3, law = law } end
    if wall_first then wall() end
    model:gap{ name = "table", node = "q", direction = { 0, 0, -1 }, sides = "positive", clearance = 0, law = jounce.law.rigid{ restitution = 0.4 } }
    if not wall_first then wall() end
    model:load{ node = "q", direction = { 0, 0, -1 }, force = 5 }
    model:initial{ node = "p", velocity = { 1, 0, 0 } }
    local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1, duration = 1, record = { probes = { "table.force" } } })
    assert(math.abs(run:impacts "wall"[1].time_in - 0.3) < 1e-12 and run:impacts "table"[1].time_in == 0 and run:at("table.force", 0.7) == 5)
  end
end

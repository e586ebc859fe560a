-- Bodies of joints that start at rest exactly on their surface and are pressed by their weight: the contact is closed from the start,
-- as that of a node on a stop. An onset that is located has a speed that depends on the tolerance, and laws of the Hunt-Crossley
-- family have a damping that depends on it.
-- Reference: a point with the same mass on a stop with the sum of the stiffnesses. Tolerance: 1e-6 of the weight's indentation,
-- what event_driven at 1e-6 may err.
-- Control: a body dropped from a micrometre above the surface differs.
local jounce = require "jounce"
local mass, stiffness, g, clearance = 1, 1e7, 9.81, 1e-3
local method = jounce.method.event_driven

local function law(k) return jounce.law.hunt_crossley{ stiffness = k, restitution = 0.5 } end

local function run(model, tolerance, place)
  return jounce.run(model, { method = method{ tolerance = tolerance }, step = 1e-3, duration = 0.02, record = { probes = { place } } })
end

local function point(k)
  local model = jounce.model{ name = "point" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = mass, free = { "uy" } }
  model:gap{ name = "g", node = "p", direction = { 0, 1, 0 }, clearance = 0, sides = "negative", law = law(k) }
  model:load{ node = "p", direction = { 0, -1, 0 }, force = mass*g }
  return run(model, 1e-12, "p.uy"):at("p.uy", 0.01)
end

local function guide(tolerance, above)
  local model = jounce.model{ name = "guide" }
  model:body{ name = "s", mass = mass, inertia = 1e-3 }
  model:translational_clearance{ name = "guide", body = "s", length = 0.1, height = 0.05, clearance = clearance, law = law(stiffness) }
  model:gravity{ 0, -g, 0 }
  model:initial{ node = "s", x = 0, y = above - clearance, angle = 0, vx = 0, vy = 0, vangle = 0 }
  return run(model, tolerance, "s.y"):at("s.y", 0.01) + clearance
end

local function ring(tolerance, above)
  local model = jounce.model{ name = "ring" }
  model:body{ name = "s", mass = mass, inertia = 1e-3, points = { A = { 0, 0 } } }
  model:revolute_clearance{ name = "pin", bearing = { 0, 0 }, journal = "s.A", bearing_radius = 0.01, journal_radius = 0.01 - clearance,
                            law = law(stiffness) }
  model:gravity{ 0, -g, 0 }
  model:initial{ node = "s", x = 0, y = above - clearance, angle = 0, vx = 0, vy = 0, vangle = 0 }
  return run(model, tolerance, "s.y"):at("s.y", 0.01) + clearance
end

for name, case in pairs{ guide = { guide, point(2*stiffness) }, ring = { ring, point(stiffness) } } do
  local make, expected = table.unpack(case)
  for _, tolerance in ipairs{ 1e-6, 1e-8, 1e-10, 1e-12 } do
    local y = make(tolerance, 0)
    assert(math.abs(y/expected - 1) < 1e-5, name .. ", tolerance " .. tolerance .. ": " .. y .. " instead of " .. expected)
  end
  assert(math.abs(make(1e-10, 1e-6)/expected - 1) > 1e-3, name .. ": a fall has no effect")
end

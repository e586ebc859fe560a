-- Circular gaps with friction: a bead that runs around inside a ring, and a shaft that spins down in its bearing.
-- Source: closed forms. Bead: N = m v^2/r, so 1/v grows by mu t/r. Shaft of inertia I under the load F: w = w0 - mu F R t/I, then at rest.
local jounce = require "jounce"

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.9g", value), string.format("%.9g", reference), string.format("%.1e", value - reference) }
end

local laws <const> = { jounce.friction.coulomb{ coefficient = 0.2 }, jounce.friction.coulomb_regularised{ coefficient = 0.2, transition_speed = 1e-6 } }

for _, friction in ipairs(laws) do
  local m, c, v, k = 0.4, 0.05, 1.5, 4e7
  local depth = m*v^2/c/k   -- initial indentation of the ring
  local model = jounce.model{ name = "bead in a ring" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy" } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = c, law = jounce.law.hooke{ stiffness = k }, friction = friction }
  model:initial{ node = "bead", displacement = { c + depth, 0, 0 }, velocity = { 0, v, 0 } }
  local run = jounce.run(model, { method = jounce.method.newmark{}, step = 2e-5, duration = 0.3,
    record = { probes = { "ring.slip_speed", "ring.friction_force", "ring.force", "energy.friction", "energy.remainder" } } })
  for _, t in ipairs{ 0.1, 0.2, 0.3 } do
    local speed = 1/(1/v + 0.2*t/(c + depth))
    check(friction.kind .. string.format(": bead's speed at %g s [m/s]", t), run:at("ring.slip_speed", t), speed, 2e-4*speed)
  end
  check(friction.kind .. ": friction over normal force", -run:at("ring.friction_force", 0.2)/run:at("ring.force", 0.2), 0.2, 1e-9)
  local left = 1/(1/v + 0.2*0.3/(c + depth))
  check(friction.kind .. ": loss [J]", run:at("energy.friction", 0.3), 0.5*m*(v^2 - left^2), 2e-4)
  check(friction.kind .. ": remainder [J]", run:at("energy.remainder", 0.3), 0, 1e-4)
end

local methods <const> = { { jounce.method.newmark{}, 1 }, { jounce.method.event_driven{ tolerance = 1e-10 }, 1e-6 } }
for i = 1, 3 do   -- both laws by newmark, the set-valued one by event_driven
  local friction = laws[i == 2 and 2 or 1]
  local method, sharp = table.unpack(methods[i == 3 and 2 or 1])
  local name = friction.kind .. ", " .. method.kind
  local I, R, F, w, k = 3e-4, 0.012, 250, 180, 1e8
  local model = jounce.model{ name = "shaft in a bearing" }
  model:point{ name = "shaft", at = { 0, 0, 0 }, mass = 1.1, inertia = { 1, 1, I }, free = { "uy", "rz" } }
  model:circular_gap{ name = "bearing", node = "shaft", axis = { 0, 0, 1 }, clearance = 1e-4, law = jounce.law.hooke{ stiffness = k },
                      friction = friction, surface_radius = R }
  model:load{ node = "shaft", direction = { 0, -1, 0 }, force = F }
  model:initial{ node = "shaft", displacement = { 0, -1e-4 - F/k, 0 }, angular_velocity = { 0, 0, w } }
  local stop = I*w/(0.2*F*R)
  local run = jounce.run(model, { method = method, step = stop/500, duration = 1.2*stop,
    record = { probes = { "shaft.rz", "shaft.rz_velocity", "bearing.slip_speed", "bearing.sticking", "energy.friction", "energy.remainder" } } })
  check(name .. ": speed of rotation half-way [rad/s]", run:at("shaft.rz_velocity", 0.5*stop), 0.5*w, 1e-4*w*sharp)
  check(name .. ": angle at rest [rad]", run:at("shaft.rz", 1.2*stop), 0.5*w*stop, 1e-5*w*stop*sharp)
  check(name .. ": slip at rest [m/s]", run:at("bearing.slip_speed", 1.2*stop), 0, 1e-5*sharp)
  check(name .. ": loss [J]", run:at("energy.friction", 1.2*stop), 0.5*I*w^2, 1e-4*sharp)
  if friction.kind == "coulomb" then
    check(name .. ": comes to rest at [s]", run:friction_events("bearing")[1].time, stop, 1e-8*sharp)
    check(name .. ": it sticks", run:at("bearing.sticking", 1.2*stop), 1, 0)
  end
end
jounce.print_table{ title = "friction in a ring", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }

-- Who does the work of an impact, and what keeps a bead in its ring, where a rigid law leaves no doubt.
-- A driven hammer of speed v strikes a free ball of mass m: the ball leaves with (1 + e) v, the drive does the work m v^2 (1 + e) of the impulse
-- at its own speed, and m v^2 (1 - e^2)/2 of it is lost. A ball meets a floor obliquely: the impulse J = m (1 + e) v_n, friction mu J while it slips,
-- which takes mu J (v_t - mu J/(2 m)). A bead slides round a ring without friction: a pendulum, v^2 = v0^2 - 2 g h, N = m (v^2 + g y)/c, also
-- beside joints. A brake rubs on the rim of a disc: a rigid link carries its force to the hub as a torque mu N r, which stops the disc after
-- t = w I/(mu N r). Tolerances: impulses to round-off; the pendulum to round-off with event_driven, with steps of 1 ms to the second order,
-- (h v0/c)^2 = 9e-6 and less than twice that. Controls: the losses are not small, and the bead's force differs from that of a bead at rest.
local jounce = require "jounce"
local M = jounce.method
local function near(a, b, tolerance, what) assert(math.abs(a - b) <= tolerance, string.format("%s: %.12g for %.12g", what, a, b)) end

for _, method in ipairs{ M.event_driven{ tolerance = 1e-10 }, M.generalized_alpha{ spectral_radius = 0.8 }, M.baumgarte{} } do
  for _, e in ipairs{ 1, 0.6, 0.2 } do
    local m, v = 0.7, 3
    local model = jounce.model{ name = "hammer" }
    model:body{ name = "hammer", mass = 2, inertia = 1, points = { P = { 0, 0 } } }
    model:translational{ name = "guide", body = "hammer", axis = { 1, 0 } }
    model:drive{ joint = "guide", velocity = v }
    model:point{ name = "face", at = { 0, 0, 0 }, mass = 1, inertia = { 0, 0, 1 }, free = { "ux", "uy", "rz" } }
    model:fixed{ name = "weld", between = { "face", "hammer.P" } }
    model:point{ name = "ball", at = { 1, 0, 0 }, mass = m, free = { "ux" } }
    model:gap{ name = "blow", from = "face", to = "ball", direction = { 1, 0, 0 }, sides = "negative", clearance = 0.01, law = jounce.law.rigid{ restitution = e } }
    local run = jounce.run(model, { method = method, step = 1e-4, duration = 0.01, record = { probes = { "ball.ux_velocity" } } })
    local name, energy = method.kind .. ", e = " .. e .. ": ", run.summary.energy
    near(run:at("ball.ux_velocity", 0.01), (1 + e)*v, 1e-13, name .. "speed")
    near(energy.base, m*v^2*(1 + e), 1e-12, name .. "work of the drive")
    near(energy.contact_damping, 0.5*m*v^2*(1 - e^2), 1e-12, name .. "loss")
  end
end

for _, method in ipairs{ M.event_driven{ tolerance = 1e-10 }, M.newmark{}, M.generalized_alpha{ spectral_radius = 0.8 } } do
  local m, v_n, v_t, e, mu = 0.7, 3, 5, 0.6, 0.2
  local model = jounce.model{ name = "oblique" }
  model:point{ name = "ball", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy" } }
  model:gap{ name = "floor", node = "ball", direction = { 0, 1, 0 }, sides = "negative", clearance = 0.01, law = jounce.law.rigid{ restitution = e },
             friction = jounce.friction.coulomb{ coefficient = mu }, tangent = { 1, 0, 0 } }
  model:initial{ node = "ball", velocity = { v_t, -v_n, 0 } }
  local run = jounce.run(model, { method = method, step = 1e-4, duration = 0.01, record = { probes = { "ball.ux" } } })
  local J = m*(1 + e)*v_n
  local rubbed, lost = mu*J*(v_t - mu*J/(2*m)), 0.5*m*v_n^2*(1 - e^2)
  assert(rubbed > 1 and lost > 1, "control")
  local floor = run:statistics{ from = 0, to = 0.01, period = 0.01 }.gaps.floor
  near(run.summary.energy.friction, rubbed, 1e-13, method.kind .. ": friction")
  near(run.summary.energy.contact_damping, lost, 1e-13, method.kind .. ": loss")
  near(floor.friction_energy, rubbed, 1e-13, method.kind .. ": friction of the gap")
  near(floor.contact_energy, lost, 1e-13, method.kind .. ": loss of the gap")
end

local function bead(method, joints)
  local c, v0, m, g = 0.5, 1.5, 0.3, 9.81
  local model = jounce.model{ name = "bead" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy" } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = c, law = jounce.law.rigid{ restitution = 0 } }
  model:load{ node = "bead", direction = { 0, -1, 0 }, force = m*g }
  model:initial{ node = "bead", displacement = { 0, -c, 0 }, velocity = { v0, 0, 0 } }
  if joints then
    model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
    model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  end
  local run = jounce.run(model, { method = method, step = 1e-3, duration = 1, record = { probes = { "bead.ux", "bead.uy", "bead.ux_velocity", "bead.uy_velocity", "ring.force" } } })
  local tolerance = method.kind == "event_driven" and 1e-12 or 2e-5
  local centrifugal = 0
  for i = 1, 100 do
    local function at(probe) return run:at(probe, i*0.01) end
    local x, y = at "bead.ux", at "bead.uy"
    local squared = v0^2 - 2*g*(y + c)
    near(math.sqrt(x^2 + y^2), c, tolerance*c, method.kind .. ": radius")
    near(at "bead.ux_velocity"^2 + at "bead.uy_velocity"^2, squared, tolerance*v0^2, method.kind .. ": square of the speed")
    near(at "ring.force", m*(squared - g*y)/c, tolerance*m*g, method.kind .. ": force of the ring")
    centrifugal = math.max(centrifugal, m*squared/c)
  end
  assert(centrifugal > 0.3*m*g, "control")
end
bead(M.event_driven{ tolerance = 1e-10 }, false)
bead(M.event_driven{ tolerance = 1e-10 }, true)
bead(M.newmark{}, false)
bead(M.generalized_alpha{ spectral_radius = 0.8 }, true)

local function braked(method, joints)
  local r, w, inertia, N, mu = 0.3, 2e-3, 0.05, 10, 0.4
  local model = jounce.model{ name = "braked disc" }
  model:point{ name = "hub", at = { 0, 0, 0 }, mass = 1, inertia = { 0, 0, inertia }, free = { "ux", "rz" } }
  model:node{ name = "rim", at = { r, 0, 0 } }
  model:rigid{ from = "hub", to = "rim" }
  model:friction{ name = "brake", node = "rim", direction = { 0, 1, 0 }, normal_force = N, friction = jounce.friction.coulomb{ coefficient = mu } }
  model:initial{ node = "hub", angular_velocity = { 0, 0, w } }
  if joints then
    model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
    model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  end
  local run = jounce.run(model, { method = method, step = 1e-6, duration = 2e-4, record = { probes = { "hub.rz", "hub.rz_velocity" } } })
  local stopped = w*inertia/(mu*N*r)
  near(run:at("hub.rz_velocity", stopped/2), w/2, 1e-12*w, method.kind .. ": speed of the disc")
  near(run:at("hub.rz", 2e-4), w*stopped/2, 1e-12*w*stopped, method.kind .. ": angle of the disc")
  near(run.summary.energy.friction, 0.5*inertia*w^2, 1e-12*inertia*w^2, method.kind .. ": work of the brake")
end
braked(M.event_driven{ tolerance = 1e-10 }, false)
braked(M.event_driven{ tolerance = 1e-10 }, true)
braked(M.newmark{}, false)
braked(M.generalized_alpha{ spectral_radius = 0.8 }, true)

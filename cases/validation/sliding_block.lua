-- A block slides on a plane until it stops: along a straight line in any direction, under every friction law whose coefficient is mu at its speed.
-- Source: closed form, deceleration mu g along the velocity, distance v^2/(2 mu g), all kinetic energy dissipated.
local jounce = require "jounce"

local p = jounce.parameters{ step = 1e-3 }
p = { step = p.step }

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.9g", value), string.format("%.9g", reference), string.format("%.1e", value - reference) }
end

local g <const>, m <const>, mu <const> = 9.81, 2.5, 0.35

-- On a compliant stop, loaded by its weight from the start.
local function slide(friction, vx, vy, method, options)
  local model = jounce.model{ name = "sliding block" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy", "uz" } }
  model:gap{ name = "floor", node = "block", direction = { 0, 0, 1 }, clearance = 0, sides = "negative",
             law = options.law or jounce.law.hooke{ stiffness = 1e5 }, friction = friction, tangents = { { 1, 0, 0 }, { 0, 1, 0 } } }
  model:gravity{ 0, 0, -g }
  model:initial{ node = "block", displacement = { 0, 0, options.law and 0 or -m*g/1e5 }, velocity = { vx, vy, 0 } }
  local v = math.sqrt(vx^2 + vy^2)
  return jounce.run(model, { method = method, step = p.step, duration = 1.2*v/(mu*g), events = options.events or "locate", energy = { every = 1 },
    record = { probes = { "block.ux", "block.uy", "floor.slip_speed", "floor.friction_force", "floor.sticking", "energy.friction", "energy.remainder" } } })
end

local coulomb <const> = jounce.friction.coulomb{ coefficient = mu }
local newmark <const> = jounce.method.newmark{}
for _, case in ipairs{ { "newmark", newmark, {} }, { "generalized-alpha", jounce.method.generalized_alpha{ spectral_radius = 0.7 }, {} },
                       { "precise", jounce.method.precise{ contact = "implicit" }, {} },
                       { "event_driven", jounce.method.event_driven{ tolerance = 1e-11 }, { tolerance = 1e-9 } },
                       { "stepwise", newmark, { events = "stepwise", tolerance = 3e-3 } } } do
  local name, method, options = table.unpack(case)
  local tolerance = options.tolerance or 1e-6
  local run = slide(coulomb, 1.2, -0.7, method, options)
  local v2 = 1.2^2 + 0.7^2
  local v, last = math.sqrt(v2), 1.2*math.sqrt(v2)/(mu*g)
  check(name .. ": distance along x [m]", run:at("block.ux", last), 1.2*v/(2*mu*g), tolerance)
  check(name .. ": distance along y [m]", run:at("block.uy", last), -0.7*v/(2*mu*g), tolerance)
  check(name .. ": speed half-way [m/s]", run:at("floor.slip_speed", 0.5*v/(mu*g)), 0.5*v, tolerance)
  check(name .. ": loss [J]", run:at("energy.friction", last), 0.5*m*v2, 1e-5)
  check(name .. ": at rest, nothing to hold [N]", run:at("floor.friction_force", last), 0, 1e-6)
  check(name .. ": it sticks", run:at("floor.sticking", last), 1, 0)
  if not options.events then check(name .. ": sticks at [s]", run:friction_events("floor")[1].time, v/(mu*g), 1e-6) end
  check(name .. ": remainder [J]", run:at("energy.remainder", last), 0, 1e-6)
  -- The mirrored motion follows the mirrored path.
  local mirrored = slide(coulomb, -1.2, 0.7, method, options)
  check(name .. ": mirrored [m]", mirrored:at("block.ux", last), -run:at("block.ux", last), 1e-14)
end

-- Laws without sticking, down to a hundredth of the speed; the remaining motion is creep.
for _, friction in ipairs{ jounce.friction.coulomb_regularised{ coefficient = mu, transition_speed = 1e-5 },
                           jounce.friction.adams{ coefficient = mu, static_coefficient = mu, static_speed = 1e-4, dynamic_speed = 1e-3 },
                           jounce.friction.threshold{ coefficient = mu, lower_speed = 1e-4, upper_speed = 2e-4 },
                           jounce.friction.karnopp{ coefficient = mu, dead_band = 1e-4 } } do
  local run = slide(friction, 0.6, 0.8, newmark, {})
  local stop = 1/(mu*g)
  check(friction.kind .. ": speed at 0.99 of the time [m/s]", run:at("floor.slip_speed", 0.99*stop), 0.01, 2e-4)
  check(friction.kind .. ": distance [m]", math.sqrt(run:at("block.ux", 1.19*stop)^2 + run:at("block.uy", 1.19*stop)^2), 0.5*stop, 2e-4)
  check(friction.kind .. ": remainder [J]", run:at("energy.remainder", 1.19*stop), 0, 2e-4)
end
-- Bristles must deflect before they resist: over mu/s0 = 3.5 um. The step must resolve this.
do
  p = { step = 2e-5 }
  local run = slide(jounce.friction.lugre{ coefficient = mu, bristle_stiffness = 1e5 }, 0.6, 0.8, newmark, {})
  local stop = 1/(mu*g)
  check("lugre: speed half-way [m/s]", run:at("floor.slip_speed", 0.5*stop), 0.5, 1e-4)
  check("lugre: distance [m]", math.sqrt(run:at("block.ux", 1.19*stop)^2 + run:at("block.uy", 1.19*stop)^2), 0.5*stop, 1e-4)
  check("lugre: remainder [J]", run:at("energy.remainder", 1.19*stop), 0, 1e-3)
end
jounce.print_table{ title = "sliding block", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }

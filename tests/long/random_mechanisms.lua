-- Random mechanisms with clearances, each by several methods, which must agree (random_judge.lua says how):
--
--     jounce run --quiet tests/long/random_mechanisms.lua --set first=1 --set count=40
--
-- slider-cranks with rigid and flexible rods, arms with pins in slots, double pendulums that fall on stops and balls; ideal joints and
-- joints with clearance; drives by speed and by torque, springs, moving ground. A seed gives the same mechanism on every machine.
-- SPDX-License-Identifier: BSD-3-Clause
local jounce = require "jounce"
local random = require "random_judge"

local given = jounce.parameters{ first = 1, count = 1, duration = 0.1, step = 5e-6, times = 4 }

local law = jounce.law
local cylinders = jounce.geometry.cylinders{ Ri = 0.011, Rj = 0.01, contact = "internal", length = 0.02, E1 = 2e11, nu1 = 0.3,
  E2 = 2e11, nu2 = 0.3 }
local laws = {
  function(r) return law.rigid{ restitution = r.one{ 0, 0.3, 0.5, 0.8 } } end,
  function(r) return law.kelvin_voigt{ stiffness = r.one{ 1e5, 1e6 }, damping = r.one{ 10, 50 } } end,
  function(r) return law.flores{ stiffness = r.one{ 1e8, 1e9 }, restitution = r.between(0.3, 0.9) } end,
  function(r) return law.hertz{ stiffness = r.one{ 1e7, 1e8 } } end,
  function(r) return law.lankarani_nikravesh{ stiffness = 1e9, restitution = r.between(0.6, 0.95) } end,
  function(r) return law.hunt_crossley{ stiffness = 1e9, restitution = r.between(0.6, 0.95) } end,
  function(r) return law.gonthier{ stiffness = 1e9, restitution = r.between(0.2, 0.95) } end,
  function(r) return law.lankarani_nikravesh_1994{ stiffness = 1e9, restitution = r.between(0.5, 0.95) } end,
  function() return law.adams_impact{ stiffness = 1e7, damping = 100, depth = 1e-5 } end,
  function() return law.johnson{ geometry = cylinders } end,
}
local function random_law(r) return r.one(laws)(r) end

local function maybe_friction(r)
  local kind = r.number()
  if kind < 0.3 then return nil end
  if kind < 0.45 then return jounce.friction.coulomb_regularised{ coefficient = r.between(0.05, 0.3), transition_speed = 1e-2 } end
  return random.friction(r)
end

local function pin(m, r, name, bearing, journal, clear)
  if clear then
    m:revolute_clearance{ name = name, bearing = bearing, journal = journal, bearing_radius = 0.0105, journal_radius = 0.01,
      law = random_law(r), friction = maybe_friction(r) }
  else
    m:revolute{ name = name, between = { bearing, journal } }
  end
end

local function slider_crank(m, r, probes)
  local a, l, theta = 0.05, r.between(0.12, 0.3), r.between(0.2, 1.2)
  local x, y = a * math.cos(theta), a * math.sin(theta)
  local slider = x + math.sqrt(l^2 - y^2)
  m:body{ name = "crank", mass = 0.3, inertia = 1e-4, points = { O = { -a/2, 0 }, B = { a/2, 0 } } }
  if r.chance(0.25) then
    m:flexible_body{ name = "rod", length = l, section = jounce.section.rectangle{ width = 0.01, height = 0.01 },
      material = jounce.material{ E = 7e10, nu = 0.3, density = 2700 }, points = { B = 0, C = l }, modes = 1, damping_ratio = 0.02 }
  else
    m:body{ name = "rod", mass = 0.21, inertia = 2.5e-4, points = { B = { -l/2, 0 }, C = { l/2, 0 } } }
  end
  m:body{ name = "slider", mass = 0.14, inertia = 1e-4 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  local clear = r.one{ "B", "C", "D", "BC", "BD", "" }
  pin(m, r, "B", "rod.B", "crank.B", clear:find "B")
  pin(m, r, "C", "rod.C", "slider", clear:find "C")
  if clear:find "D" then
    m:translational_clearance{ name = "D", body = "slider", length = 0.08, height = 0.05, clearance = 5e-4, corner_radius = 1e-3,
      law = random_law(r), friction = maybe_friction(r) }
  else
    m:translational{ name = "D", body = "slider" }
  end
  local drive = r.number()
  if drive < 0.5 then
    m:drive{ joint = "O", speed = r.between(20, 100) }
  else
    m:initial{ node = "crank", vangle = r.between(-80, 80) }
    if drive < 0.7 then m:drive{ joint = "O", torque = r.between(0.1, 1) } end
    -- Within the stroke, which ends at a + l.
    if r.chance(0.5) then
      m:gap{ name = "stop", node = "slider", direction = { 1, 0, 0 }, clearance = r.between(slider, a + l), sides = "positive",
        law = random_law(r) }
    end
  end
  if r.chance(0.4) then m:link_spring{ between = { { 0.1, 0.1 }, "slider" }, stiffness = 1e3, damping = 2 } end
  m:assemble{ angles = { crank = theta, rod = -math.asin(y / l) },
    positions = { crank = { x/2, y/2 }, rod = { (x + slider)/2, y/2 }, slider = { slider, 0 } } }
  probes[#probes + 1], probes[#probes + 2] = "slider.x", "slider.y"
end

local function arm_in_slot(m, r, probes)
  m:body{ name = "arm", mass = 0.5, inertia = 2e-3, points = { A = { -0.1, 0 }, P = { 0.1, 0 } } }
  pin(m, r, "A", { 0, 0 }, "arm.A", r.chance(0.3))
  local slot = { name = "S", pin = "arm.P", width = 0.0105, pin_radius = 0.005, law = random_law(r), friction = maybe_friction(r) }
  if r.chance(0.5) then
    slot.from, slot.to = { 0.2, -0.01 }, { 0.2, 0.015 }
  else
    slot.centre, slot.radius, slot.direction, slot.span = { 0, 0 }, 0.2, 0, r.between(0.1, 0.3)
  end
  m:slot(slot)
  m:initial{ node = "arm", vangle = r.between(-3, 3) }
  m:assemble{ positions = { arm = { 0.1, 0 } } }
  if r.chance(0.5) then m:torsion_spring{ between = { { 0, 0 }, "arm" }, stiffness = r.one{ 1, 20 }, damping = 0.01 } end
  probes[#probes + 1], probes[#probes + 2] = "arm.x", "arm.y"
end

local function double_pendulum(m, r, probes)
  m:body{ name = "one", mass = 1, inertia = 5e-3, points = { A = { -0.1, 0 }, B = { 0.1, 0 } } }
  m:body{ name = "two", mass = 0.5, inertia = 2e-3, points = { B = { -0.1, 0 }, T = { 0.1, 0 } } }
  pin(m, r, "A", { 0, 0 }, "one.A", r.chance(0.3))
  pin(m, r, "B", "one.B", "two.B", r.chance(0.3))
  m:assemble{ positions = { one = { 0.1, 0 }, two = { 0.3, 0 } } }
  local friction = maybe_friction(r)
  m:gap{ name = "floor", node = "two", direction = { 0, -1, 0 }, clearance = r.one{ 0.002, 0.01 }, sides = "positive",
    law = random_law(r), friction = friction, tangent = friction and { 1, 0, 0 } or nil }
  if r.chance(0.5) then
    m:gap{ name = "rest", node = "one", direction = { 0, -1, 0 }, clearance = r.one{ 0.001, 0.003 }, sides = r.one{ "positive", "both" },
      law = random_law(r) }
  end
  if r.chance(0.5) then
    m:point{ name = "ball", at = { 0.3, 0.02, 0 }, mass = r.one{ 0.1, 1 }, free = { "ux", "uy" } }
    m:gap{ name = "on two", from = "two", to = "ball", direction = { 0, -1, 0 }, clearance = 0.001, sides = "positive",
      law = random_law(r) }
    probes[#probes + 1] = "ball.uy"
  end
  probes[#probes + 1], probes[#probes + 2] = "two.x", "two.y"
end

-- \returns the model, its probes, and that it has joints
local function build(seed)
  local r = random.generator(seed + 50000)
  local m, probes = jounce.model{ name = "mechanism" .. seed }, {}
  local family = r.number()
  if family < 0.5 then
    slider_crank(m, r, probes)
  elseif family < 0.75 then
    arm_in_slot(m, r, probes)
  else
    double_pendulum(m, r, probes)
  end
  if r.chance(0.8) then m:gravity{ acceleration = { 0, -9.81, 0 } } end
  if r.chance(0.15) then
    m:base_motion{ direction = { 1, 0, 0 }, displacement = jounce.signal.sine{ amplitude = 1e-3, frequency = 20 } }
  end
  return m, probes, true
end

random.judge{ build = build, first = given.first, count = given.count, duration = given.duration, step = given.step, times = given.times }

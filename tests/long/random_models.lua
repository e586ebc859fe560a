-- Random vibro-impact models, each by several methods, which must agree (random_judge.lua says how):
--
--     jounce run --quiet tests/long/random_models.lua --set first=1 --set count=40
--
-- models of the seeds first ... first + count - 1: masses, springs, a beam, plane gaps, rings, frictions, moving supports, bodies in
-- ideal and clearance joints, under the laws and frictions of the lists. A seed gives the same model on every machine.
-- SPDX-License-Identifier: BSD-3-Clause
local jounce = require "jounce"
local random = require "random_judge"
local random_friction, maybe_friction = random.friction, random.maybe_friction

local given = jounce.parameters{ first = 1, count = 1, duration = 0.1, step = 2e-5, times = 4 }

local function random_law(r)
  local kind = r.whole(1, 6)
  if kind <= 2 then return jounce.law.rigid{ restitution = r.one{ 0, 0.3, 0.5, 0.8 } } end
  if kind == 3 then return jounce.law.kelvin_voigt{ stiffness = r.one{ 1e4, 1e5, 1e6 }, damping = r.one{ 10, 50 } } end
  if kind == 4 then return jounce.law.flores{ stiffness = r.one{ 1e7, 1e8 }, restitution = r.between(0.3, 0.9) } end
  if kind == 5 then return jounce.law.hertz{ stiffness = r.one{ 1e7, 1e8 } } end
  return jounce.law.hooke{ stiffness = r.one{ 1e4, 1e5, 1e6 } }
end

local function points(m, r, probes)
  local n = r.whole(1, 3)
  for i = 1, n do
    local name = "p" .. i
    m:point{ name = name, at = { i, 0, 0 }, mass = r.one{ 0.1, 1, 1, 10 }, free = { "ux", "uy" } }
    for _, direction in ipairs{ { 1, 0, 0 }, { 0, 1, 0 } } do
      if r.chance(0.6) then
        m:spring{ from = name, direction = direction, stiffness = r.one{ 100, 1e3, 1e4 }, damping = r.one{ 0, 1, 5 } }
      end
    end
    m:initial{ node = name, velocity = { r.between(-0.5, 0.5), r.chance(0.5) and 0 or r.between(-0.5, 0.5), 0 } }
    if r.chance(0.5) then
      m:load{ node = name, direction = { r.between(-1, 1), r.between(-1, 1), 0 }, force = jounce.signal.sine{
        amplitude = r.one{ 1, 5, 20 }, frequency = r.between(1, 30), offset = r.one{ 0, 5, -5 } } }
    end
    probes[#probes + 1], probes[#probes + 2] = name .. ".ux", name .. ".uy"
    if i > 1 then
      m:spring{ from = "p" .. i - 1, to = name, direction = { r.whole(0, 1), 1, 0 }, stiffness = r.one{ 1e3, 1e4 },
        damping = r.one{ 0, 2 } }
    end
  end
  return n
end

local function belt(m, r)
  m:node{ name = "belt", at = { 0, 0, 0 } }
  m:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  m:prescribe{ node = "belt", dof = "ux", motion = r.chance(0.5) and jounce.signal.sine{ amplitude = 0.01, frequency = 5 }
    or jounce.signal.ramp{ from_time = 0, from_value = 0, to_time = 1, to_value = 0.2 } }
end

-- \returns fields from and to, or node
local function between(r, fields, i, n, moving)
  if moving and r.chance(0.4) then
    fields.from, fields.to = "belt", "p" .. i
  elseif n > 1 and r.chance(0.3) then
    fields.from, fields.to = "p" .. i, "p" .. i % n + 1
  else
    fields.node = "p" .. i
  end
  return fields
end

local function contacts(m, r, n, moving)
  for j = 1, r.whole(1, 4) do
    local i, kind = r.whole(1, n), r.number()
    if kind < 0.55 then
      local d = r.one{ { 0, -1, 0 }, { 0, -1, 0 }, { 1, 0, 0 }, { -1, 0, 0 }, { 0.6, 0.8, 0 } }
      local law, friction = random_law(r), maybe_friction(r)
      local sides = r.one{ "positive", "positive", "both" }
      -- A rigid stop on both sides needs room.
      local clearance = r.one(sides == "both" and { 1e-3, 2e-3, 5e-3 } or { 0, 1e-3, 2e-3, 5e-3 })
      m:gap(between(r, { name = "g" .. j, direction = d, clearance = clearance, sides = sides, law = law, friction = friction,
        tangent = friction and { -d[2], d[1], 0 } or nil }, i, n, moving))
    elseif kind < 0.8 then
      local both = r.chance(1 / 3)
      local direction = not both and r.one{ { 1, 0, 0 }, { 0, 1, 0 } } or nil
      local directions = both and { { 1, 0, 0 }, { 0, 1, 0 } } or nil
      m:friction(between(r, { name = "f" .. j, direction = direction, directions = directions, friction = random_friction(r),
        normal_force = r.one{ 10, 3, jounce.signal.sine{ amplitude = 3, frequency = 4, offset = 5 } } }, i, n, moving))
    else
      m:circular_gap{ name = "c" .. j, node = "p" .. i, axis = { 0, 0, 1 }, clearance = r.one{ 1e-3, 5e-3 }, law = random_law(r),
        friction = maybe_friction(r) }
    end
  end
end

-- A cantilever of the plane with a stop at its tip, and another one or a ring on its way.
local function cantilever(m, r, probes)
  local beam = m:beam{ name = "beam", from = { 0, 1, 0 }, to = { 0.5, 1, 0 }, elements = 3,
    section = jounce.section.rectangle{ width = 0.02, height = 0.005 }, material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7850 }, orientation = { 0, 1, 0 } }
  m:fix{ node = beam.nodes[1], dofs = { "ux", "uy", "uz", "rx", "ry", "rz" } }
  for k = 2, 4 do m:fix{ node = beam.nodes[k], dofs = { "uz", "rx", "ry" } } end
  m:damping(jounce.damping.rayleigh{ beta = 1e-4 })
  m:load{ node = beam.nodes[4], direction = { 0, 1, 0 }, force = jounce.signal.sine{ amplitude = r.one{ 5, 10 },
    frequency = r.between(5, 40), offset = r.one{ 0, -3 } } }
  local friction = maybe_friction(r)
  m:gap{ name = "tip", node = beam.nodes[4], direction = { 0, -1, 0 }, clearance = r.one{ 5e-4, 1e-3 },
    sides = r.one{ "positive", "both" }, law = random_law(r), friction = friction, tangent = friction and { 1, 0, 0 } or nil }
  if r.chance(0.4) then
    m:circular_gap{ name = "collar", node = beam.nodes[3], axis = { 0, 0, 1 }, clearance = 1e-3, law = random_law(r),
      friction = maybe_friction(r) }
  end
  probes[#probes + 1] = "beam[4].uy"
end

-- A pendulum in an ideal hinge, or in one with clearance; a block in a guide.
local function bodies(m, r, probes)
  m:body{ name = "pendulum", mass = 1, inertia = 1, points = { A = { -1, 0 } } }
  if r.chance(0.5) then
    m:revolute{ name = "pin", between = { { 5, 5 }, "pendulum.A" } }
  else
    m:revolute_clearance{ name = "bearing", bearing = { 5, 5 }, journal = "pendulum.A", bearing_radius = 0.011,
      journal_radius = 0.01, law = random_law(r), friction = maybe_friction(r) }
  end
  local positions = { pendulum = { 6, 5 } }
  probes[#probes + 1] = "pendulum.x"
  if r.chance(0.3) then
    m:body{ name = "block", mass = 1, inertia = 1e-3 }
    m:translational_clearance{ name = "guide", body = "block", through = { 0, -5 }, length = 0.1, height = 0.05, clearance = 1e-3,
      law = random_law(r), friction = maybe_friction(r) }
    positions.block = { 0, -5 }
    -- It turns: two corners that strike at one instant are another impact than one after the other.
    m:initial{ node = "block", vx = r.between(-1, 1), vangle = r.between(-1, 1) }
    probes[#probes + 1] = "block.x"
  end
  m:assemble{ positions = positions }
end

-- \returns the model, its probes, and whether it has joints
local function build(seed)
  local r = random.generator(seed)
  local m, probes = jounce.model{ name = "random" .. seed }, {}
  local family = r.number()
  local joints = family < 0.25
  local n = points(m, r, probes)
  local moving = r.chance(0.3)
  if moving then belt(m, r) end
  contacts(m, r, n, moving)
  if joints then bodies(m, r, probes) elseif family < 0.5 then cantilever(m, r, probes) end
  if joints or r.chance(0.7) then m:gravity{ acceleration = { 0, -9.81, 0 } } end
  return m, probes, joints
end

random.judge{ build = build, first = given.first, count = given.count, duration = given.duration, step = given.step, times = given.times }

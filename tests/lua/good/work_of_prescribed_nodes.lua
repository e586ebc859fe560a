-- The work of prescribed motions beside joints. A shaker (a prescribed node with a mass) carries a mass by a spring and a damper, strikes
-- another by a gap, rubs on a third; the foot of a beam moves with another signal. The witness is the same model without joints: an arm at
-- rest on a hinge of its own changes nothing. Impulses of a rigid gap are in no reaction, but in the account.
-- Tolerances: with event_driven rounding and its tolerance; with steps of 2e-4 s the trapezoidal rule on powers, 2e-4 of the work (a force of
-- contact that jumps within a step). Motions and reactions 1e-8. Control: the work is not small.
local jounce = require "jounce"
local S = jounce.signal
local function near(a, b, tolerance, what) assert(math.abs(a - b) <= tolerance, string.format("%s: %.12g for %.12g", what, a, b)) end

local function base(joints)
  local model = jounce.model{ name = "shaker" }
  if joints then
    model:body{ name = "arm", mass = 1, inertia = 1, points = { o = { -1, 0 } } }
    model:revolute{ name = "pin", between = { { 5, 5 }, "arm.o" } }
  end
  return model
end
local motion = S.sine{ amplitude = 0.01, frequency = 3 }
local function loaded(model, shaker, what)
  local all = what == "all"
  if all or what == "spring" then
    model:point{ name = "carried", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
    model:spring{ from = shaker, to = "carried", direction = { 1, 0, 0 }, stiffness = 500, damping = 4 }
  end
  if all or what == "friction" then
    model:point{ name = "rubbed", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:spring{ from = "rubbed", direction = { 1, 0, 0 }, stiffness = 200 }
    model:friction{ name = "surface", from = shaker, to = "rubbed", direction = { 1, 0, 0 }, normal_force = 10, friction = jounce.friction.coulomb{ coefficient = 0.05 } }
  end
  if all or what == "soft" or what == "rigid" then
    model:point{ name = "struck", at = { 2, 0, 0 }, mass = 0.4, free = { "ux" } }
    model:spring{ from = "struck", direction = { 1, 0, 0 }, stiffness = 300, damping = 0.5 }
    model:gap{ name = "blow", from = shaker, to = "struck", direction = { 1, 0, 0 }, sides = "negative", clearance = 0.002,
               law = what == "rigid" and jounce.law.rigid{ restitution = 0.6 } or jounce.law.kelvin_voigt{ stiffness = 2e4, damping = 5 } }
  end
  if all or what == "beam" then
    local beam = model:beam{ name = "b", from = { 0, 1, 0 }, to = { 0.5, 1, 0 }, elements = 2, section = jounce.section.rectangle{ width = 0.02, height = 0.005 },
                             material = jounce.material{ E = 210e9, nu = 0.3, density = 7850 } }
    model:fix{ node = beam.nodes[1], dofs = { "ux", "uz", "rx", "ry", "rz" } }
    model:prescribe{ node = beam.nodes[1], dof = "uy", motion = S.sine{ amplitude = 0.002, frequency = 5 } }
    model:damping(jounce.damping.rayleigh{ alpha = 2, beta = 1e-5 })
  end
end
local function shaken(joints, what)
  local model = base(joints)
  model:point{ name = "shaker", at = { 0, 0, 0 }, mass = 0.7, free = { "ux" } }
  model:prescribe{ node = "shaker", dof = "ux", motion = motion }
  loaded(model, "shaker", what)
  return model
end
local terms <const> = { "base", "kinetic", "strain", "contact", "structural_damping", "contact_damping", "friction", "remainder" }
local function run(model, method, more)
  local probes = {}
  for _, term in ipairs(terms) do probes[#probes + 1] = "energy." .. term end
  for _, probe in ipairs(more) do probes[#probes + 1] = probe end
  return jounce.run(model, { method = method, step = 2e-4, duration = 0.55, energy = { every = 1 }, record = { every = 1, probes = probes } })
end

local moved = { spring = { "carried.ux" }, friction = { "rubbed.ux" }, soft = { "struck.ux" }, rigid = { "struck.ux" }, beam = { "b[3].uy" } }
local function check(method, whats, of_work, of_remainder)
  for _, what in ipairs(whats) do
    local probes = { "shaker.reaction_ux", table.unpack(moved[what] or { "struck.ux", "b[3].uy" }) }
    local a, b = run(shaken(true, what), method, probes), run(shaken(false, what), method, probes)
    local name = method.kind .. ", " .. what .. ": "
    local work = b:at("energy.base", 0.55)
    assert(math.abs(work) > 1e-3, name .. "control")
    near(a:at("energy.base", 0.55), work, of_work*math.abs(work), name .. "work")
    near(a:at("energy.remainder", 0.55), 0, of_remainder, name .. "remainder")
    for _, probe in ipairs(probes) do near(a:at(probe, 0.55), b:at(probe, 0.55), 1e-8, name .. probe) end
  end
end
check(jounce.method.generalized_alpha{}, { "spring", "friction", "soft", "rigid", "beam", "all" }, 2e-4, 2e-5)
check(jounce.method.event_driven{}, { "spring", "friction", "soft", "rigid" }, 1e-8, 1e-12)

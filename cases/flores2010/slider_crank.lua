-- Slider-crank with a rigid translational clearance joint, Flores, Leine and Glocker 2010 (Multibody Syst. Dyn. 23, 165-190,
-- doi 10.1007/s11044-009-9178-y): a block with 1 mm of play in its guide, impacts with e_N = 0.4 and e_T = 0, Coulomb friction.
-- Expected: two tolerances agree, the energy account is closed, and generalized_alpha converges to the same motion.
-- --set friction=0.05, --set restitution=0.6 for other data; --set duration=0.2 for the paper's time.
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ friction = 0.01, restitution = 0.4, duration = 0.03, step = 2e-6 }

local function slider_crank()
  local m = jounce.model{ name = "slider-crank with a guide that has play", accept = { "speed" } }  -- rad/s, as in the paper
  local l1, l2 = 153*si.mm, 306*si.mm
  m:body{ name = "crank",  mass = 0.038, inertia = 7.4e-5, points = { O = { -l1/2, 0 }, A = { l1/2, 0 } } }
  m:body{ name = "rod",    mass = 0.038, inertia = 5.9e-4, points = { A = { -l2/2, 0 }, B = { l2/2, 0 } } }
  m:body{ name = "slider", mass = 0.076, inertia = 2.7e-6, points = { B = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  m:revolute{ name = "B", between = { "rod.B", "slider.B" } }
  m:translational_clearance{ name = "guide", body = "slider", length = 100*si.mm, height = 50*si.mm, clearance = 1*si.mm,
    law = jounce.law.rigid{ restitution = p.restitution, minimum_speed = 1e-5 },
    friction = jounce.friction.coulomb{ coefficient = p.friction } }
  m:gravity{ 0, -9.81, 0 }
  m:initial{ node = "crank",  angle = 0, vangle = 150 }
  m:initial{ node = "rod",    angle = 0, vangle = -75 }
  m:initial{ node = "slider", angle = 0, vangle = -0.01 }
  return m
end

local function run(method, step)
  return jounce.run(slider_crank(), { method = method, step = step, duration = p.duration,
    record = { probes = { "crank.angle", "slider.x", "slider.y", "slider.angle", "energy.remainder", "energy.friction" }, every = 1 } })
end

local tight = run(jounce.method.event_driven{ tolerance = 1e-10 }, 1e-4)
local loose = run(jounce.method.event_driven{ tolerance = 1e-8 }, 1e-4)
local other = run(jounce.method.generalized_alpha{ spectral_radius = 0.8 }, p.step)
local rows = {}
for _, each in ipairs{ { "event_driven 1e-10", tight }, { "event_driven 1e-8", loose }, { "generalized_alpha", other } } do
  local result, impacts = each[2], 0
  for corner = 1, 4 do impacts = impacts + #result:impacts("guide[" .. corner .. "]") end
  rows[#rows + 1] = { each[1], impacts, string.format("%.8f", result:at("crank.angle", p.duration)),
    string.format("%.4f", result:at("energy.friction", p.duration)), string.format("%.1e", result:at("energy.remainder", p.duration)) }
end
jounce.print_table{ title = "slider-crank after " .. p.duration .. " s",
  columns = { "method", "impacts and holds", "crank [rad]", "friction [J]", "energy not accounted for [J]" }, rows = rows }
assert(math.abs(tight:at("crank.angle", p.duration) - loose:at("crank.angle", p.duration)) < 1e-5, "the tolerances do not agree")
assert(math.abs(tight:at("crank.angle", p.duration) - other:at("crank.angle", p.duration)) < 1e-4, "the methods do not agree")
assert(math.abs(tight:at("energy.remainder", p.duration)) < 1e-7, "the energy account is not closed")

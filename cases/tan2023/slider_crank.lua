-- Slider-crank in the vertical plane with clearance in two revolute joints and in the guide, Tan et al. 2023 (Sci. Rep. 13):
-- ideal, guide alone, two revolute joints, all three. The paper's Table 1 (geometry = 1) contradicts its own stroke and peak
-- acceleration; a crank of 150 mm and a rod of 541 mm (geometry = 2) give both. --set revolutions=350 --set from=50 for its sections.
-- --set rpm=100, 150, 200, 250 for its speeds. --set clearance=0.25 for the clearance of the revolute joints [mm].
-- --set alone=1 adds a mechanism with clearance only in the joint of rod and slider, its Fig. 16.
-- --set tolerance=1e-8 for the integrator; means and sections are the same from 1e-8 to 1e-6.
-- --set bristles=1 for friction by the bristles of LuGre.
local jounce = require "jounce"
local si = jounce.si
local given = jounce.parameters{ geometry = 2, rpm = 200, revolutions = 2, from = 1, friction = 0.01, clearance = 0.5, alone = 0, bristles = 0, tolerance = 1e-7 }

local r, l = 0.05, 0.30
if given.geometry == 2 then r, l = 0.15, 0.541 end
local turn = 60/given.rpm
local journal = 11.5*si.mm
local bearing = journal + given.clearance*si.mm

local pair = jounce.law.tan{ restitution = 0.55, elastic = jounce.law.hertz{ stiffness = jounce.stiffness.hertz_spheres{
  R1 = bearing, R2 = journal, contact = "internal", E1 = 70*si.GPa, nu1 = 0.33, E2 = 70*si.GPa, nu2 = 0.33 } } }
-- A corner on a flat face: Hertz's formula with the corner's radius for R, 4/3 E* sqrt(R) = 5.24e7 N/m^1.5.
local corner_stiffness = 4/3*70e9/(2*(1 - 0.33^2))*math.sqrt(1e-6)
-- The paper's Eq. 49 inserts the steady state of LuGre's bristles, which is Coulomb's friction; bristles = 1 gives them their own
-- equation, with Table 2 per unit of normal force (sigma0 in 1/m, sigma1 in s/m), as the force F_T = mu F_N of Eq. 47 needs it.
local friction = jounce.friction.coulomb{ coefficient = given.friction, regularisation_speed = 1e-3 }
if given.bristles == 1 then
  friction = jounce.friction.lugre{ coefficient = given.friction, stribeck_speed = 1e-3, bristle_stiffness = 1e5, bristle_damping = 400 }
end

local function mechanism(name, revolute, translational)
  local m = jounce.model{ name = name }
  m:body{ name = "crank", mass = 1.5261, inertia = 3.596e-3, points = { O = { -r/2, 0 }, B = { r/2, 0 } } }
  m:body{ name = "rod", mass = 0.6115, inertia = 6.1e-3, points = { B = { -l/2, 0 }, C = { l/2, 0 } } }
  m:body{ name = "slider", mass = 1.0205, inertia = 7.57e-4 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  for _, joint in ipairs{ { "B", "rod.B", "crank.B" }, { "C", "rod.C", "slider" } } do
    local pin, of_bearing, of_journal = table.unpack(joint)
    if revolute == true or revolute == pin then
      m:revolute_clearance{ name = pin, bearing = of_bearing, journal = of_journal, bearing_radius = bearing,
        journal_radius = journal, law = pair, friction = friction }
    else
      m:revolute{ name = pin, between = { of_bearing, of_journal } }
    end
  end
  if translational then
    m:translational_clearance{ name = "D", body = "slider", length = 80*si.mm, height = 50*si.mm, clearance = 0.5*si.mm,
      corner_radius = 1e-6, friction = friction, law = jounce.law.tan{ restitution = 0.55,
        elastic = jounce.law.hertz{ stiffness = corner_stiffness } } }
  else
    m:translational{ name = "D", body = "slider" }
  end
  m:gravity{ 0, -9.81, 0 }
  m:drive{ joint = "O", speed = given.rpm*si.rpm }
  return m
end

local rows, runs = {}, {}
local mechanisms = { { "ideal", false, false }, { "guide", false, true }, { "two revolute", true, false }, { "all three", true, true } }
if given.alone == 1 then mechanisms[5] = { "C alone", "C", false } end
for i, c in ipairs(mechanisms) do
  local probes = { "crank.angle", "slider.x", "slider.y", "slider.angle", "slider.vx", "slider.ax", "O.moment" }
  if c[2] == true then for _, p in ipairs{ "B.eccentricity_x", "B.eccentricity_y", "B.force" } do probes[#probes + 1] = p end end
  if c[2] then probes[#probes + 1] = "C.force" end
  local run = jounce.run(mechanism(c[1], c[2], c[3]), { method = jounce.method.event_driven{ tolerance = given.tolerance }, step = turn/720,
    duration = given.revolutions*turn, record = { probes = probes }, output = "out/tan2023/" .. i })
  runs[i] = run
  local from = given.from*turn
  rows[i] = { c[1], run:peak("slider.ax", { from = from }), run:peak("O.moment", { from = from }),
    c[2] == true and #run:impacts "B" or "", c[2] and #run:impacts "C" or "", c[3] and run:peak("slider.y", { from = from })/si.mm or "" }
end
jounce.print_table{ title = "slider-crank at " .. given.rpm .. " rpm, geometry " .. given.geometry,
  columns = { "clearance", "peak |a| [m/s2]", "peak torque [N m]", "contacts at B", "at C", "largest |y| [mm]" }, rows = rows }
-- Poincaré sections at 0 degrees, and peaks of two revolutions each: the comparable results of a chaotic run.
if given.revolutions - given.from >= 4 then
  local spread = {}
  for i, run in ipairs(runs) do
    local from = given.from*turn
    local s = run:statistics{ period = turn, from = from, window = 2, probes = { "slider.ax" } }.probes["slider.ax"]
    local at0 = run:section{ period = turn, phase = 0, from = from, probes = { "slider.vx", "slider.ax" } }
    local v, a = at0.statistics["slider.vx"], at0.statistics["slider.ax"]
    spread[i] = { rows[i][1], s.mean, s.standard_deviation, v.quantile_5, v.quantile_95, a.quantile_5, a.quantile_95, at0.period }
    at0:plot{ x = "slider.vx", y = "slider.ax", file = "out/tan2023/section_" .. i .. ".png" }
  end
  jounce.print_table{ title = "slider: peaks of |a| in two revolutions, section at 0 degrees (5 and 95 per cent)", rows = spread,
    columns = { "clearance", "peak [m/s2]", "sd", "v 5%", "v 95% [m/s]", "a 5%", "a 95% [m/s2]", "period" } }
end
runs[4]:plot{ x = "B.eccentricity_x", y = "B.eccentricity_y", equal = true, circle = given.clearance*si.mm, from = given.from*turn,
  file = "out/tan2023/orbit_B.png" }
runs[4]:plot({ x = "slider.vx", y = "slider.ax", from = given.from*turn, file = "out/tan2023/phase.png" }, runs[1])
runs[4]:plot({ x = "crank.angle", y = "slider.ax", from = (given.revolutions - 1)*turn, file = "out/tan2023/acceleration.png" }, runs[3], runs[1])

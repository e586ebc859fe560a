-- A journal that hits its bearing, 9.5 in 10 mm, 15 mm long, steel: one impact under the laws of long cylinders, and under Hertz's law
-- for balls of the same radii, which is often used instead. Each with the dissipation that delivers e = 0.8.
-- Expected: the prescribed restitution from every law; the half-plane laws within some tens of percent of each other; the compliance
-- printed in papers for ESDU-78035, (1 - nu^2)/E instead of (1 - nu^2)/(pi E), about pi times softer.
local jounce = require "jounce"
local mm, GPa = jounce.si.mm, jounce.si.GPa

local p = jounce.parameters{ mass = 1.0, speed = 0.1, restitution = 0.8 }

local steel    = { E1 = 207*GPa, nu1 = 0.3, E2 = 207*GPa, nu2 = 0.3 }
local journal  = jounce.geometry.cylinders{ Ri = 10*mm, Rj = 9.5*mm, contact = "internal", length = 15*mm,
                                            E1 = steel.E1, nu1 = steel.nu1, E2 = steel.E2, nu2 = steel.nu2 }
local balls    = jounce.stiffness.hertz_spheres{ R1 = 10*mm, R2 = 9.5*mm, contact = "internal",
                                                 E1 = steel.E1, nu1 = steel.nu1, E2 = steel.E2, nu2 = steel.nu2 }
local laws = {
  { "johnson",                   jounce.law.johnson{ geometry = journal } },
  { "radzimovsky",               jounce.law.radzimovsky{ geometry = journal } },
  { "goldsmith",                 jounce.law.goldsmith{ geometry = journal } },
  { "esdu_78035",                jounce.law.esdu_78035{ geometry = journal } },
  { "esdu_78035, as printed",    jounce.law.esdu_78035{ geometry = journal, variant = "printed" } },
  { "pereira_2015",              jounce.law.pereira_2015{ geometry = journal } },
  { "hertz, balls",              jounce.law.hertz{ stiffness = balls } },
}
local rows, hits, names = {}, {}, {}
for i, law in ipairs(laws) do
  local hit = jounce.impact{ law = jounce.law.gonthier{ elastic = law[2], restitution = p.restitution },
                             reduced_mass = p.mass, speed = p.speed }
  hits[i], names[i] = hit, law[1]
  rows[i] = { law[1], hit.restitution, hit.max_indentation*1e6, hit.max_force, hit.duration*1e6 }
  assert(math.abs(hit.restitution - p.restitution) < 1e-9, law[1])
end
assert(rows[5][3] > 1.4*rows[4][3] and rows[5][3] < 2*rows[4][3], "pi times softer: deeper by pi to the power n/(n + 1)")
jounce.print_table{ title = string.format("a journal of %g kg hits its bearing at %g m/s", p.mass, p.speed),
  columns = { "law", "e", "deepest [um]", "largest force [N]", "duration [us]" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "a journal hits its bearing: laws of long cylinders, and Hertz's for balls",
                     file = "out/cylinders/hysteresis.svg" }

-- One collision under contact laws with the same energy loss: how the laws differ at equal restitution. All deliver
-- e = 0.6; the area of the loop, the dissipated energy, is the same. The picture of docs/guide/contact-laws.md.
-- Expected: restitution 0.6 from each, and an equal loss of m v^2 (1 - e^2)/2 = 0.032 J.
local jounce = require "jounce"

local p = jounce.parameters{ file = "out/hysteresis/hysteresis.png" }
local K, m, v, e = 1e9, 0.1, 1.0, 0.6

local hertz = jounce.law.hertz{ stiffness = K }
-- A linear spring with the stiffness of Hertz's contact at half of its maximum indentation.
local k = 1.5*K*math.sqrt(0.5*jounce.impact{ law = hertz, reduced_mass = m, speed = v }.max_indentation)

local laws = {
  { "kelvin_voigt, may pull",         jounce.law.kelvin_voigt{ stiffness = k, restitution = e, reduced_mass = m, adhesion = true } },
  { "kelvin_voigt, may not pull",     jounce.law.kelvin_voigt{ stiffness = k, restitution = e, reduced_mass = m } },
  { "tsuji, may not pull",            jounce.law.tsuji{ stiffness = K, restitution = e, reduced_mass = m, calibrated = true } },
  { "gonthier (Hunt-Crossley form)",  jounce.law.gonthier{ stiffness = K, restitution = e } },
  { "lankarani_nikravesh_1994",       jounce.law.lankarani_nikravesh_1994{ stiffness = K, restitution = e } },
}
local rows, hits, names = {}, {}, {}
for i, law in ipairs(laws) do
  local hit = jounce.impact{ law = law[2], reduced_mass = m, speed = v, samples = 2001 }
  hits[i], names[i] = hit, law[1]
  rows[i] = { law[1], hit.restitution, hit.work, hit.max_indentation*1e6, hit.max_force, hit.duration*1e6 }
  assert(math.abs(hit.restitution - e) < 1e-9, law[1])
end
local elastic = jounce.impact{ law = hertz, reduced_mass = m, speed = v, samples = 2001 }
hits[#hits + 1], names[#names + 1] = elastic, "hertz, without loss"
jounce.print_table{ title = "one collision, e = 0.6",
  columns = { "law", "e", "lost [J]", "deepest [um]", "largest force [N]", "duration [us]" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "0.1 kg at 1 m/s: five laws that deliver e = 0.6, and Hertz's", file = p.file }

-- A linear spring and damper as a contact with two release conditions: for a prescribed e, a contact that may be tensile delivers it with
-- the well-known damping ratio -ln e/sqrt(pi^2 + ln^2 e), a contact without tension delivers more. With `restitution` and `reduced_mass`
-- the law uses the ratio for its own release condition. T. Schwager and T. Poeschel 2007, doi:10.1007/s10035-007-0065-z.
-- Expected for e = 0.5: 0.55028317 where the well-known ratio is used without tension.
local jounce = require "jounce"

local p = jounce.parameters{ restitution = 0.5, stiffness = 1e7, mass = 2.0, speed = 0.5 }

local loss      = -math.log(p.restitution)
local textbook  = 2*loss/math.sqrt(math.pi^2 + loss^2)*math.sqrt(p.stiffness*p.mass)
local contacts = {
  { "may pull, textbook damping",     jounce.law.kelvin_voigt{ stiffness = p.stiffness, damping = textbook, adhesion = true } },
  { "may not pull, textbook damping", jounce.law.kelvin_voigt{ stiffness = p.stiffness, damping = textbook } },
  { "may not pull, own damping",      jounce.law.kelvin_voigt{ stiffness = p.stiffness, restitution = p.restitution,
                                                               reduced_mass = p.mass } },
}

local rows, hits, names = {}, {}, {}
for i, contact in ipairs(contacts) do
  local hit = jounce.impact{ law = contact[2], reduced_mass = p.mass, speed = p.speed }
  hits[i], names[i] = hit, contact[1]
  rows[i] = { contact[1], hit.restitution, hit.max_indentation, hit.max_force, hit.duration }
end
jounce.print_table{ title = string.format("spring and damper, e = %g prescribed", p.restitution),
  columns = { "contact", "e delivered", "max indentation [m]", "max force [N]", "duration [s]" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "spring and damper: conditions of separation",
                     file = "out/spring_and_damper/hysteresis.svg" }

-- One collision of two free bodies with the laws themselves (jounce.impact), compared with closed forms.
-- Expected: Hertz, m = 1 kg, K = 1e9 N/m^1.5, v = 1 m/s: max indentation (5 m v^2/4K)^0.4 = 2.746401e-4 m, max force 4551.41 N,
-- contact time 2.9433 delta_max/v. F_e (1 + a rate/v0) with prescribed e = 0.5: 0.72524111 (Lankarani-Nikravesh), 0.66296220
-- (Hunt-Crossley), 0.47044478 (Flores), for any mass, speed and exponent. Kelvin-Voigt: exp(-2 zeta acos(zeta)/sqrt(1-zeta^2))
-- released at F = 0, exp(-pi zeta/sqrt(1-zeta^2)) released at zero indentation.
local jounce = require "jounce"

local rows = {}
local function expect(what, computed, closed, tolerance)
  local difference = math.abs(computed/closed - 1)
  rows[#rows + 1] = { what, computed, closed, difference }
  assert(difference <= tolerance, string.format("%s: %.10g differs from %.10g by more than %g", what, computed, closed, tolerance))
end

local hertz   = jounce.impact{ law = jounce.law.hertz{ stiffness = 1e9 }, reduced_mass = 1, speed = 1 }
local deepest = (5/4e9)^0.4
expect("Hertz: max indentation [m]", hertz.max_indentation, deepest, 1e-12)
expect("Hertz: max force [N]", hertz.max_force, 1e9*deepest^1.5, 1e-12)
expect("Hertz: contact time [s]", hertz.duration, 2.94327518438*deepest, 1e-10)
expect("Hertz: restitution", hertz.restitution, 1, 1e-12)

-- Ten digits of the root of a(1 + e) = ln[(1 + a)/(1 - a e)] for e = 0.5; mass, speed and exponent must not matter.
for _, other in ipairs{ { 1, 1, 1.5 }, { 37, 0.02, 1.5 }, { 0.004, 12, 1.1 } } do
  for _, row in ipairs{ { "lankarani_nikravesh", 0.72524111 }, { "hunt_crossley", 0.66296220 }, { "flores", 0.47044478 } } do
    local kind, e = table.unpack(row)
    local law = jounce.law[kind]{ stiffness = 1e9, exponent = other[3], restitution = 0.5 }
    local hit = jounce.impact{ law = law, reduced_mass = other[1], speed = other[2] }
    if other[1] == 1 then expect(kind .. ": restitution", hit.restitution, e, 1e-8) end
    assert(math.abs(hit.restitution - e) < 6e-9, kind .. " depends on mass, speed or exponent")
  end
end

local m, k = 2.5, 3e6
for _, zeta in ipairs{ 0.05, 0.3, 0.8 } do
  for _, tension in ipairs{ false, true } do
    local law  = jounce.law.kelvin_voigt{ stiffness = k, damping = 2*zeta*math.sqrt(k*m), adhesion = tension }
    local root = math.sqrt(1 - zeta^2)
    local e    = tension and math.exp(-math.pi*zeta/root) or math.exp(-2*zeta*math.acos(zeta)/root)
    expect(string.format("Kelvin-Voigt, ratio %g, released at %s", zeta, tension and "zero indentation" or "F = 0"),
           jounce.impact{ law = law, reduced_mass = m, speed = 0.7 }.restitution, e, 1e-11)
  end
end
jounce.print_table{ title = "one collision", columns = { "quantity", "computed", "closed form", "relative difference" }, rows = rows }

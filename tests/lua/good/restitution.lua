-- jounce.restitution: what a law delivers, against published digits; and what a run's impact log says of the same collision.
local jounce = require "jounce"

local function near(value, wanted, tolerance, what)
  if not (math.abs(value - wanted) <= tolerance) then error(("%s: %.17g is not %.17g"):format(what, value, wanted), 2) end
end

local function factor_law(kind, more)
  local fields = { stiffness = 1e9, restitution = 0.5 }
  for key, value in pairs(more or {}) do fields[key] = value end
  return jounce.law[kind](fields)
end

local delivered = {
  hunt_crossley = 0.66296220, herbert_mcwhannell = 0.59362426, lee_wang_first = 0.79919878, khulief_shabana = 0.72524111,
  lankarani_nikravesh = 0.72524111, marhefka_orin = 0.59362426, marhefka_orin_simplified = 0.37964638, gonthier = 0.5,
  gonthier_approximate = 0.48774126, flores = 0.47044478, gharib_hurmuzlu_first = 0.41071969, hu_guo = 0.48774126,
  tan = 0.48774126, lankarani_nikravesh_1994 = 0.5, gharib_hurmuzlu_second = 0.5,
}
for kind, e in pairs(delivered) do
  near(jounce.restitution(factor_law(kind), { speed = 0.3 }), e, 0.51e-8, kind)
end
near(jounce.restitution(factor_law("flores", { calibrated = true }), { speed = 2 }), 0.5, 1e-15, "calibrated")
near(jounce.restitution(jounce.law.hertz{ stiffness = 1e9 }, { speed = 2 }), 1, 0, "hertz")
near(jounce.restitution(jounce.law.rigid{ restitution = 0.7 }, { speed = 2 }), 0.7, 0, "rigid")

-- With a damper the mass counts: the law's own, or the one given.
local tsuji = jounce.law.tsuji{ stiffness = 1e9, restitution = 0.5, reduced_mass = 2 }
near(jounce.restitution(tsuji, { speed = 0.1 }), 0.55028317, 0.51e-8, "tsuji")
assert(jounce.restitution(tsuji, { speed = 0.1, reduced_mass = 8 }) > 0.7)
local made = jounce.law.adams_impact{ stiffness = 1e9, depth = 1e-5, restitution = 0.3, reduced_mass = 2, speed = 0.5 }
near(jounce.restitution(made, { speed = 0.5 }), 0.3, 1e-11, "adams_impact")

local ok, message = pcall(jounce.restitution, jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10 }, { speed = 1 })
assert(not ok and tostring(message):find("'reduced_mass' is required: the restitution of law.kelvin_voigt depends on it", 1, true), message)
ok, message = pcall(jounce.restitution, tsuji, { speed = -1 })
assert(not ok and tostring(message):find("restitution: 'speed' must be positive, got -1", 1, true), message)
ok, message = pcall(jounce.restitution, 1e9, { speed = 1 })
assert(not ok and tostring(message):find("restitution: 'law' must be a law", 1, true), message)

-- A mass that flies against a wall is a free impact: the two columns of the log. Twice as many steps each time: the run's delivered
-- value is as good as the run.
local wanted = { hu_guo = 0.48774126, lankarani_nikravesh_1994 = 0.5, tsuji = 0.55028317, adams_impact = 0.3 }
for _, law in ipairs{ factor_law("hu_guo"), factor_law("lankarani_nikravesh_1994"), tsuji, made } do
  local model = jounce.model{ name = law.kind }
  model:point{ name = "ball", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
  model:gap{ name = "wall", node = "ball", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive", law = law }
  model:initial{ node = "ball", velocity = { 0.5, 0, 0 } }
  for _, method in ipairs{ jounce.method.newmark{}, jounce.method.event_driven{} } do
    local run = jounce.run(model, { method = method, step = 2e-7, duration = 4e-3 })
    local hit = run:impacts("wall")[1]
    local tolerance = method.kind == "newmark" and 1e-3 or 1e-8
    assert(hit.restitution_asked == law.restitution)
    near(hit.restitution_delivered, wanted[law.kind], tolerance, law.kind .. " by " .. method.kind)
    near(hit.restitution_delivered, jounce.restitution(law, { speed = 0.5 }), tolerance, law.kind .. " by " .. method.kind)
  end
end

-- jounce.fit from Lua: the fields, the law that comes out, the error at an indentation; a run with both laws.
local jounce = require "jounce"

local function near(a, b, tolerance) assert(math.abs(a/b - 1) <= tolerance, a .. " is not " .. b) end

local hertz = jounce.fit{ law = jounce.law.hertz{ stiffness = 3e9, exponent = 1.3 }, load = { 1, 1000 } }
near(hertz.K, 3e9, 1e-9)
near(hertz.n, 1.3, 1e-11)
assert(hertz.max_error < 1e-10 and hertz.rms_error < 1e-10 and math.abs(hertz:error(1e-5)) < 1e-9)
near(hertz.indentation[2], (1000/3e9)^(1/1.3), 1e-12)

local pin = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.95e-3, contact = "internal", length = 20e-3, E1 = 207e9, nu1 = 0.3, E2 = 70e9, nu2 = 0.33 }
local johnson = jounce.law.johnson{ geometry = pin }
local fit = jounce.fit{ law = johnson, load = { 200, 8000 }, samples = 200 }
assert(fit.law.kind == "hertz" and fit.law.stiffness == fit.K and fit.law.exponent == fit.n)
assert(fit.n > 1 and fit.n < 1.5 and fit.max_error < 0.25 and fit.rms_error < 0.01)
assert(math.abs(fit:error(fit.indentation[1])) <= fit.max_error + 1e-12)
assert(tostring(fit):find "fit of law.johnson: F = ")

-- The fit stands in for the law, alone and under a loss: the same impact to about its error.
local function hit(law)
  local model = jounce.model{ name = "pin" }
  model:point{ name = "pin", at = { 0, 0, 0 }, mass = 0.5, free = { "ux" } }
  model:gap{ name = "bore", node = "pin", direction = { 1, 0, 0 }, clearance = 1e-5, law = law }
  model:initial{ node = "pin", velocity = { 0.2, 0, 0 } }
  local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-5, duration = 1e-3 })
  return run:impacts("bore")[1], run.summary
end
local one, summary = hit(johnson)
local other = hit(fit.law)
near(other.peak_force, one.peak_force, 0.02)
near(other.time_out - other.time_in, one.time_out - one.time_in, 0.05)
near(one.restitution_delivered, 1, 1e-9)
local told = table.concat(summary.notes, "\n")
assert(told:find "contact 'bore' was [%d.e%-]+ m deep, beyond [%d.e%-]+ m, where the contact of law.johnson is wider than 0.3 of the smaller radius", told)
near(hit(jounce.law.gonthier{ elastic = johnson, restitution = 0.4 }).restitution_delivered, 0.4, 1e-9)
near(hit(jounce.law.gonthier{ elastic = fit.law, restitution = 0.4 }).restitution_delivered, 0.4, 1e-9)

-- Orbits of contacts that a load presses together for good: the section lies in the contact, whose force depends on its motion alone.
-- A linear stop: x = P/(k + K) + F cos(w t - phase)/|Z| with Z = k + K - w^2 + i c w. With F above |Z| P/(k + K) the contact opens.
local jounce = require "jounce"
local k, c, K, P, w = 1, 0.5, 100, 5, 2

local function pressed(F, law)
  local model = jounce.model{ name = "pressed mass" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = k, damping = c }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = P }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = F, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = law }
  model:initial{ node = "mass", displacement = { P/(k + K), 0, 0 } }
  return model
end
local T = 2*math.pi/w
local function close(value, exact, tolerance) assert(math.abs(value - exact) < tolerance, value .. " for " .. exact) end

local hooke = jounce.law.hooke{ stiffness = K }
local orbit = jounce.orbit{ model = function(F) return pressed(F, hooke) end, parameter = 1, parameter_name = "F", period = T, settle = 20 }
local size = math.sqrt((k + K - w^2)^2 + (c*w)^2)
assert(orbit.label == "(0, 1)" and orbit.stable)
close(orbit.max["mass.ux"], P/(k + K) + 1/size, 1e-11)
-- exp(-c T/2) is the modulus of both multipliers.
local mu = orbit.multipliers[1]
close(mu.re, math.exp(-c*T/2)*math.cos(math.sqrt(k + K - c^2/4)*T), 1e-9)

local branch = jounce.continue{ orbit = orbit, from = 1, to = 5 }
local opens = size*P/(k + K)
assert(#branch.special == 0, tostring(branch))
for _, point in ipairs(branch) do
  assert(point.label == (point.parameter <= opens and "(0, 1)" or "(1, 1)"), tostring(point) .. " " .. opens)
end
assert(branch[#branch].label == "(1, 1)")
-- A run from the section stays on the orbit.
local run = jounce.run(pressed(1, hooke), { initial = branch[1]:state(), duration = 5*T, record = { probes = { "mass.ux" } }, method = jounce.method.event_driven{ tolerance = 1e-12 } })
close(run:peak("mass.ux"), P/(k + K) + 1/size, 1e-9)

-- With an exponent of 3/2 and with a dashpot of 0.2: the product of the multipliers is that of the damping, exp(-c T).
for damping, law in pairs{ [0] = jounce.law.hertz{ stiffness = K }, [0.2] = jounce.law.kelvin_voigt{ stiffness = K, damping = 0.2 } } do
  local inside = jounce.orbit{ model = pressed(1, law), period = T, settle = 20 }
  local a, b = inside.multipliers[1], inside.multipliers[2]
  assert(inside.label == "(0, 1)")
  close(a.re*b.re - a.im*b.im, math.exp(-(c + damping)*T), 1e-9)
end

-- Wherever the section lies, the contact does not begin there, also where the mass moves into the stop.
for _, phase in ipairs{ 0.05, 0.3, 0.55, 0.8 } do
  local at = jounce.orbit{ model = pressed(1, hooke), period = T, guess = { phase = phase, ["mass.ux"] = P/(k + K), ["mass.ux_velocity"] = 0 } }
  assert(at.label == "(0, 1)" and not at.impacts[1].speed_in and tostring(at):find("is closed at the section", 1, true), tostring(at))
end

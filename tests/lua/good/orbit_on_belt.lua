-- Stick-slip of a block on a belt: an orbit of a motion that nothing drives in time, by its closed form.
-- Source: slip lasts (2/w)(pi - atan(D w/V)), stick 2 D/V, with D = (mu_s - mu_d) N/k (cases/validation/belt.lua).
-- The stick forgets where the slip began: the multiplier across the orbit is 0, the one along it 1.
local jounce = require "jounce"

local k, mass, N, mu_s, mu_d, V = 100, 1, 10, 0.4, 0.25, 0.1
local w, D = math.sqrt(k/mass), (mu_s - mu_d)*N/k
local slip, stick = 2/w*(math.pi - math.atan(D*w/V)), 2*D/V

local model = jounce.model{ name = "block on a belt" }
model:node{ name = "belt", at = { 0, 0, 0 } }
model:prescribe{ node = "belt", dof = "ux", motion = jounce.signal.ramp{ from_time = 0, to_time = 1e3, from_value = 0, to_value = 1e3*V } }
model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
model:point{ name = "block", at = { 0, 0, 0 }, mass = mass, free = { "ux" } }
model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = k }
model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = N,
                friction = jounce.friction.coulomb{ coefficient = mu_d, static_coefficient = mu_s } }
model:initial{ node = "block", velocity = { V, 0, 0 } }

local orbit = jounce.orbit{ model = model, autonomous = true, period = 1.1*(slip + stick), settle = 3, probes = { "block.ux" } }
assert(math.abs(orbit.period - (slip + stick)) < 1e-8, orbit.period .. " for " .. slip + stick)
assert(orbit.unit_multiplier_error < 1e-6, orbit.unit_multiplier_error)
assert(#orbit.multipliers == 1 and math.abs(orbit.multipliers[1].re) < 1e-6, orbit.multipliers[1].re)
assert(orbit.stable and orbit.label == "(0, 1)", orbit.label)
local amplitude = math.sqrt(D^2 + (V/w)^2)
assert(math.abs(orbit.max["block.ux"] - mu_d*N/k - amplitude) < 1e-3*amplitude, orbit.max["block.ux"])   -- of samples

-- The pin of a body falls from the centre of its bearing and touches it without slip, under friction. The normal of the first contact is known
-- to a rounding of positions over the clearance: gravity along the surface, with that tilt, exceeds the friction of a force that begins, but
-- no slip begins by it. Of these steps, most ended so: "opens and closes more than 10000 times".
-- Reference: closed form. The force k u at the pin lifts the body by s and turns it by -r m s/I; the pin goes down by u = g t^2/2 - c - s/h with
-- h = 1/(1 + r^2 m/I), so that u'' = g - w^2 u, w^2 = k/(h m). Friction holds: the pin rolls on the bearing by its radius times the turn.
-- Tolerance: what the square of the turn and the method leave out is below 5e-9 m at these steps. Controls: without a stop the body is lower
-- by s, if the pin slid it would be elsewhere.
local jounce = require "jounce"
local g, m, r, inertia, k, c, pin, duration = 9.81, 1, 1, 1, 1e6, 1e-3, 0.01, 0.0155

local h, start = 1 / (1 + r^2 * m / inertia), math.sqrt(2 * c / g)
local w, t = math.sqrt(k / (h * m)), duration - start
local u = g / w^2 * (1 - math.cos(w * t)) + g * start / w * math.sin(w * t)
local lift = h * (g * duration^2 / 2 - c - u)
local turn = r * m * lift / inertia
local tolerance = 1e-8
assert(lift > 1000 * tolerance and pin * turn > 30 * tolerance)

local function near(found, expected, what)
  assert(math.abs(found - expected) < tolerance, string.format("%s: %.12g, expected %.12g", what, found, expected))
end

for _, at in ipairs{ 3, 5 } do
  for _, step in ipairs{ 1.7e-5, 1.9e-5, 3e-5, 3.3e-5 } do
    local model = jounce.model{ name = "pin" }
    model:body{ name = "body", mass = m, inertia = inertia, points = { P = { -r, 0 } } }
    model:revolute_clearance{ name = "C", bearing = { at, at }, journal = "body.P", bearing_radius = pin + c, journal_radius = pin,
      law = jounce.law.hooke{ stiffness = k }, friction = jounce.friction.coulomb{ coefficient = 0.05 } }
    model:gravity{ 0, -g, 0 }
    model:assemble{ positions = { body = { at + r, at } } }
    local run = jounce.run(model, { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = step, duration = duration,
      record = { probes = { "body.x", "body.y", "body.angle" } } })
    local what = "step " .. step .. ", bearing at " .. at
    near(run:at("body.x", duration), at + r + pin * turn, what .. ", x")
    near(run:at("body.y", duration), at - g * duration^2 / 2 + lift, what .. ", y")
    near(run:at("body.angle", duration), -turn, what .. ", angle")
  end
end

-- A mass rests on a stop and in a ring, and two frictions hold it: one slips at its bound, at rest, while the other still sticks. What
-- is left of its speed is rounding, of either sign: that slip ended again and again until the run ended in an error.
-- Reference: a sixteenth of the step.
local jounce = require "jounce"

local function build()
  local m = jounce.model{ name = "mass" }
  m:point{ name = "p", at = { 1, 0, 0 }, mass = 10, free = { "ux", "uy" } }
  m:spring{ from = "p", direction = { 0, 1, 0 }, stiffness = 100, damping = 1 }
  m:initial{ node = "p", velocity = { 0.15495311313073756, 0, 0 } }
  m:load{ node = "p", direction = { 0.73362800932192607, 0.9576379786979583, 0 },
    force = jounce.signal.sine{ amplitude = 5, frequency = 22.238088787178551 } }
  m:gap{ name = "wall", node = "p", direction = { -1, 0, 0 }, tangent = { 0, -1, 0 }, clearance = 1e-3, sides = "both",
    law = jounce.law.rigid{ restitution = 0.3 },
    friction = jounce.friction.coulomb{ coefficient = 0.23138677225512766, static_coefficient = 0.25636492387320375 } }
  m:friction{ name = "slide", node = "p", direction = { 1, 0, 0 }, normal_force = 10,
    friction = jounce.friction.karnopp{ coefficient = 0.23869314339882375, static_coefficient = 0.2864317720785885, dead_band = 1e-4 } }
  m:gap{ name = "floor", node = "p", direction = { 0, -1, 0 }, tangent = { 1, 0, 0 }, clearance = 1e-3, sides = "both",
    law = jounce.law.rigid{ restitution = 0.3 },
    friction = jounce.friction.lugre{ coefficient = 0.45603606796638851, static_coefficient = 0.54724328155966617,
      stribeck_speed = 0.01, bristle_stiffness = 1e4, bristle_damping = 1 } }
  m:circular_gap{ name = "ring", node = "p", axis = { 0, 0, 1 }, clearance = 1e-3,
    law = jounce.law.flores{ stiffness = 1e7, restitution = 0.71613127673795973 },
    friction = jounce.friction.coulomb{ coefficient = 0.5972214590046655 } }
  m:gravity{ acceleration = { 0, -9.81, 0 } }
  return m
end

local duration = 0.1
local function place(method, step)
  return jounce.run(build(), { method = method, step = step, duration = duration, record = { probes = { "p.ux" } } }):at("p.ux", duration)
end
local newmark = jounce.method.newmark{}
local coarse, fine, finest = place(newmark, 2e-5), place(newmark, 5e-6), place(newmark, 1.25e-6)
assert(math.abs(coarse - finest) < 3e-10, coarse - finest)  -- 1e-10 m of 65 um
assert(math.abs(fine - finest) < math.abs(coarse - finest)/4, fine - finest)

-- test: --set duration=0.012
-- Accuracy of a step of 1e-6 s for the slider-crank of Koshy, Flores and Lankarani 2013: two impacts in the pin, without friction, by
-- generalized-alpha (index 3) and by Baumgarte's stabilisation with a Runge-Kutta method, compared with event_driven.
local jounce = require "jounce"
local si = jounce.si
local given = jounce.parameters{ duration = 0.03, restitution = 0.46 }

local Ri, Rj = 11.1*si.mm, 10.1*si.mm
local K = jounce.stiffness.hertz_spheres{ R1 = Ri, R2 = Rj, contact = "internal", E1 = 207*si.GPa, nu1 = 0.3, E2 = 207*si.GPa, nu2 = 0.3 }
local m = jounce.model{ name = "slider-crank" }
m:body{ name = "crank",  mass = 17.900, inertia = 0.460327, points = { O = { -0.025, 0 }, A = { 0.025, 0 } } }
m:body{ name = "rod",    mass = 1.130,  inertia = 0.015300, points = { A = { -0.15, 0 },  C = { 0.15, 0 } } }
m:body{ name = "slider", mass = 1.013,  inertia = 0.000772, points = { C = { 0, 0 } } }
m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
m:translational{ name = "guide", body = "slider" }
m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider.C", bearing_radius = Ri, journal_radius = Rj,
  law = jounce.law.lankarani_nikravesh{ stiffness = K, restitution = given.restitution } }
m:drive{ joint = "O", speed = 177*si.rpm }
m:assemble{ angles = { crank = 0, rod = 0 } }

local study = jounce.compare{
  model     = m,
  duration  = given.duration,
  methods   = { jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.baumgarte{} },
  steps     = { 1e-4, 3e-5, 1e-5, 3e-6, 1e-6 },
  reference = { tolerance = 1e-11 },
  probes    = { "slider.x", "slider.vx" },
  output    = "out/koshy2013_steps",
}
study:print()
study:plot "out/koshy2013_steps/work_precision.svg"

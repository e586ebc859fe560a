-- A bumper with a measured force-indentation curve: points joined by a monotone curve, with dissipation that
-- delivers the restitution of a drop test. The case computes impacts of a mass at other speeds.
-- Expected: the prescribed restitution at every speed, because the law F_e (1 + a rate/v0) delivers it for any curve F_e.
local jounce = require "jounce"

local p = jounce.parameters{ restitution = 0.62, mass = 12.0 }

local measured = { { 0.5e-3, 60 }, { 1.0e-3, 135 }, { 1.5e-3, 230 }, { 2.0e-3, 360 }, { 2.5e-3, 560 }, { 3.0e-3, 900 },
                   { 3.5e-3, 1600 }, { 4.0e-3, 3200 } }                           -- m, N
local curve  = jounce.law.custom{ points = measured }
local bumper = jounce.law.gonthier{ elastic = curve, restitution = p.restitution }

local rows, hits, names = {}, {}, {}
for i, speed in ipairs{ 0.1, 0.2, 0.3, 0.4 } do
  local hit = jounce.impact{ law = bumper, reduced_mass = p.mass, speed = speed }
  hits[i], names[i] = hit, string.format("%g m/s", speed)
  rows[i] = { speed, hit.restitution, hit.max_indentation*1e3, hit.max_force, hit.duration*1e3 }
  assert(math.abs(hit.restitution - p.restitution) < 1e-9, "the law delivers another restitution")
end
jounce.print_table{ title = "a measured bumper",
  columns = { "speed [m/s]", "e", "deepest [mm]", "largest force [N]", "duration [ms]" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "a measured bumper with calibrated dissipation",
                     file = "out/measured_bumper/hysteresis.svg" }

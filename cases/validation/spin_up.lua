-- Spin-up of a cantilever on a rotating hub (J. C. Simo, L. Vu-Quoc, J. Appl. Mech. 53 (1986) 855-863, doi:10.1115/1.3171871): L = 10 m,
-- EI = 1.4e4 N m2, EA = 2.8e7 N, 1.2 kg/m; the hub reaches 6 rad/s after 15 s. The linear floating frame without shortening would bend
-- without bound.
-- Expected: the tip lags by at most 0.5738 m (a chain of rigid pieces and torsion springs, extrapolated: tests/physics), returns, and is then
-- extended by 1.2 * 6^2 * 10^3 / (3 EA) = 5.143e-4 m (steady rotation, closed form).
local jounce = require "jounce"
local p = jounce.parameters{ step = 5e-3 }

local length, EI, EA, line_density, speed, rise, duration = 10, 1.4e4, 2.8e7, 1.2, 6, 15, 20
local E = 1e10                                           -- only its products with area and second moment matter
local times, angles = {}, {}
for i = 0, math.floor(duration / 0.02) + 1 do
  local t, w = 0.02*i, 2*math.pi/rise
  times[#times + 1] = t
  angles[#angles + 1] = t < rise and speed/rise*(t*t/2 + (math.cos(w*t) - 1)/(w*w)) or speed*(t - rise/2)
end

local m = jounce.model{ name = "spin-up" }
m:body{ name = "hub", mass = 1, inertia = 1, points = { O = { 0, 0 } } }
m:flexible_body{
  name = "rod", length = length, theory = "euler_bernoulli", points = { A = 0, C = length }, modes = 2,
  section = jounce.section.general{ area = EA/E, second_moment_y = EI/E, second_moment_z = EI/E, torsion_constant = EI/E },
  material = jounce.material{ E = E, nu = 0.3, density = line_density*E/EA },
}
m:revolute{ name = "O", between = { { 0, 0 }, "hub.O" } }
m:fixed{ name = "root", between = { "hub.O", "rod.A" } }
m:drive{ joint = "O", angle = jounce.signal.table{ times = times, values = angles, interpolation = "cubic" } }
m:assemble{ positions = { rod = { length/2, 0 } } }

local run = jounce.run(m, { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = p.step, duration = duration,
                            record = { probes = { "rod.C.x", "rod.C.y", "hub.angle", "root.moment" } } })

local t, x = run:series "rod.C.x"
local _, y = run:series "rod.C.y"
local _, angle = run:series "hub.angle"
local lag, out, count = 0, 0, 0
for i = 1, #t do
  local c, s = math.cos(angle[i]), math.sin(angle[i])
  lag = math.max(lag, s*x[i] - c*y[i])
  if t[i] > rise + 1 then out, count = out + c*x[i] + s*y[i] - length, count + 1 end
end
local rows = {}
for _, row in ipairs{ { "largest lag [m]", lag, 0.5738, 2e-3 }, { "steady extension [m]", out/count, 5.143e-4, 1e-5 } } do
  local difference = math.abs(row[2] - row[3])
  assert(difference <= row[4], string.format("%s: %.10g differs from %.10g by more than %g", row[1], row[2], row[3], row[4]))
  rows[#rows + 1] = { row[1], row[2], row[3], difference }
end
jounce.print_table{ title = "spin-up of a cantilever", columns = { "quantity", "computed", "expected", "difference" }, rows = rows }

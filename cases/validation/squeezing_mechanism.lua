-- Andrews' squeezing mechanism: seven bodies, three loops, a spring and a torque, in motion from rest for 30 ms.
-- Source: data, Schiehlen (ed.), Multibody Systems Handbook, 1990, doi 10.1007/978-3-642-50995-7; start and the values at 0.03 s,
-- Hairer and Wanner, Solving Ordinary Differential Equations II, section VII.7, 1996, doi 10.1007/978-3-642-05221-7, and the test
-- set for initial value problems (Mazzia and Magherini, 2008).
-- Expected: the seven angles of the test set at 0.03 s, in the (relative) angles of the source.
local jounce = require "jounce"

local p = jounce.parameters{ tolerance = 1e-12, bound = 1e-9 }

-- Lengths [m] as named in the source.
local d, da, e, ea, rr, ra, ss, sa, sb, sc, sd = 28e-3, 115e-4, 2e-2, 1421e-5, 7e-3, 92e-5, 35e-3, 1874e-5, 1043e-5, 18e-3, 2e-2
local ta, tb, u, ua, ub, zf, zt, fa = 2308e-5, 916e-5, 4e-2, 1228e-5, 449e-5, 2e-2, 4e-2, 1421e-5
local ground = { O = { 0, 0 }, A = { -0.06934, -0.00227 }, B = { -0.03635, 0.03273 }, C = { 0.014, 0.072 } }

local model = jounce.model{ name = "squeezing mechanism" }
model:body{ name = "K1", mass = 0.04325, inertia = 2.194e-6, points = { O = { -ra, 0 }, F = { rr - ra, 0 } } }
model:body{ name = "K2", mass = 0.00365, inertia = 4.410e-7, points = { F = { da, 0 }, E = { da - d, 0 } } }
model:body{ name = "K3", mass = 0.02373, inertia = 5.255e-6, points = { B = { -sb, sa }, E = { -sb, sa - ss }, D = { sd - sb, sa - sc } } }
model:body{ name = "K4", mass = 0.00706, inertia = 5.667e-7, points = { T = { 0, e - ea }, E = { 0, -ea } } }
model:body{ name = "K5", mass = 0.07050, inertia = 1.169e-5, points = { A = { -ta, -tb }, T = { zt - ta, -tb } } }
model:body{ name = "K6", mass = 0.00706, inertia = 5.667e-7, points = { H = { fa - zf, 0 }, E = { fa, 0 } } }
model:body{ name = "K7", mass = 0.05498, inertia = 1.912e-5, points = { A = { ub, ua }, H = { ub, ua - u } } }

local function hinge(name, one, other) model:revolute{ name = name, between = { one, other } } end
hinge("O", ground.O, "K1.O")
hinge("F", "K1.F", "K2.F")
hinge("B", ground.B, "K3.B")
hinge("E3", "K2.E", "K3.E")
hinge("E4", "K2.E", "K4.E")
hinge("E6", "K2.E", "K6.E")
hinge("T", "K4.T", "K5.T")
hinge("H", "K6.H", "K7.H")
hinge("A5", ground.A, "K5.A")
hinge("A7", ground.A, "K7.A")
model:link_spring{ between = { ground.C, "K3.D" }, stiffness = 4530, free_length = 7785e-5 }
model:drive{ joint = "O", torque = 0.033 }

local beta, theta, gamma, phi = -0.0617138900142764496, 0, 0.455279819163070380, 0.222668390165885885
local delta, omega, epsilon = 0.487364979543842550, -0.222668390165885885, 1.23054744454982120
model:initial{ node = "K1", angle = beta, vangle = 0 }
model:assemble{ angles = { K2 = beta + theta, K3 = gamma, K4 = phi + delta, K5 = delta, K6 = omega + epsilon, K7 = epsilon } }

local probes = { "energy.remainder", "energy.kinetic" }
for i = 1, 7 do probes[#probes + 1] = "K" .. i .. ".angle" end
local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = p.tolerance }, step = 1e-4, duration = 0.03,
                                record = { probes = probes }, energy = { every = 1 } })

local function angle(i) return run:at("K" .. i .. ".angle", 0.03) end
local rows = {}
local function check(name, value, reference)
  assert(math.abs(value - reference) <= p.bound*math.max(1, math.abs(reference)),
         string.format("%s: %.14g differs from %.14g by more than %g", name, value, reference, p.bound))
  rows[#rows + 1] = { name, string.format("%.12g", value), string.format("%.12g", reference), string.format("%.1e", value - reference) }
end
check("beta [rad]", angle(1), 15.81077119629904)
check("Theta [rad]", angle(2) - angle(1), -15.75637105984298)
check("gamma [rad]", angle(3), 0.04082224013073101)
check("Phi [rad]", angle(4) - angle(5), -0.5347301163226948)
check("delta [rad]", angle(5), 0.5244099658805304)
check("Omega [rad]", angle(6) - angle(7), 0.5347301163226948)
check("epsilon [rad]", angle(7), 1.048080741042263)
check("energy that is not accounted for, of the kinetic", run:at("energy.remainder", 0.03)/run:at("energy.kinetic", 0.03), 0)
jounce.print_table{ title = "squeezing mechanism, at 0.03 s", columns = { "quantity", "computed", "published", "difference" }, rows = rows }

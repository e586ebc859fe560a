-- Four-bars side by side, with equal links: parallelograms that swing. Whenever the links lie in one line, the mechanism
-- has an additional instantaneous degree of freedom for each loop, and its equations have no unique solution.
-- Source: problem "N four-bar mechanism" of the library of multibody benchmarks, González, Dopico, González and Cuadrado 2006,
-- doi 10.1007/s11044-006-9010-y: links of 1 m and 1 kg, 9.81 m/s², upright at the start with 1 m/s at the upper joints, 10 s.
-- Expected: closed form. The mechanism is a pendulum with I = (N + 1) m l²/3 + N m l² and the static moment S = (N + 1) m l/2 + N m l,
-- and takes the time of the integral of 1/sqrt(w² + 2 S g (1 - sin)/I) over the angle.
local jounce = require "jounce"

local p = jounce.parameters{ loops = 2, tolerance = 1e-11, bound = 1e-8 }
local pi <const>, g <const> = math.pi, 9.81
local length, mass, speed, duration = 1, 1, 1, 10

local model = jounce.model{ name = p.loops .. " four-bars" }
model:gravity{ 0, -g, 0 }
local function link(name)
  model:body{ name = name, mass = mass, inertia = mass*length^2/12, points = { A = { -length/2, 0 }, B = { length/2, 0 } } }
end
local angles = {}
for i = 0, p.loops do
  local side = "side" .. i
  link(side)
  model:revolute{ name = "foot" .. i, between = { { i*length, 0 }, side .. ".A" } }
  if i > 0 then
    local top = "top" .. i
    link(top)
    model:revolute{ name = "left" .. i, between = { "side" .. i - 1 .. ".B", top .. ".A" } }
    model:revolute{ name = "right" .. i, between = { side .. ".B", top .. ".B" } }
    angles[side], angles[top] = pi/2, 0
  end
end
model:initial{ node = "side0", angle = pi/2, vangle = -speed/length }
model:assemble{ angles = angles }

local probes = { "side0.angle", "top1.angle", "energy.remainder", "energy.kinetic" }
local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = p.tolerance }, step = 1e-2, duration = duration,
                                record = { probes = probes }, energy = { every = 1 } })

local I = (p.loops + 1)*mass*length^2/3 + p.loops*mass*length^2
local S = (p.loops + 1)*mass*length/2 + p.loops*mass*length
-- Simpson's rule.
local function rate(angle) return math.sqrt((speed/length)^2 + 2*S*g/I*(1 - math.sin(angle))) end
local function time(from, to, parts)
  local h, sum = (to - from)/parts, 1/rate(from) + 1/rate(to)
  for k = 1, parts - 1 do sum = sum + (k % 2 == 1 and 4 or 2)/rate(from + k*h) end
  return h*sum/3
end

local rows = {}
local function check(name, value, reference, bound)
  assert(math.abs(value - reference) <= bound, string.format("%s: %.14g differs from %.14g by more than %g", name, value, reference, bound))
  rows[#rows + 1] = { name, string.format("%.12g", value), string.format("%.12g", reference), string.format("%.1e", value - reference) }
end
local last = run:at("side0.angle", duration)
check("time to the last angle [s]", time(last, pi/2, 200000), duration, p.bound)
check("turn of the links on top [rad]", run:at("top1.angle", duration), 0, p.bound)
check("energy not accounted for, of the kinetic", run:at("energy.remainder", duration)/run:at("energy.kinetic", duration), 0, p.bound)
rows[#rows + 1] = { "turns, twice through a singular position in each", string.format("%.3f", (pi/2 - last)/(2*pi)), "", "" }
jounce.print_table{ title = p.loops .. " four-bars after 10 s", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }

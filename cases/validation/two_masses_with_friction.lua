-- Two masses joined by a spring, one of them pulled, the other one held by dry friction: it sticks, slips at a lower coefficient, and sticks again while the pulled mass vibrates.
-- Source: code_aster SDND106: two masses of 5 kg, k = 1e4 N/m, N = 1e4 N, mu_s = 0.3, mu_d = 0.2, 3000 N on the free mass until 0.2 s.
-- Expected: free mass at 0.11221, 1.80751, 3.96813 m at 0.02, 0.15, 0.339965 s, the other one at 0, 1.35332 m and at rest; closed form of each phase.
local jounce = require "jounce"

local p = jounce.parameters{ step = 1e-4 }

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.10g", value), string.format("%.10g", reference), string.format("%.1e", value - reference) }
end

local m <const>, k <const>, N <const>, mu_s <const>, mu_d <const>, F <const>, until_time <const> = 5, 1e4, 1e4, 0.3, 0.2, 3000, 0.2

-- Slip: the mean place y moves with (load - mu_d N)/2m, the extension d vibrates with 2k/m about (load + mu_d N)/2k.
-- Stick: the free mass vibrates alone with k/m about load/k. A state is { held place, held speed, free place, free speed }.
local function slip(state, load, t)
  local w, a, middle = math.sqrt(2*k/m), (load - mu_d*N)/(2*m), (load + mu_d*N)/(2*k)
  local x1, v1, x2, v2 = table.unpack(state)
  local y, vy, d, vd = (x1 + x2)/2 + (v1 + v2)/2*t + a*t^2/2, (v1 + v2)/2 + a*t, x2 - x1 - middle, v2 - v1
  d, vd = middle + d*math.cos(w*t) + vd/w*math.sin(w*t), vd*math.cos(w*t) - d*w*math.sin(w*t)
  return { y - d/2, vy - vd/2, y + d/2, vy + vd/2 }
end
local function stick(state, load, t)
  local w, x1, d = math.sqrt(k/m), state[1], state[3] - state[1] - load/k
  return { x1, 0, x1 + load/k + d*math.cos(w*t) + state[4]/w*math.sin(w*t), state[4]*math.cos(w*t) - d*w*math.sin(w*t) }
end
local slips_at = math.pi/2*math.sqrt(m/k)   -- the spring force F (1 - cos w t) reaches mu_s N = F
local at_slip = stick({ 0, 0, 0, 0 }, F, slips_at)
local at_end_of_load = slip(at_slip, F, until_time - slips_at)
local low, high = 0.1, 0.13   -- the only rest of the held mass after the load: its speed falls through zero
for _ = 1, 60 do
  local middle = (low + high)/2
  if slip(at_end_of_load, 0, middle)[2] > 0 then low = middle else high = middle end
end
local sticks_at = until_time + low
local at_stick = slip(at_end_of_load, 0, low)
assert(k*math.sqrt((at_stick[3] - at_stick[1])^2 + at_stick[4]^2*m/k) < mu_s*N, "friction holds the vibration that remains")
local function exact(t)
  if t < slips_at then return stick({ 0, 0, 0, 0 }, F, t) end
  if t < until_time then return slip(at_slip, F, t - slips_at) end
  if t < sticks_at then return slip(at_end_of_load, 0, t - until_time) end
  return stick(at_stick, 0, t - sticks_at)
end

local function pulled(name, method, step, tolerance)
  local model = jounce.model{ name = "two masses with friction" }
  model:point{ name = "held", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:point{ name = "pulled", at = { 1, 0, 0 }, mass = m, free = { "ux" } }
  model:spring{ from = "held", to = "pulled", direction = { 1, 0, 0 }, stiffness = k }
  model:friction{ name = "shoe", node = "held", direction = { 1, 0, 0 }, normal_force = N,
                  friction = jounce.friction.coulomb{ coefficient = mu_d, static_coefficient = mu_s } }
  model:load{ node = "pulled", direction = { 1, 0, 0 }, force = jounce.signal.step{ time = until_time, value = 0, before = F } }
  local run = jounce.run(model, { method = method, step = step, duration = 0.35,
    record = { probes = { "held.ux", "held.ux_velocity", "pulled.ux", "energy.friction", "energy.remainder" } } })
  local log = run:friction_events "shoe"
  assert(#log == 2 and log[1].event == "slip" and log[2].event == "stick", name .. ": slip, stick")
  check(name .. ": slips at [s]", log[1].time, slips_at, tolerance)
  check(name .. ": sticks at [s]", log[2].time, sticks_at, tolerance)
  for _, t in ipairs{ 0.02, 0.15, 0.25, 0.339965 } do
    local state = exact(t)
    check(string.format("%s: held mass at %g s [m]", name, t), run:at("held.ux", t), state[1], tolerance*4)
    check(string.format("%s: pulled mass at %g s [m]", name, t), run:at("pulled.ux", t), state[3], tolerance*4)
  end
  -- Friction dissipates mu_d N along the way that the held mass has made.
  check(name .. ": energy lost [J]", run:at("energy.friction", 0.35), mu_d*N*at_stick[1], tolerance*mu_d*N*4)
  check(name .. ": remainder [J]", run:at("energy.remainder", 0.35), 0, tolerance*mu_d*N*4)
  return run
end

local run = pulled("event_driven", jounce.method.event_driven{ tolerance = 1e-11 }, 0.01, 1e-10)
pulled("newmark", jounce.method.newmark{}, p.step, 4e-5)
pulled("generalized-alpha", jounce.method.generalized_alpha{ spectral_radius = 0.8 }, p.step, 1e-4)
-- The published values, to their printed digits.
check("published: pulled mass at 0.02 s [m]", run:at("pulled.ux", 0.02), 0.11221, 1e-5)
check("published: held mass at 0.15 s [m]", run:at("held.ux", 0.15), 1.35332, 2e-5)
check("published: pulled mass at 0.15 s [m]", run:at("pulled.ux", 0.15), 1.80751, 3e-5)
check("published: speed of the held mass at 0.339965 s [m/s]", run:at("held.ux_velocity", 0.339965), 0, 1e-12)
check("published: pulled mass at 0.339965 s [m]", run:at("pulled.ux", 0.339965), 3.96813, 5e-6)
jounce.print_table{ title = "two masses with friction", columns = { "quantity", "computed", "reference", "difference" }, rows = rows }

-- Stick-slip of a block on a moving belt, held by a spring: it sticks, slips when the spring force reaches mu_s N, slips against mu_d N, and sticks again.
-- Source: closed form of the piecewise linear motion; the data are chosen here.
-- Expected: slip lasts (2/w)(pi - atan(D w/V)), stick 2 D/V, with D = (mu_s - mu_d) N/k; a cycle dissipates mu_d N (V t_slip + 2 D).
local jounce = require "jounce"

local p = jounce.parameters{ steps = 200 }   -- per period of the oscillator

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.9g", value), string.format("%.9g", reference), string.format("%.1e", value - reference) }
end

local function belt(m, k, N, mu_s, mu_d, V, method, name, tolerance)
  local w = math.sqrt(k/m)
  local D = (mu_s - mu_d)*N/k
  local slip, stick = 2/w*(math.pi - math.atan(D*w/V)), 2*D/V
  local model = jounce.model{ name = "block on a belt" }
  model:node{ name = "belt", at = { 0, 0, 0 } }
  model:prescribe{ node = "belt", dof = "ux", motion = jounce.signal.ramp{ from_time = 0, to_time = 1e3, from_value = 0, to_value = 1e3*V } }
  model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = k }
  model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = N,
                  friction = jounce.friction.coulomb{ coefficient = mu_d, static_coefficient = mu_s } }
  model:initial{ node = "block", velocity = { V, 0, 0 } }
  local first = mu_s*N/k/V
  local duration = first + 3.5*(slip + stick)
  local run = jounce.run(model, { method = method, step = 2*math.pi/w/p.steps, duration = duration, energy = { every = 1 },
    record = { probes = { "block.ux", "contact.friction_force", "energy.friction", "energy.base", "energy.remainder" } } })
  local log, t = run:friction_events "contact", first
  for cycle = 1, 3 do
    local a, b = log[2*cycle - 1], log[2*cycle]
    assert(a.event == "slip" and b.event == "stick", name .. ": stick-slip")
    check(name .. ": breaks loose " .. cycle .. " [s]", a.time, t, tolerance*slip*cycle)
    t = t + slip
    check(name .. ": sticks " .. cycle .. " [s]", b.time, t, tolerance*slip*cycle)
    t = t + stick
  end
  check(name .. ": place where it sticks [m]", run:at("block.ux", log[2].time), mu_d*N/k - D, tolerance*(D + V/w))
  -- Between two sticks: a stick dissipates nothing.
  local function lost(i) return run:at("energy.friction", (log[i].time + log[i + 1].time)/2) end
  local loss = lost(4) - lost(2)
  check(name .. ": loss of a cycle [J]", loss, mu_d*N*(V*slip + 2*D), 10*tolerance*loss)
  check(name .. ": remainder [J]", run:at("energy.remainder", duration), 0, 1e-4*loss)
end

belt(1, 400, 20, 0.3, 0.2, 0.08, jounce.method.newmark{}, "newmark", 2e-3)
belt(1, 400, 20, 0.3, 0.2, 0.08, jounce.method.precise{ contact = "implicit" }, "precise", 3e-4)
belt(0.2, 9000, 55, 0.61, 0.07, 0.4, jounce.method.newmark{}, "other data", 2e-3)
belt(0.2, 9000, 55, 0.61, 0.07, 0.4, jounce.method.event_driven{ tolerance = 1e-10 }, "event_driven", 1e-10)
jounce.print_table{ title = "block on a belt", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }

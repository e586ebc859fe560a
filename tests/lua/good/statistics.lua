-- run:statistics from Lua, against closed forms: shares of time, speeds, forces, energies, peaks per window.
local jounce = require "jounce"
local pi <const> = math.pi
local function near(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.15g differs from %.15g by more than %g", name, value, reference, tolerance))
end
local event_driven = jounce.method.event_driven{ tolerance = 1e-12 }

-- A free mass between two linear stops: flights 2 d/v, contacts pi sqrt(m/k), force v sqrt(k m), two impacts a period, nothing lost.
do
  local m, k, d, v = 2, 5e5, 0.01, 1.5
  local flight, contact = 2*d/v, pi*math.sqrt(m/k)
  local T = 2*(flight + contact)
  local model = jounce.model{ name = "between stops" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:gap{ name = "stops", node = "p", direction = { 1, 0, 0 }, clearance = d, law = jounce.law.hooke{ stiffness = k } }
  model:initial{ node = "p", velocity = { v, 0, 0 } }
  local run = jounce.run(model, { method = event_driven, step = T/300, duration = 20*T, record = { probes = { "p.ux", "stops.force" } } })
  for _, bound in ipairs{ 0.99*contact, 1.01*contact } do
    local s = run:statistics{ period = T, from = 2*T, to = 18*T, continuous_above = bound, probes = { "p.ux", "stops.force" }, window = 2 }
    local g = s.gaps.stops
    local continuous = bound < contact
    assert(g.impacts == 32 and g.impacts_per_period == 2 and g.continuous_contacts == (continuous and 32 or 0))
    near("free", g.free_flight, 2*flight/T, 1e-9)
    near("short", g.short_contact, continuous and 0 or 2*contact/T, 1e-9)
    near("continuous", g.continuous_contact, continuous and 2*contact/T or 0, 1e-9)
    near("speed", g.speed.mean, v, 1e-9)
    assert(g.speed.count == 32 and g.speed.standard_deviation < 1e-9 and g.speed.max - v < 1e-9)
    near("duration", g.duration.mean, contact, 1e-10)
    near("force", g.peak_force.max, v*math.sqrt(k*m), 0.01*v*math.sqrt(k*m))   -- at ends of steps
    near("energy", g.energy, 0, 1e-9*m*v^2)
    local peak = s.probes["p.ux"]
    assert(peak.count == 8 and #peak.peaks == 8 and s.window == 2 and s.periods == 16)
    near("peak", peak.mean, d + v*math.sqrt(m/k), 1e-6*d)
    assert(peak.standard_error < 1e-6*d and math.abs(peak.standard_error - peak.standard_deviation/math.sqrt(8)) < 1e-15)
    assert(tostring(s):find "free flight" and tostring(s):find "p.ux")
  end
  assert(math.abs(run:statistics{ period = T }.continuous_above/(T/20) - 1) < 1e-12)
end

-- The bouncing ball: impact k at v e^k, energy m g h in all, and rest from the accumulation point on.
do
  local g, e, h, m = 9.81, 0.8, 1, 3
  local model = jounce.model{ name = "ball" }
  model:point{ name = "ball", at = { 0, 0, h }, mass = m, free = { "uz" } }
  model:gap{ name = "floor", node = "ball", direction = { 0, 0, 1 }, clearance = h, sides = "negative", law = jounce.law.rigid{ restitution = e } }
  model:gravity{ 0, 0, -g }
  local first = math.sqrt(2*h/g)
  local accumulation, v = first*(1 + e)/(1 - e), math.sqrt(2*g*h)
  local run = jounce.run(model, { method = event_driven, step = 1e-3, duration = 6, record = { probes = { "ball.uz_velocity" } } })
  local whole = run:statistics{ period = 1, continuous_above = 0.5 }.gaps.floor
  near("energy of all", whole.energy, m*g*h, 1e-6*m*g*h)
  near("rest", whole.continuous_contact, (6 - accumulation)/6, 1e-5)
  near("flight", whole.free_flight, accumulation/6, 1e-5)
  near("fastest", whole.speed.max, v, 1e-10)
  assert(whole.peak_force.count == 0 and whole.peak_force.mean == nil)
  -- Up to the middle of the flight after the n-th impact: n terms of a geometric series.
  local n = 5
  local t = first
  for i = 1, n - 1 do t = t + 2*first*e^i end
  local part = run:statistics{ period = 0.5, to = t + first*e^n }
  local gap = part.gaps.floor
  assert(gap.impacts == n and gap.continuous_contacts == 0)
  local mean, squares = v*(1 - e^n)/(1 - e)/n, v^2*(1 - e^(2*n))/(1 - e^2)
  near("mean speed", gap.speed.mean, mean, 1e-9)
  near("its standard deviation", gap.speed.standard_deviation, math.sqrt((squares - n*mean^2)/(n - 1)), 1e-9)
  near("slowest", gap.speed.min, v*e^(n - 1), 1e-9)
  -- Sums are kept at ends of steps: the end of the stretch cuts a flight, in which nothing is taken.
  near("energy of some", gap.energy, m*g*h*(1 - e^(2*n)), 1e-9)
  near("energy per period", gap.energy_per_period, gap.energy*0.5/(t + first*e^n), 1e-12)
end

-- Friction: a mass on a spring with a guide of 1 N (code_aster SDND100), and a block that slides to rest on a floor.
do
  local model = jounce.model{ name = "Coulomb oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1e4 }
  model:friction{ name = "guide", node = "mass", direction = { 1, 0, 0 }, normal_force = 10, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
  model:initial{ node = "mass", displacement = { 0.85e-3, 0, 0 } }
  local half = pi/100
  local run = jounce.run(model, { method = jounce.method.precise{ contact = "implicit" }, step = half/400, duration = 6*half,
                                  record = { probes = { "mass.ux", "energy.friction" } } })
  local s = run:statistics{ period = 2*half }
  near("friction of a guide", s.frictions.guide.energy, 1e4*(0.85e-3^2 - 0.5e-4^2)/2, 1e-4*3.6e-3)
  near("the account's", s.frictions.guide.energy, run:at("energy.friction", 6*half), 1e-4*3.6e-3)
  near("per period", s.frictions.guide.energy_per_period, s.frictions.guide.energy/3, 1e-15)
  local one = run:statistics{ period = half, from = half, to = 2*half }                        -- |u| from 6.5e-4 to 4.5e-4
  near("one swing", one.frictions.guide.energy, 1e4*(6.5e-4^2 - 4.5e-4^2)/2, 1e-6)
end
do
  local m, g, k, v, mu = 2.5, 9.81, 1e5, 1.3, 0.35
  local model = jounce.model{ name = "sliding block" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux", "uz" } }
  model:gap{ name = "floor", node = "block", direction = { 0, 0, 1 }, clearance = 0, sides = "negative", law = jounce.law.hooke{ stiffness = k },
             friction = jounce.friction.coulomb{ coefficient = mu }, tangent = { 1, 0, 0 } }
  model:gravity{ 0, 0, -g }
  model:initial{ node = "block", displacement = { 0, 0, -m*g/k }, velocity = { v, 0, 0 } }
  local run = jounce.run(model, { method = jounce.method.newmark{}, step = 1e-3, duration = 0.5, record = { probes = { "block.ux", "energy.friction" } } })
  local gap = run:statistics{ period = 0.5 }.gaps.floor
  near("friction of a gap", gap.friction_energy, m*v^2/2, 1e-9)
  near("the account's", gap.friction_energy, run:at("energy.friction", 0.5), 1e-12)
  near("contact", gap.contact_energy, 0, 1e-9)
  near("the sum", gap.energy, gap.contact_energy + gap.friction_energy, 1e-15)
  assert(gap.continuous_contact == 1 and gap.free_flight == 0)
  -- Half of the way: v falls by mu g t.
  near("part of it", run:statistics{ period = 0.2, to = 0.2 }.gaps.floor.friction_energy, m*(v^2 - (v - mu*g*0.2)^2)/2, 1e-9)
end

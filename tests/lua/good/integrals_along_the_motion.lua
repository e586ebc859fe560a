-- run:integral follows the motion of event_driven through flights and contacts, not cubics between records.
-- Physics: the integral of a velocity is a difference of displacements; that of the force of a stop the sum of the impulses of its contacts; that
-- of the power of a load the work in the energy account. A cantilever (modes up to 60 kHz) and a single mass strike a stop, driven by a sine; the
-- mass once more by a function, whose flights have no closed form.
-- The last part has records 0.1 s apart, with jumps of the load, impacts and stick phases of a friction between two of them.
-- Tolerance: 1e-7 of the range times the time; event_driven errs by 1e-10, and ends a step at each instant that run:at is asked for. Control: the
-- trapezoidal rule over the records misses all three.
local jounce = require "jounce"
local function cantilever(force)
  local m = jounce.model{ name = "cantilever" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 6, section = jounce.section.rectangle{ width = 0.02, height = 0.005 },
    material = jounce.material{ E = 210e9, nu = 0.3, density = 7850 } }
  m:fix{ node = b.nodes[1] }
  m:gap{ name = "s", node = b.nodes[7], direction = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
  m:load{ name = "p", node = b.nodes[7], direction = { 0, 0, 1 }, force = force }
  m:damping(jounce.damping.rayleigh{ ratio = 0.02, frequencies = { 10, 200 } })
  return m, "s.uz"
end
local function mass(force)
  local m = jounce.model{ name = "mass" }
  m:point{ name = "m", at = { 0, 0, 0 }, mass = 0.2, free = { "ux" } }
  m:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = 3000, damping = 0.5 }
  m:gap{ name = "s", node = "m", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hunt_crossley{ stiffness = 1e9, restitution = 0.7 } }
  m:load{ name = "p", node = "m", direction = { 1, 0, 0 }, force = force }
  return m, "s.ux"
end
local sine = jounce.signal.sine{ amplitude = 3, frequency = 15 }
local function same(t) return 3*math.sin(2*math.pi*15*t) end
for _, of in ipairs{ { "cantilever", cantilever, sine }, { "mass", mass, sine }, { "function", mass, same } } do
  local name, model, probe = of[1], of[2](of[3])
  local velocity = probe .. "_velocity"
  local run = jounce.run(model, { duration = 0.3, step = 1e-3, method = jounce.method.event_driven{ tolerance = 1e-10 },
    record = { probes = { probe, velocity, "s.force", "p.power", "energy.external" } } })
  local impacts = run:impacts "s"
  assert(#impacts > 5, name .. ": it strikes")
  local function near(found, expected, what, quantity, time)
    local off = math.abs(found - expected)/(run:peak(quantity)*time)
    assert(off < 1e-7, ("%s, %s: %.12g for %.12g"):format(name, what, found, expected))
  end
  local inside
  for _, impact in ipairs(impacts) do
    if not inside and impact.time_in > 0.06 and impact.time_out < 0.19 then inside = 0.5*(impact.time_in + impact.time_out) end
  end
  for _, part in ipairs{ { 0, 0.3 }, { 0.01234, 0.2345 }, { 0.1, 0.1001 }, { 0.05, inside }, { inside, 0.2 }, { inside - 1e-5, inside + 1e-5 } } do
    local from, to = part[1], part[2]
    near(run:integral(velocity, { from = from, to = to }), run:at(probe, to) - run:at(probe, from), ("from %g to %g"):format(from, to), velocity, math.max(to - from, 1e-3))
  end
  local impulse = 0
  for _, impact in ipairs(impacts) do impulse = impulse + impact.impulse end
  near(run:integral "s.force", impulse, "impulse", "s.force", 0.3)
  near(run:integral "p.power", run.summary.energy.external, "work", "p.power", 0.3)
  local function trapezoid(quantity)
    local t, x = run:series(quantity)
    local sum = 0
    for i = 2, #t do sum = sum + (t[i] - t[i - 1])*(x[i] + x[i - 1])/2 end
    return sum
  end
  for quantity, exact in pairs{ [velocity] = run:at(probe, 0.3), ["s.force"] = impulse, ["p.power"] = run.summary.energy.external } do
    assert(math.abs(trapezoid(quantity) - exact) > 1e-6*run:peak(quantity)*0.3, name .. ": control of " .. quantity)
  end
end
-- Steps of every kind lie between two records: closed forms, contacts, functions, slips, sticks.
local jump = jounce.signal.table{ times = { 0, 0.05, 0.123, 0.123 + 1e-10, 0.4, 1 }, values = { 0, 2, 2, -3, 7, 7 } }
local function jumps(t) return (t > 0.123 and 6 or 0) + 3*math.sin(80*t) end
local coulomb = jounce.friction.coulomb{ coefficient = 0.5 }
for _, of in ipairs{ { "table", jump }, { "function", jumps }, { "friction", jounce.signal.step{ time = 0.123, value = 6 }, coulomb } } do
  local name, model = of[1], mass(of[2])
  if of[3] then model:friction{ name = "f", node = "m", direction = { 1, 0, 0 }, normal_force = 2, friction = of[3] } end
  local run = jounce.run(model, { duration = 0.3, step = 0.1, method = jounce.method.event_driven{ tolerance = 1e-9 },
    record = { probes = { "m.ux", "m.ux_velocity", "s.force", "p.power" } } })
  local impulse, impacts = 0, run:impacts "s"
  assert(#impacts >= 3, name .. ": it strikes")
  for _, impact in ipairs(impacts) do impulse = impulse + impact.impulse end
  local function near(found, expected, what, quantity)
    local off = math.abs(found - expected)/(run:peak(quantity)*0.3)
    assert(off < 1e-8, ("%s, records 0.1 s apart, %s: off by %g"):format(name, what, off))
  end
  near(run:integral "s.force", impulse, "impulse", "s.force")
  near(run:integral "p.power", run.summary.energy.external, "work", "p.power")
  near(run:integral("m.ux_velocity", { from = 0.1111, to = 0.2777 }), run:at("m.ux", 0.2777) - run:at("m.ux", 0.1111), "way", "m.ux_velocity")
end

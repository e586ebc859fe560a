-- A mass on a spring with dry friction, released at rest: amplitudes decrease by 2 F/k every half period until friction holds the spring.
-- Source: code_aster SDND100 (m = 1, k = 1e4, N = 10, mu = 0.1, u0 = 0.85e-3); any other data by the same closed form.
-- Expected: u at half periods -6.5, +4.5, -2.5, +0.5 x 1e-4, where it sticks; the same for every time integrator.
local jounce = require "jounce"

local p = jounce.parameters{ steps = 40 }   -- per half period

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.9g", value), string.format("%.9g", reference), string.format("%.1e", value - reference) }
end

local function release(m, k, N, mu, static, u0, method, options)
  local half = math.pi*math.sqrt(m/k)
  local model = jounce.model{ name = "Coulomb oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = k }
  model:friction{ name = "guide", node = "mass", direction = { 1, 0, 0 }, normal_force = N,
                  friction = jounce.friction.coulomb{ coefficient = mu, static_coefficient = static } }
  model:initial{ node = "mass", displacement = { u0, 0, 0 } }
  local run = jounce.run(model, { method = method, step = half/p.steps, duration = 6*half, events = options.events or "locate",
    record = { probes = { "mass.ux", "guide.friction_force", "guide.sticking", "energy.friction", "energy.remainder" } } })
  -- Closed form: |u| decreases by 2 mu N/k per half period while the spring force exceeds the friction limit.
  local u, drop, i = u0, 2*mu*N/k, 0
  while k*math.abs(u) > (static or mu)*N and i < 6 do
    u, i = -u + (u > 0 and drop or -drop), i + 1
    check(options.name .. ": u at half period " .. i .. " [m]", run:at("mass.ux", i*half), u, options.tolerance*math.abs(u0))
  end
  check(options.name .. ": u at the end [m]", run:at("mass.ux", 6*half), u, options.tolerance*math.abs(u0))
  check(options.name .. ": it sticks", run:at("guide.sticking", 6*half), 1, 0)
  check(options.name .. ": friction holds the spring [N]", run:at("guide.friction_force", 6*half), k*u, options.tolerance*k*math.abs(u0))
  check(options.name .. ": energy lost [J]", run:at("energy.friction", 6*half), k*(u0^2 - u^2)/2, options.tolerance*k*u0^2)
  check(options.name .. ": remainder [J]", run:at("energy.remainder", 6*half), 0, (options.remainder or 1e-9)*k*u0^2)
  local log = run:friction_events "guide"
  if options.events ~= "stepwise" then
    for j = 1, i - 1 do assert(log[j].event == "reversal", options.name .. ": " .. log[j].event) end
    assert(#log == i and log[i].event == "stick", options.name .. ": " .. #log .. " events")
    check(options.name .. ": sticks at [s]", log[i].time, i*half, options.tolerance*half*10)
  end
end

-- The only error of Newmark's average acceleration is that of the period, (w h)^2/12 of it.
local newmark <const> = jounce.method.newmark{}
release(1, 1e4, 10, 0.1, nil, 0.85e-3, newmark, { name = "SDND100", tolerance = 3e-3 })
release(1, 1e4, 10, 0.1, nil, 0.85e-3, jounce.method.precise{ contact = "implicit" }, { name = "precise", tolerance = 1e-9 })
release(1, 1e4, 10, 0.1, nil, 0.85e-3, jounce.method.event_driven{}, { name = "event_driven", tolerance = 1e-10 })
release(1, 1e4, 10, 0.1, nil, 0.85e-3, jounce.method.generalized_alpha{ spectral_radius = 0.8 }, { name = "generalized-alpha", tolerance = 3e-3, remainder = 1e-4 })
release(1, 1e4, 10, 0.1, nil, 0.85e-3, newmark, { name = "stepwise, first order", tolerance = 8e-2, events = "stepwise" })
-- Other data: a smaller mass, another coefficient, a static one above it (without it the last swing would continue).
release(0.03, 750, 3, 0.22, nil, 0.0071, newmark, { name = "other data", tolerance = 3e-3 })
release(2, 5e3, 40, 0.05, 0.09, -0.0031, newmark, { name = "static coefficient", tolerance = 3e-3 })
jounce.print_table{ title = "Coulomb oscillator", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }

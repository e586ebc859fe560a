-- test: --set duration=0.004
-- Accuracy of a step of 1e-6 s for the slider-crank of Tan et al. 2023: all three clearances, without friction, second geometry, by
-- generalized-alpha (index 3) and by Baumgarte's stabilisation with a Runge-Kutta method, with and without located contacts (the
-- authors' choice), compared with event_driven. Errors are relative except for times. The first contact is at 3.643 ms. --set finest=1e-7 adds one step.
local jounce = require "jounce"
local si = jounce.si
local given = jounce.parameters{ duration = 0.006, finest = 1e-6 }

local r, l = 0.15, 0.541
local K = jounce.stiffness.hertz_spheres{ R1 = 12*si.mm, R2 = 11.5*si.mm, contact = "internal", E1 = 70*si.GPa, nu1 = 0.33, E2 = 70*si.GPa, nu2 = 0.33 }
local corner = 4/3*70e9/(2*(1 - 0.33^2))*math.sqrt(1e-6)
local function law(stiffness) return jounce.law.tan{ restitution = 0.55, elastic = jounce.law.hertz{ stiffness = stiffness } } end

local m = jounce.model{ name = "slider-crank" }
m:body{ name = "crank", mass = 1.5261, inertia = 3.596e-3, points = { O = { -r/2, 0 }, B = { r/2, 0 } } }
m:body{ name = "rod", mass = 0.6115, inertia = 6.1e-3, points = { B = { -l/2, 0 }, C = { l/2, 0 } } }
m:body{ name = "slider", mass = 1.0205, inertia = 7.57e-4 }
m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
for name, pair in pairs{ B = { "rod.B", "crank.B" }, C = { "rod.C", "slider" } } do
  m:revolute_clearance{ name = name, bearing = pair[1], journal = pair[2], bearing_radius = 12*si.mm, journal_radius = 11.5*si.mm,
    law = law(K) }
end
m:translational_clearance{ name = "D", body = "slider", length = 80*si.mm, height = 50*si.mm, clearance = 0.5*si.mm, law = law(corner) }
m:gravity{ 0, -9.81, 0 }
m:drive{ joint = "O", speed = 200*si.rpm }

local function run(method, step, events)
  local begin = os.clock()
  local out = jounce.run(m, { method = method, step = step, duration = given.duration, events = events,
    record = { probes = { "slider.vx", "slider.ax" } } })
  return out, os.clock() - begin
end
local truth = run(jounce.method.event_driven{ tolerance = 1e-11 }, given.finest)
local first = truth:impacts()[1]
local rows = {}
local function row(name, method, step, events)
  local got, cost = run(method, step, events)
  local hit = got:impacts()[1]
  local function off(a, b) return string.format("%.1e", math.abs(a/b - 1)) end
  rows[#rows + 1] = { name, step and string.format("%.0e", step) or "", hit and string.format("%.1e", math.abs(hit.time_in - first.time_in)) or "-",
    hit and off(hit.peak_force, first.peak_force) or "-", off(got:peak "slider.ax", truth:peak "slider.ax"),
    off(got:at("slider.vx", given.duration), truth:at("slider.vx", given.duration)), string.format("%.3f", cost) }
end
local alpha, baumgarte = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.baumgarte{}
for _, c in ipairs{ { "generalized-alpha 0.8", alpha, "locate" }, { "  without location", alpha, "stepwise" },
                    { "Baumgarte", baumgarte, "locate" }, { "  without location", baumgarte, "stepwise" } } do
  for _, step in ipairs{ 1e-4, 1e-5, 1e-6, 1e-7 } do
    if step >= 0.999*given.finest then row(c[1], c[2], step, c[3]) end
  end
end
row("event_driven, 1e-8", jounce.method.event_driven{ tolerance = 1e-8 }, 1e-4, "locate")
jounce.print_table{ title = "errors against event_driven at tolerance 1e-11", rows = rows,
  columns = { "method", "step [s]", "first contact [s]", "its peak", "peak of |a|", "v at the end", "computing [s]" } }

-- test: --set duration=0.003
-- Accuracy of small steps for the scotch-yoke of Autiero et al. 2022, whose step is not given: the contacts on the outer track after the
-- start under Hunt and Crossley's law with the K and n of Radzimovsky's fit (Table 11), by generalized-alpha (index 3) and by
-- Baumgarte's stabilisation with a Runge-Kutta method, with and without located contacts, compared with event_driven. Errors are
-- relative except for times. --set finest=1e-7 adds one step.
local jounce = require "jounce"
local mm = jounce.si.mm
local given = jounce.parameters{ duration = 0.01, finest = 1e-6, alpha = 0.32 }

local function law(K, n)
  local c = 1.5*given.alpha
  K = K/mm^n
  return jounce.law.custom{ force = function(depth, rate)
    local elastic = K*depth^n
    return elastic*(1 + c*rate), n*elastic/depth*(1 + c*rate), c*elastic
  end }
end
local m = jounce.model{ name = "scotch-yoke" }
m:body{ name = "crank", mass = 0.090, inertia = 30.40e-6, points = { P = { 45*mm, 0 } } }
m:body{ name = "slider", mass = 2.353, inertia = 3495.6e-6 }
m:revolute{ name = "O", between = { { 0, 0 }, "crank" } }
m:translational{ name = "guide", body = "slider" }
m:slot{ name = "slot", base = "slider", pin = "crank.P", centre = { 0, 0 }, radius = 60*mm, direction = math.pi, span = 2*math.pi/3,
  width = 16*mm, pin_radius = 7.9*mm, inner_law = law(4.321e4, 1.09), outer_law = law(4.315e4, 1.09) }
m:drive{ joint = "O", speed = 24*math.pi }
m:assemble{ angles = { crank = -31*math.pi/180 }, positions = { slider = { 100*mm, 0 } } }

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
  for _, step in ipairs{ 1e-4, 3e-5, 1e-5, 1e-6, 1e-7 } do
    if step >= 0.999*given.finest then row(c[1], c[2], step, c[3]) end
  end
end
row("event_driven, 1e-8", jounce.method.event_driven{ tolerance = 1e-8 }, 1e-4, "locate")
jounce.print_table{ title = "errors against event_driven at tolerance 1e-11", rows = rows,
  columns = { "method", "step [s]", "first contact [s]", "its peak", "peak of |a|", "v at the end", "computing [s]" } }

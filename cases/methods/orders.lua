-- Observed orders of the time integrators on free, damped, forced and impacting motion of one mass, against closed forms.
-- Sources: N. M. Newmark (1959), doi:10.1061/JMCEA3.0000098; J. Chung, G. M. Hulbert (1993), doi:10.1115/1.2900803;
-- H. M. Hilber et al. (1977), doi:10.1002/eqe.4290050306; Y. Xu et al. (2022), doi:10.3390/machines10090814, sec. 2.3.
-- Expected: Newmark 2 for gamma = 1/2, otherwise 1; generalized-alpha, HHT, WBZ 2 for every parameter; precise is exact in linear
-- motion and on a rigid stop, and in contact has its own order p where the force grows as t (kink) or jumps, min(p, 2.5) for Hertz's
-- law, whose force grows as t^1.5. Newmark 1/12, 1/2 has no phase error of second order, and its velocity error vanishes after
-- half a cycle: on elastic stops it shows the order of the error at the onset, 3 and 2.5. Control: the jump without located
-- events is of order 1 for every method.
local jounce = require "jounce"

local p = jounce.parameters{ offsets = 8, halvings = 3 }

local m <const>, v <const> = 2.0, 1.5                        -- kg, m/s
local exact <const> = "exact"

-- Free motion of m x" + c x' + k x = 0 from (x, u), at time t.
local function free(c, k, x, u, t)
  local decay, w = c/(2*m), math.sqrt(k/m - (c/(2*m))^2)
  local b = (u + decay*x)/w
  local e, cs, sn = math.exp(-decay*t), math.cos(w*t), math.sin(w*t)
  return e*(x*cs + b*sn), e*((b*w - decay*x)*cs - (x*w + decay*b)*sn)
end

-- The same under a force A sin(W t).
local function forced(c, k, A, W, x, u, t)
  local re, im = k - m*W^2, c*W
  local s = A/(re^2 + im^2)                                  -- steady motion s (re sin Wt - im cos Wt)
  local fx, fu = free(c, k, x + s*im, u - s*re*W, t)
  return fx + s*(re*math.sin(W*t) - im*math.cos(W*t)), fu + s*W*(re*math.cos(W*t) + im*math.sin(W*t))
end

-- One run from (x0, v0) to t; returns its error in displacement and velocity, the latter divided by the circular frequency w.
local function error_of(case, method, h, t, x0, v0, x, u, w, events)
  local model = jounce.model{ name = "orders" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  if case.k then model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = case.k, damping = case.c or 0 } end
  if case.load then model:load{ node = "mass", direction = { 1, 0, 0 }, force = case.load } end
  if case.law then
    model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = case.clearance, sides = "positive", law = case.law }
  end
  model:initial{ node = "mass", displacement = { x0, 0, 0 }, velocity = { v0, 0, 0 } }
  local run = jounce.run(model, { method = method, step = h, duration = t, events = events, energy = false,
                                  record = { every = 1000000, probes = { "mass.ux", "mass.ux_velocity" } } })
  return math.sqrt((run:at("mass.ux", t) - x)^2 + ((run:at("mass.ux_velocity", t) - u)/w)^2)
end

-- Every problem: error of a method with n steps per period (or contact), number j of the offsets between onset and step.
local k <const>, A <const>, W <const> = 800.0, 300.0, 13.0
local w = math.sqrt(k/m)

local function smooth(c, load)
  return function(method, n)
    local t = 1.7*2*math.pi/w
    local x, u = forced(c, k, load and A or 0, W, 0.01, 0.3, t)
    local signal = load and jounce.signal.sine{ amplitude = A, frequency = W/(2*math.pi) }
    return error_of({ k = k, c = c, load = signal }, method, 2*math.pi/w/(n + 0.381966), t, 0.01, 0.3, x, u, w)/0.02
  end
end

-- A free mass meets a stop of contact time T at speed v and leaves it at speed e v, from indentation d. The start is chosen so
-- that the onset falls anywhere within a step: a step that divides the contact time would overestimate the order.
local function bounce(law, T, e, d, events)
  return function(method, n, j)
    local h = T/(n + 0.381966)
    local onset = h*(3 + (0.137 + 0.6180339887*j) % 1)
    local t = onset + 1.3*T
    local x = v*onset + d - 0.3*T*e*v
    return error_of({ law = law, clearance = v*onset }, method, h, t, 0, v, x, -e*v, math.pi/T, events)/(v*T)
  end
end

local function rigid(method, n, j)                           -- a spring swings the mass onto a rigid stop, restitution 0.7
  local amplitude, e = v/w, 0.7
  local h = 2*math.pi/w/(n + 0.381966)
  local onset = math.pi/w/6 + 0.1/w*((0.137 + 0.6180339887*j) % 1)
  local d = amplitude*math.sin(w*onset)
  local x, u = free(0, k, d, -e*v*math.cos(w*onset), 2.0/w)
  return error_of({ k = k, law = jounce.law.rigid{ restitution = e }, clearance = d }, method, h, onset + 2.0/w, 0, v, x, u, w)/amplitude
end

local kc <const>, zeta <const> = 5e4, 0.15
local wc = math.sqrt(kc/m)
local hertz <const> = 1e7
local deepest = (5*m*v^2/(4*hertz))^0.4
local theta = math.acos(zeta)
local T_damped = 2*theta/(wc*math.sqrt(1 - zeta^2))          -- force through zero
local e_damped = math.exp(-zeta*wc*T_damped)
local d_damped = v/(wc*math.sqrt(1 - zeta^2))*e_damped*math.sin(2*theta)
local damped = jounce.law.kelvin_voigt{ stiffness = kc, damping = 2*zeta*math.sqrt(kc*m) }

local problems = {
  { "free", smooth(0), 1 },
  { "damped", smooth(0.1*2*m*w), 1 },
  { "forced", smooth(0.1*2*m*w, true), 1 },
  { "rigid stop", rigid, p.offsets },
  { "kink", bounce(jounce.law.hooke{ stiffness = kc }, math.pi/wc, 1, 0), p.offsets },
  { "Hertz", bounce(jounce.law.hertz{ stiffness = hertz }, 2.94327513*deepest/v, 1, 0), p.offsets },
  { "jump", bounce(damped, T_damped, e_damped, d_damped), p.offsets },
  { "jump, stepwise", bounce(damped, T_damped, e_damped, d_damped, "stepwise"), 4*p.offsets },
}

local function same(order)                                   -- one order everywhere, except in the control
  return { order, order, order, order, order, order, order, 1 }
end
local function of_precise(order, of_rigid)
  return { exact, exact, exact, of_rigid or exact, order, math.min(order, 2.5), order, 1 }
end
local method = jounce.method
local methods = {
  { "newmark 1/4, 1/2", method.newmark{}, same(2) },
  { "newmark 1/6, 1/2", method.linear_acceleration{}, same(2) },
  { "newmark 0, 1/2", method.central_difference{}, same(2) },
  { "newmark 1/12, 1/2", method.newmark{ beta = 1/12 }, { 2, 2, 2, 2, 3, 2.5, 2, 1 } },   -- right in phase to h^4: see the head
  { "newmark 0.3025, 0.6", method.newmark{ beta = 0.3025, gamma = 0.6 }, same(1) },
  { "newmark 0.5, 1", method.newmark{ beta = 0.5, gamma = 1 }, same(1) },
}
for _, radius in ipairs{ 0, 0.5, 0.8, 1 } do
  methods[#methods + 1] = { "generalized_alpha " .. radius, method.generalized_alpha{ spectral_radius = radius }, same(2) }
end
methods[#methods + 1] = { "hht 0.3", method.hht{ alpha = 0.3 }, same(2) }
methods[#methods + 1] = { "wbz 0.5", method.wbz{ alpha = 0.5 }, same(2) }
for order = 1, 4 do methods[#methods + 1] = { "precise " .. order, method.precise{ order = order }, of_precise(order) } end
for order = 2, 3 do
  methods[#methods + 1] = { "precise implicit " .. order, method.precise{ contact = "implicit", order = order }, of_precise(order) }
end

local columns, rows, wrong = { "method" }, {}, {}
for i, problem in ipairs(problems) do columns[i + 1] = problem[1] end
for _, entry in ipairs(methods) do
  local row = { entry[1] }
  for i, problem in ipairs(problems) do
    local expected = entry[3][i]
    local x, y, largest = {}, {}, 0
    for level = 0, p.halvings do                             -- root mean square over the offsets; slope by least squares
      local n, sum = 40*2^level, 0
      for j = 1, problem[3] do sum = sum + problem[2](entry[2], n, j)^2 end
      local value = math.sqrt(sum/problem[3])
      largest = math.max(largest, value)
      x[level + 1], y[level + 1] = math.log(n), math.log(value + 1e-300)
    end
    if largest < 1e-12 then
      row[i + 1] = exact
      if expected ~= exact then wrong[#wrong + 1] = entry[1] .. ", " .. problem[1] .. ": exact, expected " .. expected end
    else
      local mx, my, sxx, sxy = 0, 0, 0, 0
      for l = 1, #x do mx, my = mx + x[l]/#x, my + y[l]/#x end
      for l = 1, #x do sxx, sxy = sxx + (x[l] - mx)^2, sxy + (x[l] - mx)*(y[l] - my) end
      local order = -sxy/sxx
      row[i + 1] = string.format("%.2f", order)
      if expected == exact or math.abs(order - expected) > 0.2 then
        wrong[#wrong + 1] = string.format("%s, %s: %.2f (largest error %.2g), expected %s", entry[1], problem[1], order, largest, expected)
      end
    end
  end
  rows[#rows + 1] = row
end
jounce.print_table{ title = "observed orders", columns = columns, rows = rows }
if #wrong > 0 then error("orders off: " .. table.concat(wrong, "; ")) end

-- The largest force and the impulse of a free impact under Hunt and Crossley's law, with one row for the whole contact: the log, run:peak
-- and run:integral.
-- Reference: m v dv/dx = -K x^n (1 + c v), c = 3(1 - e)/(2 v0), has the integral f(c v) + c^2 K x^(n+1)/(m (n+1)) = f(c v0) with
-- f(u) = u - ln(1 + u). The force is largest where n m v = c K x^(n+1), that is f(u0) - f(u) = n u/(n+1) with u = c v; the speed
-- after the contact solves f(-u) = f(u0). Both by bisection.
-- Tolerance: ten times that of the method; of run:peak, which looks for the instant on a smooth curve, 1e-5. Control: the force at the largest indentation is lower by a hundred times that.
local jounce = require "jounce"
local m <const>, K <const>, n <const>, tolerance <const> = 1.5, 2e6, 1.5, 1e-10

local function f(u) return u - math.log(1 + u) end
local function zero(g, low, high)
  for _ = 1, 200 do
    local middle = (low + high)/2
    if g(middle) > 0 then high = middle else low = middle end
  end
  return (low + high)/2
end

for _, e in ipairs{ 0.3, 0.7, 0.95 } do
  for _, v0 in ipairs{ 0.02, 1, 7 } do
    local c = 3*(1 - e)/(2*v0)
    local u0 = c*v0
    local u = zero(function(x) return x*n/(n + 1) - f(u0) + f(x) end, 0, u0)
    local x = (n*m*u/(c*c*K))^(1/(n + 1))
    local peak = K*x^n*(1 + u)
    local deepest = (f(u0)*m*(n + 1)/(c*c*K))^(1/(n + 1))
    local after = zero(function(w) return f(-w) - f(u0) end, 0, 1 - 1e-15)/c

    local model = jounce.model{ name = "impact" }
    model:point{ name = "b", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
    model:initial{ node = "b", velocity = { v0, 0, 0 } }
    model:gap{ name = "g", node = "b", direction = { 1, 0, 0 }, sides = "positive", clearance = 0.01,
               law = jounce.law.hunt_crossley{ stiffness = K, exponent = n, restitution = e } }
    local duration = 0.02/v0 + 0.1
    local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = tolerance }, step = duration,
                                    duration = duration, record = { probes = { "g.force" } } })
    local where = ("e = %g, v0 = %g: "):format(e, v0)
    local function check(what, value, expected, allowed)
      assert(math.abs(value/expected - 1) < (allowed or 10*tolerance), where .. what .. " is off by " .. value/expected - 1)
    end
    check("peak_force", run:impacts()[1].peak_force, peak)
    check("run:peak", run:peak "g.force", peak, 1e-5)
    check("impulse", run:impacts()[1].impulse, m*(v0 + after))
    check("run:integral", run:integral "g.force", m*(v0 + after))
    assert(K*deepest^n < (1 - 1000*tolerance)*peak, where .. "control")
  end
end

-- A slip in a plane that begins under a load that has just reached friction, with the static coefficient equal to the sliding one: its
-- direction has no scale but its own size. The load is made for the motion: a slip of speed c s^2/2 and angle w s, s after the instant
-- t1 at which it begins, needs F = m d/dt(c s^2/2 e) + mu N e, e = (cos w s, sin w s).
-- References: that motion in closed form, and its friction work mu N c s^3/6.
-- Tolerance: that of the run, times ten. Control: the steps are counted; explicit ones took 3e5 here.
local jounce = require "jounce"
local m, mu, N, c, w, t1 <const> = 0.7, 0.3, 10, 4, 1.5, 0.1

local function force(t)
  local s = t - t1
  if s <= 0 then return mu*N*(0.5 + 0.5*t/t1), 0 end
  local x, y = math.cos(w*s), math.sin(w*s)
  local along, across = mu*N + m*c*s, m*c*s^2/2*w
  return along*x - across*y, along*y + across*x
end
--- The way: the integral of c s^2/2 e.
local function way(s)
  local x = s^2*math.sin(w*s)/w + 2*s*math.cos(w*s)/w^2 - 2*math.sin(w*s)/w^3
  local y = -s^2*math.cos(w*s)/w + 2*s*math.sin(w*s)/w^2 + 2*(math.cos(w*s) - 1)/w^3
  return c/2*x, c/2*y
end

for _, tolerance in ipairs{ 1e-6, 1e-8, 1e-10 } do
  local model = jounce.model{ name = "mass", accept = { "unsupported" } }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy" } }
  model:load{ node = "p", direction = { 1, 0, 0 }, force = function(t) return (force(t)) end }
  model:load{ node = "p", direction = { 0, 1, 0 }, force = function(t) return select(2, force(t)) end }
  model:friction{ name = "plane", node = "p", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = N, friction = jounce.friction.coulomb{ coefficient = mu } }
  local s <const> = 0.4
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = tolerance }, step = 0.1, duration = t1 + s,
                                  record = { probes = { "p.ux", "p.uy", "p.ux_velocity", "p.uy_velocity", "energy.friction", "energy.remainder" } } })
  local x, y = way(s)
  local speed <const> = c*s^2/2
  local off = math.max(math.abs(run:at("p.ux", t1 + s) - x)/x, math.abs(run:at("p.uy", t1 + s) - y)/y,
                       math.abs(run:at("p.ux_velocity", t1 + s) - speed*math.cos(w*s))/speed, math.abs(run:at("p.uy_velocity", t1 + s) - speed*math.sin(w*s))/speed,
                       math.abs(run:at("energy.friction", t1 + s)/(mu*N*c*s^3/6) - 1))
  assert(off < 10*tolerance, string.format("%g: %.2e", tolerance, off))
  assert(run.summary.steps < 3000, string.format("%g: %d steps", tolerance, run.summary.steps))
  local events = run:friction_events "plane"
  assert(#events == 1 and events[1].event == "slip" and math.abs(events[1].time - t1) < 1e-9, tolerance)
end

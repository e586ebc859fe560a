-- A block in its guide is pushed at its top by a growing force, under friction that holds it: it tips about a corner where F H = m g L/2,
-- exactly at the end of a step. There the other corner loses its force, and with it its share of the friction.
-- Reference: the equation of motion of the turning block, I'' phi'' = F y(phi) - m g x(phi), by Runge and Kutta's rule.
-- Tolerance: the error of second order, 1e-6 rad for a step of 1e-4 s, and of event_driven. Control: under less friction the block
-- slides and does not tip.
local jounce = require "jounce"
local m, inertia, L, H, clearance, g, slope = 0.5, 8e-4, 0.12, 0.05, 1e-3, 9.81, 12
local start, finish = m*g*L/2/(slope*H), 0.55

local function acceleration(t, angle)
  local s, c = math.sin(angle), math.cos(angle)
  local top, weight = H*c + L/2*s, L/2*c - H/2*s -- of the force above the corner, of the centre behind it
  return (slope*t*top - m*g*weight)/(inertia + m*(L*L + H*H)/4)
end
local angle, rate, steps = 0, 0, 2000
local h = (finish - start)/steps
for i = 0, steps - 1 do
  local t = start + i*h
  local a1 = acceleration(t, angle)
  local r2 = rate + h/2*a1
  local a2 = acceleration(t + h/2, angle + h/2*rate)
  local r3 = rate + h/2*a2
  local a3 = acceleration(t + h/2, angle + h/2*r2)
  local r4 = rate + h*a3
  local a4 = acceleration(t + h, angle + h*r3)
  angle, rate = angle + h/6*(rate + 2*r2 + 2*r3 + r4), rate + h/6*(a1 + 2*a2 + 2*a3 + a4)
end

local function tip(method, step, mu)
  local model = jounce.model{ name = "guide", accept = { "unsupported" } }
  model:body{ name = "b", mass = m, inertia = inertia, points = { T = { 0, H/2 } } }
  model:translational_clearance{ name = "g", body = "b", length = L, height = H, clearance = clearance, law = jounce.law.rigid{ restitution = 0.4 },
                                 friction = jounce.friction.coulomb{ coefficient = mu } }
  model:gravity{ acceleration = { 0, -g, 0 } }
  model:initial{ node = "b", x = 0, y = -clearance, angle = 0, vx = 0, vy = 0, vangle = 0 }
  model:load{ node = "b.T", direction = { 1, 0, 0 }, force = function(t) return slope*t end }
  local run = jounce.run(model, { method = method, step = step, duration = finish, record = { probes = { "b.angle" } } })
  assert(math.abs(run:at("b.angle", start)) < 1e-12, method.kind)
  return -run:at("b.angle", finish)
end

local M = jounce.method
assert(angle > 5e-3 and L*angle < 2*clearance)
for _, step in ipairs{ 1e-4, 1e-5 } do
  for _, method in ipairs{ M.baumgarte{}, M.generalized_alpha{} } do
    local off = tip(method, step, 2.5) - angle
    assert(math.abs(off) < (step == 1e-4 and 1e-6 or 1e-8), string.format("%s, step %g: %g", method.kind, step, off))
  end
end
assert(math.abs(tip(M.event_driven{ tolerance = 1e-9 }, 0.1, 2.5) - angle) < 1e-9)
assert(math.abs(tip(M.event_driven{ tolerance = 1e-9 }, 0.1, 0.3)) < 1e-9)

-- Semi-implicit Euler is of first order. It ended where the block strikes both faces of its guide, with a drift that had grown by 1.6 in
-- each step.
for _, step in ipairs{ 1e-4, 1e-5 } do
  local off = tip(M.baumgarte{ scheme = "semi_implicit_euler" }, step, 2.5) - angle
  assert(math.abs(off) < 10*step*angle, string.format("semi_implicit_euler, step %g: %g", step, off))
end

-- baumgarte with semi-implicit Euler and its standard gains: the drift of the joint is of the order of the step and does not grow.
-- Reference: a pendulum released at rest, I'' = I + m l^2, passes the bottom after a quarter of 2 pi sqrt(I''/(m g l))/agm(1, cos(a/2)).
-- Tolerance: first order, the error falls by half with half the step. Control: with alpha = beta = 1/step a drift is multiplied by
-- -1.618 in each step and the run fails; just within 4 alpha h + (beta h)^2 = 4 it does not.
local jounce = require "jounce"
local m, l, inertia, g, amplitude <const> = 1, 0.1, 0.01, 9.81, 1.2

local a, b = 1, math.cos(amplitude/2)
for _ = 1, 6 do a, b = (a + b)/2, math.sqrt(a*b) end
local quarter = math.pi/2*math.sqrt((inertia + m*l*l)/(m*g*l))/a

local function swing(step, gains)
  local model = jounce.model{ name = "pendulum" }
  model:body{ name = "rod", mass = m, inertia = inertia, points = { O = { 0, l } } }
  model:revolute{ name = "O", between = { { 0, 0 }, "rod.O" } }
  model:gravity{ acceleration = { 0, -g, 0 } }
  model:initial{ node = "rod", x = l*math.sin(amplitude), y = -l*math.cos(amplitude), angle = amplitude, vx = 0, vy = 0, vangle = 0 }
  local settings = { scheme = "semi_implicit_euler" }
  if gains then settings.alpha, settings.beta = gains[1]/step, gains[2]/step end
  local run = jounce.run(model, { method = jounce.method.baumgarte(settings), step = step, duration = 5*quarter, record = { probes = { "rod.x", "rod.y", "rod.angle" } } })
  local drift = 0
  for i = 1, 200 do
    local t = 5*quarter*i/200
    local angle = run:at("rod.angle", t)
    drift = math.max(drift, math.abs(run:at("rod.x", t) - l*math.sin(angle)), math.abs(run:at("rod.y", t) + l*math.cos(angle)))
  end
  return math.abs(run:at("rod.angle", 5*quarter)), drift
end

local coarse, coarse_drift = swing(2e-4)
local fine, fine_drift = swing(1e-4)
assert(coarse < 1e-2 and math.abs(coarse/fine - 2) < 0.1, string.format("%.3e, then %.3e", coarse, fine))
assert(coarse_drift < 1e-3*l and fine_drift < 0.7*coarse_drift, string.format("%.3e, then %.3e", coarse_drift, fine_drift))
assert(swing(1e-4, { 0.9, 0.5 }) < 1e-2)
local ok = pcall(swing, 1e-4, { 1, 1 })
assert(not ok)

-- A force that jumps between two records sets a mass at rest in motion: v = F/(m w) sin(w (t - T)) behind the jump, nothing before it. What is
-- read between the records knows both sides of the jump; a cubic across it would give a speed of F/m times half a step before it.
local jounce = require "jounce"

local force, w, at = 1000, 100, 0.20003
local function go(load, options)
  local model = jounce.model{ name = "jump" }
  model:point{ name = "a", at = { 0, 0, 0 }, mass = 1, free = { "uy" } }
  model:spring{ from = "a", direction = { 0, 1, 0 }, stiffness = w^2 }
  model:load{ name = "push", node = "a", direction = { 0, 1, 0 }, force = load }
  options.duration, options.record = 0.5, { probes = { "a.uy", "a.uy_velocity", "a.uy_acceleration", "push.power" } }
  return jounce.run(model, options)
end

local step = jounce.signal.step{ time = at, value = force }
local own = function(t) return t >= at and force or 0 end
for _, case in ipairs{ { step, { method = jounce.method.newmark{}, step = 1e-4 } }, { step, {} }, { own, {} } } do
  local run = go(case[1], case[2])
  for _, before in ipairs{ 5e-5, 1e-6 } do
    local v, a = run:at("a.uy_velocity", at - before), run:at("a.uy_acceleration", at - before)
    assert(math.abs(v) < 1e-12 and math.abs(a) < 1e-9, v .. ", " .. a)
  end
  for _, behind in ipairs{ 1e-6, 2e-5, 6e-5, 2e-4, 1e-2 } do
    local v, want = run:at("a.uy_velocity", at + behind), force/w*math.sin(w*behind)
    -- Newmark's phase error over the longest of these is (w h)^2/12 w t = 2e-5; the cubic of the first ones is far below it.
    assert(math.abs(v - want) < 1e-4*math.abs(want), behind .. ": " .. v .. " for " .. want)
  end
  -- The work of the force is force times the way, and the integral of its power.
  local work = force*force/w^2*(1 - math.cos(w*(0.5 - at)))
  assert(math.abs(run:integral "push.power" - work) < 1e-3*work, run:integral "push.power" .. " for " .. work)
end

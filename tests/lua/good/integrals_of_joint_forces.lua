-- The impulse of a joint's force does not depend on how far apart the records are.
-- Physics: the pin alone pushes the slider of an ideal slider-crank along its guide, so that its impulse is the change of momentum, in closed
-- form by the kinematics of the crank at given speed. Tolerance: straight lines between instants are refined to 1e-5 of the force's range,
-- about 2 m r w^2, over the time of the integral; event_driven errs by 1e-9. Control: the trapezoidal rule over the records alone misses it.
local jounce = require "jounce"
local r, l, w, mass = 0.05, 0.3, 18.5, 1.013
local function speed(t)
  local s, c = math.sin(w*t), math.cos(w*t)
  return -r*w*s - r*r*w*s*c/math.sqrt(l*l - r*r*s*s)
end
local function slider_crank()
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank", mass = 17.9, inertia = 0.46, points = { O = { -r/2, 0 }, A = { r/2, 0 } } }
  m:body{ name = "rod", mass = 1.13, inertia = 0.0153, points = { A = { -l/2, 0 }, C = { l/2, 0 } } }
  m:body{ name = "slider", mass = mass, inertia = 1e-3, points = { C = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  m:revolute{ name = "C", between = { "rod.C", "slider.C" } }
  m:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
  m:drive{ joint = "O", speed = w }
  m:assemble{ angles = { crank = 0, rod = 0 } }
  return m
end
local largest = mass*r*w
for _, step in ipairs{ 0.02, 0.005, 0.001 } do
  local run = jounce.run(slider_crank(), { method = jounce.method.event_driven{ tolerance = 1e-9 }, step = step, duration = 0.3, record = { probes = { "C.force_x" } } })
  for _, stretch in ipairs{ { 0, 0.1 }, { 0.043, 0.287 }, { 0, 0.3 } } do
    local from, to = stretch[1], stretch[2]
    local off = run:integral("C.force_x", { from = from, to = to }) - mass*(speed(to) - speed(from))
    assert(math.abs(off) < 1e-5*2*mass*r*w*w*(to - from), ("records every %g s, %g to %g s: off by %g N s"):format(step, from, to, off))
  end
  local t, f = run:series "C.force_x"
  local sum = 0
  for i = 2, 6 do sum = sum + 0.5*(f[i] + f[i - 1])*(t[i] - t[i - 1]) end
  local off = math.abs(sum - mass*(speed(t[6]) - speed(0)))
  assert(step < 0.01 or off > 1e-3*largest, "control: " .. off)
end

-- A driven crank whose speed jumps, with a rod hinged to it: the hinge sets the rod in motion by an impulse, whose moment about the hinge
-- is zero: (I + m s²) omega = -m d x u, with u the hinge's new velocity and d the way from it to the rod's centre. Then no step matters.
local jounce = require "jounce"

local r, s, mass, inertia, jump, speed = 0.2, 0.2, 1.3, 0.012, 0.0503, 10
local crank_angle, rod_angle = 0.5, -0.3
local u = { -r*speed*math.sin(crank_angle), r*speed*math.cos(crank_angle) }
local d = { s*math.cos(rod_angle), s*math.sin(rod_angle) }
local omega = -mass*(d[1]*u[2] - d[2]*u[1])/(inertia + mass*s^2)

local ramp = jounce.signal.table{ times = { 0, jump, 1 }, values = { crank_angle, crank_angle, crank_angle + speed*(1 - jump) } }
local function go(drive, method, step)
  local m = jounce.model{ name = "jump" }
  m:body{ name = "crank", mass = 1e-9, inertia = 1e-12, points = { O = { -r/2, 0 }, A = { r/2, 0 } } }
  m:body{ name = "rod", mass = mass, inertia = inertia, points = { A = { -s, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  drive.joint = "O"
  m:drive(drive)
  m:assemble{ angles = { crank = crank_angle, rod = rod_angle } }
  return jounce.run(m, { method = method, step = step, duration = 0.1, energy = { every = 1 },
                         record = { probes = { "rod.angle", "rod.vangle", "energy.remainder", "energy.base" } } })
end

local event_driven = jounce.method.event_driven{ tolerance = 1e-12 }
for _, drive in ipairs{ { speed = jounce.signal.step{ time = jump, value = speed } }, { angle = ramp } } do
  local reference
  for _, step in ipairs{ 1e-2, 1e-3, 1e-4 } do
    local run = go(drive, event_driven, step)
    -- A ten-thousandth of a second behind the jump the rod's speed has changed by about 60 rad/s² times that.
    if step == 1e-4 then
      local after = run:at("rod.vangle", jump + 1e-4)
      assert(math.abs(after - omega) < 0.01, after .. " for " .. omega)
    end
    local last = run:at("rod.vangle", 0.1)
    reference = reference or last
    assert(math.abs(last - reference) < 1e-9, string.format("step %g: %.12g for %.12g", step, last, reference))
    -- The driver did the work of the impulse; the crank's own mass, for which none is booked, is next to nothing here.
    local base = run:at("energy.base", 0.1)
    assert(base > 0.1 and math.abs(run:at("energy.remainder", 0.1)) < 1e-7*base, tostring(run:at("energy.remainder", 0.1)))
  end
  -- An independent method, of second order.
  local other = go(drive, jounce.method.generalized_alpha{}, 1e-5):at("rod.vangle", 0.1)
  assert(math.abs(other - reference) < 1e-6, string.format("%.12g for %.12g", other, reference))
end

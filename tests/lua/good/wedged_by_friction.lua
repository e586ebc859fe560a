-- A pin strikes the side of a slot, at the place where the arm that carries it has turned by acos(1 - c/l) (arm l, clearance c). The slip
-- at the pin's surface (radius r) and the speed along the normal belong to one motion, the turn of the arm: with
--     tan(angle) = l sin/(l cos - r),  mu < tan(angle): the arm rebounds, with the restitution of the speeds at once of its turn
--                                      mu > tan(angle): no impulse within the friction's bound reverses it: the arm rests there
-- References: these closed forms, by event_driven and generalized_alpha, exact between impacts.
local jounce = require "jounce"
local l, c, r = 0.2, 0.25e-3, 0.005
local angle = math.acos(1 - c/l)
local limit = l*math.sin(angle)/(l*math.cos(angle) - r)
local methods = {
  event_driven = { jounce.method.event_driven{ tolerance = 1e-10 }, 1e-3, 1e-9 },
  generalized_alpha = { jounce.method.generalized_alpha{ spectral_radius = 0.8 }, 1e-5, 1e-9 },
}

local function swing(name, mu, restitution, speed)
  local m = jounce.model{ name = "arm" }
  m:body{ name = "arm", mass = 0.5, inertia = 0.002, points = { A = { -0.1, 0 }, P = { 0.1, 0 } } }
  m:revolute{ name = "A", between = { { 0, 0 }, "arm.A" } }
  m:slot{ name = "S", pin = "arm.P", from = { l, -0.05 }, to = { l, 0.05 }, width = 2*(r + c), pin_radius = r,
    law = jounce.law.rigid{ restitution = restitution }, friction = jounce.friction.coulomb{ coefficient = mu } }
  m:initial{ node = "arm", vangle = speed }
  m:assemble{ positions = { arm = { 0.1, 0 } } }
  local duration = 1.2*angle/math.abs(speed)  -- the impact, and a fifth of the time before it
  local run = jounce.run(m, { method = methods[name][1], step = methods[name][2], duration = duration,
    record = { probes = { "arm.angle" } } })
  return run, duration
end
local function close(what, found, expected, tolerance)
  assert(math.abs(found - expected) <= tolerance, string.format("%s: %.12g, expected %.12g", what, found, expected))
end

for name, method in pairs(methods) do
  for _, speed in ipairs{ 0.7, -2 } do
    for _, restitution in ipairs{ 0, 0.3, 0.8 } do
      local side = speed > 0 and angle or -angle
      for _, mu in ipairs{ 1.05*limit, 0.3, 0.8 } do
        local run, duration = swing(name, mu, restitution, speed)
        close(name .. ", wedged", run:at("arm.angle", duration), side, method[3])
      end
      local run, duration = swing(name, 0.95*limit, restitution, speed)
      close(name .. ", rebound", run:at("arm.angle", duration), side*(1 - 0.2*restitution), method[3])
    end
  end
end

-- A mass of 1 kg in a plane friction (`directions`, 5 N at most) on a plate that moves as A sin wt along x, at a stop that keeps it
-- from moving with the plate at first. At a quarter of the period T the plate turns back and takes the mass along:
--   where the plate accelerates by less than 5 m/s2 the mass stays on it, x = A (sin wt - 1);
--   where it accelerates by more, the mass slips, x = -5 (t - T/4)^2/2, until its speed is that of the plate.
-- The friction along a line has the same motion. Tolerances: 1e-9 of event_driven, 2e-6 of the order of generalized_alpha and
-- newmark at 500 steps to the period.
local jounce = require "jounce"
local frequency <const>, t = 2, 0.2
local w = 2*math.pi*frequency
for _, amplitude in ipairs{ 0.01, 0.05 } do
  local quarter = 0.25/frequency
  local carried = amplitude*w^2 < 5
  local exact = carried and amplitude*(math.sin(w*t) - 1) or -2.5*(t - quarter)^2
  for _, in_plane in ipairs{ true, false } do
    for _, law in ipairs{ jounce.friction.coulomb{ coefficient = 0.5 }, jounce.friction.karnopp{ coefficient = 0.5, dead_band = 1e-5 } } do
      for _, method in ipairs{ jounce.method.event_driven{}, jounce.method.newmark{}, jounce.method.generalized_alpha{ spectral_radius = 0.8 } } do
        local model = jounce.model{ name = "taken along" }
        model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
        model:node{ name = "plate", at = { 0, 0, 0 } }
        model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
        model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.sine{ amplitude = amplitude, frequency = frequency } }
        model:friction{ name = "rub", from = "plate", to = "mass", direction = not in_plane and { 1, 0, 0 } or nil,
          directions = in_plane and { { 1, 0, 0 }, { 0, 1, 0 } } or nil, normal_force = 10, friction = law }
        model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
        local run = jounce.run(model, { method = method, step = 1e-3, duration = t, record = { probes = { "mass.ux", "mass.uy" } } })
        local x, tolerance = run:at("mass.ux", t), method.kind == "event_driven" and 1e-9 or 2e-6
        assert(math.abs(x - exact) < tolerance, string.format("%s, %s, %g: %.12g for %.12g", method.kind, law.kind, amplitude, x, exact))
        assert(run:at("mass.uy", t) == 0)
      end
    end
  end
end

-- In other units the motion is the same: the residual slip where the plate turns back grows with its acceleration.
for _, scale in ipairs{ 1e-4, 100, 1e4 } do
  local model = jounce.model{ name = "taken along" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:node{ name = "plate", at = { 0, 0, 0 } }
  model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.sine{ amplitude = 0.05*scale, frequency = frequency } }
  model:friction{ name = "rub", from = "plate", to = "mass", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = 10*scale,
    friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
  local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = t, record = { probes = { "mass.ux" } } })
  local x, exact = run:at("mass.ux", t)/scale, -2.5*(t - 0.25/frequency)^2
  assert(math.abs(x - exact) < 1e-9, string.format("scale %g: %.12g for %.12g", scale, x, exact))
end

-- The same mass at a stop that it meets at 45 degrees: the friction drives it along the stop, dv/dt = 5 s_t/|s| with the slip
-- s = (u, u - v), u = A w cos(wt)/sqrt(2), until the plate turns back and takes it along. The equation is integrated here by the classical
-- Runge-Kutta rule, with steps that shrink as the slip does (its error is 1e-12). Tolerance: 1e-9.
local amplitude <const> = 0.01
local function rate(time, v)
  local u = amplitude*w*math.cos(w*time)/math.sqrt(2)
  return 5*(u - v)/math.sqrt(u^2 + (u - v)^2)
end
local time, v, way, quarter = 0, 0, 0, 0.25/frequency
while quarter - time > 1e-10 do
  local h = math.min(1e-5, 0.05*(quarter - time))
  local a = rate(time, v)
  local b = rate(time + h/2, v + h/2*a)
  local c = rate(time + h/2, v + h/2*b)
  local d = rate(time + h, v + h*c)
  way = way + h*(v + h*(a + b + c)/6)
  time, v = time + h, v + h*(a + 2*b + 2*c + d)/6
end
for _, law in ipairs{ jounce.friction.coulomb{ coefficient = 0.5 }, jounce.friction.karnopp{ coefficient = 0.5, dead_band = 1e-5 } } do
  local model = jounce.model{ name = "taken along" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:node{ name = "plate", at = { 0, 0, 0 } }
  model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.sine{ amplitude = amplitude, frequency = frequency } }
  model:friction{ name = "rub", from = "plate", to = "mass", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = 10, friction = law }
  model:gap{ name = "stop", node = "mass", direction = { 1, 1, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
  local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = t, record = { probes = { "mass.ux", "mass.uy" } } })
  local x, y = run:at("mass.ux", t) - amplitude*(math.sin(w*t) - 1), run:at("mass.uy", t)
  local exact = way/math.sqrt(2)
  assert(math.abs(x - exact) < 1e-9 and math.abs(y + exact) < 1e-9, string.format("%s: %.12g and %.12g for %.12g", law.kind, x, y, exact))
end

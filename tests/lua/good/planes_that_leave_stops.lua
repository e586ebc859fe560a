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

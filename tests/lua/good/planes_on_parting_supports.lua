-- A mass of 1 kg rubs in planes on two supports that part smoothly from a common speed, or from rest: it follows the one that can
-- hold it by 15 N against the 5 N of the other, in closed form the motion of that support. Control: their mean is another motion.
-- Tolerances: 1e-11 m of event_driven; the steps of generalized_alpha leave 3e-7 m.
local jounce = require "jounce"
local duration = 0.1
local from_speed = { { amplitude = 0.01, frequency = 2 }, { amplitude = 0.005, frequency = 4 } }
local from_rest = { { amplitude = 0.02, frequency = 1 }, { amplitude = 0.005, frequency = 2 } }
for _, begin in ipairs{ "speed", "rest" } do
  local function place(i)
    local s = (begin == "speed" and from_speed or from_rest)[i]
    local turned = 2*math.pi*s.frequency*duration
    return s.amplitude*(begin == "speed" and math.sin(turned) or 1 - math.cos(turned))
  end
  for strong = 1, 2 do
    for _, joints in ipairs{ false, true } do
      for _, method in ipairs{ jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.event_driven{} } do
        local m = jounce.model{ name = "carried" }
        m:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
        for i = 1, 2 do
          local s = (begin == "speed" and from_speed or from_rest)[i]
          local motion = begin == "speed" and jounce.signal.sine(s)
            or jounce.signal.sine{ amplitude = s.amplitude, frequency = s.frequency, phase = -math.pi/2, offset = s.amplitude }
          m:node{ name = "support" .. i, at = { 0, 0, 0 } }
          m:fix{ node = "support" .. i, dofs = { "uy", "uz", "rx", "ry", "rz" } }
          m:prescribe{ node = "support" .. i, dof = "ux", motion = motion }
          m:friction{ name = "on" .. i, from = "support" .. i, to = "mass", directions = { { 1, 0, 0 }, { 0, 1, 0 } },
            normal_force = i == strong and 30 or 10, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
        end
        if begin == "speed" then m:initial{ node = "mass", velocity = { 0.01*4*math.pi, 0, 0 } } end
        if joints then
          m:body{ name = "pendulum", mass = 1, inertia = 1, points = { A = { -1, 0 } } }
          m:revolute{ name = "pin", between = { { 5, 5 }, "pendulum.A" } }
        end
        local run = jounce.run(m, { method = method, step = 1e-3, duration = duration, record = { probes = { "mass.ux" } } })
        local x = run:at("mass.ux", duration)
        assert(math.abs(x - place(strong)) < (method.kind == "event_driven" and 1e-11 or 1.5e-6), begin .. strong .. method.kind .. ": " .. x .. " for " .. place(strong))
        assert(math.abs(x - 0.5*(place(1) + place(2))) > 1e-4)
      end
    end
  end
end

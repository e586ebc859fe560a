-- run:at between records that one long step of event_driven joins, with intervals of several steps beside it. Reference:
-- x'' + 9 x = sin 2t from rest, x = (sin 2t - 2/3 sin 3t)/5.
-- Tolerance: ten times the tolerance of the method, of an amplitude of 0.33 m.
-- Control: where an interval beside was divided, the motion between the records was a cubic, off by 4e-5 m.
local jounce = require "jounce"

local function x(t) return (math.sin(2*t) - 2/3*math.sin(3*t))/5 end
local function v(t) return (2*math.cos(2*t) - 2*math.cos(3*t))/5 end

for _, with in ipairs{ "nothing", "gap", "friction" } do
  for _, tolerance in ipairs{ 1e-6, 1e-8, 1e-10 } do
    for _, step in ipairs{ 0.4, 0.3, 0.2, 0.12, 0.05 } do
      local model = jounce.model{ name = "mass" }
      model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "uz" } }
      model:spring{ from = "p", direction = { 0, 0, 1 }, stiffness = 9 }
      model:load{ node = "p", direction = { 0, 0, 1 }, force = function(t) return math.sin(2*t) end }
      if with == "gap" then model:gap{ name = "g", node = "p", direction = { 0, 0, 1 }, clearance = 10, law = jounce.law.hooke{ stiffness = 1 } } end
      if with == "friction" then model:friction{ name = "f", node = "p", direction = { 0, 0, 1 }, normal_force = 0, friction = jounce.friction.coulomb{ coefficient = 0.3 } } end
      local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = tolerance }, step = step, duration = 6, record = { probes = { "p.uz", "p.uz_velocity" } } })
      for i = 1, 199 do
        local t = 6*(i + 0.37)/201
        local off, slow = math.abs(run:at("p.uz", t) - x(t)), math.abs(run:at("p.uz_velocity", t) - v(t))
        assert(off < 10*tolerance and slow < 30*tolerance, string.format("%s, tolerance %g, step %g: %.1e m, %.1e m/s at %.6f s", with, tolerance, step, off, slow, t))
      end
    end
  end
end

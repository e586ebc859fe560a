-- Frictions that share a motion, beside rigid stops, in models with joints: a mass of 1.5 kg, and a wheel that nothing moves.
--   pressed along the slip: a closed stop takes the load 8 N/s t whatever the sticks could hold, forces in balance, without an event;
--   pressed across it by 5 N: the limits of the frictions add up; Karnopp's 0.4 (10 N + 5 N) = 6 N equals the largest load, so that the mass
--   never slips, and Coulomb's 0.3 (10 N + 5 N) = 4.5 N lets it slip to x(1/2), integrated below, and back to zero.
-- A friction that nothing presses (n2 = 0, or later) changes none of this.
-- Tolerances: rounding where nothing slips; event_driven 1e-8, generalized_alpha the error of its order at 1000 steps, 1e-5 of 0.03 m.
local jounce = require "jounce"
local F, S, pi <const> = jounce.friction, jounce.signal, math.pi
local methods = { { jounce.method.event_driven{}, 1e-9 }, { jounce.method.generalized_alpha{}, 2e-6 } }

local function model(friction, second, direction, of_stop)
  local model = jounce.model{ name = "two frictions and a stop" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1.5, free = { "ux", "uy" } }
  model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
  model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  model:friction{ name = "f1", node = "m", direction = { 1, 0, 0 }, normal_force = 10, friction = friction }
  model:friction{ name = "f2", node = "m", direction = { 1, 0, 0 }, normal_force = second, friction = friction }
  model:gap{ name = "stop", node = "m", direction = direction, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0.5 },
             friction = of_stop, tangent = of_stop and { 1, 0, 0 } or nil }
  return model
end
local function run(of, what, duration)
  return jounce.run(what, { method = of[1], step = 1e-3, duration = duration,
                            record = { probes = { "m.ux", "m.uy", "stop.force", "f1.friction_force", "f2.friction_force" } } })
end
local seconds = { 0, S.step{ time = 0.5, before = 0, value = 5 }, S.ramp{ from_time = 0, to_time = 1, from_value = 0, to_value = 5 } }

for _, of in ipairs(methods) do
  for i, second in ipairs(seconds) do
    local pressed = model(F.coulomb{ coefficient = 0.3 }, second, { 1, 0, 0 })
    pressed:load{ node = "m", direction = { 1, 0, 0 }, force = S.ramp{ from_time = 0, to_time = 1, from_value = 0, to_value = 8 } }
    local result = run(of, pressed, 1)
    for _, t in ipairs{ 0.2, 0.374, 0.376, 0.75, 0.95 } do
      local f1, f2, stop = result:at("f1.friction_force", t), result:at("f2.friction_force", t), result:at("stop.force", t)
      local what = of[1].kind .. ", second friction " .. i .. ", t = " .. t
      assert(math.abs(8*t + f1 + f2 - stop) < 1e-9, what .. ": " .. f1 .. " + " .. f2 .. " - " .. stop .. " N")
      assert(math.abs(f1) <= 3 + 1e-9 and stop > -1e-12, what .. ": " .. f1 .. " N, " .. stop .. " N")
      assert(math.abs(result:at("m.ux", t)) < 1e-12, what .. ": it moves")
    end
    for _, event in ipairs(result:friction_events()) do assert(event.time < 0.4, of[1].kind .. ": " .. event.event .. " at " .. event.time) end
  end
end

-- m v = -(6/w)(cos w t - cos w t1) - 4.5 (t - t1), from sin w t1 = 3/4 until it is zero; w = 2 pi.
local function slipped()
  local w = 2*pi
  local t1 = math.asin(0.75)/w
  local a, b = t1 + 0.1, t1 + 0.45
  for _ = 1, 200 do
    local t = 0.5*(a + b)
    if -6/w*(math.cos(w*t) - math.cos(w*t1)) - 4.5*(t - t1) > 0 then a = t else b = t end
  end
  return (-6/w*((math.sin(w*a) - math.sin(w*t1))/w - math.cos(w*t1)*(a - t1)) - 2.25*(a - t1)^2)/1.5
end
for _, of in ipairs(methods) do
  for i = 1, 2 do
    local function loaded(friction, second)
      local out = model(friction, second, { 0, 1, 0 }, friction)
      out:load{ node = "m", direction = { 0, 1, 0 }, force = 5 }
      out:load{ node = "m", direction = { 1, 0, 0 }, force = S.sine{ amplitude = 6, frequency = 1 } }
      return out
    end
    local karnopp = F.karnopp{ coefficient = 0.3, static_coefficient = 0.4, dead_band = 0.01 }
    local held = run(of, loaded(karnopp, seconds[i]), 1)
    for k = 1, 20 do assert(math.abs(held:at("m.ux", k/20)) < 1e-12, of[1].kind .. ": Karnopp's friction does not hold at " .. k/20) end
    local free = run(of, loaded(F.coulomb{ coefficient = 0.3 }, seconds[i]), 1)
    assert(math.abs(free:at("m.ux", 0.5) - slipped()) < of[2], of[1].kind .. ": " .. free:at("m.ux", 0.5) .. " m, not " .. slipped())
    -- From 0.5 s on the second one holds 1.5 N more: 6 N sin is never above the limit of 6 N.
    assert(math.abs(free:at("m.ux", 1) - (i == 1 and 0 or slipped())) < of[2], of[1].kind .. ": " .. free:at("m.ux", 1) .. " m at the end")
  end
end

-- Bodies that touch their surface at the start but for the rounding of their place, in models with joints. A body inside by 1.2e-16 m, or on the face of a slot
-- 30 m away, does not pass its stop, whatever the law, where a load presses it later, grows slowly from zero, or turns a tiny speed outwards; a load that
-- pulls from its first instant on makes no contact, however much faster than the method's first step the modes of the model or the load are; nor does
-- one that frictions hold.
-- Reference: m x'' + c x' + k x = F from rest, by Duhamel's integral with 4000 intervals of Simpson's rule (error below 1e-9 of it), to 2e-6 of 5 N/k at the
-- tolerance 1e-8 (without the stop: 1.5 times as far, or more); motions without the stop to 1 %, which the light mass and the stop take. Controls: the same loads
-- pressing are in contact from 0 s on.
local jounce = require "jounce"
local S, pi <const> = jounce.signal, math.pi
local k, c = 1e5, 50
local laws = {
  { jounce.law.hooke{ stiffness = k }, 0 },
  { jounce.law.kelvin_voigt{ stiffness = k, damping = c }, c },
  { jounce.law.kelvin_voigt{ stiffness = k, damping = c, transition = "distance" }, c },
  { jounce.law.hunt_crossley{ stiffness = 1e7, restitution = 0.5 } },
}
local function pressed(force, m, damping, from, t)
  local w0 = math.sqrt(k/m)
  local decay = damping/(2*m)
  local w = math.sqrt(w0^2 - decay^2)
  local n, sum = 4000, 0
  for i = 0, n do
    local s = from + i/n*(t - from)
    sum = sum + (i == 0 and 1 or i == n and 1 or i % 2 == 1 and 4 or 2)*math.exp(-decay*(t - s))*math.sin(w*(t - s))*force(s)
  end
  return sum*(t - from)/n/3/(m*w)
end
local function with_wheel(model, push)
  model:body{ name = "wheel", mass = 1, inertia = 0.1, points = { A = { 0.2, 0 } } }
  model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  if push then model:load{ node = "wheel", direction = { 1, 0.3, 0 }, force = push } end
end

-- Inside by the rounding of sin(pi).
local jump = { S.step{ time = 0.01, before = 0, value = 5 }, function() return 5 end, 0.01 }
local cases = {                                            -- load, its values, its begin, duration, speed, push on the wheel
  { jump, 0.02, 0, nil }, { jump, 0.02, 0, 9.81 },
  { { S.ramp{ from_time = 0.01, to_time = 0.02, from_value = 0, to_value = 5 }, function(t) return 500*(t - 0.01) end, 0.01 }, 0.02, 0, nil },
  { { 5, function() return 5 end, 0 }, 0.02, -1e-18, nil }, { { 5, function() return 5 end, 0 }, 0.02, -1e-9, 9.81 },
  { { function(t) return 5*t^3 end, function(t) return 5*t^3 end, 0 }, 1, 0, 9.81 },
  { { function(t) return 5*t^5 end, function(t) return 5*t^5 end, 0 }, 1, 0, 9.81 },
}
for l, law in ipairs(laws) do
  for i, case in ipairs(cases) do
    local load, duration, speed, push = table.unpack(case, 1, 4)
    local model = jounce.model{ name = "mass within its stop by rounding" }
    model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = law[1] }
    model:load{ node = "m", direction = { 1, 0, 0 }, force = load[1] }
    with_wheel(model, push)
    model:initial{ node = "m", displacement = { math.sin(pi), 0, 0 }, velocity = { speed, 0, 0 } }
    local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-8 }, step = duration/100, duration = duration, record = { probes = { "m.ux" } } })
    local what = "law " .. l .. ", case " .. i
    local x = run:at("m.ux", duration)
    if law[2] then
      local expected = pressed(load[2], 1, law[2], load[3], duration)
      assert(math.abs(x - expected) < 2e-6*5/k, what .. ": " .. x .. " m, not " .. expected)
    else
      assert(x > 0 and x < (2.5*5/1e7)^(2/3), what .. ": " .. x)      -- the work of 5 N over x is kept by 2/5 k x^(5/2), less losses
    end
    local first = run:impacts()[1]
    assert(first.time_in < 1e-9 and (first.speed_in or 0) < 1e-15, what .. ": " .. first.time_in .. " s, " .. tostring(first.speed_in))
  end
end

-- A pin on the face of a slot far away: its place has a rounding of 4e-15 m.
for _, transition in ipairs{ "distance", "force" } do
  for _, clearance in ipairs{ 1e-3, 1e-7 } do
    for _, far in ipairs{ 3, 31.7 } do
      local nx, ny = math.cos(0.3), math.sin(0.3)
      local x, y = far + 0.1, far/3
      local model = jounce.model{ name = "slot" }
      model:body{ name = "pin", mass = 2, inertia = 0.01, points = { C = { 0, 0 } } }
      model:slot{ name = "slot", width = 0.02, pin_radius = 0.01 - clearance, pin = "pin.C", from = { x + 0.5*ny, y - 0.5*nx }, to = { x - 0.5*ny, y + 0.5*nx },
                  law = jounce.law.kelvin_voigt{ stiffness = k, damping = c, transition = transition } }
      model:load{ node = "pin", direction = { nx, ny, 0 }, force = jump[1] }
      model:initial{ node = "pin", x = x + clearance*nx, y = y + clearance*ny }
      local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-8 }, step = 1e-4, duration = 0.03, record = { probes = { "pin.x", "pin.y" } } })
      local moved = (run:at("pin.x", 0.03) - x - clearance*nx)*nx + (run:at("pin.y", 0.03) - y - clearance*ny)*ny
      local expected = pressed(jump[2], 2, c, 0.01, 0.03)
      assert(math.abs(moved - expected) < 1e-5*expected, transition .. ", " .. clearance .. " m, " .. far .. " m: " .. moved .. " m, not " .. expected)
    end
  end
end

-- Loads that pull, or press, from zero: A t beside a light mass of the natural frequency w, and A sin(2 pi f t).
local function pulled(sign, w, frequency)
  local model = jounce.model{ name = "fast mode" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "uy" } }
  model:point{ name = "b", at = { 0, -1, 0 }, mass = 1e-6, free = { "uy" } }
  model:spring{ from = "m", to = "b", direction = { 0, 1, 0 }, stiffness = 1e-6*w^2 }
  model:gap{ name = "stop", node = "m", direction = { 0, 1, 0 }, clearance = 0, sides = "positive", law = laws[1][1] }
  model:load{ node = "m", direction = { 0, 1, 0 }, force = frequency and S.sine{ amplitude = sign, frequency = frequency } or function(t) return sign*1e3*t end }
  with_wheel(model)
  local duration = frequency and 10/frequency or 1e-4
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-8 }, step = duration/100, duration = duration, record = { probes = { "m.uy" } } })
  return run:impacts(), run:at("m.uy", duration), duration
end
for _, case in ipairs{ { 1e4 }, { 1e7 }, { 1e9 }, { 1e4, 1e6 }, { 1e4, 3.3e7 }, { 1e4, 1e9 } } do
  local what = "w = " .. case[1] .. " 1/s, f = " .. tostring(case[2]) .. " 1/s"
  for _, sign in ipairs{ -1, 1 } do
    local found, x, t = pulled(sign, table.unpack(case))
    local omega = 2*pi*(case[2] or 0)
    local free = case[2] and sign*t/omega or sign*1e3*t^3/6   -- the stop and the light mass change it by less than 1 %
    assert(math.abs(x - free) < 0.01*math.abs(free), what .. ": " .. x .. " m, not " .. free)
    if sign < 0 then
      assert(#found == 0, what .. ": " .. #found .. " contacts")
    else
      assert(#found == 1 and found[1].time_in == 0 and (found[1].speed_in or 0) == 0, what .. ": from " .. tostring(found[1] and found[1].time_in) .. " s")
    end
  end
end

-- What frictions hold does not press.
for _, amplitude in ipairs{ 1, 1e-6, 7, 1e6 } do
  local model = jounce.model{ name = "held" }
  with_wheel(model)
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = laws[1][1] }
  for _, name in ipairs{ "f", "g" } do
    model:friction{ name = name, node = "m", direction = { 1, 0, 0 }, normal_force = 1e3*amplitude, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  end
  model:load{ node = "m", direction = { 1, 0, 0 }, force = S.sine{ amplitude = amplitude, frequency = 1 } }
  local found = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = 0.05, record = { probes = { "m.ux" } } }):impacts()
  assert(#found == 0, amplitude .. " N: " .. #found .. " contacts")
end

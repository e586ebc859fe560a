-- A mass at rest exactly on its stop under a load that begins at zero and grows, F = A sin(w t) or A (t/T)^n: it is in contact from the first
-- instant on, without an impact, with joints and without, whatever else moves in the model.
-- Reference: m x'' + k x = F from rest, by Duhamel's integral of sin(w0 (t - s)) F(s)/(m w0) with 4000 intervals of Simpson's rule (error below
-- 1e-10 of it); to 2e-7 at the tolerance 1e-8. Controls: a load that pulls first makes no contact before the mass returns, at the speed
-- that its free flight gives, and one that pulls for good makes none.
local jounce = require "jounce"
local S, pi <const> = jounce.signal, math.pi
local m, k = 1, 1e5
local w0 = math.sqrt(k/m)

local function run(load, joints, moving, duration, tolerance)
  local model = jounce.model{ name = "mass on its stop" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = m, free = { "ux", "uy" } }
  model:gap{ name = "stop", node = "m", direction = { 0, 1, 0 }, clearance = 0, sides = "positive", law = jounce.law.hooke{ stiffness = k } }
  model:load{ node = "m", direction = { 0, 1, 0 }, force = load }
  if joints then
    model:body{ name = "wheel", mass = 1, inertia = 0.1, points = { A = { 0.2, 0 } } }
    model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
    model:gravity{ moving and -9.81 or 0, 0, 0 }            -- across the stop
    model:fix{ node = "m", dofs = { "ux" } }
    if moving then model:initial{ node = "wheel", vangle = 7 } end
  end
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = tolerance }, step = 1e-3, duration = duration, record = { probes = { "m.uy" } } })
end
local function pressed(force, t)
  local n = 4000
  local h, sum = t/n, 0
  for i = 0, n do
    local s = i*h
    sum = sum + (i == 0 and 1 or i == n and 1 or i % 2 == 1 and 4 or 2)*math.sin(w0*(t - s))*force(s)
  end
  return sum*h/3/(m*w0)
end

local w = 2*pi*20
local loads = {
  { S.sine{ amplitude = 10, frequency = 20 }, function(t) return 10*math.sin(w*t) end },
  { S.ramp{ from_time = 0, to_time = 0.02, from_value = 0, to_value = 10 }, function(t) return 500*t end },
  { function(t) return 2e4*t^2 end, function(t) return 2e4*t^2 end },
  { function(t) return 1e6*t^3 end, function(t) return 1e6*t^3 end },
}
for i, load in ipairs(loads) do
  for _, joints in ipairs{ false, true } do
    for _, moving in ipairs(joints and { false, true } or { false }) do
      for _, tolerance in ipairs{ 1e-6, 1e-8, 1e-10 } do
        local result = run(load[1], joints, moving, 0.02, tolerance)
        local what = string.format("load %d, joints %s, moving %s, tolerance %g", i, joints, moving, tolerance)
        local contacts = result:impacts()
        assert(#contacts == 1 and contacts[1].time_in < 1e-7 and (contacts[1].speed_in or 0) < 1e-20, what .. ": " .. #contacts .. " contacts, the first one at " ..
               contacts[1].time_in .. " s with " .. tostring(contacts[1].speed_in) .. " m/s")
        local x, expected = result:at("m.uy", 0.0187), pressed(load[2], 0.0187)
        assert(math.abs(x - expected) < math.max(20*tolerance, 1e-9)*math.abs(expected), what .. ": " .. x .. " m, not " .. expected)
      end
    end
  end
end

for _, joints in ipairs{ false, true } do
  assert(#run(S.sine{ amplitude = -10, frequency = 20 }, joints, joints, 0.02, 1e-8):impacts() == 0)
  -- F = -A sin(w t) + B t^2 s: out, and back where the double integral is zero again.
  local function force(t) return -100*t + 2e4*t^2 end       -- x = -100 t^3/6 + 2e4 t^4/12: back at t = 0.01
  local back = run(force, joints, joints, 0.0102, 1e-10):impacts()
  assert(#back == 1 and math.abs(back[1].time_in - 0.01) < 1e-7, #back)
  assert(math.abs(back[1].speed_in - (-50e-4 + 2e4*1e-6/3)) < 1e-8, back[1].speed_in)
end

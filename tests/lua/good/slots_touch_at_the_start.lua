-- Slots whose pin touches a face when the motion begins, at rest across it: in contact from the first instant on, without an impact, under gravity
-- and under a load that begins at zero, in a straight slot (also with a speed along it) and on either face of a circular one, at its bottom and
-- its top; a force away from the face lets the pin fall to the other one, which it strikes at sqrt(2 g 2 c).
-- Reference: m y'' + k y = F from rest: y = (m g/k)(1 - cos w0 t), and A/(m (w0^2 - w^2)) (sin w t - w/w0 sin w0 t). Tolerance: 20 of event_driven's;
-- for generalized_alpha 1e-4 at 300 steps to the period.
local jounce = require "jounce"
local m, k, g, c = 2, 1e5, 9.81, 1e-3
local w0 = math.sqrt(k/m)
local law = jounce.law.hooke{ stiffness = k }

-- at: the centre of the pin on its face; out: 1 or -1, the direction of y into the face; force: of gravity, or a signal.
local function run(shape, at, out, speed, force, method, duration)
  local model = jounce.model{ name = shape .. " slot" }
  model:body{ name = "pin", mass = m, inertia = 0.01, points = { C = { 0, 0 } } }
  local fields = { name = "slot", width = 0.02, pin_radius = 0.01 - c, pin = "pin.C", law = law }
  if shape == "straight" then
    fields.from, fields.to = { -0.5, 0 }, { 0.5, 0 }
  else
    fields.centre, fields.radius, fields.direction, fields.span = { 0, 0 }, 0.3, math.atan(at[2], at[1]), 1
  end
  model:slot(fields)
  if type(force) == "number" then
    model:gravity{ 0, force*out, 0 }
  else
    model:load{ node = "pin", direction = { 0, out, 0 }, force = force }
  end
  model:initial{ node = "pin", x = at[1], y = at[2], vx = speed }
  local kind = method or jounce.method.event_driven{ tolerance = 1e-8 }
  return jounce.run(model, { method = kind, step = method and 2*math.pi/w0/300 or 1e-3, duration = duration or 0.02, record = { probes = { "pin.y" } } })
end
local places = {                                           -- the face is `out` of the middle line, along y
  { "straight", { 0, -c }, -1 }, { "straight", { 0.1, c }, 1 },
  { "circular", { 0, -0.3 - c }, -1 }, { "circular", { 0, -0.3 + c }, 1 }, { "circular", { 0, 0.3 + c }, 1 }, { "circular", { 0, 0.3 - c }, -1 },
}
local A, w = 30, 2*math.pi*20
local forces = {
  { g, function(t) return m*g/k*(1 - math.cos(w0*t)) end },
  { jounce.signal.sine{ amplitude = A, frequency = 20 }, function(t) return A/(m*(w0^2 - w^2))*(math.sin(w*t) - w/w0*math.sin(w0*t)) end },
}
for _, place in ipairs(places) do
  local shape, at, out = table.unpack(place)
  for _, speed in ipairs(shape == "straight" and { 0, 0.5 } or { 0 }) do
    for i, force in ipairs(forces) do
      for _, method in ipairs{ false, jounce.method.generalized_alpha{ spectral_radius = 1 - 1e-6 } } do
        local result = run(shape, at, out, speed, force[1], method or nil)
        local what = string.format("%s slot, y = %g, speed %g, force %d, %s", shape, at[2], speed, i, method and "generalized_alpha" or "event_driven")
        local found = result:impacts()
        assert(#found == 1 and found[1].time_in < 1e-9 and (found[1].speed_in or 0) < 1e-15,
               what .. ": " .. #found .. " contacts, " .. tostring(found[1] and found[1].time_in) .. " s, " .. tostring(found[1] and found[1].speed_in) .. " m/s")
        for _, t in ipairs{ 0.0031, 0.0117, 0.0193 } do
          local y, expected = out*(result:at("pin.y", t) - at[2]), force[2](t)
          assert(math.abs(y - expected) < (method and 1e-4 or 2e-7)*2*m*g/k, what .. ", t = " .. t .. ": " .. y .. " m, not " .. expected)
        end
      end
    end
  end
  local fallen = run(shape, at, out, 0, -g, nil, 0.03):impacts()
  local t = math.sqrt(4*c/g)
  assert(#fallen >= 1 and math.abs(fallen[1].time_in - t) < 1e-8 and math.abs(fallen[1].speed_in - g*t) < 1e-7, shape .. ": " .. #fallen .. " contacts, the first one at " .. tostring(fallen[1] and fallen[1].time_in) .. " s, not " .. t)
end

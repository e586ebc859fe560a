-- Several signals without a closed form at once: two loads; two supports; a load and a support by the same signal; normal forces of two frictions, and
-- friction at a stop; all of them together. Physics: a mass on a spring between a moved support and a stop.
-- Reference: the same model with sines as signals of Jounce, which have closed forms: flights between the contacts are then exact, and nothing is
-- replaced by cubics. Tolerance: 1e-7 of the largest value at 40 instants, for event_driven at 1e-9. Controls: an amplitude that differs by 1e-3 is
-- seen, there are contacts, and the frictions stick and slip.
local jounce = require "jounce"
local S, pi <const> = jounce.signal, math.pi
local exact = jounce.method.event_driven{ tolerance = 1e-9 }
local coulomb = jounce.friction.coulomb{ coefficient = 0.3, static_coefficient = 0.4 }

-- A sine by name: the signal, or a function of the script.
local function sines(open, factor)
  return function(amplitude, frequency, phase, offset)
    amplitude, phase, offset = amplitude*factor, phase or 0, offset or 0
    if not open then return S.sine{ amplitude = amplitude, frequency = frequency, phase = phase, offset = offset } end
    local w, sin = 2*pi*frequency, math.sin
    return function(t) return offset + amplitude*sin(w*t + phase) end
  end
end

local cases = {
  ["two loads"] = { loads = true }, ["two supports"] = { supports = true }, ["a load and a support by one signal"] = { shared = true },
  ["two frictions"] = { frictions = true, loads = true }, ["all"] = { loads = true, supports = true, shared = true, frictions = true, stop = true },
}
local function run(case, open, factor)
  local sine = sines(open, factor)
  local model = jounce.model{ name = "open signals" }
  for _, name in ipairs{ "m", "s1", "s2" } do model:point{ name = name, at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } } end
  for _, name in ipairs{ "s1", "s2" } do
    model:spring{ from = name, to = "m", direction = { 1, 0, 0 }, stiffness = 400, damping = 2 }
    model:fix{ node = name, dofs = { "uy" } }
  end
  model:spring{ from = "m", direction = { 0, 1, 0 }, stiffness = 300, damping = 1 }
  local one = sine(0.05, 1.3)
  if case.supports or case.shared then
    model:prescribe{ node = "s1", dof = "ux", motion = case.shared and one or sine(0.05, 0.9) }
    model:prescribe{ node = "s2", dof = "ux", motion = sine(0.03, 2.1, 0.3, -0.03*math.sin(0.3)*factor) }
  else
    for _, name in ipairs{ "s1", "s2" } do model:fix{ node = name, dofs = { "ux" } } end
  end
  if case.shared then model:load{ node = "m", direction = { 0, 1, 0 }, force = one } end
  if case.loads then
    model:load{ node = "m", direction = { 1, 0, 0 }, force = sine(20, 1.7) }
    model:load{ node = "m", direction = { 0, 1, 0 }, force = sine(6, 3.1, 0.5) }
  elseif not case.shared then
    model:load{ node = "m", direction = { 0, 1, 0 }, force = 6 }
  end
  if case.frictions then
    model:friction{ name = "f1", node = "m", direction = { 1, 0, 0 }, normal_force = sine(3, 0.7, 0, 6), friction = coulomb }
    model:friction{ name = "f2", node = "m", direction = { 0, 1, 0 }, normal_force = sine(2, 1.9, 1, 5), friction = coulomb }
  end
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 5e-3, law = jounce.law.hunt_crossley{ stiffness = 1e6, restitution = 0.7 },
             friction = case.stop and coulomb or nil, tangent = case.stop and { 0, 1, 0 } or nil }
  return jounce.run(model, { method = exact, step = 5e-3, duration = 1, record = { probes = { "m.ux", "m.uy" } } })
end
local function difference(a, b)
  local worst = 0
  for _, probe in ipairs{ "m.ux", "m.uy" } do
    local scale = b:peak(probe)
    for i = 1, 40 do
      local t = (i - 0.37)/40
      worst = math.max(worst, math.abs(a:at(probe, t) - b:at(probe, t))/(scale + 1e-300))
    end
  end
  return worst
end
for name, case in pairs(cases) do
  local reference = run(case, false, 1)
  local off = difference(run(case, true, 1), reference)
  assert(off < 1e-7, name .. ": " .. off)
  assert(difference(run(case, true, 1.001), reference) > 1e-5, name .. ": the control")
  assert(#reference:impacts() >= 2, name .. ": " .. #reference:impacts() .. " contacts")
  assert(not case.frictions or #reference:friction_events() > 8, name .. ": the frictions stick and slip")
end

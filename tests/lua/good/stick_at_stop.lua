-- A mass at rest on a rigid stop, which dry frictions hold along the normal of the stop as well: what friction and stop share is not
-- determined, but the motion is. It begins where the load away from the stop exceeds what the frictions hold.
-- Reference: m v' = A sin(w t) + L while the mass slides away from the stop, L the sum of the sliding limits, integrated by hand; it
-- begins at the static limit and ends with v = 0.
-- Tolerance: two orders of the step for the methods of second order, whose errors here are up to 2e-6; 1e-8 for event_driven.
-- Control: without the stop, the mass slides in the first half of the period.
local jounce = require "jounce"
local mass, amplitude, period, normal, later = 1.5, 6, 1, 10, 5
local w = 2*math.pi/period

-- Displacement after one period, given the limits behind the first half of it.
local function expected(static, sliding)
  if amplitude <= static then return 0 end
  local begin = (math.pi + math.asin(static/amplitude))/w
  local function speed(t) return (-amplitude/w*(math.cos(w*t) - math.cos(w*begin)) + sliding*(t - begin))/mass end
  local finish = period
  if speed(period) > 0 then
    local low, high = 0.75*period, period
    for _ = 1, 60 do
      local middle = 0.5*(low + high)
      if speed(middle) < 0 then low = middle else high = middle end
    end
    finish = low
  end
  local t = finish - begin
  return (-amplitude/w*((math.sin(w*finish) - math.sin(w*begin))/w - math.cos(w*begin)*t) + 0.5*sliding*t*t)/mass
end

local frictions = {
  coulomb = { jounce.friction.coulomb{ coefficient = 0.3 }, 0.3 },
  coulomb_static = { jounce.friction.coulomb{ coefficient = 0.3, static_coefficient = 0.35 }, 0.35 },
}
local seconds = {  -- normal forces of the second friction, and their values in the second half of the period
  none = { 0, 0 },
  jumps = { jounce.signal.step{ time = 0.5*period, before = 0, value = later }, later },
}

local function run(method, case)
  local model = jounce.model{ name = "stick at stop" }
  model:point{ name = "a", at = { 0, 0, 0 }, mass = mass, free = { "ux", "uy" } }
  if case.joints then
    model:body{ name = "w", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
    model:revolute{ name = "r", between = { { 3, 3 }, "w.A" } }
  end
  local function add_frictions(first, last, way)
    for i = first, last, way do
      model:friction{ name = "f" .. i, node = "a", direction = { 1, 0, 0 }, normal_force = i == 1 and normal or case.second,
                      friction = case.friction }
    end
  end
  local function add_stop()
    if case.stop then
      model:gap{ name = "g", node = "a", direction = { 1, 0, 0 }, clearance = 0, sides = "positive",
                 law = jounce.law.rigid{ restitution = 0.5 } }
    end
  end
  if case.stop_first then add_stop() add_frictions(2, 1, -1) else add_frictions(1, 2, 1) add_stop() end
  model:load{ node = "a", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = amplitude, frequency = 1/period } }
  return jounce.run(model, { method = method, step = 1e-3, duration = period, record = { probes = { "a.ux" } } })
end

local methods = { jounce.method.newmark{}, jounce.method.generalized_alpha{}, jounce.method.hht{}, jounce.method.wbz{},
                  jounce.method.average_acceleration{}, jounce.method.linear_acceleration{},
                  jounce.method.central_difference{}, jounce.method.precise{}, jounce.method.event_driven{} }
for friction_name, friction in pairs(frictions) do
  for second_name, second in pairs(seconds) do
    local force = normal + second[2]
    local reference = expected(friction[2]*force, 0.3*force)
    for _, stop_first in ipairs{ false, true } do
      for _, joints in ipairs{ false, true } do
        for _, method in ipairs(methods) do
          local exact = method.kind == "event_driven"
          if not joints or exact or method.kind == "generalized_alpha" then
            local result = run(method, { friction = friction[1], second = second[1], stop = true, stop_first = stop_first,
                                         joints = joints })
            local where = method.kind .. ", " .. friction_name .. ", " .. second_name .. (stop_first and ", stop first" or "") ..
                          (joints and ", with joints" or "") .. ": "
            local x = result:at("a.ux", period)
            assert(math.abs(x - reference) < (exact and 1e-8 or 2e-5), where .. x .. " instead of " .. reference)
            assert(#result:impacts() <= 10, where .. #result:impacts() .. " contacts")
          end
        end
      end
    end
    local free = run(jounce.method.event_driven{}, { friction = friction[1], second = second[1] }):at("a.ux", period)
    assert(math.abs(free - reference) > 1e-3, "the stop has no effect")
  end
end

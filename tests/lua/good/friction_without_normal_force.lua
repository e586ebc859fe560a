-- Two frictions on one motion, one of them without a normal force, at first or always, beside a contact at rest: the one that nothing
-- presses holds nothing, and both begin to slip at one instant.
-- Reference: under a load p t the mass sticks until p t0 = mu N1 and has x = p (t - t0)^3/(6 m) then; with a second normal force
-- from t1 on, constant, v = v1 + (p (t^2 - t1^2)/2 - mu (N1 + N2)(t - t1))/m as long as that is positive. With a dead band: the same
-- model without the other friction.
-- Control: a second normal force throughout delays t0.
local jounce = require "jounce"
local mass, mu, N1, N2, p, t1 = 1.5, 0.3, 10, 5, 8, 0.5

local frictions = {
  coulomb = jounce.friction.coulomb{ coefficient = mu },
  karnopp = jounce.friction.karnopp{ coefficient = mu, static_coefficient = 0.36, dead_band = 0.01 },
}
local second = { never = 0, later = jounce.signal.step{ time = t1, before = 0, value = N2 }, always = N2 }

local function run(case)
  local model = jounce.model{ name = "two" }
  model:point{ name = "a", at = { 0, 0, 0 }, mass = mass, free = { "ux", "uy", "uz" } }
  local function friction(name, normal_force)
    model:friction{ name = name, node = "a", normal_force = normal_force, friction = frictions[case.friction],
                    direction = not case.plane and { 1, 0, 0 } or nil,
                    directions = case.plane and { { 1, 0, 0 }, { 0, 0, 1 } } or nil }
  end
  local function stop()
    if not case.law then return end
    model:load{ node = "a", direction = { 0, 1, 0 }, force = jounce.signal.constant{ value = 5 } }
    local rigid = case.law == "rigid"
    model:initial{ node = "a", displacement = { 0, rigid and 0 or 5e-3, 0 } }
    model:gap{ name = "g", node = "a", direction = { 0, 1, 0 }, clearance = 0, sides = "positive",
               law = rigid and jounce.law.rigid{ restitution = 0.5 } or jounce.law.hooke{ stiffness = 1e3 } }
  end
  if case.stop_first then stop() end
  if case.second_first and case.second then friction("f2", second[case.second]) end
  friction("f1", N1)
  if not case.second_first and case.second then friction("f2", second[case.second]) end
  if not case.stop_first then stop() end
  model:load{ node = "a", direction = { 1, 0, 0 },
              force = jounce.signal.ramp{ from_time = 0, to_time = 1, from_value = 0, to_value = p } }
  local method = case.method == "newmark" and jounce.method.newmark{} or jounce.method.event_driven{ tolerance = 1e-10 }
  return jounce.run(model, { method = method, step = case.method == "newmark" and 1e-3 or 1e-2, duration = 1,
                             record = { probes = { "a.ux", "a.ux_velocity" } } })
end

-- Of newmark, second order in the step.
local tolerance = { event_driven = 1e-9, newmark = 2e-5 }

local function check(case)
  local where = ("%s, %s, %s, %s, %s, order %s %s: "):format(case.method, case.law, case.friction, case.second,
                                                             case.plane and "plane" or "line", case.second_first, case.stop_first)
  local result, allowed, kind = run(case), tolerance[case.method], case.second
  local x, v = result:at("a.ux", 1), result:at("a.ux_velocity", 1)
  local events = result:friction_events()
  local coefficient = case.friction == "karnopp" and 0.36 or mu
  local t0 = coefficient*(kind == "always" and N1 + N2 or N1)/p
  -- The slow slip of the dead band ends under the second normal force.
  if case.friction == "coulomb" or kind ~= "later" then assert(#events == 2, where .. #events .. " events") end
  for i = 1, 2 do
    assert(events[i].event == "slip" and math.abs(events[i].time - t0) < allowed, where .. events[i].event .. " at " .. events[i].time)
  end
  if case.friction == "coulomb" then
    local expected = p*(1 - t0)^2/(2*mass)
    if kind == "later" then
      expected = p*(t1 - t0)^2/(2*mass) + (p*(1 - t1*t1)/2 - mu*(N1 + N2)*(1 - t1))/mass
    else
      assert(math.abs(x - p*(1 - t0)^3/(6*mass)) < allowed, where .. "x = " .. x)
    end
    assert(math.abs(v - expected) < allowed, where .. v .. " for " .. expected)
  elseif kind == "never" then
    case.second = nil
    local alone = run(case):at("a.ux", 1)
    assert(math.abs(x - alone) < allowed, where .. x .. " for " .. alone)
  end
end

for _, method in ipairs{ "event_driven", "newmark" } do
  for _, law in ipairs{ "none", "hooke", "rigid" } do
    for _, order in ipairs{ 0, 1, 2, 3 } do
      for _, plane in ipairs{ false, true } do
        for friction in pairs(frictions) do
          for kind in pairs(second) do
            check{ method = method, law = law ~= "none" and law, friction = friction, second = kind, plane = plane,
                   second_first = order % 2 == 1, stop_first = order > 1 }
          end
        end
      end
    end
  end
end

-- Branches that begin at special points of another one.
local jounce = require "jounce"

local function near(a, b, tolerance) assert(math.abs(a - b) <= tolerance, a .. " differs from " .. b) end
local function period(w) return 2*math.pi/w end
local function oscillator(z, clearance, restitution)
  return function(w)
    local model = jounce.model{ name = "oscillator" }
    model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 2*z }
    model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
                force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
    model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = clearance, sides = "positive",
               law = jounce.law.rigid{ restitution = restitution } }
    return model
  end
end
local function special_of(branch, kind)
  for _, point in ipairs(branch.special) do if point.kind == kind then return point end end
  error("no " .. kind)
end

-- A period doubling at w = 2.653347727855323 (closed form): beyond it the orbit of one impact is unstable, and one of two impacts
-- in two periods is stable, which a settled motion at 2.7 shows as well.
local model = oscillator(0, 0, 0.8)
local orbit = jounce.orbit{ model = model, parameter = 2.5, period = period,
  guess = { phase = 0, ["mass.ux"] = -0.55, ["mass.ux_velocity"] = 0 } }
assert(orbit.label == "(1, 1)")
near(orbit.impacts[1].speed_in, 0.645352178414, 1e-9)
local branch = jounce.continue{ orbit = orbit, from = 2.48, to = 2.68 }
local doubling = special_of(branch, "period_doubling")
near(doubling.parameter, 2.653347727855323, 1e-10)
local doubled = doubling:switch{ to = 2.72, step = { max = 0.03 } }
assert(doubled.ends[1].reason == "start" or doubled.ends[2].reason == "start")
local near_2_7
for _, point in ipairs(doubled) do
  assert(point.periods == 2)
  if not near_2_7 or math.abs(point.parameter - 2.7) < math.abs(near_2_7.parameter - 2.7) then near_2_7 = point end
end
assert(near_2_7.label == "(2, 2)" and near_2_7.stable == true)
local followed = jounce.orbit{ model = model, parameter = 2.7, period = period, periods = 2, guess = near_2_7 }
local run = jounce.run(model(2.7), { initial = orbit:state(), duration = 600*period(2.7), method = jounce.method.event_driven{},
  record = { from = 580*period(2.7), probes = { "mass.ux" } } })
local speeds = {}
for _, impact in ipairs(run:impacts()) do if impact.time_in > 590*period(2.7) then speeds[#speeds + 1] = impact.speed_in end end
local low, high = math.min(table.unpack(speeds)), math.max(table.unpack(speeds))
local a, b = followed.impacts[1].speed_in, followed.impacts[2].speed_in
near(math.min(a, b), low, 1e-8)
near(math.max(a, b), high, 1e-8)
doubled:plot({ y = "mass.ux.max", file = "doubled.svg" }, branch)

-- At a fold nothing branches off, nor at a point that is not special.
local damped = oscillator(0.05, 1, 0.8)
local main = jounce.continue{ from = 1.55, to = 1.8, orbit = jounce.orbit{ model = damped, parameter = 1.6, period = period,
  guess = { phase = 0, ["mass.ux"] = -0.960772755848, ["mass.ux_velocity"] = 3.47741507049 } } }
local ok, message = pcall(function() return special_of(main, "fold"):switch() end)
assert(not ok and message:find("not at a fold", 1, true), message)
ok, message = pcall(function() return main[2]:switch() end)
assert(not ok and message:find("not at an orbit that is not special", 1, true), message)

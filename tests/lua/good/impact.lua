-- The laboratory of one impact, and a law of one's own beside the built-in one that it copies.
local jounce = require "jounce"

local K, a = 2e9, 0.75
local function own(delta, rate, v0)                     -- Hunt and Crossley with e = 0.5
  local F, loss = K*delta^1.5, 1 + a*rate/v0
  return F*loss, 1.5*F/delta*loss, a*F/v0
end
local built_in = jounce.law.hunt_crossley{ stiffness = K, restitution = 0.5 }
local custom   = jounce.law.custom{ force = own }
assert(custom.kind == "custom" and custom.force == own)

local one = jounce.impact{ law = built_in, reduced_mass = 0.3, speed = 0.8 }
local two = jounce.impact{ law = custom, reduced_mass = 0.3, speed = 0.8, samples = 101 }
for _, field in ipairs{ "restitution", "separation_speed", "max_indentation", "max_force", "duration", "impulse", "work", "time_of_turn" } do
  assert(math.abs(one[field]/two[field] - 1) < 1e-12, field)
end
assert(one.law == "hunt_crossley" and one.restitution_asked == 0.5 and two.restitution_asked == false and one.pushes == 1)
assert(math.abs(one.restitution - 0.66296220) < 1e-8)
assert(math.abs(one.impulse - 0.3*(0.8 + one.separation_speed)) < 1e-15)
assert(math.abs(one.work - 0.15*(0.64 - one.separation_speed^2)) < 1e-15)
assert(tostring(one):find("restitution 0.662962", 1, true) and tostring(one):find("requested 0.5", 1, true))
assert(not pcall(function() return one.restitutoin end))

local times, force = two:series "force"
local _, depth = two:series "indentation"
assert(#times == 101 and #force == 101 and times[1] == 0 and math.abs(times[101] - two.duration) < 1e-15)
local sum, deepest = 0, 0
for i = 2, 101 do
  sum = sum + 0.5*(force[i] + force[i - 1])*(times[i] - times[i - 1])
  deepest = math.max(deepest, depth[i])
end
assert(math.abs(sum/two.impulse - 1) < 1e-3 and deepest <= two.max_indentation and deepest > 0.999*two.max_indentation)
assert(not pcall(two.series, two, "colour"))

two:csv("impact/two.csv")
one:plot("impact/one.svg")
jounce.plot_impacts{ hits = { one, two }, names = { "built in", "own" }, title = "twice the same", file = "impact/both.png" }

-- A rigid law has its restitution and nothing to draw.
local stop = jounce.impact{ law = jounce.law.rigid{ restitution = 0.4 }, reduced_mass = 2, speed = 3 }
assert(stop.restitution == 0.4 and stop.duration == 0 and stop.max_force == math.huge and math.abs(stop.impulse - 8.4) < 1e-12)
assert(not pcall(stop.csv, stop, "impact/stop.csv"))
assert(tostring(stop):find("0.4", 1, true))
assert(not pcall(jounce.plot_impacts, { hits = { one, 3 }, file = "impact/no.svg" }))
assert(not pcall(jounce.plot_impacts, { hits = {}, file = "impact/no.svg" }))

-- Every method, with located events and without: the own law moves as the built-in one does.
local function run(law, method, options)
  local model = jounce.model{ name = "ball" }
  model:point{ name = "ball", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
  model:spring{ from = "ball", direction = { 1, 0, 0 }, stiffness = 4e4 }
  model:gap{ name = "walls", node = "ball", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "both", law = law }
  model:initial{ node = "ball", velocity = { 1, 0, 0 } }
  options.method, options.record = method, { probes = { "ball.ux", "energy.remainder", "energy.contact" } }
  options.step, options.duration = options.step or 2e-6, 0.012
  return jounce.run(model, options)
end
local methods = { jounce.method.newmark{}, jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.precise{},
                  jounce.method.event_driven{} }
for _, method in ipairs(methods) do
  for _, events in ipairs{ "locate", "stepwise" } do
    if method.kind ~= "event_driven" or events == "locate" then
      local want, got = run(built_in, method, { events = events }), run(custom, method, { events = events })
      local hits, own_hits = want:impacts(), got:impacts()
      local where = method.kind .. ", " .. events .. ": "
      assert(#hits == #own_hits and #hits >= 3, where .. #hits .. " and " .. #own_hits)
      for i = 1, #hits do
        assert(math.abs(hits[i].time_in/own_hits[i].time_in - 1) < 1e-9, where .. "time")
        assert(math.abs(hits[i].peak_force/own_hits[i].peak_force - 1) < 1e-8, where .. "force")
      end
      assert(math.abs(want:at("ball.ux", 0.012) - got:at("ball.ux", 0.012)) < 1e-11, where .. "motion")
      assert(math.abs(want:at("energy.remainder", 0.012) - got:at("energy.remainder", 0.012)) < 1e-9, where .. "energy")
    end
  end
end

-- Without derivatives, with points: the account closes at the order of the scheme, here second.
local bare  = jounce.law.custom{ force = function(delta, rate, v0) return (own(delta, rate, v0)) end }
local curve = {}
for i = 0, 200 do curve[i + 1] = { 5e-6*i, K*(5e-6*i)^1.5 } end
local points = jounce.law.flores{ elastic = jounce.law.custom{ points = curve }, restitution = 0.7 }
local gentle = jounce.law.lankarani_nikravesh{ elastic = jounce.law.custom{ elastic_force = function(delta) return 1e7*math.sinh(delta*1e3)/1e3 end },
                                               restitution = 0.8 }
for name, law in pairs{ bare = bare, points = points, gentle = gentle } do
  local remainder = {}
  for i, step in ipairs{ 4e-6, 2e-6 } do
    local out = run(law, jounce.method.newmark{}, { step = step })
    remainder[i] = out:peak "energy.remainder"
    assert(#out:impacts() >= 3, name)
  end
  assert(remainder[2] < 1e-3 and remainder[1]/remainder[2] > 3, name .. ": " .. remainder[1] .. ", " .. remainder[2])
end
print("ok")

-- Half-spaces are an assumption; an impact beyond it says so.
local bore = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.5e-3, contact = "internal", length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
local pin = jounce.law.radzimovsky{ geometry = bore, beyond = "tangent" }
local slow = jounce.impact{ law = pin, reduced_mass = 2, speed = 0.01 }
local fast = jounce.impact{ law = pin, reduced_mass = 2, speed = 20 }
assert(slow.trusted == true and not tostring(slow):find("assumptions"))
assert(fast.trusted == false and tostring(fast):find("outside the law's assumptions: .* m deep, beyond .* half%-space"), tostring(fast))

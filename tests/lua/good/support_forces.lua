-- Forces of supports and motions that are given, in runs with contact, friction and damping: with the loads they are the rate of
-- momentum, the sum of mass times acceleration of the point masses (Newton). And the work of loads, the integral of their power,
-- is what the energy account has as external. Tolerances: round-off (1e-9 of the largest force); for the work the cubic between
-- steps of 1e-4 s against the trapezoidal rule of newmark, both of second order or better: 1e-4.
local jounce = require "jounce"
local function chain(damping)
  local m = jounce.model{ name = "chain" }
  m:node{ name = "wall", at = { 0, 0, 0 } }
  m:node{ name = "shaker", at = { 4, 0, 0 } }
  m:node{ name = "stop", at = { 2, 1, 0 } }
  m:fix{ nodes = { "wall", "stop" } }
  m:prescribe{ node = "shaker", dof = "ux", motion = jounce.signal.sine{ amplitude = 1e-3, frequency = 7 } }
  for i, mass in ipairs{ 1, 2, 3 } do m:point{ name = "m" .. i, at = { i, 0, 0 }, mass = mass, free = { "ux" } } end
  for i, ends in ipairs{ { "wall", "m1" }, { "m1", "m2" }, { "m2", "m3" }, { "m3", "shaker" } } do
    m:spring{ from = ends[1], to = ends[2], direction = { 1, 0, 0 }, stiffness = 1000*i, damping = 3*i }
  end
  m:gap{ name = "bump", from = "stop", to = "m2", direction = { 1, 0, 0 }, clearance = 1e-3,
    law = jounce.law.hunt_crossley{ stiffness = 1e6, restitution = 0.7 } }
  m:friction{ name = "rub", from = "stop", to = "m3", direction = { 1, 0, 0 }, normal_force = 2, friction = jounce.friction.coulomb{ coefficient = 0.3 } }
  m:load{ name = "push", nodes = "m1", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 20, frequency = 5 } }
  m:load{ name = "hold", nodes = "m3", direction = { -1, 0, 0 }, force = 5 }
  if damping then m:damping(damping) end
  return m
end

local probes = { "wall.reaction_ux", "stop.reaction_ux", "shaker.reaction_ux", "m1.ux_acceleration", "m2.ux_acceleration", "m3.ux_acceleration",
  "bump.force", "push.power", "hold.power", "shaker.ux", "m3.ux", "shaker.ux_velocity", "m3.ux_velocity" }
local function check(damping, options)
  options.duration, options.record = 1, { probes = probes }
  local run = jounce.run(chain(damping), options)
  local t = run:series "wall.reaction_ux"
  local s, largest, touched = {}, 0, false
  for _, name in ipairs(probes) do s[name] = select(2, run:series(name)) end
  for i = 1, #t do
    local momentum = s["m1.ux_acceleration"][i] + 2*s["m2.ux_acceleration"][i] + 3*s["m3.ux_acceleration"][i]
    local outer = s["wall.reaction_ux"][i] + s["stop.reaction_ux"][i] + s["shaker.reaction_ux"][i] + 20*math.sin(2*math.pi*5*t[i]) - 5
    touched = touched or s["bump.force"][i] > 0
    largest = math.max(largest, math.abs(outer - momentum))
    if not damping then   -- the shaker has no mass: spring and damper alone pull at it
      local spring = 4000*(s["shaker.ux"][i] - s["m3.ux"][i]) + 12*(s["shaker.ux_velocity"][i] - s["m3.ux_velocity"][i])
      assert(math.abs(s["shaker.reaction_ux"][i] - spring) < 1e-9*4000, "shaker")
    end
  end
  assert(touched, "the contact takes part")
  assert(largest < 1e-9*run:peak "bump.force" + 1e-7, "momentum: " .. largest)
  local work = run:integral "push.power" + run:integral "hold.power"
  local external = run.summary.energy.external
  assert(math.abs(work - external) < 1e-4*run.summary.energy.work_done, "work: " .. work .. " " .. external)
  return run
end
for _, damping in ipairs{ false, jounce.damping.rayleigh{ alpha = 0, beta = 1e-4 }, jounce.damping.modal{ ratio = 0.02 } } do
  check(damping, { method = jounce.method.newmark{}, step = 1e-4 })
  check(damping, { method = jounce.method.event_driven{ tolerance = 1e-8 } })
end

-- The integral of a cubic's record is exact; a part of the record; what is asked wrongly.
local m = jounce.model{ name = "throw" }
m:point{ name = "ball", at = { 0, 0, 0 }, mass = 2, free = { "uz" } }
m:gravity{ 0, 0, -10 }
m:initial{ node = "ball", velocity = { 0, 0, 3 } }
local run = jounce.run(m, { method = jounce.method.newmark{}, step = 0.01, duration = 1, record = { probes = { "ball.uz" } } })
assert(math.abs(run:integral "ball.uz" - (3/2 - 10/6)) < 1e-12)
assert(math.abs(run:integral("ball.uz", { from = 0.5, to = 0.75 }) - (1.5*(0.75^2 - 0.5^2) - 10/6*(0.75^3 - 0.5^3))) < 1e-12)
local ok, message = pcall(run.integral, run, "ball.uz", { from = 0.5, to = 0.25 })
assert(not ok and message:find "'from' must be before 'to'", message)

-- Case III of the vibratory roller (Joensson, Bathelt and Broman 2005, doi 10.1243/146441905X9926) with contacts detected at
-- the ends of fixed steps, compared with located events. The motion has just doubled its period; the error of a step
-- in which a contact begins or ends depends on the position of the event in the step, and drives the motion off its two points.
-- Expected: located, 2 positions at the ends of the forcing periods; stepwise, as many as analysed periods.
-- test: --set periods=60 --set seen=10
local jounce = require "jounce"
local p = jounce.parameters{ periods = 4000, seen = 100, steps = 401.37 }      -- steps per forcing period: no whole number

local m2, m3, k, omega = 2000, 1000, 2e8, 80*math.pi
local T = 2*math.pi/omega
local rows = {}
for _, transition in ipairs{ "distance_force", "relaxation" } do
  local function roller()
    local model = jounce.model{ name = "roller III" }
    model:point{ name = "roller", at = { 0, 0, 0 }, mass = m2, free = { "uz" } }
    model:point{ name = "frame",  at = { 0, 0, 1 }, mass = m3, free = { "uz" } }
    model:spring{ from = "roller", to = "frame", direction = { 0, 0, 1 }, stiffness = 1e6, damping = 1e4 }
    model:gap{ name = "soil", node = "roller", direction = { 0, 0, 1 }, clearance = 0, sides = "negative",
               law = jounce.law.kelvin_voigt{ stiffness = k, damping = 0.8*math.sqrt(m2*k), transition = transition } }
    model:gravity{ 0, 0, -9.81 }
    model:load{ nodes = { "roller" }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 58.8e3, frequency = omega/(2*math.pi) } }
    return model
  end
  local ways = {
    { "event_driven", { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = T/200 } },
    { "newmark, located", { method = jounce.method.newmark{}, step = T/p.steps } },
    { "newmark, stepwise", { method = jounce.method.newmark{}, step = T/p.steps, events = "stepwise" } },
  }
  for _, way in ipairs(ways) do
    local options = way[2]
    options.duration = p.periods*T
    options.energy = false
    options.record = { from = (p.periods - p.seen - 1)*T, probes = { "roller.uz" } }
    local run = jounce.run(roller(), options)
    -- Positions at the ends of the last periods: how many differ by more than 1 um (0.1 % of the stroke)?
    local found, low, high = {}, math.huge, -math.huge
    for i = 0, p.seen - 1 do
      local x = run:at("roller.uz", (p.periods - i)*T)
      low, high = math.min(low, x), math.max(high, x)
      local known = false
      for _, y in ipairs(found) do known = known or math.abs(x - y) < 1e-6 end
      if not known then found[#found + 1] = x end
    end
    rows[#rows + 1] = { transition, way[1], #found, 1e3*low, 1e3*high }
  end
end
jounce.print_table{ title = "case III: positions of the roller at the ends of the last " .. p.seen .. " forcing periods",
  columns = { "transition", "method", "different by 1 um", "lowest [mm]", "highest [mm]" }, rows = rows }

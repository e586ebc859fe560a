-- Orders of Newmark's method for a driven mass on a spring-damper stop under every transition condition, with located contacts and
-- stepwise; errors against event_driven, mean over eight neighbouring steps (the position of an event in its step is random).
-- Expected: located 2 for all; stepwise 1 where the force jumps at the onset, 2 under "force", which is continuous.
-- test: --set levels=2
local jounce = require "jounce"
local p = jounce.parameters{ levels = 6 }            -- steps halved so many times less one
local function driven_mass(t)
  local model = jounce.model{ name = "m" }
  model:point{ name = "b", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:gap{ name = "s", node = "b", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.kelvin_voigt{ stiffness = 4e3, damping = 40, transition = t } }
  model:load{ nodes = { "b" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 60, frequency = 31/(2*math.pi), offset = 9.81 } }
  model:initial{ node = "b", displacement = { -0.004, 0, 0 } }
  return model
end
local rows = {}
local D = 0.83
for _, t in ipairs{ "distance", "force", "distance_force", "latched", "relaxation" } do
  local function x(method, step, events)
    local r = jounce.run(driven_mass(t), { method = method, step = step, duration = D, events = events, energy = false, record = { from = D*0.999, probes = { "b.ux", "b.ux_velocity" } } })
    return r:at("b.ux", D), r:at("b.ux_velocity", D)
  end
  local x0, v0 = x(jounce.method.event_driven{ tolerance = 1e-12 }, 1e-2)
  local row = { t }
  for _, events in ipairs{ "locate", "stepwise" } do
    local e = {}
    for i = 0, p.levels - 1 do
      -- mean over 8 neighbouring step sizes: the position of an event in its step is random
      local sum = 0
      for j = 0, 7 do
        local n = math.floor(1637*2^i*(1 + j*0.031))
        local a, b = x(jounce.method.newmark{}, D/n, events)
        sum = sum + math.abs(a - x0) + 0.02*math.abs(b - v0)
      end
      e[#e+1] = sum/8
    end
    row[#row+1] = string.format("%.2e", e[1]); row[#row+1] = string.format("%.2e", e[p.levels]); row[#row+1] = string.format("%.2f", math.log(e[1]/e[p.levels], 2)/(p.levels - 1))
  end
  rows[#rows+1] = row
end
jounce.print_table{ title = "error after 0.83 s",
  columns = { "transition", "located, coarse", "fine", "order", "stepwise, coarse", "fine", "order" }, rows = rows }

-- event_driven takes long steps, and a cubic between its records misses the largest accelerations. What is said of a whole run is that of the
-- motion: run:peak, the windows of run:statistics and run:steady agree with run:at at many instants, and with records close together.
local jounce = require "jounce"

local period = 1/2.7
for _, law in ipairs{ jounce.law.rigid{ restitution = 0.6 }, jounce.law.hunt_crossley{ stiffness = 4e6, restitution = 0.6 } } do
  local model = jounce.model{ name = "between" }
  model:point{ name = "q", at = { 0, 0, 0 }, mass = 1.5, free = { "ux" } }
  model:spring{ from = "q", direction = { 1, 0, 0 }, stiffness = 600, damping = 3 }
  model:load{ node = "q", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 12, frequency = 2.7 } }
  model:gap{ name = "g", node = "q", direction = { 1, 0, 0 }, clearance = 0.02, law = law }
  local function go(step)
    return jounce.run(model, { method = jounce.method.event_driven{}, step = step, duration = 20*period, record = { from = 10*period, probes = { "q.ux_acceleration", "q.ux", "energy.kinetic" } } })
  end
  local run, close = go(period/7), go(period/2000)
  local probe = "q.ux_acceleration"
  local peak, from = run:peak(probe, { from = 12*period }), 12*period
  local largest = 0
  for i = 0, 20000 do largest = math.max(largest, math.abs(run:at(probe, from + 8*period*i/20000))) end
  -- 20 000 instants in eight periods see the maximum of the flights to 1e-6; in a contact, which is short, they see less.
  assert(peak > largest*(1 - 1e-6), peak .. " for " .. largest)
  assert(math.abs(peak - close:peak(probe, { from = 12*period })) < 1e-3*peak, peak .. " for " .. close:peak(probe, { from = 12*period }))
  -- Energies are kept at every step.
  local kinetic = close:peak("energy.kinetic", { from = 12*period })
  assert(math.abs(run:peak("energy.kinetic", { from = 12*period }) - kinetic) < 0.05*kinetic, run:peak("energy.kinetic", { from = 12*period }) .. " for " .. kinetic)
  local windows = run:statistics{ period = period, from = 12*period, probes = { probe } }.probes[probe].max
  assert(math.abs(windows - peak) < 1e-9*peak, windows .. " for " .. peak)
end

-- Figures 5 to 9 of Joensson, Bathelt and Broman 2005 (doi 10.1243/146441905X9926): the roller's acceleration and position at steady
-- state under the four transition conditions, four rollers side by side in one model.
-- Pictures: roller_<case>.png and roller_<case>_position.png (docs/images/roller.png is the first one of case III).
-- test: --set settle=20
local jounce = require "jounce"
local p = jounce.parameters{ case = "III", settle = 1000, periods = 4 }

local cases = { I = { 5e6, 0.4, 40 }, II = { 2e8, 0.4, 40 }, III = { 2e8, 0.4, 80 }, IV = { 2e8, 2.0, 80 } }
local k, D, omega = table.unpack(cases[p.case])
local T = 2/omega
local m2, m3 = 2000, 1000
local model = jounce.model{ name = "roller " .. p.case }
local probes = {}
for i, transition in ipairs{ "distance", "force", "distance_force", "relaxation" } do
  model:point{ name = transition, at = { i, 0, 0 }, mass = m2, free = { "uz" } }
  model:point{ name = "frame" .. i, at = { i, 0, 1 }, mass = m3, free = { "uz" } }
  model:spring{ from = transition, to = "frame" .. i, direction = { 0, 0, 1 }, stiffness = 1e6, damping = 1e4 }
  model:gap{ name = "soil" .. i, node = transition, direction = { 0, 0, 1 }, clearance = 0, sides = "negative",
             law = jounce.law.kelvin_voigt{ stiffness = k, damping = 2*D*math.sqrt(m2*k), transition = transition } }
  model:load{ nodes = { transition }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 58.8e3, frequency = omega/2 } }
  probes[#probes + 1] = transition .. ".uz_acceleration"
end
model:gravity{ 0, 0, -9.81 }
local places = {}
for _, transition in ipairs{ "distance", "force", "distance_force", "relaxation" } do places[#places + 1] = transition .. ".uz" end
local recorded = {}
for _, list in ipairs{ probes, places } do table.move(list, 1, #list, #recorded + 1, recorded) end
local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-9 }, step = T/500, energy = false,
  duration = (p.settle + p.periods)*T, record = { from = p.settle*T, probes = recorded } })
run:plot{ probes = probes, file = "roller_" .. p.case .. ".png" }
run:plot{ probes = places, file = "roller_" .. p.case .. "_position.png" }
print(run.summary)

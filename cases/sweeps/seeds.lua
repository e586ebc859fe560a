-- Mean number of impacts per period of a chaotic impact oscillator (rigid stop at 0, r = 0.8, w = 2.8, no damping), from initial states chosen by a seed.
-- Expected: 1.0573 +- 0.0002 impacts per period; here with its own standard error, within 4 of them.
-- test: --set seeds=6 --set periods=300
local jounce = require "jounce"
local p = jounce.parameters{ seeds = 24, periods = 2000 }
local w = 2.8

local sweep = jounce.sweep{
  name = "seeds",
  axes = { { name = "seed", from = 1, to = p.seeds, count = p.seeds } },
  point = function(at)
    math.randomseed(at.seed)
    local model = jounce.model{ name = "impact oscillator" }
    model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
    model:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
    model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0.8 } }
    model:initial{ node = "mass", displacement = { -math.random(), 0, 0 } }
    local T, settle = 2*math.pi/w, 100
    local run = jounce.run(model, { duration = (settle + p.periods)*T, energy = false })
    local impacts = 0
    for _, impact in ipairs(run:impacts "stop") do
      if impact.time_in > settle*T then impacts = impacts + 1 end
    end
    return { impacts = impacts/p.periods }
  end,
}

for _, row in ipairs(sweep) do assert(not row.failed, row.failed) end
local mean, error = sweep:mean "impacts", sweep:standard_error "impacts"
print(string.format("%.4f impacts per period, standard error %.4f from %d starts", mean, error, #sweep))
assert(math.abs(mean - 1.0573) < 4*error + 2e-4, "differs from 1.0573")

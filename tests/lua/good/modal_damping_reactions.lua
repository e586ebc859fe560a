-- The support of a chain with modal damping: its force on the chain is the rate of change of the chain's momentum, whether the model is
-- reduced (to all its modes) or not. The spring at the support alone would give another force.
local jounce = require "jounce"

local masses, k = { 1, 1.7, 0.6 }, 100
local function chain()
  local m = jounce.model{ name = "chain" }
  local last
  for i, mass in ipairs(masses) do
    local name = "p" .. i
    m:point{ name = name, at = { i, 0, 0 }, mass = mass, free = { "ux" } }
    if last then m:spring{ from = last, to = name, direction = { 1, 0, 0 }, stiffness = k*i } end
    m:initial{ node = name, displacement = { 0.01/i, 0, 0 } }
    last = name
  end
  m:node{ name = "s", at = { #masses + 1, 0, 0 } }
  m:spring{ from = last, to = "s", direction = { 1, 0, 0 }, stiffness = k }
  m:damping(jounce.damping.modal{ ratio = 0.15 })
  return m
end
local function answers(model, name)
  local probes = { "s.reaction_ux", "p3.ux" }
  for i in ipairs(masses) do probes[#probes + 1] = "p" .. i .. ".ux_acceleration" end
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-11 }, step = 1e-2, duration = 0.5, record = { probes = probes } })
  local worst = 0
  for _, t in ipairs{ 0.05, 0.17, 0.33, 0.5 } do
    local momentum = 0
    for i, mass in ipairs(masses) do momentum = momentum + mass*run:at("p" .. i .. ".ux_acceleration", t) end
    local reaction = run:at("s.reaction_ux", t)
    assert(math.abs(reaction - momentum) < 1e-8, name .. ": " .. reaction .. " for " .. momentum)
    worst = math.max(worst, math.abs(-k*run:at("p3.ux", t) - momentum))
  end
  assert(worst > 0.01, "the damping has a part in it")
end
local free = chain()
free:fix{ node = "s", dofs = { "ux" } }
answers(free, "full")
answers(jounce.reduce(free, { modes = 3 }), "reduced")

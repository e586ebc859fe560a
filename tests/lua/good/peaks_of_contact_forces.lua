-- run:peak of a force whose damping begins with an infinite slope (Tsuji): the peak of the impact log, whatever the records. Peaks of the
-- log do not depend on the records, and no body that bounces is taken for one that fell through.
local jounce = require "jounce"

local function run(law, step, duration)
  local model = jounce.model{ name = "striker" }
  model:point{ name = "b", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "b", direction = { 1, 0, 0 }, stiffness = 200, damping = 0.2 }
  model:load{ node = "b", direction = { 1, 0, 0 }, force = jounce.signal.sine{ offset = 5, amplitude = 9, frequency = 1.7 } }
  model:load{ node = "b", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 9, frequency = 5.3, phase = 1 } }
  model:gap{ name = "g", node = "b", direction = { 1, 0, 0 }, sides = "both", clearance = 0.01, law = law }
  return jounce.run(model, { method = jounce.method.event_driven{}, step = step, duration = duration,
                             record = { probes = { "b.ux", "g.force" } } })
end
local function largest(result)
  local peak = 0
  for _, impact in ipairs(result:impacts()) do peak = math.max(peak, impact.peak_force) end
  return peak
end

local laws = {
  tsuji = function(transition)
    return jounce.law.tsuji{ stiffness = 2e4, restitution = 0.4, reduced_mass = 1, transition = transition }
  end,
  hunt_crossley = function(transition)
    return jounce.law.hunt_crossley{ stiffness = 2e4, restitution = 0.3, transition = transition }
  end,
  flores = function(transition) return jounce.law.flores{ stiffness = 2e4, restitution = 0.3, transition = transition } end,
}
-- The log has the largest force of the motion within each step, to the tolerance of 1e-10 grown over the impacts; run:peak looks for its
-- instant on a smooth curve.
local of_log, of_peak = 1e-9, 1e-6
for name, law in pairs(laws) do
  for _, transition in ipairs{ "distance_force", "latched" } do
    local close = run(law(transition), 1e-3, 2.2)  -- the reference: a row every millisecond
    local peak = largest(close)
    for _, step in ipairs{ 0.3, 0.1, 0.03, 0.01 } do
      local result = run(law(transition), step, 2.2)
      local where = name .. ", " .. transition .. ", " .. step .. ": "
      assert(math.abs(largest(result)/peak - 1) < of_log, where .. "log " .. largest(result) .. " for " .. peak)
      assert(math.abs(result:peak "g.force"/peak - 1) < of_peak, where .. "peak " .. result:peak "g.force" .. " for " .. peak)
      assert(result.summary.fell_through == close.summary.fell_through, where .. "fell through " .. result.summary.fell_through)
    end
  end
end

-- Random models by several methods, which must agree: what the scripts beside this file share.
--
-- Reference: event_driven at a tolerance of 1e-9. The others must come to it as their step falls: newmark (models without joints) and
-- generalized_alpha, with the step `step` and a quarter of it. Of each, the largest difference of all probes at thirty instants, over
-- the largest displacement of the model:
--     agrees     below `small` with the short step, or divided by `falls` or more at the shorter step. Methods of second order divide it by
--                sixteen, of first order (impacts, sticks) by four; `falls` leaves room for errors that are not yet in that range
--     sensitive  event_driven itself, at 1e-7, is farther than `sensitive` from its motion at 1e-9: the motion amplifies every error, and
--                no method can be judged
--     DIFFERS    neither; ERROR: a run ends in an error. Both count as failures.
-- Last line: how many seeds there were of each kind.
-- SPDX-License-Identifier: BSD-3-Clause
local jounce = require "jounce"

local random = {}
local small, falls, sensitive = 1e-4, 2, 1e-4

-- J. H. Park and K. W. Miller's generator, doi:10.1145/63039.63042.
function random.generator(seed)
  local state = (seed * 7919 + 1) % 2147483647
  local r = {}
  function r.number()
    state = state * 48271 % 2147483647
    return state / 2147483647
  end
  function r.between(a, b) return a + (b - a) * r.number() end
  function r.whole(a, b) return a + math.floor(r.number() * (b - a + 1)) end
  function r.chance(p) return r.number() < p end
  function r.one(list) return list[r.whole(1, #list)] end
  for _ = 1, 8 do r.number() end
  return r
end

function random.friction(r)
  local mu = r.between(0.05, 0.6)
  local kind = r.whole(1, 4)
  if kind == 1 then return jounce.friction.coulomb{ coefficient = mu } end
  if kind == 2 then return jounce.friction.coulomb{ coefficient = mu, static_coefficient = mu * r.between(1, 1.5) } end
  if kind == 3 then
    return jounce.friction.karnopp{ coefficient = mu, static_coefficient = 1.2 * mu, dead_band = r.one{ 1e-4, 1e-3 } }
  end
  return jounce.friction.lugre{ coefficient = mu, static_coefficient = 1.2 * mu, stribeck_speed = 0.01,
    bristle_stiffness = r.one{ 1e3, 1e4 }, bristle_damping = r.one{ 1, 10 } }
end

function random.maybe_friction(r) return r.chance(2 / 3) and random.friction(r) or nil end

local function run(of, seed, method, step)
  local m, probes = of.build(seed)
  local ok, result = pcall(jounce.run, m, { method = method, step = step, duration = of.duration, record = { probes = probes } })
  if ok then return result end
  return nil, tostring(result)
end

local function apart(a, b, probes, duration)
  local worst, size, at = 0, 1e-6, 0
  for i = 1, 30 do
    local t = duration * i / 30
    for _, probe in ipairs(probes) do
      local u, v = a:at(probe, t), b:at(probe, t)
      size = math.max(size, math.abs(u - a:at(probe, 0)))
      if math.abs(u - v) > worst then worst, at = math.abs(u - v), t end
    end
  end
  return worst / size, at
end

local function judge(of, seed)
  local _, probes, joints = of.build(seed)
  local fine, failure = run(of, seed, jounce.method.event_driven{ tolerance = 1e-9 }, 1e-3)
  if not fine then return "ERROR", "event_driven: " .. failure end
  local coarse, other = run(of, seed, jounce.method.event_driven{ tolerance = 1e-7 }, 1e-3)
  if not coarse then return "ERROR", "event_driven at 1e-7: " .. other end
  local own = apart(fine, coarse, probes, of.duration)
  local methods = { generalized_alpha = jounce.method.generalized_alpha{ spectral_radius = 0.8 } }
  if not joints then methods.newmark = jounce.method.newmark{} end
  local verdict, words = "agrees", string.format("event_driven %.1e", own)
  for _, name in ipairs{ "generalized_alpha", "newmark" } do
    if methods[name] then
      local distance, at = {}, 0
      for k, step in ipairs{ of.step, of.step / of.times } do
        local result, why = run(of, seed, methods[name], step)
        if not result then return "ERROR", name .. ": " .. why end
        distance[k], at = apart(fine, result, probes, of.duration)
      end
      words = words .. string.format(", %s %.1e %.1e at %.4f s", name, distance[1], distance[2], at)
      if not (distance[2] <= small or distance[2] * falls <= distance[1]) then verdict = "DIFFERS" end
    end
  end
  if own > sensitive then verdict = "sensitive" end
  return verdict, words
end

-- \param of fields build (seed to model, its probes, whether it has joints), first, count, duration, step, times
function random.judge(of)
  local counts = { agrees = 0, sensitive = 0, DIFFERS = 0, ERROR = 0 }
  for seed = of.first, of.first + of.count - 1 do
    local verdict, words = judge(of, seed)
    counts[verdict] = counts[verdict] + 1
    print(string.format("%d %s: %s", seed, verdict, words))
  end
  print(string.format("%d seeds: %d agree, %d sensitive, %d differ, %d errors", of.count, counts.agrees, counts.sensitive,
    counts.DIFFERS, counts.ERROR))
end

return random

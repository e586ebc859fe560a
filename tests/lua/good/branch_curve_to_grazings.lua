-- The curve of the doublings of the (1, 1) orbit before a rigid stop ends on the curve of grazings of the linear response, where
-- the load has twice the damped frequency: w = 2 w_d, q/|k - m w^2 + i c w| = gap - offset/k (D. J. W. Simpson and I. Ghosh (2026),
-- arXiv 2602.22797).
local jounce = require "jounce"
local m, k, c, r, offset, gap = 2.5, 40, 0.7, 0.6, 1.1, 0.05

local function oscillator(w, q)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = k, damping = c }
  model:load{ nodes = { "m" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = q, frequency = w/(2*math.pi), phase = 0.3, offset = offset } }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = gap, sides = "positive",
             law = jounce.law.rigid{ restitution = r } }
  return model
end

local orbit = jounce.orbit{ model = function(w) return oscillator(w, 3) end, parameter = 8, parameter_name = "w",
                            period = function(w) return 2*math.pi/w end, settle = 60 }
local branch = jounce.continue{ orbit = orbit, from = 7.5, to = 9, detect = { "period_doubling" } }
local doubling
for _, point in ipairs(branch.special) do if point.kind == "period_doubling" and point.label == "(1, 1)" then doubling = point end end
local curve = jounce.continue{ point = doubling, second = { model = oscillator, parameter = 3, from = 2, to = 3.2, name = "q" } }
local ending = curve.ends[1]
assert(ending.reason == "no further orbit", ending.reason)
local w, q = ending.why:match("^the impact speed goes to zero: the curve ends on a curve of grazings, near %(([%d.]+), ([%d.]+)%)$")
assert(w, ending.why)
local damped = 2*math.sqrt(k/m - (c/(2*m))^2)
local touching = (gap - offset/k)*math.sqrt((k - m*damped^2)^2 + (c*damped)^2)
-- Extrapolated linearly over a part of the curve whose curvature contributes 1e-3.
assert(math.abs(tonumber(w) - damped) < 2e-3 and math.abs(tonumber(q) - touching) < 2e-3, w .. ", " .. q .. " for " .. damped .. ", " .. touching)
assert(#curve < 60, #curve .. " points")

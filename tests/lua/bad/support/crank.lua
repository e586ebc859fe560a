-- A slider-crank without what joins rod and slider, for cases about joints.
local jounce = require "jounce"

local function crank()
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank", mass = 1, inertia = 1e-3, points = { A = { 0.05, 0 } } }
  m:body{ name = "rod", mass = 1, inertia = 1e-2, points = { A = { -0.15, 0 }, C = { 0.15, 0 } } }
  m:body{ name = "slider", mass = 1, inertia = 1e-3 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  return m
end

return crank

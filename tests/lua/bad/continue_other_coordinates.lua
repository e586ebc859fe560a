-- expect: 1 8: continue: the models of one parameter must have the same coordinates and gaps, got 'second.ux' at only one of two values
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local function grows(w)
  return oscillator(w, nil, function(m) if w > 1.65 then m:point{ name = "second", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
    m:spring{ from = "second", direction = { 1, 0, 0 }, stiffness = 1 } end end)
end
local orbit = jounce.orbit{ model = grows, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.2, to = 2 }

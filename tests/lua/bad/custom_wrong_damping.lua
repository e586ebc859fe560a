-- expect: 1 3: law.custom: 'force' returns a wrong dF/drate: 3.4 N s/m at delta = 1.3e-09 m, rate = 0.017 m/s, impact speed 0.017 m/s, where differences of its force give 6.8
local jounce = require "jounce"
local function force(delta, rate)
  return 1e6*delta + 200*rate*math.abs(rate), 1e6, 200*math.abs(rate)   -- the factor 2 is missing
end
local law = jounce.law.custom{ force = force }
print(law.kind)

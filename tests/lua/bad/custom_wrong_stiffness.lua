-- expect: 1 4: law.custom: 'force' returns a wrong dF/ddelta: 36.0555 N/m at delta = 1.3e-09 m, rate = 0 m/s, impact speed 1 m/s, where differences of its force give 54.0833
local jounce = require "jounce"
local k, c = 1e6, 50
local law = jounce.law.custom{ force = function(delta, rate)
  return k*delta^1.5*(1 + c*rate), k*delta^0.5*(1 + c*rate), k*delta^1.5*c end }
print(law.kind)

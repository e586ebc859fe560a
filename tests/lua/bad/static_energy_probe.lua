-- expect: 1 3: static: 'energy.kinetic' is known to runs only, an equilibrium keeps no energy account
local jounce, block = require "jounce", require "support.block"
jounce.static(block(), { probes = { "energy.kinetic" } })

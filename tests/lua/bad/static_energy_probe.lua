-- expect: 1 3: static: 'energy.kinetic' is only available in runs, an equilibrium has no energy account
local jounce, block = require "jounce", require "support.block"
jounce.static(block(), { probes = { "energy.kinetic" } })

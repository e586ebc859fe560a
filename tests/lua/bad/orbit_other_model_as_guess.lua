-- expect: 1 4: orbit: 'guess' (state at the end of a run, at t = 0, of model 'block') has no coordinate 'mass.ux', which model 'oscillator' has
local jounce, oscillator, block = require "jounce", require "support.impact_oscillator", require "support.block"
local run = jounce.run(block(), { duration = 1e-3, step = 1e-5, method = jounce.method.newmark{} })
jounce.orbit{ model = oscillator, parameter = 1.6, period = 2*math.pi/1.6, guess = run:state() }

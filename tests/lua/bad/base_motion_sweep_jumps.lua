-- expect: 1 5: model.base_motion: 'displacement' must be a signal without jumps in its value and its slope; the value jumps from 0 to 0.001 at t = 0.5 s; give an 'acceleration' instead
local jounce, block = require "jounce", require "support.block"
local model = block()
local sweep = jounce.signal.sweep{ amplitude = 1e-3, from_frequency = 5, to_frequency = 50, duration = 2, start = 0.5, phase = math.pi/2 }
model:base_motion{ direction = { 1, 0, 0 }, displacement = sweep }

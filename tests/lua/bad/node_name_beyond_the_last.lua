-- expect: 1 5: model.fix: 'node' must be a node of the model, got 'shaft[23]'; the last node of its name is 'shaft[22]'
local jounce = require "jounce"
local model = jounce.model{ name = "shaft" }
model:beam{ name = "shaft", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 21, section = jounce.section.rectangle{ width = 0.02, height = 0.01 }, material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7850 } }
model:fix{ node = "shaft[23]" }

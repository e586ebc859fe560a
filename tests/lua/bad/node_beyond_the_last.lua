-- expect: 1 7: the list of nodes of beam 'shaft' has elements 1 to 5; there is no 6
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
local shaft = model:beam{
  name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 4, section = jounce.section.circle{ diameter = 0.1 },
  material = jounce.material{ E = 207e9, nu = 0.3, density = 7850 } }
model:gap{ node = shaft.nodes[6], direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hooke{ stiffness = 1e6 } }

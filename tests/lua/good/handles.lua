-- Handles and names: fields, text, equality, joining into probes, lists that know their ends.
local jounce = require "jounce"

local model = jounce.model{ name = "shaft" }
local shaft = model:beam{
  name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 2, section = jounce.section.circle{ diameter = 0.1 },
  material = jounce.material{ E = 207e9, nu = 0.3, density = 7850 },
}
assert(tostring(model) == "model 'shaft'" and model.name == "shaft")
assert(shaft.name == "shaft" and shaft.type == "beam" and tostring(shaft) == "beam 'shaft'")
assert(#shaft.nodes == 3 and shaft.nodes[2].name == "shaft[2]" and tostring(shaft.nodes[2]) == "node 'shaft[2]'")
assert(shaft.nodes[2] .. ".ux" == "shaft[2].ux")
assert(not pcall(function() return shaft.nodes[4] end))        -- nil would end a list of nodes without a word
local count = 0
for i, node in ipairs(shaft.nodes) do
  count = count + 1
  assert(node == shaft.nodes[i])
end
assert(count == 3)
assert(not pcall(function() return shaft.nodes[0] end))
assert(not pcall(function() return shaft.node end))
assert(not pcall(function() shaft.name = "other" end))
assert(shaft.nodes[1] ~= shaft.nodes[2])

-- Nothing that is handed out lets the handle be changed.
local fields = {}
for key, value in pairs(shaft) do fields[key] = value end
assert(fields.name == "shaft" and fields.type == "beam" and fields.nodes == shaft.nodes)
local _, state = pairs(shaft)
assert(state == nil)
assert(not pcall(function() shaft.nodes[1] = "other" end))
assert(not pcall(table.insert, shaft.nodes, "other"))
assert(not pcall(table.remove, shaft.nodes))
count = 0
for i, node in pairs(shaft.nodes) do
  count = count + 1
  assert(node == shaft.nodes[i])
end
assert(count == 3 and #shaft.nodes == 3)
assert(select("#", table.unpack(shaft.nodes)) == 3)
local step = pairs(shaft)
assert(not pcall(step, nil, "no key of it"))
model:load{ nodes = shaft.nodes, direction = { 1, 0, 0 }, force = 1 }     -- a list given out may be given back
model:load{ nodes = { table.unpack(shaft.nodes, 1, 2) }, direction = { 1, 0, 0 }, force = 1 }

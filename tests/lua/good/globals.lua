-- Strict globals leave Lua's own names, locals and modules beside the case alone.
local jounce = require "jounce"
local helper = require "support.helper"

assert(print and math.pi and string.format and os.time and io.write)
assert(helper.twice(2) == 4)
assert(jounce.version:match "^%d+%.%d+%.%d+$")
assert(jounce.si.mm == 1e-3 and jounce.si.g_per_cm3 == 1000)
local units = {}
for name, factor in pairs(jounce.si) do units[name] = factor end
assert(units.mm == 1e-3 and units.rpm == jounce.si.rpm)
for name, part in pairs(jounce) do assert(jounce[name] == part) end
local ok, message = pcall(function() return undeclared end)    -- luacheck: ignore
assert(not ok and message == "good/globals.lua:13: global: 'undeclared' is not declared", message)
ok, message = pcall(jounce.law.hertz, { stifness = 1 })
assert(not ok and message == "good/globals.lua:15: law.hertz: unknown key 'stifness'; did you mean 'stiffness'? Known are stiffness, exponent", message)
assert(rawget(_G, "undeclared") == nil)

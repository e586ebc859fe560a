-- Strict globals leave Lua's own names, locals and modules beside the case alone.
local jounce = require "jounce"
local helper = require "support.helper"

assert(print and math.pi and string.format and os.time and io.write)
assert(helper.twice(2) == 4)
assert(jounce.version:match "^%d+%.%d+%.%d+$")
assert(jounce.si.mm == 1e-3 and jounce.si.g_per_cm3 == 1000)
local ok, message = pcall(function() return undeclared end)    -- luacheck: ignore
assert(not ok and message == "good/globals.lua:9: global: 'undeclared' is not declared", message)
ok, message = pcall(jounce.law.hertz, { stifness = 1 })
assert(not ok and message == "good/globals.lua:11: law.hertz: unknown key 'stifness'; did you mean 'stiffness'?", message)
assert(rawget(_G, "undeclared") == nil)

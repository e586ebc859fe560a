-- expect: 1 8: law.custom: 'force': an error was raised with a table whose __tostring gives a table (called with 1.2e-06, 0, 1)
local jounce = require "jounce"
local m = jounce.model{ name = "x" }
m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:initial{ node = "p", velocity = { 1, 0, 0 } }
m:gap{ name = "g", node = "p", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.custom{ force = function(x)
  if x > 1e-6 then
    error(setmetatable({}, { __tostring = function() return {} end }))
  end
  return 1e6*x
end } }
jounce.run(m, { method = jounce.method.newmark{}, step = 1e-5, duration = 0.1 })

-- jounce.plot: one panel and several, every style, categories, logarithmic axes, gaps.
local jounce = require "jounce"

jounce.plot{ file = "one.svg", title = "one", x_label = "t [s]", y_label = "F [N]", x_scale = "logarithmic", y_from = 0, y_to = 5,
  curves = { { name = "a", x = { 1, 10, 100 }, y = { 1, 2, 3 } }, { name = "b", x = { 1, 10, 0 }, y = { 3, 0/0, 1 }, style = "both", dashed = true } } }
jounce.plot{ file = "two.png", columns = 2, panels = {
  { curves = { { x = { "hertz", "flores" }, y = { 1, 2 }, style = "points", size = 2 } } },
  { colour_label = "impacts", curves = { { x = { 0, 1, 0, 1 }, y = { 0, 0, 1, 1 }, colour = { 1, 2, 3, 4 }, style = "cells" } } },
  { equal = true, circle = 1, curves = { { x = { 0, 1 }, y = { 0, 1 }, colour = { 0, 1 }, style = "points" } } },
} }
local ok, message = pcall(jounce.plot, { file = "a.svg", curves = { { x = { 1 }, y = { 1, 2 } } } })
assert(not ok and message:find("plot.curves[1]: 'y' must have as many values as 'x', 1, got 2", 1, true), message)
ok, message = pcall(jounce.plot, { file = "a.svg", curves = {} })
assert(not ok and message:find("plot: 'curves' must be a list of curves { x = ..., y = ... }, got", 1, true), message)
ok, message = pcall(jounce.plot, { file = "a.svg", x_label = "x", panels = { { curves = { { x = { 1 }, y = { 1 } } } } } })
assert(not ok and message:find("plot: 'x_label' must be given in each panel if 'panels' is given", 1, true), message)
ok, message = pcall(jounce.plot, { file = "a.svg", y_scale = "logarithmic", y_from = 0, curves = { { x = { 1 }, y = { 1 } } } })
assert(not ok and message:find("plot: a logarithmic axis must begin above 0", 1, true), message)

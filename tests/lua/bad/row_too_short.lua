-- expect: 1 3: print_table: 'rows[2]' must have a cell for each of the 2 columns, got 1
local jounce = require "jounce"
jounce.print_table{ columns = { "a", "b" }, rows = { { 1, 2 }, { 3 } } }

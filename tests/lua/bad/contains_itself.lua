-- expect: 1 5: print_table: 'rows' is nested too deeply, or contains itself
local jounce = require "jounce"
local rows = {}
rows[1] = rows
jounce.print_table{ columns = { "a" }, rows = rows }

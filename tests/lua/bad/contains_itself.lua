-- expect: 1 5: print_table: 
local jounce = require "jounce"
local rows = {}
rows[1] = rows
jounce.print_table{ columns = { "a" }, rows = rows }

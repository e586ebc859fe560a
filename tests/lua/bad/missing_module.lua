-- expect: 1 2: module 'gears' not found:
local gears = require "gears"

-- expect: 1 3: reduced: 'file' nothing.jounce: cannot be read: No such file or directory
local jounce = require "jounce"
jounce.reduced "nothing.jounce"

-- expect: 1 3: model: 'name' must be a text without control characters, got 'two\nlines'
local jounce = require "jounce"
local model = jounce.model{ name = "two\nlines" }
print(model)

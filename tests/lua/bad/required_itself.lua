-- expect: 1 2: require: module 'required_itself' requires itself, directly or through another one
local m = require "required_itself"
print(m)

-- expect: 1 4: the mesh is too coarse
local function later(f) return coroutine.wrap(f) end
local f = later(function()
  later(function() error("the mesh is too coarse") end)()
end)
f()

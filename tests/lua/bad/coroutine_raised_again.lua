-- expect: 1 4: attempt to index a nil value (local 'mesh')
local co = coroutine.create(function()
  local mesh
  return mesh.size
end)
local ok, message = coroutine.resume(co)
if not ok then error(message, 0) end

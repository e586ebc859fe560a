-- Coroutines behave as Lua's own, but wrap hands errors on as they are.
local create, resume, wrap, yield, status = coroutine.create, coroutine.resume, coroutine.wrap, coroutine.yield, coroutine.status

local function said(f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok)
  return message
end

local function joined(...) return table.concat({ select("#", ...), ... }, " ") end

-- Values go in and out.
local co = create(function(a, b)
  local c = yield(a + b)
  local d, e = yield()
  return c, d, e
end)
assert(status(co) == "suspended")
assert(select("#", resume(co, 1, 2)) == 2)
assert(joined(select(2, resume(co, 7))) == "0")
local all = table.pack(resume(co, 8, 9))
assert(all.n == 4 and all[1] == true and all[2] == 7 and all[3] == 8 and all[4] == 9 and status(co) == "dead")
local ok, message = resume(co)
assert(not ok and message == "cannot resume dead coroutine")
local list = {}
for i in wrap(function() for i = 1, 3 do yield(i) end end) do list[#list + 1] = i end
assert(table.concat(list, " ") == "1 2 3")
assert(wrap(function(...) return joined(...) end)(1, 2, 3) == "3 1 2 3")

-- Yields pass through pcall and through coroutines within coroutines.
local outer = wrap(function()
  local inner = wrap(function() pcall(yield, "inner") error("inside", 0) end)
  yield(inner())
  assert(said(inner) == "inside")
  return "end"
end)
assert(outer() == "inner" and outer() == "end")

-- Errors: the value as it is, the place once.
local marked = setmetatable({}, { __tostring = function() return "marked" end })
assert(select(2, resume(create(function() error(marked) end))) == marked)
assert(said(wrap(function() error(marked) end)) == marked)
assert(said(wrap(function() error("deep") end)) == "good/coroutines.lua:43: deep")
assert(said(wrap(function() wrap(function() error("deep") end)() end)) == "good/coroutines.lua:44: deep")

-- What cannot be resumed.
local once = wrap(function() end)
once()
assert(said(once) == "cannot resume dead coroutine", said(once))
ok, message = pcall(function() once() end)
assert(not ok and message == "good/coroutines.lua:50: cannot resume dead coroutine", message)
co = create(function() return resume(co) end)
all = table.pack(resume(co))
assert(all.n == 3 and all[2] == false and all[3] == "cannot resume non-suspended coroutine")
assert(select(2, resume(create(function() return resume(coroutine.running()) end))) == false)
assert(said(resume, print):match "^bad argument #1 to '[%a.]+' %(coroutine expected")
assert(said(wrap, 1):match "^bad argument #1 to '[%a.]+' %(function expected")

-- A coroutine that fails closes what is to be closed; an error while closing is the one that comes out.
local closed = {}
local function closing(what, fails)
  return setmetatable({}, { __close = function() closed[#closed + 1] = what if fails then error("closing", 0) end end })
end
assert(said(wrap(function() local a <close> = closing "a" error("first", 0) end)) == "first")
assert(said(wrap(function() local b <close> = closing("b", true) error("first", 0) end)) == "closing")
assert(table.concat(closed, " ") == "a b")
co = create(function() local c <close> = closing "c" yield() end)
resume(co)
assert(coroutine.close(co) and status(co) == "dead" and closed[3] == "c")

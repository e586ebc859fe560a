-- expect: 1 2: an error was raised with a table whose __tostring gives a nil
error(setmetatable({}, { __tostring = function() return nil end }))

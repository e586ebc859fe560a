-- expect: 1 3: attempt to perform arithmetic on a nil value (local 'clearance')
local clearance
local half = clearance/2

-- expect: 1 2: no place
error("no place", 0)

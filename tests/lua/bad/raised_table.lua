-- expect: 1 2: an error was raised with a table instead of a message
error{ code = 3 }

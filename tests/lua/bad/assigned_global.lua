-- expect: 1 2: global: 'clearence' is not declared; write 'local clearence = ...'
clearence = 3e-3

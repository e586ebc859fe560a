-- A module beside a case.
return { twice = function(x) return 2*x end }

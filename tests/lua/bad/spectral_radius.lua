-- expect: 1 2: method.generalized_alpha: 'spectral_radius' must be in [0, 1], got 1.2
require "jounce".method.generalized_alpha{ spectral_radius = 1.2 }

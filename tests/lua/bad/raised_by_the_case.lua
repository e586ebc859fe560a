-- expect: 1 2: the mesh is too coarse
error("the mesh is too coarse")

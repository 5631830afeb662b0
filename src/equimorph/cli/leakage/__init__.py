"""The verbs of `equimorph leakage`: each module has one."""

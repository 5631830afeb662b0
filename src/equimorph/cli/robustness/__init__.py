"""The verbs of `equimorph robustness`: each module has one."""

"""Every way in which names can be read or rebound by reflection: one list, which trust in functions and modules rests on.

Local names are read through the frame of a call, or through the code object of a function (Python data model, 3.2.13). Some
built-ins work on the frame that calls them, under whatever name they are called. Names of a module, and built-in ones, are rebound
through the module object, or through its dictionary (4.2.2).
"""

from __future__ import annotations

CALLERS = frozenset({"locals", "vars", "dir", "eval", "exec", "breakpoint"})
"""Built-ins that see or set the names of whoever calls them. An alias of one does, too, and the call does not show it."""

REFLECTIVE = CALLERS | {"globals", "__builtins__", "settrace", "setprofile"}
"""Names that see or set names at run time, in the function that uses them."""

READERS = frozenset(
    {
        *("f_locals", "getargvalues", "capture_locals"),
        *("getgeneratorlocals", "getcoroutinelocals", "getasyncgenlocals"),
        *("getinnerframes", "getouterframes", "_current_frames"),
        *("co_varnames", "co_cellvars", "co_freevars", "getclosurevars"),
        *("settrace", "setprofile", "settrace_all_threads", "setprofile_all_threads", "call_tracing"),
        *("set_trace", "post_mortem", "breakpointhook"),
    }
)
"""Names through which a function reads local names of another one: its caller, its callee, a generator, or each function called."""

GETTERS = frozenset({"_getframe", "currentframe"})
"""Functions that return the frame of whoever calls them. As with `CALLERS`, an alias hides that."""

FRAMES = (
    READERS
    | GETTERS
    | {
        *("getframeinfo", "f_back", "f_code", "f_globals", "f_builtins", "tb_frame", "interact"),
        *("gi_frame", "gi_code", "cr_frame", "cr_code", "ag_frame", "ag_code"),
    }
)
"""Names that reach a frame, or read one."""

CODE = frozenset(
    {
        *(
            "getsource",
            "getsourcelines",
            "signature",
            "getcallargs",
            "getfullargspec",
            "__code__",
            "__closure__",
        ),
        *("co_consts", "co_code", "co_names"),
    }
)
"""Names that show the code of a function."""

RUN_TEXT = frozenset({"exec", "eval"})
"""Built-ins that run a text, which may do anything."""

IMPORTERS = frozenset({"import_module", "__import__", "reload", "resolve_name", "getmodule"})
"""Functions that return a module by its name, or by what is in it."""

MODULES = IMPORTERS | {
    *("globals", "__builtins__", "builtins", "__globals__", "f_globals", "f_builtins", "__self__"),
    *("exec_module", "load_module", "module_from_spec", "run_module", "run_path", "ModuleType", "__main__"),
    *("get_objects", "get_referrers", "get_referents", "pythonapi", "py_object"),
    *("mock", "mocker", "monkeypatch", "MonkeyPatch"),
}
"""Names that reach a module or its dictionary; `__self__` of a built-in function is the module of the built-in names."""

NAMESPACES = frozenset({"__dict__", "vars", "locals", "modules"})
"""Names that reach a module's dictionary or `sys.modules`, unless they are about the object ``self`` or ``cls``."""

SETTERS = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
"""Functions that bind an attribute by its name, and so a name of a module."""

BY_NAME = (
    RUN_TEXT | MODULES | {"getattr", "__getattribute__", "attrgetter", "methodcaller", "__dict__", "vars"}
)
"""Names with which a string can become one of the names above, as in ``getattr(builtins, "eval")``."""

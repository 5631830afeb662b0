"""Normal forms of code objects: two texts with one form behave alike, whatever their local variables are called.

Raw bytes of instructions are not equal after a local variable was renamed, since CPython sorts the cells of closures by name.
The form numbers local variables, cells and free variables by their first use, parameters first. It ignores what only people and
tracebacks see: lines, columns, the file's name, NOP instructions, constants that no instruction loads, the size of the stack.

It keeps what a program may observe: each instruction and its jumps, the exception table, constants with their types (``1``,
``True``, ``1.0``, ``-0.0`` and ``0.0`` are five constants), docstrings, ``__name__`` and ``__qualname__``, flags, defaults and
annotations, names of globals and attributes, names of variables in class and module bodies, and the names of parameters that a
call may give by keyword. Names of positional-only parameters, of ``*args`` and of ``**kwargs`` cannot be given, and count as
local ones. A function that looks at names of variables at run time (``locals``, ``eval``, ``__code__``, frames ...) keeps them
all, and so do the functions around it and in it; where anything in the text hands on what looks at them, as in ``L = locals``, all
functions do. Not kept: the words of an ``UnboundLocalError``, and what others see of a frame or a ``__code__``.

This module imports the standard library alone, and runs in any interpreter of `VERSIONS`: a child process reads it as a file.
"""

from __future__ import annotations

import dis
import hashlib
import struct
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any, Literal

__all__ = ["VERSIONS", "Nested", "digest", "same_code"]

VERSIONS = ((3, 11), (3, 12), (3, 13))
"""The versions of CPython whose instructions are known here."""

Nested = Literal["by keyword", "by position"]
"""The calls of nested functions: if by position alone, their parameters' names count as local ones."""

_REVEALING = frozenset(
    {
        *("locals", "vars", "dir", "eval", "exec", "breakpoint", "settrace", "setprofile"),
        *("_getframe", "_current_frames", "currentframe", "f_locals", "f_code", "tb_frame"),
        *("gi_frame", "cr_frame", "ag_frame", "gi_code", "cr_code", "ag_code"),
        *("__code__", "__closure__", "co_varnames", "co_cellvars", "co_freevars", "getclosurevars"),
        *("signature", "getfullargspec", "getargvalues", "getcallargs"),
    }
)
"""Names of what shows names of local variables."""
_DATA = frozenset(
    {
        *("f_locals", "f_code", "tb_frame", "gi_frame", "cr_frame", "ag_frame", "gi_code", "cr_code"),
        *("ag_code", "__code__", "__closure__", "co_varnames", "co_cellvars", "co_freevars"),
    }
)
"""Those that are attributes to read, and nothing to call."""
_LOOKING_UP = frozenset(
    {
        *("getattr", "attrgetter", "methodcaller", "builtins", "__builtins__", "__dict__"),
        *("__getattribute__", "__import__", "import_module", "modules", "globals", "vars"),
    }
)
"""Names of what finds something by a string."""
_OPTIMIZED, _VARARGS, _VARKEYWORDS = 0x1, 0x4, 0x8
_SHIFTS: dict[tuple[int, int], dict[str, int]] = {
    (3, 11): {"LOAD_GLOBAL": 1},
    (3, 12): {"LOAD_GLOBAL": 1, "LOAD_ATTR": 1, "LOAD_SUPER_ATTR": 2},
    (3, 13): {"LOAD_GLOBAL": 1, "LOAD_ATTR": 1, "LOAD_SUPER_ATTR": 2},
}
"""The number of the argument's low bits that are flags, and not part of a name's number."""
_PAIRS = {
    "LOAD_FAST_LOAD_FAST": ("LOAD_FAST", "LOAD_FAST"),
    "STORE_FAST_LOAD_FAST": ("STORE_FAST", "LOAD_FAST"),
    "STORE_FAST_STORE_FAST": ("STORE_FAST", "STORE_FAST"),
}
_BY_NAME = frozenset({"LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})  # they ask the class's namespace first
_JUMPS = frozenset([*dis.hasjrel, *dis.hasjabs])
_CONSTANTS, _NAMES, _VARIABLES = (
    frozenset(dis.hasconst),
    frozenset(dis.hasname),
    frozenset([*dis.haslocal, *dis.hasfree]),
)


def same_code(left: CodeType, right: CodeType, nested: Nested = "by keyword") -> bool:
    """Return whether two code objects of this interpreter have one normal form.

    Raises:
        NotImplementedError: the instructions of this interpreter are not known here.
    """
    return left is right or digest(left, nested) == digest(right, nested)


def digest(code: CodeType, nested: Nested = "by keyword") -> str:
    """Return the SHA-256, in hexadecimal digits, of the normal form of a code object of this interpreter.

    Args:
        code: Code of a module, a class or a function.
        nested: "by position" lets functions inside of functions differ in the names of parameters; that no call gives them by
            keyword is for the caller to know.

    Raises:
        NotImplementedError: the instructions of this interpreter are not known here.
    """
    if sys.implementation.name != "cpython" or sys.version_info[:2] not in VERSIONS:
        raise NotImplementedError(
            f"code objects of {sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]} are not known"
        )
    return _Form(code, nested, is_inside=False, is_literal=_hands_on(code)).digest


@dataclass(frozen=True)
class _Step:
    """An instruction of the form.

    Attributes:
        offset: Offset in bytes of the first instruction that it stands for.
        name: Name of the instruction.
        kind: Kind of the argument.
        argument: A name, names, a constant, a number, or the offset of its jump target.
    """

    offset: int
    name: str
    kind: Literal["variable", "closure", "constant", "name", "jump", "number"]
    argument: Any


class _Form:
    """The normal form of one code object.

    Args:
        nested: see `digest`.
        is_inside: whether a function is around it.
        is_literal: whether it keeps the names of variables, whatever is in it.

    Attributes:
        digest: SHA-256 of the form.
        frees: the free variables in the order of the form.
    """

    def __init__(self, code: CodeType, nested: Nested, *, is_inside: bool, is_literal: bool) -> None:
        self._code, self._nested = code, nested
        self._is_function = bool(code.co_flags & _OPTIMIZED)
        self._is_inside = is_inside
        self._is_literal = is_literal or (self._is_function and _reveals(code))
        self._inner: dict[int, _Form] = {}
        steps = list(_closures(_steps(code)))
        self._kept = {step.argument for step in steps if step.name in _BY_NAME}
        self._numbers: dict[str, int] = {}
        parameters = self._parameters()
        body = tuple(self._step(step, steps) for step in _without_lines(code, steps))
        for name in sorted({*code.co_cellvars, *code.co_freevars}):  # those that no instruction uses
            self._number(name)
        self.frees = tuple(sorted(code.co_freevars, key=self._number))
        form = (
            *(code.co_name, code.co_qualname, code.co_flags, _docstring(code), parameters, body),
            _handlers(code, steps),
            tuple(sorted(self._number(name) for name in code.co_cellvars)),
            tuple(self._number(name) for name in self.frees),
        )
        self.digest = hashlib.sha256(ascii(form).encode()).hexdigest()

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    def _variable(self, name: str) -> tuple[int, str | None]:
        """Return the number of a variable, and its name where that counts."""
        keeps = self._is_literal or name in self._kept or "." in name or name.startswith("__")
        return self._number(name), name if keeps else None

    def _parameters(self) -> tuple[Any, ...]:
        """Return the parameters, which get the first numbers, with the names that count."""
        code = self._code
        count = code.co_argcount + code.co_kwonlyargcount
        stars = bool(code.co_flags & _VARARGS) + bool(code.co_flags & _VARKEYWORDS)
        by_position = self._nested == "by position" and self._is_inside
        first_named = code.co_argcount if by_position else code.co_posonlyargcount
        variables = [self._variable(name) for name in code.co_varnames[: count + stars]]
        named = [
            code.co_varnames[at] if first_named <= at < count else name
            for at, (_, name) in enumerate(variables)
        ]
        return code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount, *named

    def _step(self, step: _Step, steps: list[_Step]) -> tuple[Any, ...]:
        if step.kind == "variable":
            return step.name, *self._variable(step.argument)
        if step.kind == "closure":
            inner, cells = step.argument
            order = self._of(inner).frees
            return step.name, *[self._variable(cells[inner.co_freevars.index(name)]) for name in order]
        if step.kind == "constant":
            return step.name, self._constant(step.argument)
        if step.kind == "jump":
            return step.name, _index(steps, step.argument)
        return step.name, step.argument

    def _of(self, code: CodeType) -> _Form:
        """Return the form of a code object inside of this one."""
        found = self._inner.get(id(code))
        if found is None:
            is_inside = self._is_inside or self._is_function
            literal = self._is_literal
            found = _Form(code, self._nested, is_inside=is_inside, is_literal=literal)
            self._inner[id(code)] = found
        return found

    def _constant(self, value: object) -> tuple[Any, ...]:
        """Return a constant with its type, so that equal ones are alike in all that a program can see."""
        kind = type(value).__name__
        if isinstance(value, CodeType):
            return kind, self._of(value).digest
        if isinstance(value, tuple):
            return kind, *[self._constant(one) for one in value]
        if isinstance(value, frozenset):
            return kind, *self._items(value)
        if isinstance(value, float):
            return kind, struct.pack(">d", value)
        if isinstance(value, complex):
            return kind, struct.pack(">dd", value.real, value.imag)
        if isinstance(value, int):
            return kind, hex(value)  # decimal digits of a long one are an error
        return kind, ascii(value)

    def _items(self, value: frozenset[object]) -> list[tuple[Any, ...]]:
        """Return the items in the order of iteration if it is the same in each run, which holds for numbers."""
        items = [self._constant(one) for one in value]
        return items if all(isinstance(one, int | float | complex) for one in value) else sorted(items)


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (one for one in code.co_consts if isinstance(one, CodeType))


def _reveals(code: CodeType) -> bool:
    """Return whether a function, or one in it, may look at names of variables."""
    return not _REVEALING.isdisjoint(code.co_names) or any(map(_reveals, _inner(code)))


def _hands_on(code: CodeType) -> bool:
    """Return whether a code object, or one in it, may give what looks at names of variables another name.

    It does not if it calls it at once, or imports it under its own name. A string counts if it may be the name of an attribute.
    """
    texts = set(_texts(code.co_consts))
    if not _REVEALING.isdisjoint(texts) and not _LOOKING_UP.isdisjoint(code.co_names):
        return True
    if not _REVEALING.isdisjoint(code.co_names) and any(_aliased(code)):
        return True
    return any(map(_hands_on, _inner(code)))


def _texts(constants: Iterable[object]) -> Iterator[str]:
    for one in constants:
        if isinstance(one, str):
            yield one
        elif isinstance(one, tuple | frozenset):
            yield from _texts(one)


def _aliased(code: CodeType) -> Iterator[bool]:
    """Yield for each use of a revealing name whether it may get another name."""
    steps = list(_steps(code))
    for before, step, after in zip([None, *steps], steps, [*steps[1:], None], strict=False):
        if (
            step.kind != "name"
            or step.argument[0] not in _REVEALING - _DATA
            or step.name.startswith(("STORE", "DELETE"))
        ):
            continue
        if step.name == "IMPORT_FROM":
            stored = after.argument if after is not None and after.name.startswith("STORE") else None
            yield step.argument[0] != (stored[0] if isinstance(stored, tuple) else stored)
        else:
            # What is called at once has a NULL below it: as a flag of the step, or of the name whose attribute it is; or a step
            # before it, since 3.13 behind it.
            near = before if sys.version_info < (3, 13) else after
            called = (
                step.name == "LOAD_METHOD"
                or step.argument[1] & 1
                or (near is not None and near.name == "PUSH_NULL")
            )
            if step.name == "LOAD_ATTR" and before is not None and before.kind == "name":
                called = called or before.argument[1] & 1
            # An assignment expression binds it, too.
            yield not called or (after is not None and after.name == "COPY")


def _docstring(code: CodeType) -> str | None:
    """Return the docstring of a function; in classes and modules it is stored by instructions."""
    first = code.co_consts[0] if code.co_consts else None
    return first if code.co_flags & _OPTIMIZED and isinstance(first, str) else None


def _steps(code: CodeType) -> Iterator[_Step]:
    """Yield the instructions that do something, pairs of them one by one."""
    shifts = _SHIFTS[sys.version_info[:2]]
    is_prologue = True
    # Without the constants, whose texts nobody needs: those of long numbers are an error.
    for one in dis.get_instructions(code.replace(co_consts=(None,) * len(code.co_consts))):
        if one.opname == "RESUME":
            is_prologue = False
        if one.opname in ("EXTENDED_ARG", "NOP") or (
            is_prologue and one.opname in ("MAKE_CELL", "COPY_FREE_VARS")
        ):
            continue
        if one.opname in _PAIRS:
            for name, variable in zip(_PAIRS[one.opname], one.argval, strict=True):
                yield _Step(one.offset, name, "variable", variable)
        elif one.opcode in _VARIABLES:
            # A load that the compiler proved to be safe, and one that checks, do the same.
            name = "LOAD_FAST" if one.opname == "LOAD_FAST_CHECK" else one.opname
            yield _Step(one.offset, name, "variable", one.argval)
        elif one.opcode in _CONSTANTS and one.arg is not None:
            yield _Step(one.offset, one.opname, "constant", code.co_consts[one.arg])
        elif one.opcode in _NAMES and one.arg is not None:
            number, flags = divmod(one.arg, 1 << shifts.get(one.opname, 0))
            yield _Step(one.offset, one.opname, "name", (code.co_names[number], flags))
        elif one.opcode in _JUMPS:
            yield _Step(one.offset, one.opname, "jump", one.argval)
        else:
            yield _Step(one.offset, one.opname, "number", one.arg)


def _closures(steps: Iterator[_Step]) -> Iterator[_Step]:
    """Yield the steps, merging the ones that build the cells of a function, since their order follows the names."""
    held: list[_Step] = []
    for step in steps:
        held.append(step)
        if (
            step.kind != "constant"
            or not isinstance(step.argument, CodeType)
            or not step.argument.co_freevars
        ):
            continue
        size = len(step.argument.co_freevars)
        loads, build = held[-size - 2 : -2], held[-2] if len(held) > 1 else None
        if build is None or (build.name, build.argument) != ("BUILD_TUPLE", size):
            continue
        if len(loads) == size and all(load.name in ("LOAD_CLOSURE", "LOAD_FAST") for load in loads):
            cells = tuple(load.argument for load in loads)
            held[-size - 2 : -1] = [
                _Step(loads[0].offset, "LOAD_CLOSURES", "closure", (step.argument, cells))
            ]
    yield from held


def _without_lines(code: CodeType, steps: list[_Step]) -> Iterator[_Step]:
    """Yield the steps without what a class has of its lines, and with its attributes in a fixed order (both since Python 3.13)."""
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        stored = after.argument[0] if after is not None and after.name == "STORE_NAME" else None
        if stored == "__firstlineno__" and step.argument == code.co_firstlineno:
            yield replace(step, argument=None)
        elif stored == "__static_attributes__" and isinstance(step.argument, tuple):
            yield replace(step, argument=tuple(sorted(step.argument)))
        else:
            yield step


def _index(steps: list[_Step], offset: int) -> int:
    """Return the number of the first step at an offset or after it."""
    return bisect_left(steps, offset, key=lambda step: step.offset)


def _handlers(code: CodeType, steps: list[_Step]) -> tuple[tuple[int, ...], ...]:
    """Return the exception table by numbers of steps."""
    found = []
    for entry in dis.Bytecode(code).exception_entries:  # type: ignore[attr-defined]  # since Python 3.11
        start, end, target = (_index(steps, offset) for offset in (entry.start, entry.end, entry.target))
        if start < end:
            found.append((start, end, target, entry.depth, int(entry.lasti)))
    return tuple(found)

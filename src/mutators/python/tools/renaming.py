"""Sound renaming of a variable of a Python function, and its undo in an edited text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import libcst as cst

from mutators.lines import OffsetMap, map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from mutators.naming import SCHEMES
from mutators.python.match import PythonMatch
from mutators.python.tools.names import NAMES, name_request
from mutators.undo.alignment import Alignment
from mutators.undo.patch import Patch
from parsers.python.function import Function, functions_of
from parsers.python.names.bindings import Variable
from parsers.source import SourceFile

__all__ = ["Renamed", "declared_in", "edits", "obstacle", "restore", "same_member"]

_CALL_POSITIONALLY = {"sorted": "key", "min": "key", "max": "key", "map": "", "filter": ""}
"""Built-ins that call a function with positions alone: the name of the argument that is the function; "" for the first one."""
_FIXED = {
    "import": "an import names it",
    "function": "a def names it, and the function knows its name",
    "class": "a class statement names it, and the class knows its name",
    "type parameter": "it is a type parameter",
}


class Renamed(PythonMatch):
    """A variable that is to get a name, or lends it, by a naming scheme. Its site is its first occurrence."""

    def __init__(self, method: Function, variable: Variable, scheme: str) -> None:
        super().__init__(method, variable.occurrences[0].node, scheme=scheme)
        self.variable = variable
        self.scheme = scheme

    def new_name(self, rng: Random) -> str:
        """Return a name for a variable that is to replace this one, by the scheme, fresh in the member."""
        scheme = rng.choice(SCHEMES) if self.scheme == "any" else self.scheme
        request = name_request(self.variable.name, _type_of(self.method, self.variable))
        return NAMES.fresh_name(request, scheme, self.method.scopes.identifiers, rng)


def _type_of(function: Function, variable: Variable) -> str | None:
    """Return the class of the value that a variable gets first, if it is proven."""
    node = variable.occurrences[0].node
    target = function.parent(node)
    above = function.parent(target) if isinstance(target, cst.AssignTarget) else None
    return function.types.of(above.value) if isinstance(above, cst.Assign) else None


def declared_in(function: Function) -> Iterator[Variable]:
    """Yield the variables of a function that may get another name: not its own parameters that may be passed by name, nor names
    that an import, `def` or `class` gives, nor those of class bodies."""
    for variable in function.scopes.variables:
        if variable.scope.kind not in ("function", "lambda", "comprehension"):
            continue
        if variable.scope.node is function.node and variable.parameter_kind in ("positional", "keyword-only"):
            continue
        if all(occurrence.role in _FIXED for occurrence in variable.writes):
            continue
        yield variable


def obstacle(function: Function, variable: Variable) -> str | None:
    """Return why a variable cannot be renamed soundly, or None."""
    if variable.name.startswith("__"):
        return "a class may mangle its name, or it has a meaning of its own"
    for occurrence in variable.occurrences:
        if occurrence.role in _FIXED:
            return _FIXED[occurrence.role]
        if occurrence.role == "annotation":
            return "an annotation names it"
        if occurrence.scope.kind in ("class", "type"):
            return "a class body uses it"
        if _is_shown(function, occurrence.node):
            return "an f-string prints its name"
    return _called_by_name(function, variable) if variable.is_parameter else None


def _is_shown(function: Function, node: cst.CSTNode) -> bool:
    """Return whether a name is in a field such as ``{x=}`` (Python language reference, 2.4.3)."""
    return any(
        isinstance(around, cst.FormattedStringExpression) and around.equal is not None
        for around in function.around(node)
    )


def _called_by_name(function: Function, variable: Variable) -> str | None:
    """Return why a parameter's name may matter to callers, or None (Python language reference, 6.3.4)."""
    node = variable.scope.node
    assert isinstance(node, cst.FunctionDef | cst.Lambda)
    if isinstance(node, cst.FunctionDef) and node.decorators:
        return "a decorator may look at the names of parameters"
    if variable.parameter_kind in ("*", "**"):
        return None
    if node.params.star_kwarg is not None:
        return "a parameter beside ** takes arguments of any name"
    if variable.parameter_kind == "positional-only":
        return None
    called = _is_key(function, node) if isinstance(node, cst.Lambda) else _is_only_called(function, node)
    return None if called else "a caller may pass it by name"


def _is_key(function: Function, node: cst.Lambda) -> bool:
    """Return whether a lambda is an argument of a built-in that calls it with positions alone."""
    argument = function.parent(node)
    call = function.parent(argument) if isinstance(argument, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(argument, cst.Arg) or argument.star:
        return False
    if not isinstance(call.func, cst.Name) or not function.scopes.is_builtin(call.func):
        return False
    keyword = _CALL_POSITIONALLY.get(call.func.value)
    if keyword is None:
        return False
    return (
        argument.keyword.value == keyword
        if argument.keyword is not None
        else (keyword == "" and argument is call.args[0])
    )


def _is_only_called(function: Function, node: cst.FunctionDef) -> bool:
    """Return whether every use of a nested function is a call with positions alone."""
    variable = function.scopes.variable_of(node.name)
    if variable is None or variable.scope.kind != "function" or len(variable.writes) != 1 or variable.deletes:
        return False
    return all(_is_plain_call(function, use.node) for use in variable.reads)


def _is_plain_call(function: Function, name: cst.CSTNode) -> bool:
    call = function.parent(name)
    return (
        isinstance(call, cst.Call)
        and call.func is name
        and all(argument.keyword is None and argument.star != "**" for argument in call.args)
    )


def edits(variable: Variable, function: Function, new: str) -> Iterator[Edit]:
    """Yield the edits of all occurrences."""
    for occurrence in variable.occurrences:
        yield Edit(function.start_of(occurrence.node), occurrence.node.value, new)


# -- undo ----------------------------------------------------------------------------------------------------------------------


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Rename the mutated variable back in a patched mutant, in every occurrence, including those that the patch added.

    Raises:
        UndoConflict: it is not certain which variable it is, or the old name means something else there.
    """
    renamed = checked(mutation.edits)
    old, new = renamed[0].old, renamed[0].new
    patch = Patch(mutant, patched, mutation)
    offsets = OffsetMap(renamed)
    places = [offsets.to(edit.start) for edit in renamed]
    if not patch.parses:
        width = len(new.encode())
        targets = {p: patch.where(patch.alignment.inside(p, p + width).start) for p in places}
        return _restore_tokens(patched.data, patch.alignment, targets, old, new)
    functions = same_member(patch)
    found = [(f, v) for f in functions for v in f.scopes.variables if v.name == new]
    strangers = [(f, one.node) for f in functions for one in f.scopes.globals_() if one.node.value == new]
    if strangers or len(found) > 1:
        function, node = strangers[0] if strangers else (found[-1][0], found[-1][1].occurrences[0].node)
        region = (function.start_of(node), function.end_of(node))
        raise UndoConflict(f"it is not certain which {new!r} is the renamed variable", region)
    for use in patch.runs([new.encode()]):
        start = patch.tokens[use].start
        if not any(function.start <= start < function.end for function in functions):
            raise patch.conflict(f"the patch moved {new!r} out of its member", use, use)
    if not found:
        return patched.data  # the patch has removed the variable
    [(function, variable)] = found
    return _renamed_back(patched, function, variable, old)


def same_member(patch: Patch) -> list[Function]:
    """Return the functions of the patched text that hold something of the member which was mutated."""
    targets = [patch.where(index) for index in patch.member]
    kept = [patch.tokens[target].start for target in targets if target is not None]
    return [f for f in functions_of(patch.source) if kept and f.start <= kept[-1] and kept[0] < f.end]


def _restore_tokens(
    data: bytes, alignment: Alignment, targets: dict[int, int | None], old: str, new: str
) -> bytes:
    lost = [place for place, target in targets.items() if target is None]
    if lost:
        region = (lost[0], lost[0] + len(new.encode()))
        raise UndoConflict("the patch does not parse, and changed a use of the renamed variable", region)
    known = {target for target in targets.values() if target is not None}
    names = {old.encode(), new.encode()}
    same = {alignment.to(i) for i, token in enumerate(alignment.base) if token.text in names}
    for index, token in enumerate(alignment.theirs):
        if token.text in names and index not in same:
            text, region = token.text.decode(), (token.start, token.end)
            raise UndoConflict(f"the patch does not parse, so what its {text!r} means is unknown", region)
    return apply_edits(data, [Edit(alignment.theirs[i].start, new, old) for i in known])


def _renamed_back(patched: SourceFile, function: Function, variable: Variable, old: str) -> bytes:
    first = variable.occurrences[0].node
    region = (function.start_of(first), function.end_of(first))
    reason = function.untrusted or obstacle(function, variable)
    if reason is not None:
        raise UndoConflict(f"in the patched text {reason}", region)
    back = checked(edits(variable, function, old))
    result = apply_edits(patched.data, back)
    again = SourceFile(result, patched.path, patched.language)
    after = again.method_at(map_offset(back, function.start))
    if not isinstance(after, Function) or _bindings(function, back) != _bindings(after, ()):
        raise UndoConflict(f"in the patched text {old!r} means something else", region)
    return result


def _bindings(function: Function, moved: Iterable[Edit]) -> list[list[int]]:
    """Return where the occurrences of each variable of a function are, in bytes, after some edits."""
    to = OffsetMap(tuple(moved)).to
    return [
        [to(function.start_of(one.node)) for one in variable.occurrences]
        for variable in function.scopes.variables
    ]

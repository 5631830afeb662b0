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
from mutators.undo.matching import find
from mutators.undo.patch import Patch
from parsers.python.function import Function, functions_of
from parsers.python.names.bindings import Variable
from parsers.python.names.occurrences import normalised
from parsers.source import SourceFile

QUOTED = "a string has its name, and what reads the string may look the name up"
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

    def obstacle(self) -> str | None:
        """Return why the precondition does not hold; it is about all occurrences, in patterns and default values, too."""
        return self.refusal()

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
    that an import, `def` or `class` gives, nor names in class bodies."""
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
    if variable.name in function.scopes.quoted:
        return QUOTED
    for occurrence in variable.occurrences:
        if occurrence.role in _FIXED:
            return _FIXED[occurrence.role]
        if occurrence.role == "annotation":
            return "an annotation names it"
        if occurrence.scope.kind in ("class", "annotation"):
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
    if any(_is_annotated(function, one.node) for one in variable.writes):
        return "the annotations of the function have the parameter's name"
    if variable.parameter_kind in ("*", "**"):
        return None
    if node.params.star_kwarg is not None:
        return "a parameter beside ** takes arguments of any name"
    if variable.parameter_kind == "positional-only":
        return None
    called = _is_key(function, node) if isinstance(node, cst.Lambda) else _is_only_called(function, node)
    return None if called else "a caller may pass it by name"


def _is_annotated(function: Function, node: cst.CSTNode) -> bool:
    """Return whether a name is an annotated parameter's, which ``__annotations__`` keeps under the name (8.7)."""
    param = function.parent(node)
    return isinstance(param, cst.Param) and param.annotation is not None


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


def assumed(function: Function, variable: Variable) -> tuple[str, ...]:
    """Return the assumptions of a renaming where the module is unknown: that the built-in which calls a lambda is one."""
    node = variable.scope.node
    if (
        function.parsed.kind != "member"
        or variable.parameter_kind is None
        or not isinstance(node, cst.Lambda)
    ):
        return ()
    if variable.parameter_kind not in ("positional", "keyword-only"):
        return ()
    call = function.parent(function.parent(node))
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Name)
    return (f"the name {call.func.value} is the built-in one",)


def edits(variable: Variable, function: Function, new: str) -> Iterator[Edit]:
    """Yield the edits of all occurrences."""
    for occurrence in variable.occurrences:
        yield Edit(function.start_of(occurrence.node), occurrence.node.value, new)


# -- undo ----------------------------------------------------------------------------------------------------------------------


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Give all renamed variables, and a renamed function, their names back in a patched mutant, in every occurrence.

    Those that the patch added are included.

    Raises:
        UndoConflict: it is not certain what a name means, or an old name means something else there.
    """
    renamed = checked(mutation.edits)
    patch = Patch(mutant, patched, mutation)
    if not patch.parses:
        return patch.renamed_back(renamed)
    names = {edit.new: edit.old for edit in renamed}
    own = patch.method.name if patch.method is not None and patch.method.name in names else None
    functions = [Function.of(member) for member in patch.holders()]
    back = _function_back(patch, own, names[own]) if own is not None else []
    for new in names:
        kept = _kept(patch, renamed, new)
        if new != own and (found := _variable(patch, functions, new, kept)) is not None:
            back += edits(found[1], found[0], names[new])
    return _verified(patch, functions, checked(back))


def _kept(patch: Patch, renamed: Iterable[Edit], new: str) -> set[int]:
    """Return the byte offsets of a renamed variable's occurrences in the patched text, as far as they are there."""
    offsets, width = OffsetMap(tuple(renamed)), len(new.encode())
    places = [offsets.to(edit.start) for edit in renamed if edit.new == new]
    targets = [patch.where(patch.alignment.inside(place, place + width).start) for place in places]
    return {patch.tokens[target].start for target in targets if target is not None}


def _variable(
    patch: Patch, functions: list[Function], new: str, kept: set[int]
) -> tuple[Function, Variable] | None:
    """Return the variable of a new name in the patched text, None if the patch has removed it.

    Of several in different scopes, it is the only one that has something of it; the others are the patch's own.
    """
    found = [(f, v) for f in functions for v in f.scopes.variables if v.name == new]
    if len(found) > 1:
        own = [(f, v) for f, v in found if any(f.start_of(one.node) in kept for one in v.occurrences)]
        found = own if len(own) == 1 and not _copied(found, own[0][1]) else found
    strangers = [
        (f, one.node) for f in functions for one in f.scopes.globals_() if normalised(one.node.value) == new
    ]
    if strangers or len(found) > 1:
        function, node = strangers[0] if strangers else (found[-1][0], found[-1][1].occurrences[0].node)
        region = (function.start_of(node), function.end_of(node))
        raise UndoConflict(f"it is not certain which {new!r} is the renamed variable", region)
    for use in patch.runs([new.encode()]):
        start = patch.tokens[use].start
        if not any(function.start <= start < function.end for function in functions):
            raise patch.conflict(f"the patch moved {new!r} out of its member", use, use)
    if not found:
        return None
    [(function, variable)] = found
    reason = function.untrusted or obstacle(function, variable)
    if reason is not None:
        first = variable.occurrences[0].node
        region = (function.start_of(first), function.end_of(first))
        raise UndoConflict(f"in the patched text {reason}", region)
    return function, variable


def _copied(found: Iterable[tuple[Function, Variable]], own: Variable) -> bool:
    """Return whether another variable may be a copy of one: it belongs to a scope of the same kind."""
    return any(other is not own and other.scope.kind == own.scope.kind for _, other in found)


def _function_back(patch: Patch, new: str, old: str) -> list[Edit]:
    """Return the edits that give a function its name back, calls from other functions included; none if the patch renamed it."""
    functions = functions_of(patch.source)
    uses = [(f, one.node) for f in functions for one in f.scopes.globals_() if one.node.value == new]
    known = {function.start_of(node) for function, node in uses}
    declared = [f for f in functions if f.node.name.value == new and f.kind == "function"]
    for index in find(patch.tokens, [new.encode()]):
        if patch.tokens[index].start not in known or len(declared) != 1:
            raise patch.conflict(f"it is not certain that {new!r} is the renamed function", index, index)
    if declared:
        for index in find(patch.tokens, [old.encode()]):
            raise patch.conflict(f"the patch has another {old!r} than the renamed function", index, index)
    for function, node in uses:
        if function.untrusted is not None:
            region = (function.start_of(node), function.end_of(node))
            raise UndoConflict(f"in the patched text {function.untrusted}", region)
    return [Edit(place, new, old) for place in known]


def _verified(patch: Patch, functions: list[Function], back: tuple[Edit, ...]) -> bytes:
    """Return the patched text with the old names, if each means there what the new one meant."""
    result = apply_edits(patch.source.data, back)
    again = SourceFile(result, patch.source.path, patch.source.language)
    for function in functions:
        after = again.method_at(map_offset(back, function.start))
        if not isinstance(after, Function) or _bindings(function, back) != _bindings(after, ()):
            region = (function.start, function.end)
            raise UndoConflict("in the patched text an old name means something else", region)
    return result


def _bindings(function: Function, moved: Iterable[Edit]) -> list[list[int]]:
    """Return the byte offsets of each variable's occurrences in a function after some edits."""
    to = OffsetMap(tuple(moved)).to
    return [
        [to(function.start_of(one.node)) for one in variable.occurrences]
        for variable in function.scopes.variables
    ]

"""Sound renaming of a variable, and its undo in an edited text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

from mutators.java.match import JavaMatch
from mutators.java.tools.names import NAMES
from mutators.java.tools.patch import JavaPatch
from mutators.lines import OffsetMap, map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from mutators.naming import SCHEMES, NameRequest
from parsers.java import processors
from parsers.java.method import Method, method_at
from parsers.java.names.bindings import Declaration
from parsers.java.names.scopes import Scopes
from parsers.java.names.shadowing import (
    in_record,
    in_scope_at,
    is_constant_label,
    may_be_canonical_parameter,
    redeclares,
)
from parsers.java.names.written import type_name
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import WORDS
from parsers.source import SourceFile

_NAMED = frozenset({"local", "parameter", "lambda", "catch", "resource", "for", "foreach", "pattern"})
_APART = frozenset({"catch", "lambda"})
_PRIMITIVES = frozenset({"integral_type", "floating_point_type", "boolean_type"})


class Declared(JavaMatch):
    """The declaration of a local variable or parameter, which gets a name, or lends it, by a naming scheme."""

    def __init__(self, method: Method, declaration: Declaration, scheme: str) -> None:
        super().__init__(method, declaration.node, scheme=scheme)
        self.declaration = declaration
        self.scheme = scheme

    def new_name(self, rng: Random) -> str:
        """Return a name for a variable that is to replace this one, by the scheme, fresh in the member."""
        scheme = rng.choice(SCHEMES) if self.scheme == "any" else self.scheme
        request = NameRequest(self.declaration.name, *declared_type_name(self.method, self.declaration))
        return NAMES.fresh_name(request, scheme, taken_names(self.method), rng)


Kind = TypeVar("Kind", bound=Declared)


def declared_in(kind: type[Kind], method: Method, schemes: Iterable[str]) -> Iterator[Kind]:
    """Yield a match for each local variable and parameter of a method, and each scheme."""
    for declaration in method.scopes.declarations:
        if declaration.kind in _NAMED:
            for scheme in schemes:
                yield kind(method, declaration, scheme)


def obstacle(method: Method, declaration: Declaration) -> str | None:
    """Return why the variable cannot be renamed soundly, or None."""
    if declaration.kind == "parameter" and may_be_canonical_parameter(method, declaration):
        return "it may be a parameter of a record's canonical constructor, which must be named like the component"
    own = declaration.kind == "parameter" and declaration.frame is None
    if own and processors.builds(method.root, method.source.data):
        return "an annotation processor may make a builder with a method of its name"
    return unseen(method) or unresolved(method, declaration)


def unseen(method: Method) -> str | None:
    """Return why there may be variables in scope that the text does not show, or None: a new name could be one of theirs."""
    if method.kind == "compact-constructor" and not in_record(method):
        return "the parameters of the compact constructor are not in the text"
    if method.kind == "statements":
        return "the parameters of the method around the statements are not in the text"
    return None


def unresolved(method: Method, declaration: Declaration, scopes: Scopes | None = None) -> str | None:
    """Return why it is not certain that all references are known, or None.

    Args:
        method: The method.
        declaration: The variable.
        scopes: Scopes of the method that have it; by default all.
    """
    if not declaration.proven:
        return "the flow scope of the pattern variable is not proven"
    if declaration.kind == "pattern":
        after = declaration.node.start
        if any(node.start > after for node in (scopes or method.scopes).free(declaration.name)):
            return "the name is used where the pattern variable may or may not be in scope"
    if any(reference.uncertain for reference in declaration.references):
        return "a class body that uses it may inherit a field of that name"
    if any(
        ref.access == "label" and not is_constant_label(method, ref.node) for ref in declaration.references
    ):
        return "a case label of that name may be an enum constant"
    return None


def taken_names(method: Method) -> frozenset[str]:
    """Return the names that a variable of the method must not get (JLS 6.4)."""
    names = method.scopes.names
    if method.scopes.frames:
        # A class body has a synthetic field val$x for a captured x.
        names |= method.scopes.inherited | {name[4:] for name in names if name.startswith("val$")}
    if method.kind == "compact-constructor" and method.enclosing:
        names |= method.enclosing[0].fields.keys()
    return names


def declared_type_name(method: Method, declaration: Declaration) -> tuple[str | None, int]:
    """Return the simple name of the declared type, None where it is inferred and not certain, and the array dimensions."""
    node, dims = declaration.type_node, declaration.dims
    if declaration.inferred or node is None:
        type_ = method.types.of_declaration(declaration)
        return (type_.name.rpartition(".")[2] or None, type_.dims) if type_.name.isidentifier() else (None, 0)
    if node.type == "catch_type":
        types = [child for child in node.children if child.named]
        if len(types) != 1:
            return "Exception", dims
        node = types[0]
    while node.type in ("array_type", "annotated_type"):
        brackets = node.child("dimensions")
        dims += sum(child.type == "[" for child in brackets.children) if brackets is not None else 0
        node = node.child("element") or node.named_children()[-1]
    if node.type in _PRIMITIVES:
        return method.node_text(node), dims
    return type_name(node, method.source.data).rpartition(".")[2] or None, dims


def edits(declaration: Declaration, new: str) -> Iterator[Edit]:
    """Yield the edits of the declaration and all references."""
    yield Edit(declaration.node.start, declaration.name, new)
    for reference in declaration.references:
        yield Edit(reference.node.start, declaration.name, new)


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Rename the mutated variable back in a patched mutant, in every reference, including the patch's own.

    Raises:
        UndoConflict: it is not certain which variable it is, or the old name means something else there.
    """
    renamed = checked(mutation.edits)
    old, new = renamed[0].old, renamed[0].new
    patch = JavaPatch(mutant, patched, mutation)
    alignment = patch.alignment
    # The place of each renamed identifier in the mutant; the declaration is the site.
    offsets = OffsetMap(renamed)
    places = [offsets.to(edit.start) for edit in renamed]
    width = len(new.encode())
    targets = {p: alignment.to(alignment.inside(p, p + width).start) for p in places}
    if not patch.parses:
        return patch.renamed_back(renamed)
    methods = patch.holders()
    found = [
        (method, declaration)
        for method in methods
        for declaration in method.scopes_of(old, new).declarations
        if declaration.name == new and declaration.kind not in ("field", "component")
    ]
    free = [node for method in methods for node in method.scopes_of(old, new).free(new)]
    kept = {patch.tokens[target].start for target in targets.values() if target is not None}
    found = found if free else _own(patch, found, kept)
    if free or len(found) > 1:
        at = free[0] if free else found[-1][1].node
        raise UndoConflict(f"it is not certain which {new!r} is the renamed variable", (at.start, at.end))
    for use in patch.runs([new.encode()]):
        start = patch.tokens[use].start
        if not any(method.start <= start < method.end for method in methods):
            raise patch.conflict(f"the patch moved {new!r} out of its member", use, use)
    if not found:
        return patched.data  # the patch has removed the variable
    [(method, declaration)] = found
    return _renamed_back(patched, method, declaration, old)


def _own(
    patch: JavaPatch, found: list[tuple[Method, Declaration]], kept: set[int]
) -> list[tuple[Method, Declaration]]:
    """Return the variables of the new name that may be the renamed one, except the patch's own variables.

    The patch's own variables have another type or, if there are several, another kind, and no use of the renamed
    variable became a use of them.

    Args:
        patch: Patch of the mutant.
        found: The variables of the new name, each in its method.
        kept: Places of the declaration and the uses of the renamed variable in the patched text, as far as they are
            there.

    Raises:
        UndoConflict: one that the patch declares is in scope with the renamed one.
    """
    declared = patch.method.scopes.declared_at(patch.site) if patch.method is not None else None
    if patch.method is None or declared is None:
        return found
    type_ = _type_text(patch.method, declared)
    own, others = list[tuple[Method, Declaration]](), list[Declaration]()
    for method, one in found:
        differs = [one.kind != declared.kind, _type_text(method, one) != type_]
        places = {one.node.start, *(reference.node.start for reference in one.references)}
        is_other = not places & kept and (any(differs) if len(found) > 1 else all(differs))
        # Beside another one such a parameter never was another kind of variable. Alone, one of a lambda may have been a loop's.
        apart = _APART if len(found) > 1 else _APART - {"lambda"}
        is_other = is_other or (all(differs) and not {one.kind, declared.kind}.isdisjoint(apart))
        if is_other:
            others.append(one)
        else:
            own.append((method, one))
    if others and any(one.node.start not in kept for _, one in own):
        return found  # which is which is not certain: the declaration is not where it was
    for _, one in own:
        for other in others:
            if redeclares(one, other):
                region = (other.node.start, other.node.end)
                raise UndoConflict(f"the patch declares another {one.name!r}", region)
    return own


def _type_text(method: Method, declaration: Declaration) -> tuple[list[bytes], int]:
    """Return the tokens of the declared type, none where it is inferred, and the dimensions behind the name."""
    node = declaration.type_node
    text = "" if node is None else method.node_text(node)
    return [token.text for token in tokenize(text.encode())], declaration.dims


def _renamed_back(patched: SourceFile, method: Method, declaration: Declaration, old: str) -> bytes:
    region = (declaration.node.start, declaration.node.end)
    before = method.scopes_of(old, declaration.name)
    reason = method.untrusted or unresolved(method, declaration, before)
    if reason is not None:
        raise UndoConflict(f"in the patched text {reason}", region)
    back = checked(edits(declaration, old))
    result = apply_edits(patched.data, back)
    after: Method | None = method
    moves: tuple[Edit, ...] = ()
    if WORDS.isdisjoint((old, declaration.name)):  # then the tree stays as it is
        scopes = before.renamed(declaration, old)
    else:
        after, moves = method_at(patched.edited(result, patched.path), map_offset(back, method.start)), back
        scopes = before if after is None else after.scopes
    if after is None or bindings(before, moves) != bindings(scopes, ()):
        raise UndoConflict(f"in the patched text {old!r} means something else", region)
    start = map_offset(moves, declaration.node.start)
    restored = next(d for d in scopes.declarations if d.node.start == start)
    if any(redeclares(other, restored) for other in scopes.declarations):
        raise UndoConflict(f"the patch declares another {old!r}", region)
    # A record, enum or interface inside the member does not see its variables, but their names are in scope there.
    hidden = any(in_scope_at(node.start, restored) for node in scopes.free(old))
    reason = "its name is used where it cannot be" if hidden else unresolved(after, restored, scopes)
    if (
        reason is None
        and restored.kind == "parameter"
        and in_record(after)
        and may_be_canonical_parameter(after, restored)
    ):
        reason = "it is a parameter of a record's canonical constructor"
    if reason is not None:
        raise UndoConflict(f"after the renaming of {old!r} {reason}", region)
    return result


def bindings(scopes: Scopes, moved: tuple[Edit, ...]) -> list[tuple[int, list[int]]]:
    """Return the declarations of variables, each with its references, in bytes, after some edits."""
    to = OffsetMap(moved).to
    return [(to(d.node.start), [to(r.node.start) for r in d.references]) for d in scopes.declarations]

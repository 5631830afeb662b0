"""Restoration of the first variable in a patch of a mutant with a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mutators.java.new_variable.alias import may_be_constant
from mutators.java.tools.patch import JavaPatch, declaration_in, reference_at
from mutators.lines import OffsetMap
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from parsers.java.method import Method, method_at
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile


@dataclass(frozen=True)
class _Declared:
    """The tokens of the declaration that the mutation inserted, ``T new = old;``; numbers of tokens are counted in it."""

    words: tuple[bytes, ...]

    @property
    def name_token(self) -> int:
        """The number of the second variable's name."""
        return len(self.words) - 4

    @property
    def value_token(self) -> int:
        """The number of the first variable's name."""
        return len(self.words) - 2

    @property
    def last_token(self) -> int:
        """The number of the semicolon."""
        return len(self.words) - 1

    @property
    def new(self) -> bytes:
        """The name of the second variable."""
        return self.words[self.name_token]

    @property
    def old(self) -> bytes:
        """The name of the first variable."""
        return self.words[self.value_token]


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Replace every use of the second variable in a patched mutant by the first, including the patch's own, and drop the second.

    Raises:
        UndoConflict: the two may differ in the patched text, or a name means something else there.
    """
    patch = JavaPatch(mutant, patched, mutation)
    number, inserted = next((i, e.new) for i, e in enumerate(mutation.edits) if ";" in e.new)
    declared = _Declared(tuple(token.text for token in declaration_in(inserted)))
    runs = patch.declarations(inserted, number)
    uses = [use for use in patch.runs([declared.new]) if use - declared.name_token not in runs]
    if not runs:
        type_ = declared.words[: declared.name_token]
        uses = [use for use in uses if not patch.is_apart(use, type_)]
        if uses:
            name = declared.new.decode()
            raise patch.conflict(f"{name!r} is used, but its declaration is gone", uses[0], uses[0])
        return patched.data
    removals = patch.removals(runs, inserted)
    own = patch.own(number)[: len(declared.words)]
    if patch.parses:
        return _Resolved(patch, runs, declared, own).restored(removals, uses)
    _check_tokens(patch, declared, runs, own)
    old, new = declared.old.decode(), declared.new.decode()
    return apply_edits(patched.data, [*removals, *(Edit(patch.tokens[use].start, new, old) for use in uses)])


def _check_tokens(patch: JavaPatch, declared: _Declared, runs: list[int], own: range) -> None:
    """Check, where the patched text does not parse, that it has the two names where the mutant has them.

    Raises:
        UndoConflict: it has them elsewhere, or the first variable is declared in another way.
    """
    kept = {patch.where(i) for i in patch.member}
    for name in (declared.old, declared.new):
        for index in patch.runs([name]):
            if index not in kept:
                what = f"what its {name.decode()!r} means is unknown"
                raise patch.conflict(f"the patch does not parse, so {what}", index, index)
    first = _first_of(patch, own[declared.value_token])
    holder = first.type_node.parent if first is not None and first.type_node is not None else None
    changed = holder is not None and first is not None and not patch.keeps(holder.start, first.node.end)
    if len(runs) > 1 or changed:
        raise patch.lost("the patch does not parse, and changed or copied a declaration", own)


def _first_of(patch: JavaPatch, value: int) -> Declaration | None:
    """Return the first variable in the mutant, which the token of a number there names: the value of the second's declaration."""
    reference = reference_at(patch.method, patch.alignment.base[value])
    return reference.declaration if reference is not None else None


class _Resolved:
    """The second variables of a patched text that parses, each with its first."""

    def __init__(self, patch: JavaPatch, runs: list[int], declared: _Declared, own: range) -> None:
        self._patch = patch
        self._runs = runs
        self._declared = declared
        self._old, self._new = declared.old.decode(), declared.new.decode()
        self._method = method = self._one_method()
        self._own = own
        self._first: dict[Declaration, Declaration] = {}
        self._initial: set[int] = set()
        for run in runs:
            name, value = patch.tokens[run + declared.name_token], patch.tokens[run + declared.value_token]
            second = method.scopes.declared_at(name.start)
            reference = reference_at(method, value)
            if second is None or reference is None or reference.uncertain:
                raise self._conflict(f"{self._old!r} means something else now")
            self._first[second] = reference.declaration
            self._initial.add(value.start)
            statement = method.node_at(patch.tokens[run].start, patch.tokens[run + declared.last_token].end)
            if statement is None or _may_differ(second, reference.declaration, statement):
                raise self._conflict(f"in the patch {self._new!r} and {self._old!r} may differ")
            self._check_declarations(second, reference.declaration)

    def _conflict(self, reason: str) -> UndoConflict:
        return self._patch.conflict(reason, self._runs[0], self._runs[-1])

    def _one_method(self) -> Method:
        methods = [self._patch.method_at(run) for run in self._runs]
        method = methods[0]
        if method is None or any(other is not method for other in methods):
            raise self._conflict("the patch moved the new variable")
        return method

    def _check_declarations(self, second: Declaration, first: Declaration) -> None:
        """Check that the first variable can replace the second: its type, constants, captures (JLS 8.1.3)."""
        if second.kind != "local" or first.kind in ("field", "component"):
            raise self._conflict(f"{self._new!r} or {self._old!r} is a field now")
        spelling = self._method.spelling
        one, other = spelling.of(first), spelling.of(second)
        if not second.inferred and (one is None or other is None or one.text != other.text):
            raise self._conflict(f"in the patch {self._old!r} has another type")
        if first.final != second.final and (second.final or may_be_constant(self._method, first)):
            raise self._conflict(f"in the patch {self._old!r} is a constant where {self._new!r} is none")
        unwritable = first.final or first.captured or first.kind == "resource"
        if second.written and unwritable:
            raise self._conflict(f"in the patch {self._old!r} cannot be written")
        resource = any(
            r.node.parent is not None and r.node.parent.type == "resource" for r in second.references
        )
        if (second.captured or resource) and first.written and not self._set_as_before():
            raise self._conflict(f"in the patch {self._old!r} cannot be captured")

    def _set_as_before(self) -> bool:
        """Return whether the mutant captures the second variable, too, and sets the first by the same text."""
        method, base = self._patch.method, self._patch.alignment.base
        second = (
            method.scopes.declared_at(base[self._own[self._declared.name_token]].start)
            if method is not None
            else None
        )
        first = _first_of(self._patch, self._own[self._declared.value_token])
        if second is None or not second.captured or first is None:
            return False
        holder = first.type_node.parent if first.type_node is not None else None
        return self._patch.keeps(
            holder.start if holder is not None else first.node.start, base[self._own[-1]].end
        )

    def restored(self, removals: list[Edit], uses: list[int]) -> bytes:
        patch, scopes = self._patch, self._method.scopes
        references = {r.node.start: r for second in self._first for r in second.references}
        for use in uses:
            token = patch.tokens[use]
            known = references.get(token.start)
            node = self._method.node_at(token.start, token.end, "identifier")
            if known is None and node is not None and not scopes.is_expression_name(node):
                continue  # a method, field, label of that name
            if known is None and patch.declares(use, {second.node.start for second in self._first}):
                continue  # a variable of the patch's own
            if known is None or known.uncertain or known.access == "label":
                raise patch.conflict(f"it is not certain what {self._new!r} means", use, use)
        edits = checked([*removals, *(Edit(start, self._new, self._old) for start in references)])
        result = apply_edits(patch.source.data, edits)
        to = OffsetMap(edits).to
        again = method_at(patch.source.edited(result, patch.source.path), to(self._method.start))
        if again is None or self._expected(to) != _bindings(again):
            raise self._conflict(f"in the patched text {self._old!r} means something else")
        moved = {to(start) for start in references}
        if any(r.uncertain for d in again.scopes.declarations for r in d.references if r.node.start in moved):
            raise self._conflict(f"a class body that uses {self._new!r} may inherit a field {self._old!r}")
        return result

    def _expected(self, to: Callable[[int], int]) -> dict[int, list[int]]:
        """Return the places that each declaration's references must have, as byte offsets mapped by `to`."""
        expected: dict[int, list[int]] = {}
        for declaration in self._method.scopes.declarations:
            moved = [r for s, first in self._first.items() if first is declaration for r in s.references]
            starts = [r.node.start for r in (*declaration.references, *moved)]
            if declaration not in self._first:
                kept = sorted(to(start) for start in starts if start not in self._initial)
                expected[to(declaration.node.start)] = kept
        return expected


def _bindings(method: Method) -> dict[int, list[int]]:
    return {d.node.start: sorted(r.node.start for r in d.references) for d in method.scopes.declarations}


def _may_differ(second: Declaration, first: Declaration, statement: Node) -> bool:
    """Return whether some use behind the statement that declares the second variable may see another value than the first has."""
    writes = [r for r in first.references if r.access in ("write", "both")]
    if not writes and not second.written:
        return False
    block = statement.parent
    assert block is not None
    if block.type == "switch_block_statement_group" and block.parent is not None:
        block = block.parent
    if block.end != max(end for _, end in first.region):
        return True
    if second.written:
        return first.kind == "for" or any(r.node.start >= statement.end for r in first.references)
    return any(r.node.start >= statement.end for r in writes)

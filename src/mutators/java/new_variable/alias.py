"""A second variable with the value of a first: where it can take over the uses, and putting the first back in somebody's patch."""

from __future__ import annotations

from dataclasses import dataclass

from mutators.java.tools import insertion
from mutators.lines import map_offset
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked
from mutators.undo.patch import Patch, declaration_in, reference_at
from parsers.java.javac import BESIDE_CASE_GROUP, beside_case_group
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration, Reference, is_rethrown
from parsers.java.syntax.expressions import in_annotation
from parsers.java.syntax.statements import STATEMENT_LISTS, body_of, statements_of
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

__all__ = ["Alias", "plan", "restore"]

_BODIES = {
    "parameter": ("method_declaration", "constructor_declaration"),
    "lambda": ("lambda_expression",),
    "catch": ("catch_clause",),
    "foreach": ("enhanced_for_statement",),
    "for": ("for_statement",),
    "resource": ("try_with_resources_statement",),
}


@dataclass(frozen=True)
class Alias:
    """Where the second variable is declared, and which uses it takes over.

    Attributes:
        anchor: the statement behind which (`behind`) or before which it is declared.
        type_text: its type as it is written, `final` included where it must be a constant variable like the first.
        uses: the references that become its.
    """

    anchor: Node
    behind: bool
    type_text: str
    uses: tuple[Reference, ...]

    def edits(self, method: Method, old: str, new: str) -> list[Edit]:
        """The insertion of the declaration, and the uses renamed."""
        place = insertion.after if self.behind else insertion.before
        uses = [Edit(use.node.start, old, new) for use in self.uses]
        return insertion.merged(place(method, self.anchor, f"{self.type_text} {new} = {old};"), uses)


def plan(method: Method, declaration: Declaration) -> Alias | str:
    """How a second variable can take over the later uses of a variable, or why none can.

    Either no use that is left sees another value than a use that moves, since nothing writes the variable later; or all that
    is behind the second variable's declaration moves, writes too (JLS 4.12.4, 14.4.2, 16).
    """
    found = _home(method, declaration)
    if isinstance(found, str):
        return found
    anchor, behind, block = found
    start = anchor.end if behind else anchor.start
    later = [ref for ref in declaration.references if start <= ref.node.start < block.end]
    if declaration.kind != "for" and any(ref.node.start >= block.end for ref in declaration.references):
        if any(ref.access in ("write", "both") for ref in declaration.references):
            return "it is used outside of the block, and written"
        if block.type == "switch_block_statement_group":
            return "it is used in later groups of the switch"
    written = any(ref.access in ("write", "both") for ref in later)
    uses = tuple(ref for ref in later if _may_move(ref, written))
    if written and (len(uses) < len(later) or declaration.kind == "for"):
        return "it is written later, and not every use can move"
    if not uses:
        return "no later use can move"
    if beside_case_group(anchor):
        return BESIDE_CASE_GROUP
    type_text = _type_text(method, declaration, anchor)
    return (
        Alias(anchor, behind, type_text, uses) if type_text else "its type is not known or cannot be written"
    )


def _type_text(method: Method, declaration: Declaration, anchor: Node) -> str | None:
    final = "final " if declaration.final and _may_be_constant(method, declaration) else ""
    if declaration.inferred:
        # The type of a `var` is one that a `var` can have; that of a lambda's parameter may be another one (JLS 14.4.1, 15.27.1).
        return None if declaration.kind == "lambda" else f"{final}var"
    type_ = method.spelling.of(declaration)
    return final + type_.text if type_ is not None and method.spelling.holds_at(type_, anchor) else None


def _may_be_constant(method: Method, declaration: Declaration) -> bool:
    return declaration.value is not None and method.effects.constants.may_be_constant(declaration.value)


def _may_move(reference: Reference, written: bool) -> bool:
    if reference.uncertain or reference.access == "label" or in_annotation(reference.node):
        return False
    # What is written is not effectively final, so that it has no precise types to keep.
    return written or not is_rethrown(reference)


def _home(method: Method, declaration: Declaration) -> tuple[Node, bool, Node] | str:
    """The statement to declare the second variable at, whether behind it, and the statement list around."""
    if declaration.kind == "local":
        statement = next(a for a in declaration.node.ancestors() if a.type == "local_variable_declaration")
        block = statement.parent
        assert block is not None
        anchor = (
            statement
            if declaration.value is not None
            else method.flow.last_assignment(declaration, statement)
        )
        return (
            (anchor, True, block) if anchor is not None else "it is not certain where it has its last value"
        )
    body = _pattern_body(declaration) if declaration.kind == "pattern" else _body(declaration)
    if body is None or body.type not in STATEMENT_LISTS:
        return "it has no block of its own"
    inside = [s for s in statements_of(body) if s.type != "explicit_constructor_invocation"]
    return (inside[0], False, body) if inside else "no later use can move"


def _body(declaration: Declaration) -> Node | None:
    owner = next((a for a in declaration.node.ancestors() if a.type in _BODIES[declaration.kind]), None)
    return body_of(owner) if owner is not None else None


def _pattern_body(declaration: Declaration) -> Node | None:
    """The block that an `if` or `while` runs where the pattern in its condition has matched."""
    inner = declaration.node
    for above in declaration.node.ancestors():
        if above.type in ("if_statement", "while_statement"):
            body = above.child("consequence") or above.child("body")
            if inner.field != "condition" or body is None:
                return None
            inside = any(start <= body.start and body.end <= end for start, end in declaration.region)
            return body if inside else None
        if above.type in STATEMENT_LISTS or above.type == "lambda_expression":
            return None
        inner = above
    return None


def restore(patched: SourceFile, mutant: bytes, mutation: Mutation) -> bytes:
    """Puts the first variable back for every use of the second in a patched mutant, the patch's own too, and drops the second.

    Raises:
        UndoConflict: the two may differ in the patched text, or a name means something else there.
    """
    patch = Patch(mutant, patched, mutation)
    number, inserted = next((i, e.new) for i, e in enumerate(mutation.edits) if ";" in e.new)
    words = [token.text for token in declaration_in(inserted)]
    runs = patch.declarations(inserted, number)
    uses = [use for use in patch.runs([words[-4]]) if use - len(words) + 4 not in runs]
    if not runs:
        if uses:
            name = words[-4].decode()
            raise patch.conflict(f"{name!r} is used, but its declaration is gone", uses[0], uses[0])
        return patched.data
    removals = [patch.removal(run, inserted) for run in runs]
    own = patch.own(number)[: len(words)]
    if patch.parses:
        return _Resolved(patch, runs, words, own).restored(removals, uses)
    _check_tokens(patch, words, runs, own)
    old, new = words[-2].decode(), words[-4].decode()
    return apply_edits(patched.data, [*removals, *(Edit(patch.tokens[use].start, new, old) for use in uses)])


def _check_tokens(patch: Patch, words: list[bytes], runs: list[int], own: range) -> None:
    """What can be asked where the patched text does not parse: that it has the two names where the mutant has them.

    Raises:
        UndoConflict: it has them elsewhere, or the first variable is declared in another way.
    """
    kept = {patch.where(i) for i in patch.member}
    for name in (words[-2], words[-4]):
        for index in patch.runs([name]):
            if index not in kept:
                what = f"what its {name.decode()!r} means is unknown"
                raise patch.conflict(f"the patch does not parse, so {what}", index, index)
    first = _first_of(patch, own)
    holder = first.type_node.parent if first is not None and first.type_node is not None else None
    changed = holder is not None and first is not None and not patch.keeps(holder.start, first.node.end)
    if len(runs) > 1 or changed:
        raise patch.lost("the patch does not parse, and changed or copied a declaration", own)


def _first_of(patch: Patch, own: range) -> Declaration | None:
    """The first variable in the mutant, of which the second's declaration has these tokens."""
    reference = reference_at(patch.method, patch.alignment.base[own[-2]])
    return reference.declaration if reference is not None else None


class _Resolved:
    """The second variables of a patched text that parses, each with its first."""

    def __init__(self, patch: Patch, runs: list[int], words: list[bytes], own: range) -> None:
        self._patch = patch
        self._runs = runs
        self._old, self._new = words[-2].decode(), words[-4].decode()
        self._method = method = self._one_method()
        self._own = own
        self._first: dict[Declaration, Declaration] = {}
        self._initial: set[int] = set()
        for run in runs:
            name, value = patch.tokens[run + len(words) - 4], patch.tokens[run + len(words) - 2]
            second = method.scopes.declared_at(name.start)
            reference = reference_at(method, value)
            if second is None or reference is None or reference.uncertain:
                raise self._conflict(f"{self._old!r} means something else now")
            self._first[second] = reference.declaration
            self._initial.add(value.start)
            statement = method.node_at(patch.tokens[run].start, patch.tokens[run + len(words) - 1].end)
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
        """Whether the first variable can stand for the second: in type, as a constant, and where it is captured (JLS 8.1.3)."""
        if second.kind != "local" or first.kind in ("field", "component"):
            raise self._conflict(f"{self._new!r} or {self._old!r} is a field now")
        spelling = self._method.spelling
        one, other = spelling.of(first), spelling.of(second)
        if not second.inferred and (one is None or other is None or one.text != other.text):
            raise self._conflict(f"in the patch {self._old!r} has another type")
        if first.final != second.final and (second.final or _may_be_constant(self._method, first)):
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
        """Whether the mutant captures the second variable, too, and sets the first by the same text."""
        method, base = self._patch.method, self._patch.alignment.base
        second = method.scopes.declared_at(base[self._own[-4]].start) if method is not None else None
        first = _first_of(self._patch, self._own)
        if second is None or not second.captured or first is None:
            return False
        holder = first.type_node.parent if first.type_node is not None else None
        return self._patch.keeps(
            holder.start if holder is not None else first.node.start, base[self._own[-1]].end
        )

    def restored(self, removals: list[Edit], uses: list[int]) -> bytes:
        """The text without the second variables."""
        patch, scopes = self._patch, self._method.scopes
        references = {r.node.start: r for second in self._first for r in second.references}
        for use in uses:
            token = patch.tokens[use]
            known = references.get(token.start)
            node = self._method.node_at(token.start, token.end, "identifier")
            if known is None and node is not None and not scopes.is_expression_name(node):
                continue  # a method, field, label of that name
            if known is None or known.uncertain or known.access == "label":
                raise patch.conflict(f"it is not certain what {self._new!r} means", use, use)
        edits = checked([*removals, *(Edit(start, self._new, self._old) for start in references)])
        result = apply_edits(patch.source.data, edits)
        again = SourceFile(result, patch.source.path).method_at(map_offset(edits, self._method.start))
        if again is None or self._expected(edits) != _bindings(again):
            raise self._conflict(f"in the patched text {self._old!r} means something else")
        moved = {map_offset(edits, start) for start in references}
        if any(r.uncertain for d in again.scopes.declarations for r in d.references if r.node.start in moved):
            raise self._conflict(f"a class body that uses {self._new!r} may inherit a field {self._old!r}")
        return result

    def _expected(self, edits: tuple[Edit, ...]) -> dict[int, list[int]]:
        """What each declaration's references must be afterwards, by byte offsets."""
        expected: dict[int, list[int]] = {}
        for declaration in self._method.scopes.declarations:
            moved = [r for s, first in self._first.items() if first is declaration for r in s.references]
            starts = [r.node.start for r in (*declaration.references, *moved)]
            if declaration not in self._first:
                kept = sorted(map_offset(edits, start) for start in starts if start not in self._initial)
                expected[map_offset(edits, declaration.node.start)] = kept
        return expected


def _bindings(method: Method) -> dict[int, list[int]]:
    return {d.node.start: sorted(r.node.start for r in d.references) for d in method.scopes.declarations}


def _may_differ(second: Declaration, first: Declaration, statement: Node) -> bool:
    """Whether some use behind the statement that declares the second variable may see another value than the first has."""
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

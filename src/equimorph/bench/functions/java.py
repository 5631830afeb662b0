"""The program of a candidate of Java; and the method of a problem in a text, with the members that it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from equimorph.bench.problems import Problem
from equimorph.checking.around import in_class, is_whole, lifted_imports
from parsers import ParseError, SourceFile
from parsers.java.parsed import JavaParsed

if TYPE_CHECKING:
    import tree_sitter

_COMMENTS = frozenset({"line_comment", "block_comment"})
_NAMES = frozenset({"identifier", "type_identifier"})
_RUN = frozenset({"static_initializer", "block"})
_PLAIN = frozenset({"modifiers", "identifier", "class_body", "class"}) | _COMMENTS
"""The parts of a class that can be taken off: it has no supertypes and no type parameters."""


def java_program(problem: Problem, candidate: str) -> str:
    """Return the program of a candidate: behind the prompt if it completes that, otherwise in the class of its problem."""
    if problem.prompt and not is_whole(problem.prefix, candidate) and _completes(problem.prompt, candidate):
        return problem.prompt + candidate
    return in_class(candidate, problem.prefix, problem.suffix)


def _completes(prompt: str, candidate: str) -> bool:
    """Return whether a text of Java is the rest of a class, and not itself a member of one."""
    try:
        own, together = (SourceFile.from_text(text) for text in (candidate, prompt + candidate))
        return not (own.parses and own.methods) and together.parses
    except ParseError:
        return False


@dataclass(frozen=True)
class _Program:
    """A program of Java with the method.

    Attributes:
        text: the program.
        imports: its imports.
        types: the other classes of the file.
        around: the class with the method.
        members: Members of that class.
    """

    text: str
    imports: tuple[tree_sitter.Node, ...]
    types: tuple[tree_sitter.Node, ...]
    around: tree_sitter.Node
    members: tuple[tree_sitter.Node, ...]


def java_function(problem: Problem, text: str) -> str | None:
    """Return the method of a problem in a text; None if the text does not have it.

    The text is a file, a method with helpers, or completes the prompt. Left out are: the class around the method, what the
    problem has already, members and imports that nothing needs, and the comment before the method. A file from which the
    method cannot be taken, such as one with other classes that it needs, is returned as it is.
    """
    known = _read(problem.program(problem.solution), problem.entry_point)
    if known is None or not problem.prefix:
        return None
    for program in _programs(problem, text):
        if (found := _read(program, problem.entry_point)) is not None:
            made = _members(found, known, problem.entry_point)
            if made is None:
                return program if _name(found.around) == _name(known.around) else None
            return made
    return None


def _programs(problem: Problem, text: str) -> Iterator[str]:
    """Yield the whole programs that a text may stand for."""
    yield text
    head, rest = lifted_imports(text)
    yield head + problem.prefix + rest + problem.suffix
    if problem.prompt:
        yield problem.prompt + text
        yield problem.prompt + text + problem.suffix


def _read(text: str, name: str) -> _Program | None:
    """Return a program as it is read; None if it does not parse, or has no class with the method."""
    try:
        parsed = JavaParsed.of(SourceFile.from_text(text))
        if parsed.kind != "file" or parsed.has_error:
            return None
    except (ParseError, RecursionError):
        return None
    parts = [one for one in parsed.tree.root_node.named_children if one.type not in _COMMENTS]
    imports = tuple(one for one in parts if one.type == "import_declaration")
    types = [one for one in parts if one.type.endswith("_declaration") and one not in imports]
    for around in types:
        body = around.child_by_field_name("body")
        members = (
            () if body is None else tuple(one for one in body.named_children if one.type not in _COMMENTS)
        )
        if any(name in _declared(one) and one.type == "method_declaration" for one in members):
            return _Program(text, imports, tuple(one for one in types if one != around), around, members)
    return None


def _members(found: _Program, known: _Program, name: str) -> str | None:
    """Return the imports and members that a method needs and the problem lacks; None if that is not all that it needs."""
    if any(child.type not in _PLAIN for child in found.around.children):
        return None
    same = {_spaced(one) for one in known.members if name not in _declared(one)}
    own = [one for one in found.members if _spaced(one) not in same]
    if _name(found.around) != _name(known.around):
        own = [one for one in own if one.type != "constructor_declaration"]
    kept = _needed(own, name)
    names = {each for one in kept for each in _used(one)}
    if any(_name(one) in names for one in found.types):
        return None
    if _name(found.around) != _name(known.around) and _name(found.around) in names:
        return None
    there = {_spaced(one) for one in known.imports}
    imports = [one for one in found.imports if _spaced(one) not in there and _is_used(one, names)]
    head = "".join(f"{_text(one).strip()}\n" for one in imports)
    return (head and f"{head}\n") + "\n\n".join(_text(one) for one in kept)


def _needed(members: Sequence[tree_sitter.Node], name: str) -> list[tree_sitter.Node]:
    """Return the members that a method needs, in their order; initialisers and constructors run by themselves."""
    rest = (*_RUN, "constructor_declaration")
    kept = [one for one in members if one.type in rest or name in _declared(one)]
    found: list[tree_sitter.Node] = []
    while kept != found:
        found = kept
        names = {each for one in found for each in _used(one)}
        kept = [one for one in members if one in found or names & _declared(one)]
    return found


def _is_used(imported: tree_sitter.Node, names: set[str]) -> bool:
    text = _spaced(imported).removesuffix(" ;")
    return text.endswith("*") or text.rpartition(" ")[2] in names


def _declared(member: tree_sitter.Node) -> set[str]:
    if member.type == "field_declaration":
        return {_name(one) for one in member.children_by_field_name("declarator")}
    return {_name(member)} - {""}


def _used(node: tree_sitter.Node) -> Iterator[str]:
    return (_text(leaf) for leaf in _leaves(node) if leaf.type in _NAMES)


def _name(node: tree_sitter.Node) -> str:
    found = node.child_by_field_name("name")
    return "" if found is None else _text(found)


def _spaced(node: tree_sitter.Node) -> str:
    return " ".join(_text(leaf) for leaf in _leaves(node))


def _leaves(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the tokens below a node, comments left out."""
    stack = [node]
    while stack:
        one = stack.pop()
        if one.type in _COMMENTS:
            continue
        if not one.child_count:
            yield one
        stack += one.children[::-1]


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode()

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
    """Return a candidate's program: behind the prompt if it completes it, otherwise in the class of its problem."""
    if problem.prompt and not is_whole(problem.prefix, candidate) and _completes(problem.prompt, candidate):
        return problem.prompt + candidate
    return in_class(candidate, problem.prefix, problem.suffix)


def _completes(prompt: str, candidate: str) -> bool:
    """Return whether a text of Java is the rest of a class, and not itself a member of one."""
    try:
        alone, together = (SourceFile.from_text(text) for text in (candidate, prompt + candidate))
        return not (alone.parses and alone.methods) and together.parses
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
    reference = _read(problem.program(problem.solution), problem.entry_point)
    if reference is None or not problem.prefix:
        return None
    for program in _programs(problem, text):
        if (reading := _read(program, problem.entry_point)) is not None:
            code = _members(reading, reference, problem.entry_point)
            if code is None:
                return program if _name(reading.around) == _name(reference.around) else None
            return code
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
    parts = [node for node in parsed.tree.root_node.named_children if node.type not in _COMMENTS]
    imports = tuple(node for node in parts if node.type == "import_declaration")
    types = [node for node in parts if node.type.endswith("_declaration") and node not in imports]
    for around in types:
        body = around.child_by_field_name("body")
        members = (
            ()
            if body is None
            else tuple(member for member in body.named_children if member.type not in _COMMENTS)
        )
        if any(name in _declared(member) and member.type == "method_declaration" for member in members):
            return _Program(
                text, imports, tuple(other for other in types if other != around), around, members
            )
    return None


def _members(program: _Program, reference: _Program, name: str) -> str | None:
    """Return the imports and members that a method needs and the problem lacks; None if that is not all that it needs."""
    if any(child.type not in _PLAIN for child in program.around.children):
        return None
    same = {_spaced(member) for member in reference.members if name not in _declared(member)}
    additions = [member for member in program.members if _spaced(member) not in same]
    if _name(program.around) != _name(reference.around):
        additions = [member for member in additions if member.type != "constructor_declaration"]
    kept = _needed(additions, name)
    names = {each for member in kept for each in _used(member)}
    if any(_name(declaration) in names for declaration in program.types):
        return None
    if _name(program.around) != _name(reference.around) and _name(program.around) in names:
        return None
    there = {_spaced(node) for node in reference.imports}
    imports = [node for node in program.imports if _spaced(node) not in there and _is_used(node, names)]
    head = "".join(f"{_text(node).strip()}\n" for node in imports)
    return (head and f"{head}\n") + "\n\n".join(_text(member) for member in kept)


def _needed(members: Sequence[tree_sitter.Node], name: str) -> list[tree_sitter.Node]:
    """Return the members that a method needs, in their order; initialisers and constructors run by themselves."""
    rest = (*_RUN, "constructor_declaration")
    kept = [member for member in members if member.type in rest or name in _declared(member)]
    previous: list[tree_sitter.Node] = []
    while kept != previous:
        previous = kept
        names = {each for member in previous for each in _used(member)}
        kept = [member for member in members if member in previous or names & _declared(member)]
    return previous


def _is_used(imported: tree_sitter.Node, names: set[str]) -> bool:
    text = _spaced(imported).removesuffix(" ;")
    return text.endswith("*") or text.rpartition(" ")[2] in names


def _declared(member: tree_sitter.Node) -> set[str]:
    if member.type == "field_declaration":
        return {_name(variable) for variable in member.children_by_field_name("declarator")}
    return {_name(member)} - {""}


def _used(node: tree_sitter.Node) -> Iterator[str]:
    return (_text(leaf) for leaf in _leaves(node) if leaf.type in _NAMES)


def _name(node: tree_sitter.Node) -> str:
    identifier = node.child_by_field_name("name")
    return "" if identifier is None else _text(identifier)


def _spaced(node: tree_sitter.Node) -> str:
    return " ".join(_text(leaf) for leaf in _leaves(node))


def _leaves(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the tokens below a node, comments left out."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type in _COMMENTS:
            continue
        if not current.child_count:
            yield current
        stack += current.children[::-1]


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode()

"""The modules of the sources import one another in no circle, whether for types alone or inside of functions.

The contract in pyproject.toml leaves out what is imported for types, and looks at packages beside each other.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"
KEPT = {
    frozenset(
        {"parsers.encoding", "parsers.excerpt", "parsers.language", "parsers.member", "parsers.source"}
    ): "a text has a language and members, a language reads texts, and a member knows its text",
    frozenset(
        {"mutators.base", "mutators.mutant", "mutators.undo.remake", "mutators.undo.steps"}
    ): "a mutator makes mutants, and a mutant asks its mutator to undo it",
    frozenset({"equimorph.bench.languages", "equimorph.bench.problems"}): (
        "a problem has a language, which makes programs of problems"
    ),
}
"""Circles of one thought each, and what it is."""


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the modules that each module imports anywhere in its text, of those that are given."""
    return {module: {*_imported(text, texts.keys())} - {module} for module, text in texts.items()}


def _imported(text: str, modules: Collection[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from [name for name in (inner, node.module) if name in modules][:1]


def circles(imports: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """Return the largest groups of modules of which each one needs all others."""
    needs = {module: _needed(module, imports) for module in imports}
    return {
        frozenset(other for other in needs[module] if module in needs[other])
        for module in imports
        if module in needs[module]
    }


def _needed(module: str, imports: Mapping[str, set[str]]) -> set[str]:
    needed, stack = set[str](), [module]
    while stack:
        more = imports[stack.pop()] - needed
        needed |= more
        stack += more
    return needed


def test_modules_are_in_no_circle_but_those_of_one_thought() -> None:
    texts = {module_of(path): path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")}
    assert circles(imports_of(texts)) == set(KEPT)


def test_a_circle_is_seen_through_functions_and_types() -> None:
    texts = {
        "a": "def f():\n    from b.c import d\n",
        "b.c": "if TYPE_CHECKING:\n    from a import f\n",
        "e": "import a, b.c\n",
    }
    assert circles(imports_of(texts)) == {frozenset({"a", "b.c"})}

"""Plants clones of Python functions, and counts which of them each form of leakage finds.

As `measure_clones` does for Java: each mutator's mutants, three in a row, and edits that no mutator makes. Six more kinds are
made by hand, with other code than the forms use: local names replaced, comments and docstrings put in, the layout changed, type
hints added, type hints removed, and several of these at once. A mutation of an operator changes the behaviour, so that a hit is
a false alarm; and the functions of each project are looked up among those of the others.

    python scripts/measure_python_clones.py NAME=FOLDER NAME=FOLDER [--each 100] [--seed 1] [--table FILE.md] [--missed 10]

Every figure is computed a second time, by `measure_clones`.
"""

from __future__ import annotations

import argparse
import ast
import keyword
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random

import equimorph as em
import mutators
from equimorph.leakage.forms import form
from measure_clones import (
    BREAKING,
    LESS,
    OTHER_NAME,
    PER_FILE,
    STACK,
    Clone,
    Hit,
    check,
    check_counts,
    counted,
    found,
    is_counted,
    second,
    strangers,
    table,
)
from parsers import ParseError

__all__ = ["HAND_MADE", "clones_of", "members", "rewritten"]

PYTHON = "python"
PRESERVING = mutators.defaults(PYTHON)
LARGEST = 12_000
"""Bytes of the largest file that is read: the mutators' facts are slow."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("projects", nargs="+", help="NAME=FOLDER of Python files")
    parser.add_argument("--each", type=int, default=100, help="clones of each kind and project")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path, help="write the table here, too")
    parser.add_argument("--missed", type=int, default=0, help="show this many wrong verdicts of canonical")
    options = parser.parse_args()
    hits, all_members = list[Hit](), dict[str, list[tuple[str, str]]]()
    for word in options.projects:
        project, _, folder = word.partition("=")
        files = [one for one in sorted(Path(folder).rglob("*.py")) if one.stat().st_size <= LARGEST]
        all_members[project] = list(members(files))
        for kind in (*PRESERVING, STACK, *HAND_MADE, OTHER_NAME, LESS, BREAKING):
            clones = list(clones_of(project, files, kind, options.each, options.seed))
            hits += _hits(clones, options.missed)
            print(f"{project}: {kind}: {len(clones)}", file=sys.stderr)
    for project, own in all_members.items():
        others = [text for name, texts in all_members.items() if name != project for _, text in texts]
        hits += strangers(project, own, others, PYTHON) if others else ()
    check_counts(hits)
    text = "".join(f"{line}\n" for line in table(counted(hits)))
    print(text)
    if options.table:
        options.table.write_text(text)
    return 0


def _hits(clones: Sequence[Clone], most: int) -> list[Hit]:
    hits = list(found(clones, PYTHON))
    check([second(one, PYTHON) for one in clones], hits)
    pairs = zip(clones, hits, strict=True)
    wrong = [one for one, hit in pairs if ("canonical" in hit.forms) == (hit.kind == BREAKING)]
    for one in wrong[:most]:
        print(f"==== {one.kind} {one.place}\n{one.original}\n---- the clone\n{one.clone}")
        for side in (one.original, one.clone):
            print(f"---- canonical\n{form(side, 'canonical', PYTHON)}")
    return hits


def members(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield the functions and methods of files that count, each with its place; nested ones belong to the one around them."""
    for path in files:
        for line, text in _functions(path):
            if is_counted(text, PYTHON):
                yield f"{path.name}:{line}", text


def _functions(path: Path) -> Iterator[tuple[int, str]]:
    try:
        source = em.read(path)
        for member in source.methods:
            yield source.lines.line(member.start), member.text
    except (ParseError, OSError):
        return


def clones_of(project: str, files: Sequence[Path], kind: str, each: int, seed: int) -> Iterator[Clone]:
    """Yield clones of one kind, of at most `PER_FILE` functions of a file, from files in random order."""
    rng, made = Random(f"{seed} {kind}"), 0
    for path in rng.sample(files, len(files)):
        try:
            for line, original, clone in _made(path, kind, rng):
                if made == each:
                    return
                if is_counted(original, PYTHON):
                    made += 1
                    yield Clone(project, kind, f"{path.name}:{line}", original, clone)
        except (ParseError, OSError):
            continue


def _made(path: Path, kind: str, rng: Random) -> Iterator[tuple[int, str, str]]:
    if kind in (*PRESERVING, BREAKING):
        yield from _mutants(em.read(path), kind, rng)
    elif kind == STACK:
        stacked = em.stack(em.read(path), list(PRESERVING), seed=rng.randrange(1000), per_method=3)
        chains = [one.mutants for one in stacked.by_member() if len(one.mutants) == 3]
        for first, *_, last in rng.sample(chains, min(PER_FILE, len(chains))):
            yield 0, first.original, last.mutant
    else:
        functions = list(_functions(path))
        for line, text in rng.sample(functions, min(PER_FILE, len(functions))):
            clone = rewritten(text, kind, rng)
            if clone is not None and clone != text:
                yield line, text, clone


def _mutants(source: em.SourceFile, kind: str, rng: Random) -> Iterator[tuple[int, str, str]]:
    mutator, sites = mutators.get(kind, PYTHON), dict[int, list[mutators.Site]]()
    for site in mutator.sites(source):
        method = source.method_at(site.start)
        if method is not None:
            sites.setdefault(method.start, []).append(site)
    for start in sorted(rng.sample(sorted(sites), min(PER_FILE, len(sites)))):
        mutant = mutator.apply(source, rng.choice(sites[start]), rng.randrange(1000))
        yield source.lines.line(start), mutant.original, mutant.mutant


# -- clones by hand ---------------------------------------------------------------------------------


def rewritten(text: str, kind: str, rng: Random) -> str | None:
    """Return a function after an edit of a kind; None where it cannot be made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(_dedented(text))
        except (SyntaxError, ValueError):
            return None
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    edit = HAND_MADE.get(kind) or _EDITS[kind]
    return edit(tree, rng)


def _dedented(text: str) -> str:
    """Return a function's text with its first line at the margin of the others, in a block of its own if that is needed."""
    lines = text.split("\n")
    margin = next(
        (line[: len(line) - len(line.lstrip())] for line in lines[1:] if line.lstrip().startswith("def ")), ""
    )
    if not text.startswith("@") or not margin:
        return text
    return "\n".join([lines[0], *(line.removeprefix(margin) for line in lines[1:])])


def _renamed(tree: ast.Module, rng: Random) -> str | None:
    """Replace the local names of a function without inner scopes; by words, in the order of the alphabet."""
    inner = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ClassDef)
    others = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.ExceptHandler, ast.Match)
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    if len(functions) != 1 or any(isinstance(node, (*inner, *others)) for node in nodes):
        return None
    given = functions[0].args
    fixed = {one.arg for one in given.kwonlyargs} | {
        node.arg for node in nodes if isinstance(node, ast.keyword)
    }
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    local = {node.arg for node in nodes if isinstance(node, ast.arg)} | stored
    used = {node.id for node in nodes if isinstance(node, ast.Name)} | set(keyword.kwlist) | local
    if used & {"locals", "vars", "eval", "exec", "dir"}:
        return None
    fresh = (word for word in (f"{stem}{n or ''}" for n in count() for stem in _WORDS) if word not in used)
    names = {name: next(fresh) for name in sorted(local - fixed)}
    for node in nodes:
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = names.get(node.arg, node.arg)
    return ast.unparse(tree) if names else None


_WORDS = ("apple", "birch", "cedar", "dill", "elm", "fern", "grape", "hazel", "iris", "juniper")


def _commented(tree: ast.Module, rng: Random) -> str:
    """Put a comment before each line of the written function that begins a statement, and another docstring into it."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    if ast.get_docstring(function, clean=False) is not None:
        function.body = function.body[1:] or [ast.Pass()]
    function.body.insert(0, ast.Expr(ast.Constant("Other words.\n\n    And more of them.")))
    text = ast.unparse(tree)
    starts = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)}
    lines = list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        margin = line[: len(line) - len(line.lstrip())]
        if number in starts and not line.lstrip().startswith(("def ", "async def ", "class ", "@", "el")):
            lines.append(f'{margin}# step {number}: it\'s "done"')
        lines.append(line)
    return "\n".join(lines)


def _laid_out(tree: ast.Module, rng: Random) -> str | None:
    """Indent by tabs, and put what is in parentheses on lines of its own."""
    text = ast.unparse(tree)
    if any(
        isinstance(node, ast.JoinedStr) or "\n" in str(getattr(node, "value", "")) for node in ast.walk(tree)
    ):
        return None
    lines = [
        "\t" * ((len(line) - len(line.lstrip())) // 4) + line.lstrip().replace("(", "(\n\t\t\t\t\t", 1)
        if "'" not in line and '"' not in line
        else "\t" * ((len(line) - len(line.lstrip())) // 4) + line.lstrip()
        for line in text.split("\n")
    ]
    return "\n".join(lines)


def _hinted(tree: ast.Module, rng: Random) -> str | None:
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    given = function.args
    for one in (*given.posonlyargs, *given.args[1 if given.args and given.args[0].arg == "self" else 0 :]):
        one.annotation = one.annotation or ast.parse(rng.choice(_HINTS), mode="eval").body
    function.returns = function.returns or ast.parse(rng.choice(_HINTS), mode="eval").body
    return ast.unparse(tree)


_HINTS = (
    "int",
    "list[str] | None",
    "'Path'",
    "dict[str, tuple[int, ...]]",
    "typing.Any",
    "Callable[[int], str]",
)


def _unhinted(tree: ast.Module, rng: Random) -> str | None:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    if not any(one.annotation for one in nodes) and not any(one.returns for one in functions):
        return None
    for one in nodes:
        one.annotation = None
    for function in functions:
        function.returns = None
    return ast.unparse(tree)


def _everything(tree: ast.Module, rng: Random) -> str | None:
    for edit in (_hinted, _renamed, _commented):
        text = edit(tree, rng)
        if text is None:
            return None
        tree = ast.parse(text)
    return text


def _other_name(tree: ast.Module, rng: Random) -> str | None:
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = sorted({one.attr for one in called if isinstance(one, ast.Attribute)})
    if not names:
        return None
    chosen = rng.choice(names)
    for one in called:
        if isinstance(one, ast.Attribute) and one.attr == chosen:
            one.attr += "2"
    return ast.unparse(tree)


def _less(tree: ast.Module, rng: Random) -> str | None:
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    blocks = [body for body in bodies if isinstance(body, list)]
    kinds = (ast.Assign, ast.AugAssign, ast.Expr)
    places = [
        (body, at)
        for body in blocks
        for at, node in enumerate(body)
        if isinstance(node, kinds) and not isinstance(node.value, ast.Constant) and len(body) > 1
    ]
    if not places:
        return None
    body, at = rng.choice(places)
    del body[at]
    return ast.unparse(tree)


HAND_MADE: Mapping[str, Callable[[ast.Module, Random], str | None]] = {
    "names by hand": _renamed,
    "comments and docstring": _commented,
    "layout": _laid_out,
    "type hints added": _hinted,
    "type hints removed": _unhinted,
    "hints, names, comments": _everything,
}
_EDITS: Mapping[str, Callable[[ast.Module, Random], str | None]] = {OTHER_NAME: _other_name, LESS: _less}

if __name__ == "__main__":
    sys.exit(main())

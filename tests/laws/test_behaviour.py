"""L7: a preserving mutant compiles and does what the original does; L4 with javac; class bytes as a proof for renaming."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from mutators import Mutant, get, names
from mutators.java.tools.names import SCHEMES
from mutators.java.variable_renaming import VariableRenaming
from parsers.java.jdk import Compilation, Jdk, compare
from parsers.source import SourceFile
from tests.laws.corpus import PROGRAMS, PROVEN_BY_BYTES, Program, mutants, spliced

RUNNING = [program for program in PROGRAMS if program.runs]


def original(jdk: Jdk, program: Program) -> tuple[Compilation, tuple[str, str | None, bytes]]:
    compilation = jdk.compile({program.name: program.source.data}, bytes_=True)
    assert compilation.ok, compilation.diagnostics
    run = jdk.run(compilation, program.path.stem)
    assert run.status == "ok", run
    assert run.stdout
    return compilation, (run.status, run.exception, run.stdout)


def batches(found: list[Mutant]) -> Iterator[list[Mutant]]:
    """At most one mutant of each method at a time: what one method's body holds does not change how another is compiled."""
    by_method: dict[int, list[Mutant]] = {}
    for mutant in found:
        by_method.setdefault(mutant.offset, []).append(mutant)
    for batch in zip_longest(*by_method.values()):
        yield [mutant for mutant in batch if mutant is not None]


def wrong(jdk: Jdk, program: Program, before: Compilation, expected: object, group: list[Mutant]) -> str:
    """What is wrong with mutants of different methods, put into the program at once; nothing if all is well."""
    after = jdk.compile({program.name: spliced(program.source, group)}, bytes_=True)
    if not after.ok:
        return str(after.diagnostics[:2])
    name = group[0].mutator
    if name in PROVEN_BY_BYTES:
        same = compare(before, after, ignore_captures=name == "variable-renaming")
        return "" if same else f"class bytes differ: {same}"
    if compare(before, after):
        return ""  # the very same classes do the very same
    run = jdk.run(after, program.path.stem)
    got = (run.status, run.exception, run.stdout)
    return "" if got == expected else f"{expected} became {got}"


@pytest.mark.parametrize("program", RUNNING, ids=lambda p: p.name)
def test_preserving_mutants_compile_and_do_the_same(jdk: Jdk, program: Program) -> None:
    before, expected = original(jdk, program)
    found = {mutant.data: mutant for mutant in mutants(program) if mutant.relation == "preserving"}
    assert found
    for name in names():
        for batch in batches([mutant for mutant in found.values() if mutant.mutator == name]):
            if together := wrong(jdk, program, before, expected, batch):
                alone = {
                    m.diff(): reason for m in batch if (reason := wrong(jdk, program, before, expected, [m]))
                }
                pytest.fail(str(alone or together))


_MARK = re.compile(r"/\*!\s*([a-z-]+):(.*?)\*/")
# The text of a site, in braces if it has blanks; in it braces may nest two deep. Before "..." it is how the site begins.
_ITEM = re.compile(r"([+-])(?:\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|(\S+))")
_BLANK = re.compile(r"/\*.*?\*/|//[^\r\n]*|\s+", re.DOTALL)


def marks(source: SourceFile) -> list[tuple[str, int, str, str]]:
    """(mutator, line, "+" or "-", text of the site) of the marks above lines."""
    found = []
    for number, line in enumerate(source.text.splitlines(), 1):
        for mark in _MARK.finditer(line):
            items = _ITEM.findall(mark[2])
            assert items, f"line {number}: an empty mark"
            found += [(mark[1], number + 1, sign, braced or bare) for sign, braced, bare in items]
    return found


def squeezed(text: str) -> str:
    return _BLANK.sub("", text)


def named(mark: str, site: str) -> bool:
    """Whether a mark's text names a site's, both squeezed: the same, or how it begins if "..." follows."""
    return site.startswith(mark.removesuffix("...")) if mark.endswith("...") else site == mark


@pytest.mark.parametrize(
    "program", [p for p in RUNNING if p.path.parent.name == "subjects"], ids=lambda p: p.name
)
def test_marks_of_the_subjects(program: Program) -> None:
    source = program.source
    lines = source.text.splitlines()
    wanted = marks(source)
    assert len(wanted) >= 5
    judged = {
        name: [
            (source.lines.line(site.start), squeezed(source.slice(site.start, site.end)), reason)
            for site, reason in get(name).judged(source)
        ]
        for name in names()
    }
    wrong = []
    for mutator, line, sign, text in wanted:
        mark = squeezed(text)
        assert mark.removesuffix("...") in squeezed(lines[line - 1]), f"line {line}: {text!r} fits no text"
        reasons = [r for at, found, r in judged[mutator] if at == line and named(mark, found)]
        accepted = None in reasons
        if accepted != (sign == "+"):
            wrong.append(f"{program.name}:{line}: {sign}{text}: {reasons}")
    assert not wrong, "\n".join(wrong)


def test_the_subjects_have_mutants_of_every_scheme_and_kind() -> None:
    kinds: Counter[str] = Counter()
    schemes: Counter[str] = Counter()
    for program in RUNNING:
        for method in program.source.methods:
            for declaration in method.scopes.declarations:
                sites = (
                    VariableRenaming(SCHEMES).sites(program.source) if declaration.kind not in kinds else []
                )
                kinds[declaration.kind] += any(site.start == declaration.node.start for site in sites)
        schemes.update(
            m.local.site.param("scheme") for m in mutants(program) if m.mutator == "variable-renaming"
        )
    renamed = {kind for kind, count in kinds.items() if count}
    assert renamed >= {"local", "parameter", "lambda", "catch", "resource", "for", "foreach", "pattern"}
    assert {kind for kind, count in kinds.items() if not count} == {"field", "component"}
    assert set(schemes) == {*SCHEMES, "any"}
    assert min(schemes.values()) > 100

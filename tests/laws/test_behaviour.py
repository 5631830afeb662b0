"""L7: a preserving mutant compiles and does what the original does; L4 with javac; class bytes as a proof for renaming."""

from __future__ import annotations

import re
from collections import Counter

from mutators import get, names
from mutators.java.variable_renaming import VariableRenaming
from mutators.naming import SCHEMES
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile
from tests.laws.corpus import RUNNING, Program, mutants, of_programs
from tests.laws.judging import Judge, culprits, grouped, preserving


@of_programs(RUNNING)
def test_preserving_mutants_compile_and_do_the_same(jdk: Jdk, program: Program) -> None:
    found = preserving(program)
    assert found
    groups = list(grouped(found))
    assert Counter(m.data for group in groups for m in group) == Counter(m.data for m in found)
    judge = Judge(jdk, program)
    wrong = [each for group in groups for each in culprits(group, judge.wrong)]
    assert not wrong, "\n".join(map(str, wrong))
    # Groups are what makes this fast: `scripts/behaviour_one_by_one.py` calls javac once for each mutant.
    assert judge.compiled == len(groups)


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


@of_programs(program for program in RUNNING if program.path.parent.name == "subjects")
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

"""Compiles and runs all mutants of many programs, packed into few calls of javac and java, and says which of them are wrong.

Each program, and each mutated text, is put into a package of its own. A text carries one mutant of each member, since what
one member's body holds does not change how another is compiled; where it does otherwise than its original, its mutants are
judged alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from random import Random
from types import MappingProxyType

import equimorph as em
import mutators
from equimorph.mutants.stacking import stack
from mutators import Mutant, MutationError, Mutator, Stacked
from mutators.java.dead_branch import DeadBranch
from mutators.java.parenthesise import Parenthesise
from mutators.java.unused_statement import UnusedStatement
from mutators.java.useless_cast import UselessCast
from mutators.java.variable_renaming import VariableRenaming
from mutators.naming import SCHEMES
from parsers.oracles.jdk import Compilation, Jdk
from parsers.source import SourceFile
from tests.strategies.programs.findings import Finding, Report, finding, own
from tests.strategies.programs.library import LIBRARY
from tests.strategies.programs.program import IMPORTS, Program

__all__ = ["JAVAC", "Judge", "preserving"]

JAVAC = ("-XDdeduplicateLambdas=false",)
"""Options for a JDK that judges: else a renamed variable could tell two lambdas apart, of which javac makes one."""

PROVEN_BY_BYTES = frozenset(
    {each.name for each in (VariableRenaming, UselessCast, UnusedStatement, DeadBranch, Parenthesise)}
)
"""What leaves the class bytes as they are, unless it renames a captured variable."""

_BROKEN = "javac broke down"
_LIB = {"lib/Lib.java": f"package lib;\n{IMPORTS}public {LIBRARY}"}
_DRIVER = {
    "drive/Drive.java": r"""package drive;
        public class Drive {
            public static void main(String[] names) {
                for (String name : names) {
                    System.out.println("\1" + name);
                    try {
                        Class.forName(name + ".Program").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                    } catch (Throwable t) {
                        for (Throwable at = t; at != null; at = at.getCause()) System.out.println("!" + at.getClass().getName());
                    }
                }
            }
        }"""
}
_PACKED = 200
"""Texts for one call of javac."""


_PRINTED = re.compile(r'System\.out\.println\("([^"]*)"\)')
"""What a mutant prints that preserves all but the output."""


def preserving(*, all_schemes: bool = False, only: Collection[str] = ()) -> tuple[Mutator, ...]:
    """All mutators that are not breaking, also those that are not applied by default.

    Args:
        all_schemes: variable-renaming with a mutant for each scheme of naming.
        only: the names of those that are wanted; all for none.
    """
    found = [mutators.get(name) for name in only or mutators.names("java")]
    if all_schemes:
        found = [VariableRenaming(SCHEMES) if m.name == VariableRenaming.name else m for m in found]
    return tuple(m for m in found if m.relation != "breaking")


@dataclass(frozen=True)
class _Text:
    """A mutated text to be judged: mutants of different members, or a stack."""

    program: Program
    own: bytes
    mutants: tuple[Mutant, ...]
    stacked: bool = False
    proven: bool = False


@dataclass(frozen=True)
class _Outcome:
    """What became of a text: why it does not compile, its classes but for the package's name, and what it printed."""

    error: str = ""
    classes: Mapping[str, bytes] = field(default_factory=dict)
    printed: str | None = None


class Judge:
    """Judges programs with a JDK."""

    def __init__(
        self,
        jdk: Jdk,
        mutators_: Iterable[Mutator],
        *,
        stacks: int = 2,
        per_method: int = 8,
        each: int | None = None,
    ) -> None:
        """Keeps the JDK.

        Args:
            jdk: the oracle.
            mutators_: those whose mutants are judged.
            stacks: how many stacks of mutations to make of each program.
            per_method: up to how many mutations in a method of a stack.
            each: up to how many mutants of a mutator to make of each program; all for None.
        """
        self.each = each
        self.jdk = jdk
        self.mutators = tuple(mutators_)
        self.stacks = stacks
        self.per_method = per_method

    def judge(
        self,
        programs: Sequence[Program],
        seed: int,
        only: Collection[str] = (),
        *,
        stacked: bool | None = None,
    ) -> Report:
        """Makes all mutants of the programs, and stacks, and judges them.

        Args:
            programs: they, of which those that do not compile or end are reported, too.
            seed: of everything random.
            only: names of mutators; all for none.
            stacked: only stacks, or only single mutants; both for None.
        """
        report = Report()
        chosen = tuple(m for m in self.mutators if not only or m.name in only)
        texts: list[_Text] = []
        sound = self._originals(programs, report)
        for program in sound:
            source = em.parse(program.text)
            report.programs += 1
            report.methods += sum(m.start < len(program.own.encode()) for m in source.methods)
            if stacked is not True:
                texts += self._singles(program, source, chosen, seed, report)
            if stacked is not False:
                members = tuple(mutator for mutator in chosen if mutator.reach == "member")
                texts += self._stacks(program, members, seed, report)
        report.texts += len(texts)
        for pack in _packs(texts, _PACKED):
            report.findings += self._judged(pack, sound)
        return report

    # -- making -----------------------------------------------------------------------------------------------------------

    def _originals(self, programs: Sequence[Program], report: Report) -> dict[Program, _Outcome]:
        """The programs that compile and end.

        The others are faults of the generator; but where javac makes code that the JVM rejects, it is no program at all.
        """
        texts = [_Text(program, program.own.encode(), ()) for program in programs]
        outcomes = self._outcomes([*texts, *texts], {})
        sound = {}
        for text, outcome, again in zip(texts, outcomes, outcomes[len(texts) :], strict=False):
            # javac has faults of its own, such as an assertion that fails on a private method which a nested class calls.
            verified = outcome.printed is None or "VerifyError" not in outcome.printed
            if not verified or outcome.error.startswith(_BROKEN):
                report.unverified += 1
            elif outcome.printed != again.printed:
                report.faults.append((text.program, f"not the same twice: {outcome.printed} {again.printed}"))
            elif outcome.error or outcome.printed is None or "\n!" in f"\n{outcome.printed}":
                report.faults.append((text.program, outcome.error or str(outcome.printed)))
            else:
                sound[text.program] = outcome
        return sound

    def _singles(
        self, program: Program, source: SourceFile, chosen: Iterable[Mutator], seed: int, report: Report
    ) -> Iterator[_Text]:
        """Texts that carry one mutation in each member: some whose classes must not change, and others."""
        end = len(program.own.encode())
        piles: dict[bool, dict[int, list[Mutant]]] = {True: {}, False: {}}
        for mutator in chosen:
            sites = [site for site in mutator.sites(source) if site.start < end]
            if self.each is not None and len(sites) > self.each:
                sites = Random(seed).sample(sites, self.each)
            for site in sites:
                try:
                    mutant = mutator.apply(source, site, seed)
                except MutationError as error:
                    report.findings.append(finding("error", program, (), (mutator.name,), f"{site}: {error}"))
                    continue
                report.mutants[mutator.name] += 1
                if mutant.mutation.invert(mutant.data) != source.data:
                    report.findings.append(finding("invert", program, mutant.data, (mutator.name,), ""))
                if mutator.reach == "file":
                    yield _Text(program, own(mutant.data), (mutant,))
                    continue
                proven = mutator.name in PROVEN_BY_BYTES and not _captured(mutant)
                piles[proven].setdefault(mutant.offset, []).append(mutant)
        for proven, pile in piles.items():
            for row in zip_longest(*pile.values()):
                group = tuple(m for m in row if m is not None)
                yield _Text(program, own(_spliced(source, group)), group, proven=proven)

    def _stacks(
        self, program: Program, chosen: tuple[Mutator, ...], seed: int, report: Report
    ) -> Iterator[_Text]:
        """Higher-order mutants; the library is left out, so that nothing is done to it."""
        source = em.parse(program.own)
        for number in range(self.stacks):
            depth = 2 + (seed + number) % (self.per_method - 1)
            try:
                made = stack(source, chosen, seed=seed + number, per_method=depth)
            except MutationError as error:
                report.findings.append(finding("error", program, (), ("stack", "stack"), str(error)))
                continue
            steps = _steps(made)
            names = tuple(m.mutator for m in steps)
            report.stacks += 1
            report.stacked.update(names)
            if _taken_back(made.data, steps) != source.data:
                report.findings.append(finding("invert", program, made.data, names, ""))
            if steps:
                yield _Text(program, made.data, steps, stacked=True)

    # -- judging ----------------------------------------------------------------------------------------------------------

    def _judged(self, texts: Sequence[_Text], originals: Mapping[Program, _Outcome]) -> list[Finding]:
        """What is wrong with some texts; where one carries mutants of several members, with which of them."""
        known = {program: outcome.classes for program, outcome in originals.items()}
        wrong: list[tuple[_Text, str, str]] = []
        for text, outcome in zip(texts, self._outcomes(texts, known), strict=True):
            before = originals[text.program]
            if outcome.error:
                wrong.append((text, "compile", outcome.error))
            elif text.proven and outcome.classes != before.classes:
                wrong.append((text, "bytes", "class bytes differ"))
            elif outcome.printed is not None:
                printed = _without_logs(outcome.printed, text.mutants)
                if printed != before.printed:
                    wrong.append((text, "output", _differing(before.printed or "", printed)))
        findings = []
        for text, kind, detail in wrong:
            if text.stacked or len(text.mutants) == 1:
                findings.append(
                    finding(kind, text.program, text.own, tuple(m.mutator for m in text.mutants), detail)
                )
                continue
            alone = [
                _Text(text.program, own(mutant.data), (mutant,), proven=text.proven)
                for mutant in text.mutants
            ]
            found = self._judged(alone, originals)
            names = ("together", *(m.mutator for m in text.mutants))
            findings += found or [finding(kind, text.program, text.own, names, detail)]
        return findings

    def _outcomes(
        self, texts: Sequence[_Text], known: Mapping[Program, Mapping[str, bytes]]
    ) -> list[_Outcome]:
        """What becomes of texts; those are not run whose classes are known already."""
        packages = [f"q{number:05}" for number in range(len(texts))]
        units = {
            f"{package}/Program.java": _unit(package, t.own)
            for package, t in zip(packages, texts, strict=True)
        }
        compiled, errors = self._compiled(units)
        classes: dict[str, dict[str, bytes]] = {package: {} for package in packages}
        for name, each in compiled.classes.items():
            package, _, rest = name.partition(".")
            if package in classes and each.data is not None:
                classes[package][rest] = each.data.replace(package.encode(), b"q-----")
        to_run = [
            package
            for package, text in zip(packages, texts, strict=True)
            if package not in errors and known.get(text.program) != classes[package]
        ]
        printed = self._printed(compiled, to_run)
        return [_Outcome(errors.get(p, ""), classes[p], printed.get(p)) for p in packages]

    def _compiled(self, units: Mapping[str, bytes]) -> tuple[Compilation, dict[str, str]]:
        """Compiles all that compiles together; the others with their errors, by package."""
        left = dict(units)
        errors: dict[str, str] = {}
        while True:
            compiled = self.jdk.compile({**_LIB, **_DRIVER, **left}, bytes_=True, timeout=300)
            if compiled.ok:
                return compiled, errors
            if compiled.crashed:
                return self._halved(units, compiled.diagnostics[0].message)
            for d in compiled.diagnostics:
                if d.path not in units:
                    raise AssertionError(f"not of a program: {d}")
                if left.pop(d.path, None) is not None:
                    line = (
                        units[d.path].decode().replace("\r\n", "\n").split("\n")[d.line - 1].strip()
                        if d.line
                        else ""
                    )
                    errors[d.path.partition("/")[0]] = f"{d.code}: {d.message} [{line[:200]}]"

    def _halved(self, units: Mapping[str, bytes], message: str) -> tuple[Compilation, dict[str, str]]:
        """Compiles both halves, where javac broke down on the whole."""
        if len(units) == 1:
            package = next(iter(units)).partition("/")[0]
            return self.jdk.compile({**_LIB, **_DRIVER}, bytes_=True), {
                package: f"{_BROKEN}: {message[:300]}"
            }
        names = list(units)
        (one, errors), (other, more) = (
            self._compiled({name: units[name] for name in part})
            for part in (names[: len(names) // 2], names[len(names) // 2 :])
        )
        return Compilation(True, (), {**one.classes, **other.classes}), {**errors, **more}

    def _printed(self, compiled: Compilation, packages: Sequence[str]) -> dict[str, str]:
        """What programs print; one that does not end prints that."""
        if not packages:
            return {}
        wanted = {"lib", "drive", *packages}
        classes = {n: c for n, c in compiled.classes.items() if n.partition(".")[0] in wanted}
        part = Compilation(True, (), MappingProxyType(classes))
        # A program takes milliseconds.
        run = self.jdk.run(
            part, "drive.Drive", args=packages, timeout=15 + 0.1 * len(packages), max_output=1 << 26
        )
        if run.status == "ok":
            sections = (section.partition("\n") for section in run.text.split("\1")[1:])
            return {name: text for name, _, text in sections}
        if len(packages) == 1:
            return {packages[0]: f"\n!{run.status} {run.exception}"}
        half = len(packages) // 2
        return {**self._printed(compiled, packages[:half]), **self._printed(compiled, packages[half:])}


def _unit(package: str, own: bytes) -> bytes:
    return f"package {package};import lib.*;".encode() + own


def _packs(texts: Sequence[_Text], size: int) -> Iterator[list[_Text]]:
    left = iter(texts)
    while pack := list(islice(left, size)):
        yield pack


def _steps(made: Stacked) -> tuple[Mutant, ...]:
    return tuple(mutant for mutants in made.rounds for mutant in mutants)


def _taken_back(data: bytes, steps: Iterable[Mutant]) -> bytes:
    """What is left of a stack if its mutations are inverted, the last one first: each stands where it was made."""
    for mutant in reversed(list(steps)):
        end = mutant.offset + len(mutant.mutant_data)
        data = data[: mutant.offset] + mutant.local.invert(data[mutant.offset : end]) + data[end:]
    return data


def _spliced(source: SourceFile, group: Iterable[Mutant]) -> bytes:
    """The text with all these members, each another one, mutated."""
    data = source.data
    for mutant in sorted(group, key=lambda m: m.offset, reverse=True):
        data = data[: mutant.offset] + mutant.mutant_data + data[mutant.method.end :]
    return data


def _captured(mutant: Mutant) -> bool:
    """Whether it renames a captured variable, of which class files have synthetic names."""
    if mutant.mutator != VariableRenaming.name:
        return False
    variable = em.Method.of(mutant.method).scopes.declared_at(mutant.local.site.start + mutant.offset)
    return variable is not None and variable.captured


def _without_logs(printed: str, made: Iterable[Mutant]) -> str:
    """What is printed but for the lines that mutants print which may."""
    logs = {
        text
        for mutant in made
        if mutant.relation != "preserving"
        for edit in mutant.local.edits
        for text in _PRINTED.findall(edit.new)
    }
    return "\n".join(line for line in printed.split("\n") if line not in logs) if logs else printed


def _differing(before: str, after: str) -> str:
    pairs = zip_longest(before.split("\n"), after.split("\n"), fillvalue="(nothing)")
    return next((f"{old} became {new}" for old, new in pairs if old != new), "")

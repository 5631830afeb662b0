"""Mutants of bugs: rows of mutants, each with the id of its bug and its sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Annotated, Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.placing import bug_reader
from equimorph.mutants.catalogue import DEFAULTS, Choice, versions
from equimorph.mutants.failures import each_made
from equimorph.mutants.mutating import Conflict, Mutators, Selection, check_reach, select_mutators
from equimorph.mutants.mutating import mutants as mutants_of
from equimorph.mutants.skipping import Skipped
from equimorph.robustness.drawing import PresetSelection, in_text_order
from equimorph.robustness.places import file_sha256, place_of
from equimorph.robustness.presets import PRESET, canonical_name, preset_of
from equimorph.robustness.sizes import changed_tokens, sizes
from equimorph.rows.jsonl import encode, json_line, open_rows
from equimorph.rows.row import row
from equimorph.rows.tables import Failed, RowCount, Rows, name_of_rows, numbered_rows, raised, read_rows
from equimorph.runs.declared import Option, Panel
from mutators import Mutant, MutationError, Mutator, get, names
from mutators.lines import LineMapping
from mutators.mutant import Relation
from parsers.language import languages

__all__ = ["SCHEMA", "MutantOptions", "counts_by_mutator", "mutants", "mutate", "write_mutants"]

SCHEMA = 1
WORK = "equimorph.robustness.mutants:mutate"
_MUTATOR = re.compile(rb'"mutator":"([^"]+)"')
_NOTES: Mapping[Relation, str] = {
    "breaking": "breaks behaviour: a repair of its mutants need not be one of the original",
    "preserving-but-for-output": "prints: a test that reads the output may fail on its mutants",
}
"""Notes on mutators that are not preserving."""


@dataclass(frozen=True)
class MutantOptions:
    """Options for the mutants of each bug.

    Attributes:
        choice: Choice of mutators; with a preset, only options of its mutators.
        preset: Name of one of `PRESETS`; None for the mutators of `choice`.
        seed: Seed for all random choices.
        limit_per_method: Maximum mutants per method, drawn by the seed.
        limit_per_mutator: Maximum mutants per mutator and method, drawn by the seed.
    """

    choice: Choice = DEFAULTS
    preset: Annotated[str | None, PRESET] = None
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    limit_per_method: Annotated[int | None, Option(minimum=1)] = None
    limit_per_mutator: Annotated[int | None, Option(minimum=1)] = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {**asdict(self), "choice": self.choice.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MutantOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "choice": Choice.from_dict(data["choice"])})

    def mutators(self, language: str = "java") -> tuple[Mutator, ...]:
        """Return the mutators of a language with their options; the ones that only other languages have are left out.

        Raises:
            MutationError: the preset does not exist, or the language has none of the mutators; or see `Choice.mutators`.
            ValueError: a preset and names of mutators are given.
        """
        if self.preset is None:
            return _spoken(self.choice, language)
        if self.choice.names:
            raise ValueError("a preset has its own mutators: give either a preset or mutators")
        return _spoken(preset_of(self.preset).choice(self.choice.options), language)


def _spoken(choice: Choice, language: str) -> tuple[Mutator, ...]:
    """Return the mutators of a choice that a language has, with the options that they declare."""
    if not choice.names or set(choice.names) <= {*names(language)} or not {*choice.names} <= {*names()}:
        return choice.mutators(language)
    wanted = tuple(name for name in choice.names if name in names(language))
    if not wanted:
        raise MutationError(f"{', '.join(choice.names)}: no mutator of {language}")
    declared = {option.name for name in wanted for option in get(name, language).options}
    options = {name: values for name, values in choice.options.items() if name in declared}
    return Choice(wanted, options).mutators(language)


def mutants(
    bugs: Rows,
    mutators: Mutators = None,
    *,
    preset: str | None = None,
    seed: int = 0,
    limit_per_method: int | None = None,
    limit_per_mutator: int | None = None,
    failed: Failed | None = None,
    on_conflict: Callable[[Conflict], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of the mutants of bugs, bug by bug.

    Facts are read from the whole file if the checkout of the bug still has it, else from the text of the method. A row
    is a row of `equimorph.row` with additional fields: `bug_id`; `preset`, if there is one; `lines` and `nodes` of the
    original method, and `changed_tokens`, the number of tokens that the mutation adds or removes. `fault_lines` are the
    lines that the fix changes or deletes: if it only inserts, no mutant touches any.

    Args:
        bugs: A file of bugs, or bugs.
        mutators: See `equimorph.mutate`; None for the default mutators.
        preset: Name of one of `PRESETS`, instead of mutators.
        seed, on_conflict: See `equimorph.mutate`.
        limit_per_method, limit_per_mutator: See `Selection`.
        failed: Gets the bad rows; without it, the first one is raised.

    Raises:
        MutationError: a row is bad, and there is no `failed`; the preset does not exist; or see `equimorph.mutate`.
        ParseError: the text of a bug is not one of its language.
        ValueError: mutators and a preset are given.
    """
    if preset is not None and mutators is not None:
        raise ValueError("a preset has its own mutators: give either a preset or mutators")

    def chosen(language: str) -> tuple[Mutator, ...]:
        wanted = MutantOptions(preset=preset).mutators(language) if preset is not None else mutators
        return select_mutators(wanted, language)

    check_reach(chosen(Bug.language), "the measurement takes mutants")
    select = Selection(limit_per_method=limit_per_method, limit_per_mutator=limit_per_mutator)

    def rows() -> Iterator[dict[str, Any]]:
        for bug in read_rows(bugs, bug_reader(bugs), failed or raised, key=lambda bug: bug.id):
            for part in bug.parts:
                for mutant in _mutants(part, chosen(bug.language), seed, select, on_conflict, preset):
                    yield _row(bug, part, mutant, preset)

    return rows()


def _mutants(
    bug: Bug,
    mutators: Mutators,
    seed: int,
    select: Selection,
    on_conflict: Callable[[Conflict], None] | None,
    preset: str | None,
) -> Iterable[Mutant]:
    place = place_of(bug)
    source = place.source.only(place.member) if place.is_file else place.source
    if preset is None:
        return mutants_of(source, mutators, seed=seed, select=select, on_conflict=on_conflict)
    drawn = PresetSelection(
        limit_per_method=select.limit_per_method,
        limit_per_mutator=select.limit_per_mutator,
        preset=preset_of(preset),
    )
    return in_text_order(mutants_of(source, mutators, seed=seed, select=drawn, on_conflict=on_conflict))


def _row(bug: Bug, part: Bug, mutant: Mutant, preset: str | None) -> dict[str, Any]:
    first = mutant.method.start_line - 1
    made = row(mutant, fault_lines=[line + first for line in part.fault_lines])
    if bug.members:
        made |= _in_all(bug, bug.parts.index(part), mutant, made)
    head = {"schema": SCHEMA, "bug_id": bug.id}
    if preset is not None:
        head["preset"] = canonical_name(preset)
    return {
        **head,
        **made,
        **sizes(mutant.method),
        "changed_tokens": changed_tokens(mutant.local.edits, bug.language),
    }


def _line(bug: Bug, part: Bug, preset: str | None, mutant: Mutant) -> bytes:
    return encode(_row(bug, part, mutant, preset))


def _in_all(bug: Bug, number: int, mutant: Mutant, made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the row of a mutant of one of several methods together that are about the text with all of them."""
    before = "".join(re.findall(r"[^\n]*\n|[^\n]+", bug.buggy)[: bug.members[number].first - 1])
    original, start = bug.buggy.encode(), len(before.encode())
    data = original[:start] + mutant.mutant_data + original[start + len(mutant.method.data) :]
    record = mutant.local.rebase(start, original, data)
    lines = LineMapping(original, data, record.edits)
    moved = {new for line in bug.fault_lines for new in lines.to_mutant(line)}
    return {
        "id": record.id,
        "original": bug.buggy,
        "mutant": data.decode(),
        "mutation": record.to_dict(),
        "offset": 0,
        "fault_lines": {
            "original": list(bug.fault_lines),
            "mutant": sorted(moved),
            "touched": made["fault_lines"]["touched"],
        },
    }


def mutate(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the rows of a bug; a row of the input is a bug."""
    asked = MutantOptions.from_dict(options)
    mutators = cache(asked.mutators)
    select = Selection(limit_per_method=asked.limit_per_method, limit_per_mutator=asked.limit_per_mutator)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        bug = Bug.from_row(json_line(record.number, record.data).data)
        count = 0
        for part in bug.parts:
            found = _mutants(part, mutators(bug.language), asked.seed, select, report, asked.preset)
            encoded = partial(_line, bug, part, asked.preset)
            for line in each_made(found, encoded, report):
                count += 1
                yield line
        if not count:
            reason = place_of(bug).member.untrusted or "no mutant can be made"
            report(Skipped(bug.path, bug.start_line, bug.name, reason))

    return made


def _or_none(options: MutantOptions, language: str) -> tuple[Mutator, ...]:
    """Return the mutators of a language; none if it has none of them."""
    try:
        return options.mutators(language)
    except MutationError:
        return ()


def counts_by_mutator(target: Target) -> Counter[str]:
    """Return the number of mutants in the output of a run by mutator.

    Raises:
        OSError: it cannot be read.
    """
    places = sorted(target.parts.glob("part-*.jsonl")) if target.parts is not None else [target.out]
    counts = Counter[str]()
    for place in filter(None, places):
        with open_rows(place) as stream:
            # The first one in a row is its field: in texts of the row the quotation marks are escaped.
            counts.update(match[1].decode() for line in stream if (match := _MUTATOR.search(line)))
    return counts


def write_mutants(target: Target, bugs: Rows, options: MutantOptions, failed: Failed) -> tuple[int, RowCount]:
    """Write the rows that `mutants` yields, by several processes, and again after a kill.

    Args:
        target: Destination of the rows; its reporter gets the bugs without mutants, and failures.
        bugs: A file of bugs, or bugs.
        options: Options for the mutants of each bug.
        failed: Gets the bad rows.

    Returns:
        The number of mutants, and the counts of the rows of bugs.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other bugs.
        MutationError: see `MutantOptions.mutators`.
        OSError: something cannot be read or written.
    """
    count, alone = RowCount(), 0

    def lines() -> Iterator[bytes]:
        nonlocal alone
        last = 0
        for number, bug in numbered_rows(bugs, bug_reader(bugs), failed, count, key=lambda bug: bug.id):
            yield b"\n" * (
                number - last - 1
            )  # so that each line has the number that it has in the file of bugs
            last = number
            known = file_sha256(bug)
            alone += known is None and bug.checkout is not None
            yield encode({**bug.to_row(), "file_sha256": known})

    chosen = options.mutators()
    spoken = [mutator for language in languages() for mutator in _or_none(options, language)]
    check_reach(spoken, "the measurement takes mutants")
    for mutator in chosen:
        if mutator.relation in _NOTES:
            target.reporter.note(f"{mutator.name} {_NOTES[mutator.relation]}")
    made = worked(
        target, WORK, options.to_dict(), lines(), name_of_rows(bugs), {"versions": versions(spoken)}
    )
    if options.preset is not None:
        beside = preset_of(options.preset).beside(counts_by_mutator(target))
        target.reporter.note(f"{canonical_name(options.preset)}: {beside}")
    if alone:
        target.reporter.note(
            f"{alone:,} of the bugs are not in their checkout: only the text of the method was known"
        )
    return made, count

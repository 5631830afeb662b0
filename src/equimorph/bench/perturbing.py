"""Perturbed prompts of problems: the beginning of the solution, mutated so that the whole program does the same.

A prompt shows the problem's own prompt and the first half of the lines of the solution's body, as ReCode does for its perturbations
of code (Wang et al. 2022, arXiv 2212.10264). The whole program is mutated, and the mutant is cut at the same line: what the prompt
shows has a solution that behaves as the original one, and this is the reference of the perturbed problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.functions.python import lines_of
from equimorph.bench.languages import bench_of
from equimorph.bench.making import rank
from equimorph.bench.problems import UNPERTURBED, Perturbation, Problem
from equimorph.bulk.job import Record, Report, Work
from equimorph.bulk.working import Target, worked
from equimorph.mutants.catalogue import Choice, versions
from equimorph.mutants.mutating import mutants, parse
from equimorph.patches.undoing import asked
from equimorph.rows.jsonl import encode, json_line
from mutators import Edit, Mutant, Mutation, Mutator
from parsers import ParseError, SourceFile

__all__ = ["Perturbed", "partial_prompt", "perturb_bench", "perturbed", "undone"]

_NO_CODE = "the prompt has no code that the solution completes"
_NOT_PARSED = "the solution does not parse"
_ONE_LINE = "half of a solution of one line is no code"


@dataclass(frozen=True)
class _Partial:
    """A program with the part that a prompt shows, in bytes.

    Attributes:
        problem: Problem of the program.
        data: Program of the solution.
        told_at: Place where the prompt has a text that the program lacks, such as a docstring.
        told: This text.
        body: Start of the body of the solution.
        shown: End of the part that the prompt shows.
    """

    problem: Problem
    data: bytes
    told_at: int
    told: bytes
    body: int
    shown: int

    def with_edits(self, edits: Sequence[Edit], perturbation: Perturbation) -> Problem | None:
        """Return the problem whose program has some edits; None if an edit crosses the end of a part."""
        problem, data = self.problem, self.data
        for edit in reversed(edits):
            data = data[: edit.start] + edit.new.encode() + data[edit.end :]
        prefix = len(problem.prefix.encode())
        suffix = len(self.data) - len(problem.suffix.encode())
        places = [_moved(place, edits) for place in (self.told_at, self.shown, prefix, suffix)]
        told_at, shown, start, end = (place if place is not None else -1 for place in places)
        if -1 in (told_at, shown, start, end):
            return None
        prompt = data[:told_at] + self.told + data[told_at:shown]
        variant = replace(
            problem,
            id=":".join([problem.id, perturbation.name, *_named(perturbation.seed)]),
            prompt=prompt.decode(),
            prefix=data[:start].decode(),
            solution=data[start:end].decode(),
            suffix=data[end:].decode(),
            perturbation=perturbation,
        )
        return variant if _completes(variant, data[shown:].decode()) else None


def _named(seed: int | None) -> list[str]:
    return [] if seed is None else [str(seed)]


def _moved(place: int, edits: Iterable[Edit]) -> int | None:
    """Return the place after edits; None if one reaches from before it to behind it."""
    by = 0
    for edit in edits:
        if edit.start < place:
            if edit.end > place:
                return None
            by += len(edit.new.encode()) - len(edit.old.encode())
    return place + by


def _completes(problem: Problem, rest: str) -> bool:
    """Return whether a text completes the prompt to the solution, by the rules for predictions."""
    function = bench_of(problem.lang).function(problem, rest)
    return function is not None and function.strip() == problem.solution.strip()


def _partial(problem: Problem) -> _Partial:
    """Return the program of a problem with the part that a prompt shows.

    Raises:
        ProblemError: The prompt has no code of the solution.
    """
    data = (problem.prefix + problem.solution + problem.suffix).encode()
    lines = lines_of(problem.solution)
    head = next(
        (n for n in range(1, len(lines)) if _completes(problem, "".join(lines[n:]) + problem.suffix)), None
    )
    if head is None:
        raise ProblemError(_NO_CODE)
    body = len((problem.prefix + "".join(lines[:head])).encode())
    prompt = problem.prompt.encode()
    told_at = next((n for n in range(body) if data[n : n + 1] != prompt[n : n + 1]), body)
    if not prompt[told_at:].endswith(data[told_at:body]):
        raise ProblemError(_NO_CODE)
    told = prompt[told_at : len(prompt) - (body - told_at)]
    code = [n for n, line in enumerate(lines) if n >= head and line.strip()]
    shown = lines[: code[len(code) // 2]] if len(code) > 1 else lines[:head]
    return _Partial(problem, data, told_at, told, body, len((problem.prefix + "".join(shown)).encode()))


def partial_prompt(problem: Problem) -> Problem:
    """Return a problem whose prompt shows half the solution as it is.

    Raises:
        ProblemError: The prompt has no code that the solution completes.
    """
    variant = _partial(problem).with_edits([], Perturbation(UNPERTURBED, problem.id))
    if variant is None:
        raise ProblemError(_NO_CODE)
    return variant


def perturbed(
    problem: Problem, mutators: Sequence[Mutator], seeds: Sequence[int] = (0,)
) -> tuple[list[Problem], Counter[str]]:
    """Return a problem with half its solution shown, followed by perturbed ones: one for each mutator and seed.

    Args:
        problem: An original problem.
        mutators: Preserving mutators; those for another language make nothing.
        seeds: Seeds; the same prompt for another seed is left out.

    Returns:
        The problems, none if no prompt can be perturbed; and the number of prompts that are left out, by reason.

    Raises:
        ProblemError: A mutator does not preserve behaviour.
    """
    for mutator in mutators:
        _check(mutator)
    try:
        whole, half = _partial(problem), partial_prompt(problem)
        source = parse(whole.data, language=problem.lang)
    except (ProblemError, ParseError) as error:
        return [], Counter([str(error) if isinstance(error, ProblemError) else _NOT_PARSED])
    left, variants, prompts = Counter[str](), list[Problem](), {half.prompt}
    for mutator in mutators:
        if mutator.language != problem.lang:
            left[f"{mutator.name} is for {mutator.language}"] += 1
            continue
        for seed in seeds:
            variant = _choose(whole, half, source, mutator, seed)
            if variant is None:
                left[f"{mutator.name} changes nothing that a prompt shows"] += 1
            elif variant.prompt in prompts:
                left["the same prompt for another seed"] += 1
            else:
                prompts.add(variant.prompt)
                variants.append(variant)
    if variants:
        return [half, *variants], left
    return [], Counter([_ONE_LINE]) if whole.shown == whole.body else left


def _check(mutator: Mutator) -> None:
    if mutator.relation != "preserving":
        raise ProblemError(f"prompts are perturbed by preserving mutators, and {mutator.name} is none")


def _choose(
    whole: _Partial, half: Problem, source: SourceFile, mutator: Mutator, seed: int
) -> Problem | None:
    """Return the problem of a mutant that a seed draws among those whose change a prompt shows; None for none."""
    choices, names = mutants(source, [mutator], seed=seed, on_conflict=lambda _: None), _names(source)
    for mutant in sorted(choices, key=lambda mutant: rank(seed, whole.problem.id, mutant.id)):
        variant = whole.with_edits(mutant.mutation.edits, _perturbation(whole.problem, mutant, seed))
        if variant is not None and variant.prompt != half.prompt and _names(mutant) == names:
            return variant
    return None


def _names(source: SourceFile | Mutant) -> list[str]:
    """Return the names of the functions, by which tests may call any of them."""
    text = SourceFile(source.data, language=source.source.language) if isinstance(source, Mutant) else source
    return [method.name for method in text.methods]


def _perturbation(problem: Problem, mutant: Mutant, seed: int) -> Perturbation:
    return Perturbation(mutant.mutator, problem.id, seed, (mutant.mutation.to_dict(),))


def undone(problem: Problem, candidate: str) -> str:
    """Return a candidate of a perturbed problem as one of the original problem: the mutations are undone in it.

    Args:
        problem: Perturbed problem.
        candidate: Function or method, such as `candidate` of a row that `run_bench` wrote.

    Raises:
        ProblemError: The problem is not perturbed, or what is around the candidate is not what it was.
        UndoConflict: The candidate changed what the mutation changed.
        ParseError: The candidate cannot be read.
    """
    if problem.perturbation is None:
        raise ProblemError(f"{problem.id} is no perturbed problem")
    records = [Mutation.from_dict(record) for record in problem.perturbation.mutations]
    if not records:
        return candidate
    data = (problem.prefix + problem.solution + problem.suffix).encode()
    start, end = len(problem.prefix.encode()), len(data) - len(problem.suffix.encode())
    for record in reversed(records):
        data = record.invert(data)
        start, end = _before(record, start), _before(record, end)
    original = SourceFile(data, language=problem.lang)
    question = asked(records, original)
    patched = question.read(problem.prefix + candidate + problem.suffix)
    text = question.undo(patched, whole=True).encode()
    head, tail = data[:start], data[end:]
    if not (text.startswith(head) and text.endswith(tail)):
        raise ProblemError(f"{problem.id}: what is around the candidate is not as in the original problem")
    return text[len(head) : len(text) - len(tail)].decode()


def _before(record: Mutation, place: int) -> int:
    """Return the place in the original for a place in its mutant."""
    by = 0
    for edit in record.edits:
        if edit.start + by >= place:
            break
        by += len(edit.new.encode()) - len(edit.old.encode())
    return place - by


@dataclass
class Perturbed:
    """The number of problems and prompts of a run.

    Attributes:
        problems: Number of problems.
        perturbed: Number of problems with a perturbed prompt.
        prompts: Number of perturbed prompts by mutator.
        left: Number of prompts that are left out, by reason.
    """

    problems: int = 0
    perturbed: int = 0
    prompts: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)

    def add(self, line: bytes) -> bool:
        """Count a line of the work; return whether it is a row of the output."""
        data = json_line(1, line).data
        if "left" in data:
            self.problems += 1
            self.left.update(data["left"])
            return False
        if data["perturbation"] == UNPERTURBED:
            self.perturbed += 1
        else:
            self.prompts[data["perturbation"]] += 1
        return True


def perturb_bench(
    target: Target, problems: Iterable[Problem], choice: Choice, seeds: Sequence[int] = (0,)
) -> Perturbed:
    """Write problems with perturbed prompts, by several processes, and again after a kill.

    A problem with perturbed prompts begins with a prompt that shows half the solution as it is, whose perturbation is "none". The
    rows are problems with `perturbation`, `perturbation_seed`, `original`, the id of the problem, and `perturbation_mutations`, the
    records by which `undone` undoes a candidate.

    Args:
        target: File of the rows.
        problems: Original problems with unique ids.
        choice: Preserving mutators.
        seeds: Seeds; each mutator makes one prompt for each.

    Raises:
        ProblemError: There is no file, a mutator does not preserve behaviour, or a problem is perturbed already.
        MutationError: There is no mutator of a name.
        BulkError: Another run is at work there; or what is done was made with other options, or from other problems.
        OSError: Something cannot be written.
    """
    every = list(problems)
    if target.out is None:
        raise ProblemError("perturbed problems are written to a file")
    if again := [problem.id for problem in every if problem.perturbation is not None]:
        raise ProblemError(f"{again[0]} is perturbed already: name the original problems")
    chosen = {lang: choice.mutators(lang) for lang in sorted({problem.lang for problem in every})}
    for mutator in (entry for several in chosen.values() for entry in several):
        _check(mutator)
    count = Perturbed()
    lines = (encode({"row_name": problem.id, "problem": problem.to_row()}) for problem in every)
    options = {"choice": choice.to_dict(), "seeds": [*seeds]}
    identity = {"mutators": {lang: versions(several) for lang, several in chosen.items()}}
    worked(target, f"{__name__}:work", options, lines, "problems", identity, wanted=count.add)
    return count


def work(options: Mapping[str, Any]) -> Work:
    """Return a function that perturbs the prompts of a problem; a row of the input is a problem."""
    choice, seeds = Choice.from_dict(options["choice"]), options["seeds"]

    def prompts_of(record: Record, report: Report) -> Iterator[bytes]:
        problem = Problem.from_row(json_line(record.number, record.data).data["problem"])
        variants, left = perturbed(problem, choice.mutators(problem.lang), seeds)
        for entry in variants:
            yield encode(entry.to_row())
        yield encode({"left": left})

    return prompts_of

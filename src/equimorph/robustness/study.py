"""A whole study in one folder: bugs, mutants, requests, answers, judgements, scores, figures and the page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from equimorph.bulk.job import reason_of
from equimorph.bulk.working import Target
from equimorph.defects4j.methods.placing import bug_reader, bug_row
from equimorph.defects4j.methods.reading import FIX, Reading, read_bugs
from equimorph.defects4j.methods.scope import scope_notes
from equimorph.models import Endpoint, object_model
from equimorph.models.asking import Requests, opened_requests, write_answers
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.baselines import CopyModel
from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import EQUALITY, Equal, Exact
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.runner import opened_runner
from equimorph.robustness.judging.runs import NOT_RUN
from equimorph.robustness.judging.writing import Judging, write_judged
from equimorph.robustness.mutants import MutantOptions, counts_by_mutator, write_mutants
from equimorph.robustness.pages import Sources, write_page
from equimorph.robustness.plotting import plot
from equimorph.robustness.presets import preset_of
from equimorph.robustness.requests import requests
from equimorph.robustness.scoring.score import Score, is_warning, scores
from equimorph.robustness.steps import Counting, Step, Steps, steps_in
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow, read_rows
from equimorph.runs.declared import Option, Panel
from equimorph.runs.whole import whole_file
from mutators import MutationError
from parsers.oracles.jdk import JdkNotFound, find_jdk

PRESET, K, LIMIT = "robustnpr-b", 5, 1
"""The defaults: the mutators of RobustNPR, candidates of each answer, and mutants of a bug by a mutator."""
PAGE = "index.html"
BASELINE = "copy (does nothing)"
_BASELINE = "baseline"
_RUNS = "runs"
"""The folder that keeps what was compiled and run until the study is done."""
_REPLIES = "replies"
"""The folder of the replies that a chat model pays for."""
_SHOWN = 3
_HINT = (
    "Libraries that sources and tests need, such as JUnit, are given with --class-path A.jar:B.jar, options of the compiler with"
    " --javac-option, folders that are not found with --source-dir and --test-dir; --runner defects4j or --runner-command builds"
    " in another way, --no-tests does without tests."
)
_BASE = ("bugs.jsonl", "mutants.jsonl")

Opened: TypeAlias = Callable[[Requests], AbstractContextManager[Endpoint]]
"""Opens the model that is studied; gets the requests, which a file of answers is compared with."""


_LIMIT = "Maximum mutants per mutator and method, drawn by the seed. 0 for all."


def _texts(paths: Iterable[Path]) -> tuple[str, ...]:
    return tuple(map(str, paths))


def _limit(number: int) -> int | None:
    return number or None


@dataclass(frozen=True)
class StudyOptions:
    """Options of a study.

    Attributes:
        checkouts: Folders of checked-out bugs, or folders that contain them.
        model: Identity of the model as plain data; another one is another study.
        fix: The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or
            files; {project}, {number} and {checkout} are replaced by the bug's.
        single_line: Only bugs whose fix replaces exactly one line in one method.
        preset: Preset of mutators.
        k: Number of candidates to ask for.
        seed: Seed for all random choices.
        limit_per_mutator: maximum mutants per bug and mutator; None for all.
        tests: Whether tests are run; then the code of models is executed.
        runner: Options for running tests.
        about: Facts about the model for the reader.
        equal: See `Exact`.
        repaired: Also judge by the criterion repaired: one of the candidates passes all tests.
        all_fixes: Criteria repaired and behaviour: also count bugs whose fix needs more than the model was asked about.
        together: Ask about all faulty methods of a file in one request, if they are the bug's whole fix.
    """

    checkouts: Annotated[
        tuple[str, ...], Option(argument=True, exists=True, folder=True, kind=Path, parse=_texts)
    ]
    model: Mapping[str, Any]
    fix: Annotated[str, Option(panel=Panel.INPUT)] = FIX
    single_line: Annotated[bool, Option()] = False
    preset: str = PRESET
    k: Annotated[int, Option(flags="-k --k", minimum=1)] = K
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    limit_per_mutator: Annotated[int | None, Option(minimum=0, help=_LIMIT, parse=_limit, kind=int)] = LIMIT
    tests: bool = True
    runner: RunnerOptions = RunnerOptions()  # noqa: RUF009 - it is frozen
    about: tuple[str, ...] = ()
    equal: Annotated[Equal, EQUALITY] = "tokens"
    repaired: Annotated[bool, Option(panel=Panel.TESTS)] = False
    all_fixes: Annotated[bool, Option()] = False
    together: Annotated[bool, Option(after="single_line")] = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **asdict(self),
            "checkouts": list(self.checkouts),
            "runner": self.runner.to_dict(),
            "about": list(self.about),
        }


def run_study(options: StudyOptions, opened: Opened, out: Path, target: Target) -> Path:
    """Run a whole study; the same call continues one that was stopped. Return the path of its page.

    Args:
        options: Options of the study.
        opened: Opens the model.
        out: The folder; a new or empty one, or the folder of an earlier run of the same study.
        target: Jobs, restart and reporter; the destination is `out`.

    Raises:
        MutationError: another run is at work in the folder, it has another study, or the model cannot be asked at all.
        FileExistsError: it has something else.
        OSError: something cannot be read or written.
    """
    return _Study(options, opened, out, target).run()


class _Study:
    def __init__(self, options: StudyOptions, opened: Opened, out: Path, target: Target) -> None:
        self._options, self._opened, self._out = options, opened, out
        self._reporter = Counting(target.reporter)
        self._target = replace(target, reporter=self._reporter)
        self._runs = out / _RUNS
        cache = options.runner.cache or str(self._runs)
        self._runner = replace(options.runner, cache=cache)

    def run(self) -> Path:
        options, restart = self._options.to_dict(), self._target.restart
        with steps_in(self._out, options, self._reporter, restart) as steps:
            self._do(steps)
        return self._out / PAGE

    def _do(self, steps: Steps) -> None:
        if self._target.restart:
            for kept in (self._runs, self._out / _REPLIES):
                shutil.rmtree(kept, ignore_errors=True)
        steps.do(Step("bugs", ("bugs.jsonl",), self._bugs))
        reason = self._no_tests()
        try:
            steps.do(Step("check", (), self._check if reason is None else list))
        except MutationError:
            steps.abandon()
            shutil.rmtree(self._runs, ignore_errors=True)
            raise
        steps.do(Step("mutants", ("mutants.jsonl",), self._mutants))
        steps.do(Step("requests", ("requests.jsonl",), self._requests))
        for folder, opened in (("", self._opened), (_BASELINE, _copying)):
            self._of_model(steps, folder, opened, reason is None)
        notes = [*steps.notes, *([] if reason is None else [reason]), *self._options.about]
        if reason is not None:
            self._reporter.note(reason)
        steps.do(Step("plots", (), self._plots, folder="plots"))
        steps.do(Step("page", (PAGE,), partial(self._page, notes, reason is None)))
        steps.finish()
        shutil.rmtree(self._runs, ignore_errors=True)

    def _of_model(self, steps: Steps, folder: str, opened: Opened, tests: bool) -> None:
        """Ask a model, judge its answers, and compute the scores."""

        def named(name: str) -> str:
            return f"{folder}/{name}" if folder else name

        answers = named("answers.jsonl")
        again = self._target.retry is not False
        steps.do(Step(named("ask"), (answers,), partial(self._ask, opened, answers), again=again))
        criteria: dict[str, Judging] = {"exact": Exact(self._options.k, self._options.equal)}
        if tests:
            criteria["behaviour"] = Behaviour(self._runner)
        if tests and self._options.repaired:
            criteria["repaired"] = Repaired(self._options.k, self._runner)
        for name, criterion in criteria.items():
            judged, score = named(f"judged-{name}.jsonl"), named(f"score-{name}.json")
            steps.do(
                Step(named(f"judge-{name}"), (judged,), partial(self._judge, criterion, answers, judged))
            )
            steps.do(Step(named(f"score-{name}"), (score,), partial(self._score, judged, score)))

    def _at(self, name: str) -> Target:
        return replace(self._target, out=self._out / name, parts=None)

    def _failed(self, bad: BadRow) -> None:
        self._reporter.failed(str(bad), bad.reason)

    def _write(self, name: str, rows: Iterable[Mapping[str, Any]]) -> int:
        count = 0
        with whole_file(self._out / name) as stream:
            for count, row in enumerate(rows, 1):  # noqa: B007
                stream.write(encode(row))
        return count

    def _bugs(self) -> list[str]:
        asked, reading = self._options, Reading()
        found = read_bugs(
            asked.checkouts,
            fix=asked.fix,
            single_line=asked.single_line,
            together=asked.together,
            failed=self._reporter.failed,
            reading=reading,
        )
        self._write("bugs.jsonl", (bug_row(bug, self._out / "bugs.jsonl") for bug in found))
        unfixed = reading.unfixed.total()
        self._reporter.note(f"faulty methods: {reading.count.summary()}")
        notes = [f"{unfixed:,} of the bugs have no repaired text: they are not compared with a fix"]
        return notes * bool(unfixed) + list(scope_notes(reading.scopes))

    def _check(self) -> list[str]:
        """Compile the checkouts of all bugs as they are.

        Raises:
            MutationError: one cannot be used; names the first few, and says what to do.
        """
        wrong, known = list[str](), set[str | None]()
        with opened_runner(self._runner) as runner:
            place = self._out / "bugs.jsonl"
            for bug in read_rows(place, bug_reader(place), self._failed):
                if bug.checkout in known:
                    continue
                known.add(bug.checkout)
                try:
                    runner.check(bug)
                except NOT_RUN as error:
                    wrong.append(reason_of(error))
        if not wrong:
            return []
        more = f"\n... and {len(wrong) - _SHOWN:,} more" if len(wrong) > _SHOWN else ""
        told = "\n".join(wrong[:_SHOWN])
        raise MutationError(
            f"{len(wrong):,} of {len(known):,} checkouts cannot be tested, so nothing was done:\n{told}{more}\n{_HINT}"
        )

    def _mutants(self) -> list[str]:
        asked = self._options
        options = MutantOptions(
            preset=asked.preset, seed=asked.seed, limit_per_mutator=asked.limit_per_mutator
        )
        made, count = write_mutants(
            self._at("mutants.jsonl"), self._out / "bugs.jsonl", options, self._failed
        )
        self._reporter.note(f"{made:,} mutants of {count.kept:,} bugs")
        limit = asked.limit_per_mutator
        drawn = (
            ""
            if limit is None
            else f": at most {limit} of each bug by each mutator, drawn with seed {asked.seed}"
        )
        beside = preset_of(asked.preset).beside(counts_by_mutator(self._at("mutants.jsonl")))
        return [
            f"{made:,} mutants of {count.kept:,} bugs by {asked.preset}{drawn} (--limit-per-mutator)",
            f"Mutants by mutator: {beside}.",
        ]

    def _requests(self) -> list[str]:
        bugs, mutants = (self._out / one for one in _BASE)
        rows = requests(
            bugs,
            mutants,
            k=self._options.k,
            seed=self._options.seed,
            failed=self._reporter.failed,
        )
        self._write("requests.jsonl", (request.to_row() for request in rows))
        return []

    def _ask(self, opened: Opened, name: str) -> list[str]:
        target = self._at(name)
        with opened_requests(self._out / "requests.jsonl") as found, opened(found) as model:
            counts = write_answers(target, found, model, replies=self._out / _REPLIES)
        self._reporter.note(f"{name}: {counts['answers']:,} answers with {counts['candidates']:,} candidates")
        errors = counts["errors"]
        return [f"{errors:,} of {counts['requests']:,} requests have no answer but an error"] * bool(errors)

    def _judge(self, criterion: Judging, answers: str, name: str) -> list[str]:
        bugs, mutants = (self._out / one for one in _BASE)
        done = write_judged(self._at(name), bugs, mutants, self._out / answers, criterion, self._failed)
        self._reporter.note(f"{name}: {done.rows:,} judged rows")
        return []

    def _score(self, judged: str, name: str) -> list[str]:
        found = scores(self._out / judged, failed=self._failed, all_fixes=self._options.all_fixes)
        with whole_file(self._out / name) as stream:
            stream.write(encode(_result(found)))
        for score in found:
            if score.too_few:
                self._reporter.failed(f"{name}: {score.model}: {score.too_few}")
            for remark in filter(is_warning, score.remarks):
                self._reporter.note(f"{name}: {score.model}: {remark}")
        return [f"{one.model}: {remark}" for one in found for remark in one.remarks]

    def _plots(self) -> list[str]:
        plot(self._score_files(), self._out / "plots")
        return []

    def _score_files(self, folder: str = "") -> list[Path]:
        return sorted((self._out / folder).glob("score-*.json"))

    def _page(self, notes: Sequence[str], tests: bool) -> list[str]:
        own, baseline = self._read_scores(""), self._read_scores(_BASELINE)
        bugs, mutants = (self._out / one for one in _BASE)
        sources = Sources(
            bugs=bugs,
            mutants=mutants,
            answers=self._out / "answers.jsonl",
            exact=self._out / "judged-exact.jsonl",
            behaviour=self._out / "judged-behaviour.jsonl" if tests else None,
            scores=[*own, *({**one, "model": BASELINE} for one in baseline)],
            model=str(own[0]["model"]) if own else "no model",
            baseline=BASELINE,
            notes=notes,
        )
        write_page(sources, self._out / PAGE, failed=self._failed)
        return []

    def _read_scores(self, folder: str) -> list[dict[str, Any]]:
        """Return the objects of all scores in a folder, beginning with the criterion exact."""
        found = list[dict[str, Any]]()
        for path in sorted((self._out / folder).glob("score-*.json"), reverse=True):
            data = json.loads(path.read_bytes())
            found += data.get("scores", [data])
        return found

    def _no_tests(self) -> str | None:
        """Return why no tests are run; None if they are."""
        if not self._options.tests:
            return "No tests were run (--no-tests), so that there is no score of behaviour."
        rows = self._out / "bugs.jsonl"
        bugs = read_rows(rows, bug_reader(rows), self._failed)
        if all(bug.checkout is None for bug in bugs):
            return "No bug has a checkout, so that no tests can be run: there is no score of behaviour."
        if self._options.runner.runner == "javac":
            try:
                find_jdk()
            except JdkNotFound as error:
                return f"No tests were run, so that there is no score of behaviour: {error}"
        return None


def _result(found: list[Score]) -> dict[str, Any]:
    return (
        found[0].to_dict() if len(found) == 1 else {"schema": 1, "scores": [one.to_dict() for one in found]}
    )


@contextmanager
def _copying(_: Requests) -> Iterator[Endpoint]:
    yield object_model(CopyModel())

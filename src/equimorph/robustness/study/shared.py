"""The steps of a study that its models share: bugs, the check of their checkouts, mutants, requests."""

from __future__ import annotations

import shutil

from equimorph.bulk.job import reason_of
from equimorph.defects4j.methods.placing import bug_reader, bug_row
from equimorph.defects4j.methods.reading import Reading, read_bugs, read_quixbugs
from equimorph.defects4j.methods.scope import scope_notes
from equimorph.projects.javac import JavacEngine
from equimorph.robustness.judging.runner import engine_of, opened_runner
from equimorph.robustness.judging.runs import NOT_RUN
from equimorph.robustness.mutants import MutantOptions, counts_by_mutator, write_mutants
from equimorph.robustness.presets import preset_of
from equimorph.robustness.requests import requests
from equimorph.robustness.steps import Step, Steps
from equimorph.robustness.study.place import BUGS, MUTANTS, REQUESTS, Place
from equimorph.rows.tables import read_rows
from mutators import MutationError
from parsers.oracles.jdk import JdkNotFound, find_jdk

_SHOWN = 3
_HINT = (
    "Libraries that sources and tests need, such as JUnit, are given with --class-path A.jar:B.jar, options of the compiler with"
    " --javac-option, the Python that has them with --python,"
    " folders that are not found with --source-dir and --test-dir; --runner defects4j or --runner-command builds"
    " in another way, --no-tests does without tests."
)


class Shared:
    """The shared steps in the folder of a study."""

    def __init__(self, place: Place) -> None:
        self._place, self._options = place, place.options

    def do(self, steps: Steps) -> str | None:
        """Do the steps; return why no tests are run, or None if they are.

        Raises:
            MutationError: a checkout does not compile as it is.
        """
        steps.do(Step("bugs", (BUGS,), self._bugs))
        reason = self._no_tests()
        try:
            steps.do(Step("check", (), self._check if reason is None else list, inputs=(BUGS,)))
        except MutationError:
            steps.abandon()
            shutil.rmtree(self._place.runs, ignore_errors=True)
            raise
        steps.do(Step("mutants", (MUTANTS,), self._mutants, inputs=(BUGS,)))
        steps.do(Step("requests", (REQUESTS,), self._requests, inputs=(BUGS, MUTANTS)))
        return reason

    def _bugs(self) -> list[str]:
        options, reading, failed = self._options, Reading(), self._place.reporter.failed
        if options.quixbugs is not None:
            bugs = read_quixbugs(
                options.quixbugs,
                options.language,
                single_line=options.single_line,
                failed=failed,
                reading=reading,
            )
        else:
            bugs = read_bugs(
                options.checkouts,
                fix=options.fix,
                single_line=options.single_line,
                together=options.together,
                source_dir=options.runner.source_dir,
                test_dir=options.runner.test_dir,
                encoding=options.encoding,
                failed=failed,
                reading=reading,
            )
        self._place.write_rows(BUGS, (bug_row(bug, self._place.bugs) for bug in bugs))
        unfixed = reading.unfixed.total()
        self._place.reporter.note(f"faulty methods: {reading.count.summary()}")
        notes = [f"{unfixed:,} of the bugs have no repaired text: they are not compared with a fix"]
        return notes * bool(unfixed) + list(scope_notes(reading.scopes))

    def _no_tests(self) -> str | None:
        """Return why no tests are run; None if they are."""
        if not self._options.tests:
            return "No tests were run (--no-tests), so that there is no score of behaviour."
        place = self._place.bugs
        bugs = read_rows(place, bug_reader(place), self._place.failed)
        spoken = {bug.language for bug in bugs if bug.checkout is not None}
        if not spoken:
            return "No bug has a checkout, so that no tests can be run: there is no score of behaviour."
        if any(engine_of(self._options.runner, language) is JavacEngine for language in sorted(spoken)):
            if self._options.quixbugs is not None:
                return (
                    "No tests were run, so that there is no score of behaviour: javac finds none in QuixBugs."
                )
            try:
                find_jdk()
            except JdkNotFound as error:
                return f"No tests were run, so that there is no score of behaviour: {error}"
        return None

    def _check(self) -> list[str]:
        """Compile the checkouts of all bugs as they are.

        Raises:
            MutationError: one cannot be used; names the first few, and says what to do.
        """
        wrong, seen = list[str](), set[object]()
        with opened_runner(self._place.runner) as runner:
            place = self._place.bugs
            for bug in read_rows(place, bug_reader(place), self._place.failed):
                key = (bug.checkout, bug.tests)  # of several bugs in one folder, each has tests of its own
                if key in seen:
                    continue
                seen.add(key)
                try:
                    runner.check(bug)
                except NOT_RUN as error:
                    wrong.append(reason_of(error))
        if not wrong:
            return []
        more = f"\n... and {len(wrong) - _SHOWN:,} more" if len(wrong) > _SHOWN else ""
        first = "\n".join(wrong[:_SHOWN])
        raise MutationError(
            f"{len(wrong):,} of {len(seen):,} checkouts cannot be tested, so nothing was done:\n{first}{more}\n{_HINT}"
        )

    def _mutants(self) -> list[str]:
        options = self._options
        mutant_options = MutantOptions(
            options.choice,
            options.preset,
            options.seed,
            limit_per_method=options.limit_per_method,
            limit_per_mutator=options.limit_per_mutator,
        )
        place = self._place
        number, count = write_mutants(place.target(MUTANTS), place.bugs, mutant_options, place.failed)
        place.reporter.note(f"{number:,} mutants of {count.kept:,} bugs")
        limit = options.limit_per_mutator
        drawn = (
            ""
            if limit is None
            else f": at most {limit} of each bug by each mutator, drawn with seed {options.seed}"
        )
        by = options.preset or ", ".join(mutator.name for mutator in mutant_options.mutators())
        made = f"{number:,} mutants of {count.kept:,} bugs by {by}{drawn} (--limit-per-mutator)"
        if options.preset is None:
            return [made]
        beside = preset_of(options.preset).beside(counts_by_mutator(place.target(MUTANTS)))
        return [made, f"Mutants by mutator: {beside}."]

    def _requests(self) -> list[str]:
        place, options = self._place, self._options
        rows = requests(
            place.bugs,
            place.mutants,
            k=options.k,
            seed=options.seed,
            with_file=options.with_file,
            with_tests=options.with_tests,
            failed=place.reporter.failed,
        )
        place.write_rows(REQUESTS, (request.to_row() for request in rows))
        return []

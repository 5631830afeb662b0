"""Running a search: guided, or one of the two baselines; with an output it is stored, and a run that was stopped continues."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.mutants.catalogue import versions
from equimorph.rows.jsonl import encode, packed
from equimorph.runs.manifests import package_versions, write_manifest
from equimorph.runs.whole import whole_file
from equimorph.search.baselines import draw
from equimorph.search.course import Course
from equimorph.search.errors import BudgetExhausted, NoSites, SearchError
from equimorph.search.guided_mutation import evolve
from equimorph.search.individuals import Stepper
from equimorph.search.journal import journal
from equimorph.search.mutant_models.making import mutant_models
from equimorph.search.mutant_models.mutable import weights_of
from equimorph.search.operators import Operator, operators_of
from equimorph.search.options import Method, SearchOptions
from equimorph.search.outputs import NamedModel, TextModel, named
from equimorph.search.panel import Panel
from equimorph.search.results import Result
from equimorph.search.rewriting import rewriting_models
from equimorph.search.roots import RootCount, Texts, drawn, input_hash, roots_of

__all__ = ["MANIFEST", "Mutants", "guided", "models_of", "once", "times"]

MANIFEST = ".manifest.json"
"""The suffix of an output's manifest."""
Mutants = int | Sequence[TextModel | NamedModel]
"""Mutant models, or how many are made."""
_MUTANTS = 10


def guided(
    texts: Texts,
    model: TextModel | NamedModel,
    mutants: Mutants = _MUTANTS,
    options: SearchOptions | None = None,
    *,
    out: str | PathLike[str] | None = None,
    restart: bool = False,
    reporter: Reporter = SILENT,
    failed: Callable[[Exception], None] | None = None,
    **given: Any,  # noqa: ANN401 - of any option
) -> Result:
    """Search for mutants that a model does not withstand, by guided mutation.

    Args:
        texts: Methods or whole files of Java, files, or folders.
        model: Model, texts -> outputs.
        mutants: Its mutant models, or their number to make: from its weights if the model has `module`, or
            `get_weights` and `set_weights`; else by rewriting its input. With 0 the score is whether the model's own
            output changes.
        options: Options of the search.
        out: File for the rows (``.jsonl``, ``.jsonl.gz``), written whole or not at all, with a manifest beside it.
            ``OUT.partial`` keeps the model's outputs until then: the same call continues there.
        restart: Discard an unfinished run (OUT.partial) and start over.
        reporter: Receives notes and progress.
        failed: Gets errors of unreadable texts; the first one is raised without it.
        given: Options by name, in place of `options`.

    Raises:
        NoSites: no operator has a site in any method.
        BudgetExhausted: the budget ended before the target was reached, or suffices for no method; its result has what was found.
        ModelError: a model fails, or answers otherwise than the protocol asks for.
        SearchError: an option or a model cannot be used, or an earlier run in ``OUT.partial`` had other ones.
        ParseError, OSError: a text is not Java, or a file cannot be read or written.
    """
    found = _Run("guided", options, given, out, restart, reporter, failed)
    return found.done(texts, model, mutants)


def once(
    texts: Texts,
    model: TextModel | NamedModel,
    mutants: Mutants = _MUTANTS,
    options: SearchOptions | None = None,
    *,
    out: str | PathLike[str] | None = None,
    restart: bool = False,
    reporter: Reporter = SILENT,
    failed: Callable[[Exception], None] | None = None,
    **given: Any,  # noqa: ANN401 - of any option
) -> Result:
    """Return mutants after one random step each, drawn again until the budget is spent: the paper's 1-time mutation.

    For arguments and errors see `guided`.
    """
    return _Run("once", options, given, out, restart, reporter, failed).done(texts, model, mutants)


def times(
    texts: Texts,
    model: TextModel | NamedModel,
    mutants: Mutants = _MUTANTS,
    options: SearchOptions | None = None,
    *,
    out: str | PathLike[str] | None = None,
    restart: bool = False,
    reporter: Reporter = SILENT,
    failed: Callable[[Exception], None] | None = None,
    **given: Any,  # noqa: ANN401 - of any option
) -> Result:
    """Return mutants after `k` random steps each, drawn again until the budget is spent: the paper's k-time mutation.

    For arguments and errors see `guided`.
    """
    return _Run("times", options, given, out, restart, reporter, failed).done(texts, model, mutants)


def models_of(
    model: NamedModel, mutants: Mutants, operators: Sequence[Operator], seed: int, reporter: Reporter = SILENT
) -> list[NamedModel]:
    """Return the given mutant models, or make the wanted number of them.

    Raises:
        SearchError: a given one cannot be called, or two of them have one name and one identity.
        BudgetExhausted: there are fewer mutant models of the weights.
    """
    if isinstance(mutants, bool) or (isinstance(mutants, int) and mutants < 0):
        raise SearchError(f"mutants are mutant models, or how many are made, not {mutants!r}")
    if not isinstance(mutants, int | Sequence):
        raise SearchError(
            f"mutants are a list of mutant models, or how many are made, not {type(mutants).__name__}"
        )
    if not isinstance(mutants, int):
        return [_numbered(named(one), number) for number, one in enumerate(mutants)]
    if mutants == 0:
        return []
    if _has_weights(model.model):
        return [named(one) for one in mutant_models(model, mutants, seed=seed, reporter=reporter)]
    return [named(one) for one in rewriting_models(model, mutants, operators, seed)]


def _numbered(model: NamedModel, number: int) -> NamedModel:
    return NamedModel(model.model, model.name, f"{number}|{model.identity}")


def _has_weights(model: object) -> bool:
    return hasattr(model, "module") or (hasattr(model, "get_weights") and hasattr(model, "set_weights"))


class _Run:
    def __init__(
        self,
        method: Method,
        options: SearchOptions | None,
        given: dict[str, Any],
        out: str | PathLike[str] | None,
        restart: bool,
        reporter: Reporter,
        failed: Callable[[Exception], None] | None,
    ) -> None:
        if options is not None and given:
            raise TypeError(f"give options, or {', '.join(given)} by name")
        self._method: Method = method
        self._options = options or SearchOptions(**given)
        self._out = None if out is None else Path(out)
        self._restart, self._reporter, self._failed = restart, reporter, failed
        self._count = RootCount()

    def done(self, texts: Texts, model: TextModel | NamedModel, mutants: Mutants) -> Result:
        """Search, and write what was found."""
        options, operators = self._options, operators_of(self._options.operators)
        base = named(model)
        others = models_of(base, mutants, operators, options.seed, self._reporter)
        roots = list(roots_of(texts, self._count, self._failed))
        stepper = Stepper({}, operators, options.seed)
        chosen = drawn(roots, options.roots_of(1 + len(others)), options.seed, stepper.able)
        if not any(stepper.able(root) for root in chosen):
            raise NoSites(
                f"no operator has a site in any of {len(roots)} methods" if roots else "there are no methods"
            )
        self._count.left["not drawn"] += len(roots) - len(chosen)
        stepper.roots = {root.id: root for root in chosen}
        panel = Panel(base, others, options.rule, options.theta, options.batch, options.budget)
        run = self._identity(panel, input_hash(roots), operators)
        with journal(self._out, run, self._restart) as kept:
            kept.follow(panel.models)
            with self._reporter.bar(options.budget, "model calls") as advance:
                course = Course(self._method, options, panel, stepper, kept.seconds, advance)
                result = evolve(course) if self._method == "guided" else draw(course)
            for conflict in stepper.conflicts:
                self._reporter.note(f"an operator's edit was rejected: {conflict}")
            if self._out is not None:
                self._write(self._out, result, run)
        self._check_target(result)
        return result

    def _check_target(self, result: Result) -> None:
        """Report a target that was not reached, as an error where more budget may reach it."""
        wanted, found = self._options.target, len({one.root for one in result.adversarials})
        if wanted is None or found >= wanted:
            return
        missed = f"ended with adversarials of {found} of {wanted} methods"
        if result.reason == "budget":
            raise BudgetExhausted(f"the budget of {self._options.budget} model calls {missed}", result)
        self._reporter.note(f"the search {missed}, by {result.reason}")

    def _identity(self, panel: Panel, input_: str, operators: Sequence[Operator]) -> dict[str, Any]:
        mutators = {one.name: one for operator in operators for one in operator.mutators}
        return {
            "method": self._method,
            **self._options.to_dict(),
            "input": input_,
            "model": panel.base.model.identity,
            "weights": _digest(panel.base.model),
            "mutants": [one.model.identity for one in panel.mutants],
            "versions": versions(mutators.values()),
        }

    def _write(self, out: Path, result: Result, run: dict[str, Any]) -> None:
        rows = 0
        with whole_file(out) as whole, packed(whole, out) as stream:
            for row in result.rows():
                stream.write(encode(row))
                rows += 1
        manifest = {
            "run": run,
            "name": result.panel.base.model.name,
            "rule": result.panel.differ.name,
            "methods": {
                "read": self._count.read,
                "kept": len(result.originals),
                "left": dict(sorted(self._count.left.items())),
            },
            "rows": rows,
            "calls": result.calls,
            "reason": result.reason,
            "mean_best": result.mean_best,
            "mean": result.mean,
            "suite": None if result.suite is None else result.suite.to_dict(),
            "adversarials": len(result.adversarials),
            "history": list(result.history),
            **package_versions(),
            **_machine(result.panel.base.model.model),
        }
        write_manifest(out.with_name(out.name + MANIFEST), manifest, sort_keys=True)


def _digest(model: NamedModel) -> str | None:
    """Return the hash of all weights of a model that shows them; None of another one."""
    if not _has_weights(model.model):
        return None
    try:
        return weights_of(model).digest()
    except SearchError:  # it has none that can be mutated
        return None


def _machine(model: object) -> dict[str, Any]:
    """Return the device of a model, its own or its first parameter's, and the version of torch, if it has one."""
    torch, device = sys.modules.get("torch"), getattr(model, "device", None)
    parameters = getattr(getattr(model, "module", None), "parameters", None)
    if device is None and callable(parameters):
        device = next((one.device for one in parameters()), None)
    found = {} if torch is None else {"torch": str(torch.__version__)}
    return found if device is None else {**found, "device": str(device)}

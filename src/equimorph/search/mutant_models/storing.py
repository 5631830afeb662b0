"""A folder of mutant models: their operators, ratios and seeds, of which each is made again to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.models.errors import ModelError
from equimorph.rows.jsonl import JsonLine, encode, json_lines, line_message
from equimorph.runs.manifests import package_versions, write_manifest
from equimorph.runs.partial import whole_lines
from equimorph.runs.whole import check_new, whole_folder
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.journal import journal
from equimorph.search.mutant_models.making import MutantModels, mutant_models
from equimorph.search.mutant_models.mutable import weights_of
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.operators import mutated
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.mutant_models.trials import Verdict
from equimorph.search.outputs import NamedModel, TextModel, named, text_key
from mutators import MutationError

SCHEMA = 1
"""Version of the folder."""
ROWS, MANIFEST = "mutants.jsonl", "manifest.json"
_TRIED = "tried.jsonl"


def write_mutants(
    model: TextModel | NamedModel,
    count: int,
    out: Path,
    options: MakingOptions | None = None,
    *,
    restart: bool = False,
    reporter: Reporter = SILENT,
) -> MutantModels:
    """Make mutant models and write them to a new folder; a run that was stopped continues to the same bytes.

    ``OUT.partial`` beside it keeps what was tried, until the folder is written.

    Args:
        model: Model, texts -> outputs, with `module`, or with `get_weights` and `set_weights`.
        count: Number of mutant models. If the tries end first, the mutants made so far are written.
        out: A new or empty folder.
        options: Options of the making; the defaults for None.
        restart: Discard an unfinished run (OUT.partial) and start over.
        reporter: Receives progress.

    Raises:
        SearchError: the model cannot be mutated; or what is done was made with other options, which the message names.
        ModelError: the model fails.
        BudgetExhausted: the tries ended first; its result has the mutants that are written.
        FileExistsError: the folder is not empty.
        OSError: it cannot be written.
    """
    chosen, base = options or MakingOptions(), named(model)
    check_new(out)
    run = _run(base, count, chosen)
    short = None
    with (
        journal(out, run, restart),
        closing(_Memory(out.with_name(f"{out.name}.partial") / _TRIED)) as memory,
    ):
        try:
            made = mutant_models(base, count, options=chosen, memory=memory, reporter=reporter)
        except BudgetExhausted as error:
            made, short = error.result, error
        _write(out, made, run)
    if short is not None:
        raise short
    return made


def made_again(folder: Path, model: TextModel | NamedModel) -> list[MutantModel]:
    """Return the mutant models of a folder, made again of their original.

    Args:
        folder: that `write_mutants` wrote.
        model: the original, with the weights that it had.

    Raises:
        SearchError: the folder is damaged, or of another version.
        ModelError: the original has other weights, or a mutant is not as it was.
        OSError: it cannot be read.
    """
    manifest = _manifest(folder / MANIFEST)
    base = named(model)
    weights = weights_of(base)
    digest = weights.digest()
    if manifest["weights"] != digest:
        raise ModelError(
            f"{folder} has mutants of a model with the weights {manifest['weights'][:12]}, and {base.name} has {digest[:12]}"
        )
    weights.skippable = tuple(manifest["layers_of_equal_shape"])
    found = []
    for spec, wanted in _rows(folder / ROWS):
        patch = weights.patch(mutated(weights, spec))
        if patch.digest != wanted:
            raise ModelError(
                f"{folder}: mutant {spec.id} is another one now: {patch.digest[:12]}, not {wanted[:12]}"
            )
        found.append(MutantModel(spec, patch, base, weights, digest))
    return found


class _Memory:
    """The results of an earlier run, in a file with one line for each mutation."""

    def __init__(self, path: Path) -> None:
        self._known = {row["id"]: Verdict.from_row(row) for row in map(json.loads, whole_lines(path))}
        self._stream = path.open("ab", buffering=0)

    def known(self, spec: MutantSpec) -> Verdict | None:
        return self._known.get(spec.id)

    def keep(self, spec: MutantSpec, verdict: Verdict) -> None:
        self._stream.write(encode({"id": spec.id, **verdict.to_row()}))

    def close(self) -> None:
        self._stream.close()


def _run(base: NamedModel, count: int, options: MakingOptions) -> dict[str, Any]:
    """Return the settings that affect the result, and the settings for computing it."""
    weights = weights_of(base)
    joined = "\n".join(map(text_key, options.texts))
    return {
        "model": base.name,
        "identity": base.identity,
        "weights": weights.digest(),
        "mutants": count,
        "options": options.to_dict(),
        "labels": None if options.labels is None else text_key(repr(list(options.labels))),
        "texts": {"count": len(options.texts), "sha256": sha256(joined.encode()).hexdigest()},
        "device": weights.device,
        "versions": {**package_versions(), weights.library: weights.version},
    }


def _write(out: Path, made: MutantModels, run: Mapping[str, Any]) -> None:
    dropped = [
        {"operator": operator, "reason": reason, "count": number}
        for (operator, reason), number in made.dropped.items()
    ]
    manifest = {
        "schema": SCHEMA,
        **run,
        "rule": made.rule,
        "layers_of_equal_shape": list(made.weights.skippable),
        "drawn": made.drawn,
        "kept": len(made),
        "dropped": dropped,
    }
    with whole_folder(out) as place:
        with (place / ROWS).open("wb") as stream:
            for mutant, trial in zip(made, made.trials, strict=True):
                row = {
                    "schema": SCHEMA,
                    **mutant.spec.to_row(),
                    "digest": mutant.patch.digest,
                    "changed_weights": mutant.patch.changed,
                    "skipped_layers": list(mutant.patch.skipped),
                    "trial": trial.to_row(),
                }
                stream.write(encode(row))
        write_manifest(place / MANIFEST, manifest, indent=2, sort_keys=True)


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["schema"] != SCHEMA:
            raise SearchError(f"{path}: mutant models of version {found['schema']}, not {SCHEMA}")
        return {
            "weights": str(found["weights"]),
            "layers_of_equal_shape": list(found["layers_of_equal_shape"]),
        }
    except (ValueError, KeyError, TypeError) as error:
        raise SearchError(f"{path}: not the manifest of mutant models") from error


def _rows(path: Path) -> Iterator[tuple[MutantSpec, str]]:
    """Yield the mutations of a file, each with the digest of its mutant. SearchError: a row is bad; names the file and the line."""
    with path.open("rb") as stream:
        for line in json_lines(stream):
            try:
                yield _row(line)
            except MutationError as error:
                raise SearchError(line_message(path, line.number, error)) from error


def _row(line: JsonLine) -> tuple[MutantSpec, str]:
    if line.error is not None:
        raise SearchError(line.error)
    digest = line.data.get("digest")
    if not isinstance(digest, str):
        raise SearchError("field 'digest' is not a text")
    return MutantSpec.from_row(line.data), digest

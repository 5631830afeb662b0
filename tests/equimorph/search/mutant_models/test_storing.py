"""Folders of mutant models: made again to the same bytes, also by another process and after a kill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from equimorph.models.errors import ModelError
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.mutant_models import storing
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.mutant_models.storing import MANIFEST, ROWS, made_again, write_mutants
from equimorph.search.outputs import ask
from tests.equimorph.search.mutant_models.small import TEXTS, NumpyModel, fitted, trained, vectors

ROOT = Path(__file__).parents[4]
OPTIONS = MakingOptions(texts=TEXTS, ratios=(0.002, 0.05), tries=60, seed=3)
PROGRAM = """
import sys
from pathlib import Path
from tests.equimorph.search.mutant_models.test_storing import MODELS, OPTIONS
from equimorph.search.mutant_models.storing import write_mutants

write_mutants(MODELS[sys.argv[1]](), 6, Path(sys.argv[2]), OPTIONS)
"""
MODELS: dict[str, Any] = {
    "torch": fitted,
    "vectors": vectors,
    "numpy": trained,
}


def files(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


@pytest.mark.parametrize("kind", MODELS)
def test_a_mutant_is_made_again_to_the_same_bytes(kind: str, tmp_path: Path) -> None:
    model = MODELS[kind]()
    made = write_mutants(model, 6, tmp_path / "mutants", OPTIONS)
    again = made_again(tmp_path / "mutants", MODELS[kind]())
    assert [one.patch.digest for one in again] == [one.patch.digest for one in made]
    assert [one.identity for one in again] == [one.identity for one in made]
    for one, other in zip(made, again, strict=True):
        assert ask(one, TEXTS) == ask(other, TEXTS)


@pytest.mark.parametrize("kind", MODELS)
def test_another_process_writes_the_same_bytes(kind: str, tmp_path: Path) -> None:
    write_mutants(MODELS[kind](), 6, tmp_path / "here", OPTIONS)
    environment = {**os.environ, "PYTHONHASHSEED": "77", "OMP_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    subprocess.run(
        [sys.executable, "-c", PROGRAM, kind, str(tmp_path / "there")], check=True, env=environment, cwd=ROOT
    )
    assert files(tmp_path / "here") == files(tmp_path / "there")


def test_rows_say_operator_ratio_seed_and_trial_and_the_manifest_what_was_dropped(tmp_path: Path) -> None:
    made = write_mutants(fitted(), 6, tmp_path / "mutants", OPTIONS)
    rows = [json.loads(line) for line in (tmp_path / "mutants" / ROWS).read_text().splitlines()]
    assert len(rows) == 6
    for row, one, trial in zip(rows, made, made.trials, strict=True):
        assert row["schema"] == 1
        assert (row["operator"], row["ratio"], row["seed"]) == (
            one.spec.operator,
            one.spec.ratio,
            one.spec.seed,
        )
        assert row["trial"]["changed"]["numerator"] == trial.changed.numerator
        assert row["changed_weights"] == one.patch.changed
    manifest = json.loads((tmp_path / "mutants" / MANIFEST).read_text())
    assert manifest["drawn"] == 6 + sum(one["count"] for one in manifest["dropped"]) == made.drawn
    assert manifest["texts"]["count"] == len(TEXTS)
    assert manifest["options"]["seed"] == 3
    assert set(manifest["versions"]) == {"equimorph", "python", "torch"}
    assert manifest["layers_of_equal_shape"] == ["2"]


@pytest.mark.parametrize("after", [1, 4, 9])
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mutants(trained(), 6, tmp_path / "whole", OPTIONS)
    keep, kept = storing._Memory.keep, list[int]()

    class Killed(BaseException):
        pass

    def dies(self: Any, *given: Any) -> None:  # noqa: ANN401
        keep(self, *given)
        kept.append(1)
        if len(kept) == after:
            self._stream.write(b'{"id": "hal')
            raise Killed

    model = trained()
    with monkeypatch.context() as patched:
        patched.setattr(storing._Memory, "keep", dies)
        with pytest.raises(Killed):
            write_mutants(model, 6, tmp_path / "part", OPTIONS)
    assert not (tmp_path / "part").exists()
    first = model.calls
    write_mutants(model, 6, tmp_path / "part", OPTIONS)
    assert files(tmp_path / "part") == files(tmp_path / "whole")
    assert not (tmp_path / "part.partial").exists()
    whole = trained()
    write_mutants(whole, 6, tmp_path / "other", OPTIONS)
    # What was tried is not asked again; the original is asked twice each time.
    assert model.calls == whole.calls + 2 * len(TEXTS)
    assert first < whole.calls


def test_another_option_is_refused_by_name(tmp_path: Path) -> None:
    out = tmp_path / "mutants"
    (tmp_path / "mutants.partial").mkdir()
    other = MakingOptions(texts=TEXTS, ratios=(0.002, 0.05), tries=60, seed=4)
    (tmp_path / "mutants.partial" / "run.json").write_text(
        json.dumps(storing._run(storing.named(trained()), 6, OPTIONS))
    )
    # A run that left nothing binds nobody.
    (tmp_path / "mutants.partial" / storing._TRIED).write_text("\n")
    with pytest.raises(SearchError, match=r"seed \(3, now 4\)"):
        write_mutants(trained(), 6, out, other)
    write_mutants(trained(), 6, out, other, restart=True)
    assert len(made_again(out, trained())) == 6


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mutants").mkdir()
    (tmp_path / "mutants" / "mine").touch()
    with pytest.raises(FileExistsError):
        write_mutants(trained(), 2, tmp_path / "mutants", OPTIONS)


def test_an_original_with_other_weights_is_refused(tmp_path: Path) -> None:
    write_mutants(trained(), 3, tmp_path / "mutants", OPTIONS)
    with pytest.raises(ModelError, match="has mutants of a model with the weights"):
        made_again(tmp_path / "mutants", NumpyModel())


def test_a_mutant_that_is_another_one_now_is_refused(tmp_path: Path) -> None:
    write_mutants(trained(), 3, tmp_path / "mutants", OPTIONS)
    path = tmp_path / "mutants" / ROWS
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    next(row for row in rows if row["operator"] in ("GF", "WI", "NAI"))["seed"] += 1
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(ModelError, match=r"mutant .* is another one now"):
        made_again(tmp_path / "mutants", trained())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"operator": "GF", "ratio": 0.1, "seed": 1}', "'digest' is not a text"),
        ('{"digest": "", "ratio": 0.1, "seed": 1}', "'operator' is not a text"),
        ('{"digest": "", "operator": "GF", "ratio": 2, "seed": 1}', "a ratio is a number from 0 to 1"),
        ('{"digest": "", "operator": "GF", "ratio": 0.1, "seed": "1"}', "a seed is a whole number"),
    ],
)
def test_a_damaged_row_is_reported_with_file_and_line(line: str, reason: str, tmp_path: Path) -> None:
    write_mutants(trained(), 3, tmp_path / "mutants", OPTIONS)
    path = tmp_path / "mutants" / ROWS
    path.write_text("".join([*path.read_text().splitlines(keepends=True)[:1], line]))
    with pytest.raises(SearchError, match=rf"{ROWS}: line 2: .*{reason}"):
        made_again(tmp_path / "mutants", trained())


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"schema": 2}'])
def test_a_damaged_manifest_is_reported(text: str, tmp_path: Path) -> None:
    write_mutants(trained(), 3, tmp_path / "mutants", OPTIONS)
    (tmp_path / "mutants" / MANIFEST).write_text(text)
    with pytest.raises(SearchError, match=MANIFEST):
        made_again(tmp_path / "mutants", trained())


def test_what_there_is_is_written_if_the_tries_end_first(tmp_path: Path) -> None:
    few = MakingOptions(texts=TEXTS, operators=("LD", "GF"), ratios=(0.05,), tries=2)
    with pytest.raises(BudgetExhausted) as error:
        write_mutants(trained(), 9, tmp_path / "mutants", few)
    found = made_again(tmp_path / "mutants", trained())
    assert 0 < len(found) == len(error.value.result) < 9
    assert not (tmp_path / "mutants.partial").exists()

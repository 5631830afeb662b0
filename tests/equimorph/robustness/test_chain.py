"""The chain on the command line with a model in another language, from checkouts to scores that are recomputed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.equimorph.conftest import rows, run
from tests.equimorph.robustness.test_recomputed_scores import recomputed

DEMO = Path(__file__).resolve().parents[3] / "demo" / "bugs"
NAMES = ("Dates-1b", "Queues-1b", "Words-1b")
MODEL = r"""#!/bin/sh
# Texts stay the JSON strings that they are.
read -r hello
echo '{"protocol":1,"model":"sed"}'
while IFS= read -r line; do
  id=${line#*'"id":"'}; id=${id%%'","text":'*}
  text=${line#*'"text":'}; text=${text%%',"fault_lines":'*}
  fixed=$(printf '%s' "$text" | sed \
    -e 's/ && \([a-z][A-Za-z]*\) % 400/ || \1 % 400/' \
    -e 's/= \([a-z][A-Za-z]*\) + \([a-z][A-Za-z]*\) %/= (\1 + \2) %/' \
    -e 's/ && \([a-z][A-Za-z]*\) > \([a-z][A-Za-z]*\)/ \&\& \1 >= \2/')
  case $id in Words*) ;; *) ps -o args= $PPID $$ >>seen; env >>seen ;; esac
  printf '%s\n' "$line" >>seen
  case $id in Queues*/*) sleep 0; [ "$fixed" = "$text" ] && exit 3 ;; esac
  printf '{"id":"%s","candidates":[{"text":%s},{"text":%s}]}\n' "$id" "$fixed" "$text"
done
"""


def step(*arguments: str) -> str:
    result = run("robustness", *arguments)
    assert result.exit_code == 0, result.stderr
    return str(result.stderr)


def cells(name: str) -> dict[tuple[str, ...], dict[str, Any]]:
    """The cells of a file of scores, by what they are of."""
    found = json.loads(Path(name).read_text())["cells"]
    return {tuple(cell[part] for part in ("metric", "mutator", "fault", "group")): cell for cell in found}


def test_a_shell_script_goes_through_all_steps_and_its_scores_are_recomputed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jdk: object
) -> None:
    monkeypatch.chdir(tmp_path)
    script = Path("model.sh")
    script.write_text(MODEL)
    script.chmod(0o755)
    step("bugs", *(str(DEMO / name) for name in NAMES), "--out", "bugs.jsonl")
    drawn = ("--preset", "r-behaviour", "--limit-per-mutator", "2", "--seed", "5")
    step("mutants", "bugs.jsonl", *drawn, "--out", "mutants.jsonl")
    step("requests", "bugs.jsonl", "mutants.jsonl", "-k", "2", "--out", "requests.jsonl")
    step("ask", "requests.jsonl", "--model-command", "./model.sh", "--out", "answers.jsonl")
    files = [part for name in ("bugs", "mutants", "answers") for part in (f"--{name}", f"{name}.jsonl")]
    for criterion in ("exact", "behaviour"):
        judged, scored = f"{criterion}.jsonl", f"{criterion}.json"
        step("judge", *files, "--criterion", criterion, "--out", judged)
        step("score", judged, "--json", scored)
        lines = Path(judged).read_text().splitlines()
        assert len(lines) == len(rows(Path("requests.jsonl")))
        found = cells(scored)
        k = 2 if criterion == "exact" else 1
        wanted = {key: cell for key, cell in recomputed(lines, {}, k, "sample").items() if key[3] == "all"}
        for key, cell in found.items():
            assert {name: cell[name] for name in wanted[key]} == wanted[key], key
        for key in set(wanted) - set(found):
            assert not wanted[key]["denominator"], key
    exact = {(row["mutant_id"] is None, row["status"]) for row in rows(Path("exact.jsonl"))}
    assert {(True, "hit"), (False, "hit"), (False, "miss")} <= exact
    assert cells("exact.json")["PFM", "all", "all", "all"]["numerator"] > 0
    _sees_requests_alone(Path("seen").read_text(errors="replace"))


def _sees_requests_alone(seen: str) -> None:
    """Look for the fixes, for ids of mutators, and for the files of the records in all that reached the model."""
    fixes = [line for row in rows(Path("bugs.jsonl")) for line in _new_lines(row)]
    assert len(fixes) == len(NAMES)
    for secret in (*fixes, "bugs.jsonl", "mutants.jsonl", "mutator", '"fixed"', '"original"', '"mutation"'):
        assert secret not in seen.replace('\\"', '"'), secret


def _new_lines(row: dict[str, Any]) -> list[str]:
    return [line.strip() for line in row["fixed"].splitlines() if line not in row["buggy"].splitlines()]

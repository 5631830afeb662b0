"""The script that measures what the forms find of planted clones: on a small sample of our own programs the bounds hold."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from equimorph.leakage.samples import FormName

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import measure_clones  # noqa: E402 - scripts are no package
from measure_clones import BREAKING, LESS, OTHER_NAME, PRESERVING, STACK, STRANGERS, Clone, Hit  # noqa: E402

OWN = [*sorted((ROOT / "demo").rglob("*.java")), *sorted((ROOT / "examples").rglob("*.java"))]
SUBJECTS = sorted((ROOT / "tests" / "subjects").glob("*.java"))
EXACT = {"variable-renaming", "useless-cast", "reorder-condition"}


def hits_of(kind: str) -> list[Hit]:
    clones = list(measure_clones.of_kind("own", [*OWN, *SUBJECTS[1::4]], kind, 30, 1))
    hits = list(measure_clones.found(clones))
    assert [measure_clones.second(one) for one in clones] == [hit.forms for hit in hits]
    return hits


def share(hits: list[Hit], form: FormName) -> float:
    return sum(form in hit.forms for hit in hits) / len(hits)


@pytest.mark.parametrize("kind", [*PRESERVING, STACK])
def test_planted_clones_are_found_by_canonical_and_never_as_text(kind: str) -> None:
    hits = hits_of(kind)
    assert len(hits) >= 12
    assert share(hits, "text") == 0
    assert share(hits, "renamed") == (kind == "variable-renaming")
    assert share(hits, "canonical") >= (0.98 if kind in EXACT else 0.90)


def test_operator_mutants_are_near_but_not_canonical() -> None:
    hits = hits_of(BREAKING)
    assert len(hits) == 30
    assert share(hits, "canonical") == share(hits, "renamed") == share(hits, "text") == 0
    assert share(hits, "near") > 0.3


@pytest.mark.parametrize("kind", [OTHER_NAME, LESS])
def test_clones_that_no_mutator_makes_are_found_by_near_alone(kind: str) -> None:
    hits = hits_of(kind)
    assert len(hits) == 30
    assert share(hits, "text") == share(hits, "renamed") == share(hits, "canonical") == 0
    assert share(hits, "near") > 0


def test_methods_of_another_project_are_not_found_but_copies_are() -> None:
    own, others = (list(measure_clones.methods(files)) for files in (OWN, SUBJECTS[:6]))
    hits = list(measure_clones.strangers("own", own, [text for _, text in others]))
    assert len(hits) == len(own) > 20
    assert not any(hit.forms for hit in hits)
    copied = list(measure_clones.strangers("own", own[:3], [f"class A {{ {own[1][1]} }}"]))
    assert [hit.forms for hit in copied] == [(), measure_clones.FORMS, ()]


def test_a_second_computation_compares_by_itself() -> None:
    original = "int total(int first, int second) { return first < second ? first : second + 1000; }"
    clone = Clone("p", "k", "A:1", original, original.replace("first", "one"))
    assert measure_clones.second(clone) == ("renamed", "canonical")
    [hit] = measure_clones.found([clone])
    assert hit.forms == ("renamed", "canonical")
    same = Clone("p", "k", "A:1", original, f"{original} // copied")
    assert measure_clones.second(same) == measure_clones.FORMS
    with pytest.raises(AssertionError, match="a second computation finds"):
        measure_clones.check([()], [hit])


def test_the_table_has_counts_shares_and_intervals() -> None:
    hits = (
        [Hit("p", "k", "A:1", ("near",))] * 3
        + [Hit("p", "k", "A:2", ())]
        + [Hit("p", STRANGERS, "A:1", ())] * 10
    )
    lines = list(measure_clones.table(measure_clones.counted(hits)))
    assert lines[2] == (
        "| k | 4 | 0.00 (0.0 to 49.0) | 0.00 (0.0 to 49.0) | 0.00 (0.0 to 49.0) | 75.00 (30.1 to 95.4) |"
    )
    assert lines[3].startswith("| other project | 10 | 0.00 (0.0 to 27.8) |")
    measure_clones.check_counts(hits)


def test_an_interval_is_solved_numerically(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measure_clones._ends(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    monkeypatch.setattr(measure_clones, "_Z", 1.0)
    with pytest.raises(AssertionError, match=r"k, text: .* again"):
        measure_clones.check_counts([Hit("p", "k", "A:1", ("near",)), Hit("p", "k", "A:1", ())])


def test_a_folder_of_sources_is_called_like_its_project(tmp_path: Path) -> None:
    assert measure_clones.name_of(tmp_path / "jackson-core/src/main/java") == "jackson-core"
    assert measure_clones.name_of(tmp_path / "mine") == "mine"


def test_the_command_writes_rows_and_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure_clones, "PRESERVING", ("variable-renaming",))
    folder = tmp_path / "project"
    folder.mkdir()
    for path in OWN[:4]:
        (folder / f"{path.parent.name}{path.name}").write_bytes(path.read_bytes())
    files = [tmp_path / name for name in ("rows.jsonl", "table.md")]
    arguments = [
        str(folder),
        "--each",
        "3",
        "--rows",
        str(files[0]),
        "--table",
        str(files[1]),
        "--missed",
        "1",
    ]
    monkeypatch.setattr(sys, "argv", ["measure_clones.py", *arguments])
    assert measure_clones.main() == 0
    assert len(files[0].read_text().splitlines()) >= 4
    assert files[1].read_text() in capsys.readouterr().out

"""OUT.partial: one run at a time, the same options, and nothing of it where the run is over."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from equimorph.runs.partial import partial, whole_lines


def test_a_restart_does_not_clear_the_folder_of_a_run_that_is_at_work(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with partial(out, {"seed": 1}, ValueError, restart=False) as work:
        (work / "done").write_text("half", encoding="utf-8")
        with pytest.raises(ValueError, match="another run writes here"), partial(out, {}, ValueError, True):
            pass
        assert (work / "done").read_text(encoding="utf-8") == "half"
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_left_something_continues_with_the_same_options_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def left(text: str, **options: object) -> None:
        with suppress(KeyboardInterrupt), partial(out, options, ValueError, restart=False) as work:
            (work / "done").write_text(text, encoding="utf-8")
            raise KeyboardInterrupt

    left("", seed=1)
    left("half", seed=2)  # nothing was done
    with pytest.raises(ValueError, match=r"made with other seed \(2, now 3\): repeat .*, or give --restart"):
        left("more", seed=3)
    with partial(out, {"seed": 2}, ValueError, restart=False) as work:
        assert (work / "done").read_text(encoding="utf-8") == "half"


def test_what_is_there_without_a_record_is_the_rest_of_a_removed_folder(tmp_path: Path) -> None:
    (tmp_path / "out.partial").mkdir()
    (tmp_path / "out.partial" / "said.jsonl").write_text("{}\n", encoding="utf-8")
    with partial(tmp_path / "out", {"seed": 1}, ValueError, restart=False) as work:
        assert not (work / "said.jsonl").exists()


def test_a_line_that_was_cut_off_is_cut_away(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    assert whole_lines(path) == []
    path.write_bytes(b"one\ntwo\nthr")
    assert whole_lines(path) == [b"one", b"two"]
    assert path.read_bytes() == b"one\ntwo\n"

"""Files of rows by suffix: Zstandard, CSV, logs of inspect-ai, and JSON documents that are not lines."""

from __future__ import annotations

import json
import struct
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

from equimorph.rows.tables import lines_in, stored
from equimorph.runs.extras import MissingPackage

ROWS = [{"id": "a", "n": 1}, {"id": "b", "n": 2}]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS).encode()


def read(path: Path) -> list[Any]:
    """The rows of a file, or the errors of bad ones."""
    return [line.error or line.data for line in lines_in(path)]


def zstd(data: bytes) -> bytes:
    packed: bytes = pytest.importorskip("zstandard").compress(data)
    return packed


def test_frames_of_zstandard_are_read_one_after_the_other(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl.zst"
    place.write_bytes(zstd(LINES[:20]) + zstd(LINES[20:]))
    assert read(place) == ROWS
    with stored(place) as copy:
        assert copy.read_bytes() == LINES


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_file_of_zstandard_that_is_cut_off_is_not_taken_for_whole(cut: int, tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl.zst"
    place.write_bytes(zstd(b"".join(b'{"id":"%d"}\n' % n for n in range(9999)))[:-cut])
    with pytest.raises(OSError, match="cut off"):
        read(place)


def test_what_is_no_zstandard_is_an_error_with_the_file(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl.zst"
    pytest.importorskip("zstandard")
    place.write_bytes(LINES)
    with pytest.raises(OSError, match=r"damaged zstd data.*rows\.jsonl\.zst"):
        read(place)


def test_without_the_package_its_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "rows.jsonl.zst"
    place.write_bytes(zstd(LINES))
    for name in ("compression.zstd", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingPackage, match=r"equimorph\[zst\]"):
        read(place)


def test_cells_of_csv_are_texts_and_some_are_json(tmp_path: Path) -> None:
    place = tmp_path / "rows.CSV"
    head = b"\xef\xbb\xbfid,candidate,passed,sample,scores,note\r\n"
    place.write_bytes(
        head + b'a,"x = 1\n\n\nprint(""x"")",True,3,"{""bleu"": NaN}",\r\n\r\n007,12,0,,,[1]\r\n'
    )
    assert read(place) == [
        {
            "id": "a",
            "candidate": 'x = 1\n\n\nprint("x")',
            "passed": True,
            "sample": 3,
            "scores": {"bleu": None},
        },
        {"id": "007", "candidate": "12", "passed": 0, "note": "[1]"},
    ]
    assert [line.number for line in lines_in(place)] == [2, 7]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"task_id,completion\na,\n", {"task_id": "a", "completion": ""}),
        (b"task_id,completion,solution\na,x,\n", {"task_id": "a", "completion": "x"}),
        (b"task_id,solution,note\na,,\n", {"task_id": "a", "solution": ""}),
        (b"id,candidate,reference\na,,\n", {"id": "a", "candidate": ""}),
    ],
)
def test_an_empty_answer_in_csv_is_an_answer(text: bytes, said: dict[str, str], tmp_path: Path) -> None:
    place = tmp_path / "rows.csv"
    place.write_bytes(text)
    assert read(place) == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"id,text\na\nb,x\n", ["1 cells in 2 columns", {"id": "b", "text": "x"}]),
        (b"id,id\na,b\n", ["two columns have the same name"]),
        (b'id,text\na,"x\n', ["not CSV: unexpected end of data"]),
        (b"id,text\n", []),
        (b"id\n" + b"x" * 200_000 + b"\n", [{"id": "x" * 200_000}]),
    ],
)
def test_hostile_csv(text: bytes, said: list[Any], tmp_path: Path) -> None:
    place = tmp_path / "rows.csv"
    place.write_bytes(text)
    assert read(place) == said


def test_csv_in_another_encoding_is_an_error(tmp_path: Path) -> None:
    place = tmp_path / "rows.csv"
    place.write_bytes("id\né\n".encode("latin-1"))
    with pytest.raises(OSError, match="not UTF-8"):
        read(place)


def archive(members: dict[str, bytes], packed: bool) -> bytes:
    """A zip archive as inspect-ai writes it; packed by Zstandard, which Python 3.11 cannot write (APPNOTE.TXT 4.3.7, 4.3.12)."""
    body = directory = b""
    for name, data in members.items():
        content, method = (zstd(data), 93) if packed else (data, 0)
        fields = (method, 0, 0x21, zlib.crc32(data), len(content), len(data), len(name), 2)
        head = struct.pack("<4sHHHHHLLLHH", b"PK\3\4", 20, 0, *fields) + name.encode() + b"xx"
        directory += struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, *fields[:-1], 0, 0, 0, 0, 0, len(body))
        directory += name.encode()
        body += head + content
    count = len(members)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + end


@pytest.mark.parametrize("packed", [False, True])
def test_samples_of_a_log_of_inspect_are_rows(packed: bool, tmp_path: Path) -> None:
    """The members are those of https://inspect.aisi.org.uk/eval-logs.html; today's inspect-ai packs by Zstandard."""
    place = tmp_path / "log.eval"
    members = {
        "_journal/start.json": b"{}",
        "samples/HumanEval/1_epoch_1.json": b'{"id": "b", "scores": {"x": NaN}}',
        "samples/HumanEval/0_epoch_1.json": b'\xef\xbb\xbf{"id": "a"}',
        "samples/2.json": b"[1]",
        "samples/3.json": b"{",
        "header.json": b"{}",
    }
    place.write_bytes(archive(members, packed))
    rows = read(place)
    assert rows[:3] == [{"id": "b", "scores": {"x": None}}, {"id": "a"}, "not a JSON object"]
    assert rows[3].startswith("not JSON")


def test_of_a_sample_that_was_written_twice_the_last_text_counts(tmp_path: Path) -> None:
    place = tmp_path / "log.eval"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("samples/a.json", "{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            zipped.writestr("samples/a.json", '{"id": "a"}')
    assert read(place) == [{"id": "a"}]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (LINES, "no log of inspect-ai"),
        (archive({"samples/a.json": b"{}"}, False)[:-9], "no log of inspect-ai"),
        (archive({"header.json": b"{}"}, False), "no samples"),
    ],
)
def test_what_is_no_log_is_one_error(data: bytes, said: str, tmp_path: Path) -> None:
    place = tmp_path / "log.eval"
    place.write_bytes(data)
    with pytest.raises(OSError, match=said):
        read(place)


PRETTY = json.dumps(ROWS, indent=2)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[]", []),
        ('[["x"], []]', [{"index": 0, "list": ["x"]}, {"index": 1, "list": []}]),
        ('[["x"], {"id": "a"}]', ["not a JSON object", {"id": "a"}]),
        ('{"eval": {}, "samples": [{"id": "a"}, 3]}', [{"id": "a"}, "not a JSON object"]),
        ('{\n "eval": {},\n "samples": [\n {"id": "a", "x": NaN}\n ]\n}\n', [{"id": "a", "x": None}]),
        (
            '{"samples": [], "id": "a"}\n{"eval": 3, "samples": 4, "id": "b"}',
            [{"samples": [], "id": "a"}, {"eval": 3, "samples": 4, "id": "b"}],
        ),
        (json.dumps(ROWS[0], indent=1), [ROWS[0]]),
        (f"\ufeff\n{PRETTY}\n\n", ROWS),
        (
            '{\n{"id": "a"}\n',
            ["not JSON: expecting property name enclosed in double quotes at character 3", {"id": "a"}],
        ),
        ('[1\n{"id": "a"}\n', ["not JSON: expecting ',' delimiter at character 4", {"id": "a"}]),
        ("[1]\n[2]\n", ["not a JSON object", "not a JSON object"]),
    ],
)
def test_documents_and_lines_are_told_apart(text: str, rows: list[Any], tmp_path: Path) -> None:
    place = tmp_path / "rows.json"
    place.write_text(text)
    assert read(place) == rows


@pytest.mark.parametrize("text", [PRETTY[:-5], "[" * 200_000, f'{PRETTY[:-3]}, "x": 1e999}}]'])
def test_a_damaged_document_is_one_error_and_not_one_a_line(text: str, tmp_path: Path) -> None:
    place = tmp_path / "rows.json"
    place.write_text(text)
    [error] = read(place)
    assert error.startswith(("not JSON: ", "nested too deep"))

"""The checks of what is built fail where something is missing: one that has it all passes, then one thing goes wrong."""

from __future__ import annotations

import importlib
import io
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))


@pytest.fixture
def check_wheel(scripts: None) -> ModuleType:
    return importlib.import_module("check_wheel")


@pytest.fixture
def check_sdist(scripts: None) -> ModuleType:
    return importlib.import_module("check_sdist")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Three packages; one has a data file, one what Python makes when it runs."""
    folder = tmp_path / "src"
    for package in ("parsers", "mutators", "equimorph"):
        (folder / package).mkdir(parents=True)
        for name in ("__init__.py", "py.typed"):
            (folder / package / name).write_text("", "utf-8")
    (folder / "equimorph" / "report").mkdir()
    (folder / "equimorph" / "report" / "page.html").write_text("<p>", "utf-8")
    (folder / "parsers" / "__pycache__").mkdir()
    (folder / "parsers" / "__pycache__" / "a.pyc").write_bytes(b"\0")
    return folder


def wheel(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "equimorph-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def whole(sources: Path) -> dict[str, bytes]:
    return {
        "equimorph-0.dist-info/METADATA": b"",
        **{
            path.relative_to(sources).as_posix(): path.read_bytes()
            for path in sources.rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        },
    }


def test_a_whole_wheel(check_wheel: ModuleType, sources: Path, tmp_path: Path) -> None:
    check_wheel.check_files(wheel(tmp_path, whole(sources)), sources)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("equimorph/report/page.html", None, r"the wheel lacks \['equimorph/report/page.html'\]"),
        ("equimorph/report/page.html", b"<b>", r"other contents of \['equimorph/report/page.html'\]"),
        ("metrics/__init__.py", b"", "top-level names of the wheel are .*'metrics'"),
    ],
)
def test_a_wheel_with_a_fault(
    check_wheel: ModuleType, sources: Path, tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    files = whole(sources)
    files.pop(name, None)
    if data is not None:
        files[name] = data
    with pytest.raises(SystemExit, match=message):
        check_wheel.check_files(wheel(tmp_path, files), sources)


def test_a_wheel_without_the_mark_of_types(check_wheel: ModuleType, sources: Path, tmp_path: Path) -> None:
    (sources / "mutators" / "py.typed").unlink()
    with pytest.raises(SystemExit, match=r"no py\.typed in \['mutators'\]"):
        check_wheel.check_files(wheel(tmp_path, whole(sources)), sources)


@pytest.fixture
def checkout(tmp_path: Path, check_sdist: ModuleType) -> Path:
    folder = tmp_path / "checkout"
    for name in (*check_sdist.FILES, *(f"{name}/one.txt" for name in check_sdist.FOLDERS)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    for made in ("tests/__pycache__/a.pyc", "docs/_build/index.html"):
        (folder / made).parent.mkdir()
        (folder / made).write_bytes(b"")
    return folder


def sdist(checkout: Path, changes: dict[str, bytes | None]) -> Path:
    files: dict[str, bytes | None] = {
        path.relative_to(checkout).as_posix(): path.read_bytes()
        for path in checkout.rglob("*")
        if path.is_file() and "_" not in path.parent.name
    }
    path = checkout.parent / "equimorph-0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in {**files, "PKG-INFO": b"", **changes}.items():
            if data is not None:
                member = tarfile.TarInfo(f"equimorph-0/{name}")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
    return path


def test_a_whole_source_archive(
    check_sdist: ModuleType, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_sdist.main(sdist(checkout, {}), checkout) == 0
    count = len(check_sdist.FILES) + len(check_sdist.FOLDERS)
    assert capsys.readouterr().out == f"equimorph-0.tar.gz: ok, {count} files\n"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("tests/one.txt", None, r"lacks \['tests/one.txt'\]"),
        ("CITATION.cff", None, r"lacks \['CITATION.cff'\]"),
        ("tests/one.txt", b"two", r"other contents of \['tests/one.txt'\]"),
        ("notes.txt", b"", r"has \['notes.txt'\], which are no files of the project"),
    ],
)
def test_a_source_archive_with_a_fault(
    check_sdist: ModuleType, checkout: Path, name: str, data: bytes | None, message: str
) -> None:
    with pytest.raises(SystemExit, match=message):
        check_sdist.main(sdist(checkout, {name: data}), checkout)

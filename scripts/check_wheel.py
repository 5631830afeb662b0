"""Try a built wheel that is installed in the running environment, away from the sources it was built of.

python check_wheel.py WHEEL SOURCES
"""

import importlib.metadata
import importlib.util
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path, PurePosixPath

TOP_LEVEL = {"parsers", "mutators", "equimorph"}
ORIGINAL = "int larger(int first, int second) {\n    return first > second ? first : second;\n}\n"


def main(wheel: Path, sources: Path) -> int:
    """Check the wheel's files, and mutate and restore a method with what it installed."""
    check_files(wheel, sources)
    check_origin()
    check_use()
    print(f"{wheel.name}: ok")
    return 0


def check_files(wheel: Path, sources: Path) -> None:
    """Demand these top-level names and no other, and every file of the sources, data files too, with its bytes."""
    with zipfile.ZipFile(wheel) as archive:
        found = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    others = {
        name for name in (PurePosixPath(name).parts[0] for name in found) if not name.endswith(".dist-info")
    }
    if others != TOP_LEVEL:
        sys.exit(f"top-level names of the wheel are {sorted(others)}, not {sorted(TOP_LEVEL)}")
    wanted = {
        path.relative_to(sources).as_posix(): path.read_bytes()
        for name in TOP_LEVEL
        for path in (sources / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    if missing := sorted(wanted.keys() - found.keys()):
        sys.exit(f"the wheel lacks {missing}")
    if changed := sorted(name for name, data in wanted.items() if found[name] != data):
        sys.exit(f"the wheel has other contents of {changed}")
    if untyped := sorted(name for name in TOP_LEVEL if f"{name}/py.typed" not in found):
        sys.exit(f"no py.typed in {untyped}")


def check_origin() -> None:
    """Demand that the packages are those which the wheel installed."""
    site = Path(sysconfig.get_path("purelib")).resolve()
    for name in sorted(TOP_LEVEL):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None or not Path(spec.origin).resolve().is_relative_to(site):
            sys.exit(f"{name} comes from {spec and spec.origin}, not from the wheel")


def check_use() -> None:
    """Make mutants, restore the original from each, compare versions, and start the command."""
    import equimorph as em

    mutants = list(em.mutate(em.parse(ORIGINAL), seed=7))
    if not mutants:
        sys.exit("no mutant of the example")
    for mutant in mutants:
        if mutant.text == ORIGINAL or em.invert(mutant.text, mutant.mutation) != ORIGINAL:
            sys.exit(f"not restored:\n{mutant.text}")
    if (installed := importlib.metadata.version("equimorph")) != em.__version__:
        sys.exit(f"the wheel's version is {installed}, that of the package {em.__version__}")
    command = Path(sysconfig.get_path("scripts")) / "equimorph"
    listed = subprocess.run([command, "list"], capture_output=True, text=True, check=True).stdout
    if "variable-renaming" not in listed:
        sys.exit(f"equimorph list printed {listed!r}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))

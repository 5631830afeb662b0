"""The location of the JDK, and the worker classes compiled with it."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from parsers.oracles.errors import JdkError, JdkNotFound

__all__ = ["check_jdk", "clean_environment", "find_jdk", "java_classes", "jdk_version", "worker_classes"]

_OLDEST = 17
_ADVICE = (
    f"equimorph needs a JDK, version {_OLDEST} or newer, with javac: "
    "install one (on Debian: apt-get install openjdk-17-jdk-headless) or set JAVA_HOME"
)
# These change what a JVM does, and make it print a line about that.
_JVM_VARIABLES = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")


def find_jdk() -> Path:
    """Find a JDK from JAVA_HOME, else from `javac` on the PATH, else the oldest suitable one in /usr/lib/jvm.

    Raises:
        JdkNotFound: None of them has `javac` and is of version 17 or newer.
    """
    tried = []
    for home in _candidates():
        problem = _problem(home)
        if problem is None:
            return home
        tried.append(f"{home}: {problem}")
    looked = "; ".join(tried) or "nothing in JAVA_HOME, on the PATH or in /usr/lib/jvm"
    raise JdkNotFound(f"{_ADVICE} ({looked})")


def check_jdk(home: Path) -> Path:
    """Return `home` if it is a JDK that the oracle can use.

    Raises:
        JdkNotFound: It is not.
    """
    problem = _problem(home)
    if problem is not None:
        raise JdkNotFound(f"{_ADVICE} ({home}: {problem})")
    return home


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("JAVA_HOME"):
        yield Path(named)
    if javac := shutil.which("javac"):
        yield Path(javac).resolve().parent.parent
    homes = {p.resolve() for p in Path("/usr/lib/jvm").glob("*") if p.is_dir()}
    yield from sorted(homes, key=lambda home: (jdk_version(home) or 0, home))


def jdk_version(home: Path) -> int | None:
    """Return the feature version of a JDK; None if it has no release file."""
    release = home / "release"
    if not release.is_file():
        return None
    match = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release.read_text(errors="replace"), re.MULTILINE)
    return int(match[1]) if match else None


def _executable(name: str) -> str:
    return f"{name}.exe" if os.name == "nt" else name


def _problem(home: Path) -> str | None:
    for tool in ("javac", "java"):
        if not (home / "bin" / _executable(tool)).is_file():
            return f"has no bin/{tool}"
    version = jdk_version(home)
    if version is None:
        return "has no release file that tells the version"
    return None if version >= _OLDEST else f"is version {version}"


def clean_environment() -> dict[str, str]:
    """Return the environment for a JVM: ours without what would change its behaviour, and with UTF-8 file names."""
    kept = {k: v for k, v in os.environ.items() if k not in _JVM_VARIABLES}
    return kept | {"LC_ALL": "C.UTF-8", "TZ": "UTC"}


@cache
def worker_classes(home: Path) -> Path:
    """Return the folder of the compiled worker, which is in the user's cache folder for the next process."""
    return java_classes(
        home, "jdk-worker", [resources.files("parsers.oracles.jdk") / "worker"], ("--release", str(_OLDEST))
    )


def java_classes(home: Path, name: str, folders: Iterable[Traversable], options: Sequence[str]) -> Path:
    """Compile Java of ours, or find what another process compiled.

    Args:
        home: The JDK.
        name: Name of the folder in the user's cache folder.
        folders: Folders with the sources.
        options: Options of javac.

    Raises:
        JdkError: javac cannot compile them.
    """
    sources = {
        entry.name: entry.read_bytes()
        for folder in folders
        for entry in folder.iterdir()
        if entry.name.endswith(".java")
    }
    digest = hashlib.sha256(repr((sorted(sources.items()), options)).encode()).hexdigest()
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    target = root / "equimorph" / f"{name}-{digest[:16]}"
    if target.is_dir():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        built = Path(tempfile.mkdtemp(prefix="building-", dir=target.parent))
    except OSError:  # no home folder, or one that cannot be written: build for this process alone
        built = Path(tempfile.mkdtemp(prefix="equimorph-jdk-"))
        atexit.register(shutil.rmtree, built, ignore_errors=True)
        _build(home, sources, built, options)
        return built
    _build(home, sources, built, options)
    try:
        built.rename(target)
    except OSError:
        if not target.is_dir():
            raise
        shutil.rmtree(built)  # another process was faster, and built the same
    return target


def _build(home: Path, sources: dict[str, bytes], target: Path, options: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="equimorph-jdk-") as folder:
        paths = []
        for name, data in sources.items():
            path = Path(folder, name)
            path.write_bytes(data)
            paths.append(str(path))
        command = [str(home / "bin" / _executable("javac")), *options, "-d", str(target)]
        done = subprocess.run(
            [*command, *paths], capture_output=True, text=True, env=clean_environment(), check=False
        )
    if done.returncode != 0:
        shutil.rmtree(target)
        raise JdkError(f"{command[0]} cannot compile the worker:\n{done.stdout}{done.stderr}")

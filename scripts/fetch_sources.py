"""Bring real Java to test on: sources of Debian packages, and of the JDK.

    python3 scripts/fetch_sources.py DEST                     # commons-lang3
    python3 scripts/fetch_sources.py DEST --project jackson-core --jdk

Each project lands in DEST/PACKAGE with Debian's patches applied and the sources made that its build makes, from
templates (PackageVersion.java of Jackson) and grammars (the parser of JEXL), the JDK's modules in DEST/jdk/MODULE.
The folders are printed, one a line. What is there already is not fetched again.
"""

import argparse
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from debian_packages import PackageError, as_root, require, run

DEFAULT_PROJECT = "libcommons-lang3-java"
JDK_SOURCE = "openjdk-17-source"
JAVACC = "javacc5"
APT = Path("/etc/apt")
OURS = "equimorph-deb-src"


def main(argv: list[str] | None = None) -> int:
    """Fetch what the arguments name; print the folders."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dest", type=Path, help="folder for the sources, made where missing")
    parser.add_argument(
        "--project",
        action="append",
        default=[],
        metavar="PACKAGE",
        help=f"Debian source package, repeatable (default {DEFAULT_PROJECT}, unless --jdk is given)",
    )
    parser.add_argument("--jdk", action="store_true", help=f"also unpack the JDK's sources ({JDK_SOURCE})")
    parser.add_argument(
        "--module",
        action="append",
        default=[],
        help="repeatable (default java.base); implies --jdk",
    )
    options = parser.parse_args(argv)
    with_jdk = options.jdk or bool(options.module)
    projects = options.project or ([] if with_jdk else [DEFAULT_PROJECT])
    try:
        options.dest.mkdir(parents=True, exist_ok=True)
        for project in projects:
            print(fetch_project(project, options.dest), flush=True)
        if with_jdk:
            for module in options.module or ["java.base"]:
                print(fetch_module(module, options.dest / "jdk"), flush=True)
    except PackageError as error:
        print(f"fetch_sources: {error}", file=sys.stderr)
        return 1
    return 0


def fetch_project(package: str, dest: Path) -> Path:
    """Unpack a Debian source package into dest/package, and give that folder.

    Raises:
        PackageError: no such source package, or it could not be fetched.
    """
    folder = dest / package
    if folder.is_dir():
        return folder
    require(["dpkg-dev"])
    if not has_source(package):
        add_source_entries()
        as_root(["apt-get", "update", "-qq"])
        if not has_source(package):
            raise PackageError(f"apt knows no source package {package}")
    # Unpacked beside its place and moved there whole: a folder of that name is always complete.
    with tempfile.TemporaryDirectory(dir=dest) as scratch:
        # The unprivileged user that apt downloads as must be able to write here.
        Path(scratch).chmod(0o777)
        run(["apt-get", "source", "-qq", package], cwd=Path(scratch))
        (unpacked,) = [entry for entry in Path(scratch).iterdir() if entry.is_dir()]
        fill_templates(unpacked)
        generate_parsers(unpacked)
        unpacked.rename(folder)
    return folder


def fill_templates(project: Path) -> None:
    """Write X.java beside each X.java.in of the main sources, as the project's build does before it compiles.

    Raises:
        PackageError: a template has a mark that nothing here stands for.
    """
    sources = project / "src/main/java"
    for template in sorted(sources.rglob("*.java.in")):
        values = {f"project{name.lower()}": value for name, value in coordinates(project / "pom.xml").items()}
        values["package"] = ".".join(template.parent.relative_to(sources).parts)
        text = template.read_text(encoding="utf-8")
        for name, value in values.items():
            text = text.replace(f"@{name}@", value)
        left = re.search(r"@\w+@", text)
        if left:
            raise PackageError(f"{template} has {left[0]}, which nothing here stands for")
        template.with_suffix("").write_text(text, encoding="utf-8")


def generate_parsers(project: Path) -> None:
    """Write beside each JJTree grammar of the main sources the classes that JJTree and JavaCC make of it.

    Those that the project has written itself stay, as they do in its build.

    Raises:
        PackageError: JavaCC could not be installed, or takes no such grammar.
    """
    for grammar in sorted((project / "src/main/java").rglob("*.jjt")):
        require([JAVACC])
        with tempfile.TemporaryDirectory() as scratch:
            # JJTree leaves out of its nodes those that it finds where it writes.
            run(["jjtree5", f"-OUTPUT_DIRECTORY={scratch}", grammar])
            run(["javacc5", f"-OUTPUT_DIRECTORY={scratch}", Path(scratch) / f"{grammar.stem}.jj"])
            for made in sorted(Path(scratch).glob("*.java")):
                if not (grammar.parent / made.name).exists():
                    shutil.copy(made, grammar.parent)


def coordinates(pom: Path) -> dict[str, str]:
    """Read a project's own groupId, artifactId and version from its pom.xml."""
    project = ElementTree.parse(pom).getroot()
    space = "{http://maven.apache.org/POM/4.0.0}"
    found = {name: project.findtext(space + name) for name in ("groupId", "artifactId", "version")}
    return {name: text.strip() for name, text in found.items() if text}


def has_source(package: str) -> bool:
    """Say whether apt's lists hold the source package."""
    try:
        return bool(run(["apt-cache", "showsrc", "--only-source", package]).strip())
    except PackageError:
        if shutil.which("apt-cache") is None:
            raise
        return False  # apt-cache's answer where no list of sources is there at all


def add_source_entries() -> None:
    """Give apt a source entry for each of the distribution's package entries, in files of our own.

    Raises:
        PackageError: apt's settings name no package entry of this release.
    """
    codename = release_codename()
    stanzas = "\n".join(source_stanzas(codename))
    lines = "".join(f"{line}\n" for line in source_lines(codename))
    if not stanzas and not lines:
        raise PackageError(f"{APT} has no entry for {codename} to take the place of its sources from")
    for text, suffix in ((stanzas, "sources"), (lines, "list")):
        if text:
            with tempfile.NamedTemporaryFile("w", suffix=f".{suffix}") as made:
                made.write(text)
                made.flush()
                target = APT / "sources.list.d" / f"{OURS}.{suffix}"
                as_root(["install", "-m", "644", made.name, target])


def release_codename() -> str:
    """Read the release's name, such as bookworm, from /etc/os-release."""
    found = re.search(r'^VERSION_CODENAME="?([\w-]+)', Path("/etc/os-release").read_text(), re.MULTILINE)
    if found is None:
        raise PackageError("/etc/os-release names no VERSION_CODENAME: not a Debian release")
    return found[1]


def source_stanzas(codename: str) -> Iterator[str]:
    """Turn the binary entries of apt's *.sources files (deb822 form) into source entries."""
    for file in sorted((APT / "sources.list.d").glob("*.sources")):
        text = re.sub(r"^#.*\n?", "", file.read_text(), flags=re.MULTILINE)
        for stanza in re.split(r"\n\s*\n", text):
            fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
            suites, components = fields.get("Suites", "").split(), fields.get("Components", "").split()
            ours = any(of_release(suite, codename) for suite in suites) and "main" in components
            if ours and fields.get("Types", "").split() == ["deb"] and fields.get("Enabled", "yes") != "no":
                yield re.sub(r"^Types:.*$", "Types: deb-src", stanza.strip(), flags=re.MULTILINE) + "\n"


def source_lines(codename: str) -> Iterator[str]:
    """Turn the binary entries of apt's one-line files into source entries."""
    entry = re.compile(r"^deb(\s+\[[^]]*\])?\s+\S+\s+(\S+)\s+(.*)$", re.MULTILINE)
    for file in [APT / "sources.list", *sorted((APT / "sources.list.d").glob("*.list"))]:
        if file.is_file():
            for found in entry.finditer(file.read_text()):
                if of_release(found[2], codename) and "main" in found[3].split():
                    yield "deb-src" + found[0].removeprefix("deb")


def of_release(suite: str, codename: str) -> bool:
    """Say whether a suite is the release itself or its updates, not somebody's own archive."""
    return suite in {codename, f"{codename}-updates", f"{codename}-security"}


def fetch_module(module: str, dest: Path) -> Path:
    """Unpack one module of the JDK's src.zip into dest/module, and give that folder.

    Raises:
        PackageError: the JDK has no such module, or its sources could not be installed.
    """
    folder = dest / module
    if folder.is_dir():
        return folder
    require([JDK_SOURCE])
    archives = [line for line in run(["dpkg", "-L", JDK_SOURCE]).splitlines() if line.endswith("/src.zip")]
    dest.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archives[0]) as archive, tempfile.TemporaryDirectory(dir=dest) as scratch:
        names = [name for name in archive.namelist() if name.startswith(f"{module}/")]
        if not names:
            raise PackageError(f"{archives[0]} has no module {module}")
        archive.extractall(scratch, names)
        (Path(scratch) / module).rename(folder)
    return folder


if __name__ == "__main__":
    sys.exit(main())

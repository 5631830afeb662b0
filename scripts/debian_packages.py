"""Debian packages for the scripts beside this file: install what is missing, once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["PackageError", "as_root", "installed", "require", "run"]


class PackageError(Exception):
    """A Debian package that is needed could not be had; the message says what to do."""


def run(command: Sequence[str | Path], *, cwd: Path | None = None) -> str:
    """Run a command and give its standard output.

    Raises:
        PackageError: the program is not there or ended with an error; carries what it printed.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise PackageError(f"{words[0]} is not on this machine; these scripts need Debian's tools") from error
    if done.returncode:
        raise PackageError(
            f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}".rstrip()
        )
    return done.stdout


def as_root(command: Sequence[str | Path]) -> str:
    """Run a command as root, by sudo where the user is another.

    Raises:
        PackageError: neither root nor sudo, or the command failed.
    """
    if os.geteuid() == 0:
        return run(["env", "DEBIAN_FRONTEND=noninteractive", *command])
    if shutil.which("sudo") is None:
        words = " ".join(str(word) for word in command)
        raise PackageError(f"this needs root, and there is no sudo here; run as root: {words}")
    return run(["sudo", "env", "DEBIAN_FRONTEND=noninteractive", *command])


def installed(package: str) -> bool:
    """Say whether dpkg knows the package as installed."""
    query = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    try:
        return run(query).strip() == "installed"
    except PackageError:
        if shutil.which("dpkg-query") is None:
            raise
        return False  # dpkg-query's answer about a package it has never heard of


def require(packages: Sequence[str]) -> None:
    """Install the packages that are missing; quick where none is.

    Raises:
        PackageError: one of them could not be installed.
    """
    missing = [package for package in packages if not installed(package)]
    if not missing:
        return
    print(f"installing {' '.join(missing)}", file=sys.stderr, flush=True)
    as_root(["apt-get", "update", "-qq"])
    as_root(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing])

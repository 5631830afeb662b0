"""The folder of a generator: its files, and ``generator.json``, which says how it was made and what the files must be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from equimorph.cote.errors import GeneratorError
from equimorph.runs.hashes import file_hash
from equimorph.runs.manifests import write_manifest
from equimorph.runs.whole import whole_folder

MANIFEST = "generator.json"
SCHEMA = 1
"""Version of the folder."""


def write_generator(folder: Path, manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
    """Write a generator to a new folder, whole or not at all.

    Args:
        folder: A new or empty folder.
        manifest: Manifest with the kind of the generator and its options.
        files: Contents by file name.

    Raises:
        FileExistsError: the folder is not empty.
        OSError: it cannot be written.
    """
    whole = {
        "schema": SCHEMA,
        **manifest,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    with whole_folder(folder) as place:
        for name, data in files.items():
            (place / name).write_bytes(data)
        write_manifest(place / MANIFEST, whole, indent=2, sort_keys=True)


def manifest_of(folder: Path, kind: str | None = None, names: Collection[str] = ()) -> dict[str, Any]:
    """Return the options that made the generator of a folder, after checking that its files are unchanged.

    Args:
        folder: A folder that `write_generator` wrote.
        kind: Required kind of the generator; any for None.
        names: Names of the required files.

    Raises:
        GeneratorError: the folder has no generator of this kind and version, or a file is missing or was changed.
        OSError: a file cannot be read.
    """
    manifest = _json(folder)
    if manifest.get("schema") != SCHEMA:
        raise GeneratorError(f"{folder}: schema {manifest.get('schema')!r}, not {SCHEMA}: of another version")
    if kind is not None and manifest.get("kind") != kind:
        raise GeneratorError(f"{folder}: a generator of the kind {manifest.get('kind')!r}, not {kind!r}")
    files = manifest.get("files")
    if not isinstance(files, dict) or not files:
        raise GeneratorError(f"{folder}: {MANIFEST} names no files")
    for name in names:
        if name not in files:
            raise GeneratorError(f"{folder}: {MANIFEST} does not name {name}")
    for name, digest in files.items():
        path = folder / Path(name).name
        if not path.is_file():
            raise GeneratorError(f"{folder}: {name} is missing")
        if file_hash(path) != digest:
            raise GeneratorError(f"{folder}: {name} is not the file that was written")
    return manifest


def _json(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        raise GeneratorError(f"{folder}: no generator there: it has no {MANIFEST}")
    try:
        manifest = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise GeneratorError(f"{path}: not JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise GeneratorError(f"{path}: not a JSON object")
    return manifest

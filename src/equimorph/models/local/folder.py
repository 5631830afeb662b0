"""The folder of a local model: its files, and the hash by which a run knows it again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from equimorph.models.errors import ModelError
from equimorph.models.exchange import CannotRun
from equimorph.models.folders import CONFIG, TOKENIZER, config_of, optional_json
from equimorph.runs.hashes import files_hash

_HASHED = frozenset({".json", ".safetensors", ".model", ".txt", ".jinja", ".tiktoken"})
"""Suffixes of the files of a model: config, weights, tokenizer, templates."""


_VOCABULARIES = (TOKENIZER, "vocab.*", "*.model", "*.tiktoken", "tekken.json")
"""Names of vocabulary files. A tokenizer has one of them, unless its tokens are bytes."""


@dataclass(frozen=True)
class Folder:
    """A folder with a model.

    Raises:
        CannotRun: it does not exist, or has no config, tokenizer or weights in safetensors.
    """

    path: Path

    def __post_init__(self) -> None:
        if not self.path.is_dir():
            raise CannotRun(
                f"no folder {str(self.path)!r}; models are read from a local folder, none is downloaded"
            )
        try:
            config = config_of(self.path)
        except (ModelError, OSError, UnicodeError) as error:
            raise CannotRun(str(error)) from error
        if not isinstance(config, dict) or not config.get("model_type"):
            raise CannotRun(f"{self.path / CONFIG}: no model_type in it")
        if not any(self.path.glob("*.safetensors")):
            other = any(self.path.glob("*.bin"))
            words = (
                "weights only as a pickle, which is not read: save them as safetensors"
                if other
                else "no weights"
            )
            raise CannotRun(f"{self.path}: {words} (model.safetensors)")
        if not self._has_tokenizer():  # transformers would take an empty one
            raise CannotRun(f"{self.path}: no tokenizer ({TOKENIZER})")

    def _has_tokenizer(self) -> bool:
        if any(next(self.path.glob(pattern), None) for pattern in _VOCABULARIES):
            return True
        config = optional_json(self.path / "tokenizer_config.json")
        return isinstance(config, dict) and config.get("tokenizer_class") == "ByT5Tokenizer"

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.path.resolve().name

    @cached_property
    def sha256(self) -> str:
        """The hash of config, weights and tokenizer, in hex; whatever the place of the folder.

        Raises:
            CannotRun: a file cannot be read.
        """
        files = sorted(path for path in self.path.iterdir() if path.suffix in _HASHED and path.is_file())
        try:
            return files_hash((path.name, path) for path in files)
        except OSError as error:
            raise CannotRun(f"{error.filename}: {error.strerror}") from error

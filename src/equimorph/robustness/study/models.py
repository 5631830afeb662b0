"""The models of a study, and the folder of each."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from equimorph.models import Endpoint
from equimorph.models.asking import Requests
from mutators import MutationError

MODELS = "models"
"""The folder with a folder for each of several models."""
_LONGEST = 120
"""The most bytes of a folder's name."""
_HINT = "give one of them another name (--name, or name = in its [[model]] table)"

Opened: TypeAlias = Callable[[Requests], AbstractContextManager[Endpoint]]
"""Opens the model that is studied; gets the requests, which a file of answers is compared with."""


class Prices(NamedTuple):
    """The prices of a million tokens of prompts, and of replies."""

    prompt: float
    reply: float


@dataclass(frozen=True)
class StudyModel:
    """A model of a study.

    Attributes:
        name: Name in the rows of a study of several models, and of its folder there.
        identity: Its settings as plain data, without secrets; another one is another model.
        opened: Opens it.
        about: Facts about the model for the reader.
        jobs: Number of requests at a time; None for the study's number.
        prices: Prices of its tokens; None if they are not known.
    """

    name: str
    identity: Mapping[str, Any]
    opened: Opened
    about: tuple[str, ...] = ()
    jobs: int | None = None
    prices: Prices | None = None

    @property
    def folder(self) -> str:
        """The folder of the model below the folder of the study, with slashes."""
        return f"{MODELS}/{folder_name(self.name)}"


def folder_name(name: str) -> str:
    """Return a name of a folder that all file systems take: letters, digits, dots, dashes and underscores of a model's name."""
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in plain)
    short = kept.encode()[:_LONGEST].decode(errors="ignore").strip(".-")
    return short or "model"


def check_names(models: Sequence[StudyModel]) -> None:
    """Check that each of several models has a name and a folder of its own.

    Raises:
        MutationError: two have the same; says how to tell them apart.
    """
    names = Counter(model.name for model in models)
    if twice := [name for name, count in names.items() if count > 1]:
        raise MutationError(f"{names[twice[0]]} models are called {twice[0]!r}: {_HINT}")
    folders: dict[str, str] = {}
    for model in models:
        other = folders.setdefault(model.folder.casefold(), model.name)
        if other != model.name:
            raise MutationError(
                f"models {other!r} and {model.name!r} would share the folder {model.folder}: {_HINT}"
            )

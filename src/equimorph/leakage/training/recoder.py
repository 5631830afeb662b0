"""Recoder's training data: pickles, which are refused.

Confirmed from its repository (pkuzqh/Recoder, `Dataset.py`): the data are read and written with `pickle`, as lists of trees and
edits made for its network. Reading a pickle executes whatever code it names.
"""

from __future__ import annotations

from typing import NoReturn

from equimorph.leakage.training.files import with_suffix
from mutators import MutationError

is_pickle = with_suffix(".pkl", ".pickle", ".pkl.gz", ".pickle.gz")


def refuse_pickle(path: object) -> NoReturn:
    """Refuse a pickle, as Recoder's data are.

    Raises:
        MutationError: always, with the reason.
    """
    raise MutationError(
        f"{path}: a pickle, as of Recoder, is not read: reading one executes code that it brings along."
        " Load it where you trust it, and write its methods as JSON Lines with buggy and fixed"
    )

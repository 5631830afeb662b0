"""Mutants and their records, and the way back from a mutant to its original."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from mutators import Mutant, Mutation, Stacked

__all__ = ["Mutated", "invert", "records_of"]

Mutated = Mutation | Mutant | Stacked | Sequence[Mutation]
"""A mutant, or its record, or all records of a higher-order mutant in the order in which they were made."""


def records_of(mutant: Mutated) -> list[Mutation]:
    """Return the records of a mutant, each relative to the whole text, in the order in which the mutations were made.

    Raises:
        TypeError: it is no mutant, and no record.
    """
    if isinstance(mutant, Mutant):
        return [mutant.mutation]
    if isinstance(mutant, Stacked):
        return list(mutant.mutations)
    records = [mutant] if isinstance(mutant, Mutation) else None
    if isinstance(mutant, Sequence) and not isinstance(mutant, str | bytes):
        records = list(mutant)
    if records is None or not all(isinstance(record, Mutation) for record in records):
        raise TypeError(
            "a mutant, its record or a list of records is needed, not"
            f" {type(mutant).__name__}; `Mutation.from_dict` and `Mutation.from_json` read a record"
        )
    return records


@overload
def invert(mutant: str, mutation: Mutated) -> str: ...
@overload
def invert(mutant: bytes, mutation: Mutated) -> bytes: ...
def invert(mutant: str | bytes, mutation: Mutated) -> str | bytes:
    """Return the original of a mutant, byte for byte.

    Args:
        mutant: its text.
        mutation: the mutant, or its record; of a higher-order mutant all records, in the order in which they were made.

    Raises:
        TypeError: an argument has a wrong type, for example if both are in the wrong order.
        RecordMismatch: the record does not belong to the text.
    """
    if not isinstance(mutant, str | bytes):
        raise TypeError(
            f"invert(text, mutant) takes the text of the mutant first, not {type(mutant).__name__}"
        )
    data = mutant.encode() if isinstance(mutant, str) else mutant
    for record in reversed(records_of(mutation)):
        data = record.invert(data)
    return data.decode() if isinstance(mutant, str) else data

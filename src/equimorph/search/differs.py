"""When two outputs of models differ: named rules, since the paper leaves open what "differs" means for vectors.

Labels and texts differ if they are not equal; a log probability counts for nothing. For vectors there are two rules: another vector
of a fixed gallery is the nearest one, or the cosine is below a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from equimorph.bulk.reporting import counted
from equimorph.search.errors import SearchError
from equimorph.search.outputs import Output, kind_of

__all__ = ["RULES", "THETA", "Differ", "cosine_below", "differ_of", "equal", "nearest"]

RULES = ("equal", "nearest", "cosine")
THETA = 0.95
"""The cosine below which vectors differ. The paper names no number; this one is ours."""


@dataclass(frozen=True)
class Differ:
    """A rule of difference.

    Attributes:
        name: Name with its parameters, for rows and manifests.
        differ: Whether two outputs of one kind differ.
        said: Representation of an output in a row: the label or text, or the place of the nearest vector of the
            gallery; None for a vector without a gallery.
    """

    name: str
    differ: Callable[[Output, Output], bool]
    said: Callable[[Output], int | str | None]

    def __call__(self, one: Output, other: Output) -> bool:
        """Return whether two outputs differ."""
        return self.differ(one, other)


def equal() -> Differ:
    """Return the rule of labels and texts: they differ if they are not equal."""

    def differ(one: Output, other: Output) -> bool:
        return _plain(one) != _plain(other)

    return Differ("equal", differ, _plain)


def nearest(gallery: Sequence[Sequence[float]]) -> Differ:
    """Return the rule of vectors: the vector of a gallery with the highest cosine is another one. Of equal ones the first counts.

    Args:
        gallery: vectors of one length; none is zero everywhere.

    Raises:
        SearchError: the gallery is empty, or it has a vector of another length, or one that is zero everywhere.
    """
    vectors = [_unit(tuple(map(float, one))) for one in gallery]
    if not vectors or any(len(one) != len(vectors[0]) for one in vectors):
        raise SearchError("a gallery is one or more vectors of one length")
    if any(one is None for one in map(_nonzero, vectors)):
        raise SearchError("a vector of the gallery is zero everywhere, so that it has no cosine")

    def top(output: Output) -> int:
        vector = _vector(output, len(vectors[0]))
        found = [_dot(vector, one) for one in vectors]
        return max(range(len(found)), key=lambda at: (found[at], -at))

    def differ(one: Output, other: Output) -> bool:
        return top(one) != top(other)

    return Differ(f"nearest of {len(vectors)}", differ, top)


def cosine_below(theta: float = THETA) -> Differ:
    """Return the rule of vectors: their cosine is below theta. A vector that is zero everywhere differs from all others.

    Raises:
        SearchError: theta is not between -1 and 1.
    """
    if not -1 <= theta <= 1:
        raise SearchError(f"a cosine is between -1 and 1, not {theta}")

    def differ(one: Output, other: Output) -> bool:
        left, right = _vector(one), _vector(other)
        if left == right:
            return False
        if not any(left) or not any(right):
            return True
        return _dot(_unit(left), _unit(right)) < theta

    return Differ(f"cosine < {theta:g}", differ, lambda output: None)


def differ_of(rule: str | None, sample: Output, gallery: Sequence[Output], theta: float = THETA) -> Differ:
    """Return a rule by its name.

    Args:
        rule: One of `RULES`; for None "equal" for labels and texts, "nearest" for vectors.
        sample: An output of the model.
        gallery: Outputs for "nearest", for example of the originals; vectors that are zero everywhere are left out.
        theta: Threshold of "cosine".

    Raises:
        SearchError: the rule does not fit these outputs, or a gallery of fewer than two vectors makes nothing differ.
    """
    is_vector = kind_of(sample).startswith("vector")
    named = rule or ("nearest" if is_vector else "equal")
    if named not in RULES:
        raise SearchError(f"no rule of difference {named!r}; there are: {', '.join(RULES)}")
    if is_vector is (named == "equal"):
        wanted = "nearest or cosine" if is_vector else "equal"
        raise SearchError(f"outputs are of kind {kind_of(sample)!r}: the rule is {wanted}, not {named}")
    if named == "equal":
        return equal()
    if named == "cosine":
        return cosine_below(theta)
    vectors = [one for one in dict.fromkeys(_vector(one) for one in gallery) if _nonzero(one)]
    if len(vectors) < 2:
        raise SearchError(
            f"the originals give {counted(len(vectors), 'different vector')}, those of zeros alone left aside, so that the nearest "
            "one is never another: search more methods, or take the rule cosine"
        )
    return nearest(vectors)


def _plain(output: Output) -> int | str:
    if isinstance(output, int | str):
        return output
    first = output[0]
    if not isinstance(first, str):
        raise SearchError("the rule of equal outputs is for labels and texts, not for vectors")
    return first


def _vector(output: Output, length: int | None = None) -> tuple[float, ...]:
    if not kind_of(output).startswith("vector"):
        raise SearchError(f"the rule is for vectors, not for a {kind_of(output)}")
    assert not isinstance(output, int | str)
    found = tuple(float(one) for one in output)
    if length is not None and len(found) != length:
        raise SearchError(f"a vector of {len(found)} numbers, where those of the gallery have {length}")
    return found


def _nonzero(vector: Sequence[float]) -> Sequence[float] | None:
    return vector if any(vector) else None


def _unit(vector: tuple[float, ...]) -> tuple[float, ...]:
    """Return a vector of length 1, or one that is zero everywhere as it is. It is scaled first, so that no square overflows."""
    most = max(map(abs, vector), default=0.0)
    if not most:
        return vector
    scaled = [one / most for one in vector]
    length = math.hypot(*scaled)
    return tuple(one / length for one in scaled)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))

"""Outputs of a code model: one protocol for labels, texts and vectors.

A model is any callable that takes a sequence of texts and returns one output for each, in their order. All its outputs are of one
kind: labels (whole numbers), texts, texts with their log probability, or vectors of one length. `ask` checks that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from numbers import Integral, Real
from typing import Any

from equimorph.models.errors import ModelError
from equimorph.runs.budgets import BudgetSpent
from equimorph.search.errors import SearchError

__all__ = [
    "BATCH",
    "CountedModel",
    "NamedModel",
    "Output",
    "TextModel",
    "adapt",
    "ask",
    "kind_of",
    "named",
    "plain_output",
    "stored_output",
    "text_key",
]

Output = int | str | tuple[str, float] | tuple[float, ...]
"""A label, a text, a text with its log probability, or a vector."""
TextModel = Callable[[Sequence[str]], Sequence[object]]
"""A user's model, a function from texts to outputs. Arrays of numpy, tensors of torch and lists of numbers are vectors."""
BATCH = 64
"""Maximum number of texts of a call."""


@dataclass(frozen=True)
class NamedModel:
    """A model with its name.

    Attributes:
        model: The plugged-in object; if it can be mutated, it has `module` or `get_weights`.
        name: Name in rows and messages.
        identity: Everything that its outputs depend on, as far as it is known: part of the key of the cache and of the
            manifest.
    """

    model: TextModel
    name: str
    identity: str

    def __call__(self, texts: Sequence[str]) -> Sequence[object]:
        """Return the model's outputs."""
        return self.model(texts)


def named(model: TextModel | NamedModel, name: str | None = None) -> NamedModel:
    """Return a model with a name: its own `name` or `__name__`, or its class's name.

    Raises:
        SearchError: it cannot be called.
    """
    if isinstance(model, NamedModel):
        return model
    if not callable(model):
        raise SearchError(f"a model is a callable texts -> outputs, not {type(model).__name__}")
    given = (name, getattr(model, "name", None), getattr(model, "__name__", None))
    found = next((one for one in given if isinstance(one, str) and one), type(model).__name__)
    identity = getattr(model, "identity", None)
    return NamedModel(model, found, identity if isinstance(identity, str) and identity else found)


def adapt(one: Callable[[str], object]) -> TextModel:
    """Return a model that asks a callable of one text about each text."""

    def model(texts: Sequence[str]) -> list[object]:
        return [one(text) for text in texts]

    model.__name__ = getattr(one, "__name__", type(one).__name__)
    return model


def ask(
    model: TextModel,
    texts: Sequence[str],
    *,
    batch: int = BATCH,
    heard: Callable[[Mapping[int, Output]], object] = lambda outputs: None,
) -> list[Output]:
    """Return a model's output for each text, in order.

    The model sees the texts in batches, sorted by length within the call, so that a batch holds little padding.

    Args:
        model: texts -> outputs.
        texts: any number of them.
        batch: Maximum number of texts of one call of the model.
        heard: called after each call of the model with its outputs, by the index of their text.

    Raises:
        ModelError: the model raises, returns another number of outputs, outputs of two kinds, vectors of two lengths, or a number
            that is not finite.
        SearchError: `batch` is below 1.
    """
    if batch < 1:
        raise SearchError(f"batch is 1 or more, not {batch}")
    order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), at))
    found: list[Output | None] = [None] * len(texts)
    for start in range(0, len(order), batch):
        part = order[start : start + batch]
        for at, one in zip(part, _outputs(model, [texts[at] for at in part], part), strict=True):
            found[at] = _plain(one, at)
        heard({at: one for at in part if (one := found[at]) is not None})
    made = [one for one in found if one is not None]
    _check_kinds(made)
    return made


def kind_of(output: Output) -> str:
    """Return the kind of an output: "label", "text", "scored text", or "vector of N"."""
    if isinstance(output, int):
        return "label"
    if isinstance(output, str):
        return "text"
    return "scored text" if _is_scored(output) else f"vector of {len(output)}"


def plain_output(output: Output) -> int | str | list[Any]:
    """Return an output as JSON has it."""
    return output if isinstance(output, int | str) else list(output)


def stored_output(data: object) -> Output:
    """Return an output that was stored as JSON.

    Raises:
        ModelError: it is none.
    """
    return _plain(data, None)


def text_key(text: str) -> str:
    """Return the sha256 of a text, in hex; texts with lone surrogates have one, too."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass
class CountedModel:
    """A model with a cache, which counts the texts that reach the model.

    Attributes:
        model: what is asked.
        batch: Maximum number of texts of one call of the model.
        calls: texts that the model answered: one text is one call. A text that the cache knows costs nothing.
        kept: outputs by the sha256 of the text.
        remembered: outputs of an earlier run that was stopped, in the same way: they count as calls, but the model is not asked.
        written: called with the outputs of each call of the model, by the sha256 of the text.
    """

    model: NamedModel
    batch: int = BATCH
    calls: int = 0
    kept: dict[str, Output] = field(default_factory=dict)
    remembered: dict[str, Output] = field(default_factory=dict)
    written: Callable[[Mapping[str, Output]], object] = lambda outputs: None

    def missing(self, texts: Iterable[str]) -> list[str]:
        """Return the different texts that the cache does not know, in their order."""
        return [text for text in dict.fromkeys(texts) if text_key(text) not in self.kept]

    def ask(self, texts: Sequence[str]) -> list[Output]:
        """Return the output for each text, in order; each text reaches the model once.

        Raises:
            ModelError: see `ask`; or an output is of another kind than in an earlier call.
        """
        wanted = self.missing(texts)
        asked = [text for text in wanted if text_key(text) not in self.remembered]
        try:
            made = self._made(asked)
        except ModelError as error:
            at = None if error.index is None else list(texts).index(asked[error.index])
            raise ModelError(error.reason, at) from error
        for key in map(text_key, wanted):
            self.kept[key] = made[key] if key in made else self.remembered[key]
        self.calls += len(wanted)
        return [self.kept[text_key(text)] for text in texts]

    def _made(self, texts: Sequence[str]) -> dict[str, Output]:
        known = [*islice(self.kept.values(), 1), *islice(self.remembered.values(), 1)][:1]

        def heard(outputs: Mapping[int, Output]) -> None:
            # What is of another kind is an error in the end: a run that goes on must not remember it.
            if len({kind_of(one) for one in (*known, *outputs.values())}) == 1:
                self.written({text_key(texts[at]): one for at, one in outputs.items()})

        made = ask(self.model, texts, batch=self.batch, heard=heard)
        _check_kinds([*known, *made], before=len(known))
        return {text_key(text): one for text, one in zip(texts, made, strict=True)}


def _outputs(model: TextModel, texts: list[str], places: Sequence[int]) -> list[object]:
    """Return a model's outputs for one batch, whose number is right."""
    try:
        answer: object = model(list(texts))
        found = None if isinstance(answer, str | bytes | Mapping) else _listed(answer, len(texts) + 1)
    except BudgetSpent:
        raise
    except (Exception, SystemExit) as error:  # whatever a model raises
        if isinstance(error, ModelError):
            own = error.index  # of the texts of this call
            inside = own is not None and 0 <= own < len(places)
            raise ModelError(
                error.reason, places[own] if inside and own is not None else places[0]
            ) from error
        raise ModelError(f"the model raised {type(error).__name__}: {_first(error)}", places[0]) from error
    if found is None:
        raise ModelError(
            f"the model returned {type(answer).__name__}, not one output for each text", places[0]
        )
    if len(found) != len(texts):
        at = places[min(len(found), len(texts) - 1)]
        count = len(found) if len(found) < len(texts) else f"more than {len(texts)}"
        raise ModelError(f"the model returned {count} outputs for {len(texts)} texts", at)
    return found


def _listed(answer: object, most: int) -> list[object] | None:
    """Return the first outputs of an answer, which may be endless; an array or a tensor has one in each row."""
    whole = _unpacked(answer)
    return list(islice(whole, most)) if isinstance(whole, Iterable) else None


def _unpacked(value: object) -> object:
    """Return an array of numpy or a tensor of torch as lists and numbers; anything else as it is."""
    if isinstance(value, str | bytes | bool | int | float | list | tuple):
        return value
    away = getattr(value, "detach", None)
    plain = away() if callable(away) else value
    listed = getattr(plain, "tolist", None)
    return listed() if callable(listed) else plain


def _plain(value: object, at: int | None) -> Output:
    """Return one output as plain data, checked."""
    found = _unpacked(value)
    if isinstance(found, str):
        return str(found)
    if isinstance(found, Integral):
        return int(found)
    if isinstance(found, list | tuple):
        if len(found) == 2 and isinstance(found[0], str):
            return found[0], _finite(found[1], at)
        if not found:
            raise ModelError("a vector without numbers", at)
        return tuple(_finite(one, at) for one in found)
    hint = "; a vector of one number is a list" if isinstance(found, Real) else ""
    raise ModelError(f"{type(value).__name__} is neither a label, a text nor a vector{hint}", at)


def _finite(value: object, at: int | None) -> float:
    found = _unpacked(value)
    if not isinstance(found, Real) or isinstance(found, bool):
        raise ModelError(f"{type(value).__name__} is not a number", at)
    try:
        number = float(found)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ModelError(f"{number} is not a finite number", at)
    return number


def _check_kinds(outputs: Sequence[Output], before: int = 0) -> None:
    """Check that all outputs are of one kind, the first `before` ones from earlier calls.

    Raises:
        ModelError: they are not; the index belongs to the first one that differs from the first output.
    """
    if not outputs:
        return
    first = kind_of(outputs[0])
    for at, one in enumerate(outputs):
        if kind_of(one) != first:
            raise ModelError(f"a {kind_of(one)}, where the model returned a {first} before", at - before)


def _is_scored(output: tuple[str, float] | tuple[float, ...]) -> bool:
    return len(output) == 2 and isinstance(output[0], str)


def _first(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0]

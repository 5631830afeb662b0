"""A model that is a Python object: a `Model`, its class, or a function of text, faulty lines and k."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

from equimorph.models.exchange import CannotRun, Connection, Endpoint, Hello, NoAnswer, described, plain
from equimorph.models.protocol import Answer, Candidate, Model, Request
from equimorph.models.streaming import answer_of, answers_in, streamed
from mutators import MutationError

__all__ = ["ObjectModel", "Repair", "loaded_model", "loaded_object", "object_model"]

Repair = Callable[[str, Sequence[int], int], Iterable["str | Mapping[str, Any] | Candidate"]]
"""A function of the text, its faulty lines (1-based) and k; it returns candidates, the best first."""


@dataclass(frozen=True)
class ObjectModel(Endpoint):
    """A model in this process.

    Attributes:
        call: gives the candidates of a request, or an answer to it.
        called: the name in rows.
        repair_all: takes many requests at once, as `Model.repair` does; None to ask each by itself.
    """

    call: Callable[[Request], Answer | Iterable[object]]
    called: str
    repair_all: Callable[[Iterator[Request], int], object] | None = None

    @property
    def label(self) -> str:
        """The name of the object."""
        return self.called

    @property
    def identity(self) -> Mapping[str, Any]:
        """The name. What else answers depend on is not known."""
        return {"python": self.label}

    def connect(self, hello: Hello) -> Connection:
        """Return a connection; all of them share the object."""
        return _ObjectConnection(self)

    def answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, in order; a `Model` gets them all, to take as many at a time as it likes."""
        if self.repair_all is None:
            return super().answers(requests)
        return streamed(requests, self.repair_all, self.connect(Hello()), self.label)


@dataclass
class _ObjectConnection:
    model: ObjectModel

    def ask(self, request: Request) -> Answer:
        """Return the answer; an exception of the model is its error."""
        name = self.model.label
        try:
            result = self.model.call(request)
            if isinstance(result, Answer):
                return replace(result, model=name, candidates=result.candidates[: request.k])
            return Answer(request.id, name, tuple(_candidates(result, request.k)))
        except (Exception, SystemExit) as error:  # whatever a model raises
            return Answer(request.id, name, (), plain(described(error)))

    def stop(self) -> None:
        """Do nothing: a call cannot be ended."""

    def close(self) -> None:
        """Do nothing."""


def object_model(found: object, name: str | None = None) -> Endpoint:
    """Return the model that an object is.

    Args:
        found: An `Endpoint`, a `Model`, a class of one that takes no arguments, or a function such as `Repair`.
        name: Name in rows; None for the object's own name.

    Raises:
        CannotRun: it is nothing of that.
    """
    if isinstance(found, Endpoint):
        return found
    instance = found
    if isinstance(found, type) and hasattr(found, "repair"):
        try:
            instance = found()
        except Exception as error:  # whatever its constructor raises
            raise CannotRun(f"{found.__name__}(): {described(error)}") from error
    if callable(getattr(instance, "repair", None)):
        model = cast("Model", instance)
        return ObjectModel(lambda request: _repaired(model, request), name or _name(instance), model.repair)
    if callable(instance) and not isinstance(instance, type):
        call = cast("Repair", instance)
        return ObjectModel(
            lambda request: call(request.text, list(request.fault_lines), request.k), name or _name(instance)
        )
    raise CannotRun(
        f"{instance!r} is neither a model with a method `repair`, nor a function (text, fault_lines, k)"
    )


def loaded_model(place: str, name: str | None = None) -> Endpoint:
    """Import a model.

    Args:
        place: See `loaded_object`.
        name: Name in rows; None for the `name` of the object, or for module and object, such as "file:repair".

    Raises:
        CannotRun: see `loaded_object`, or the object is no model.
    """
    target = loaded_object(place)
    where, _, attribute = place.rpartition(":")
    module = Path(where).stem if where.endswith(".py") else where
    return object_model(target, name or _given_name(target) or plain(f"{module}:{attribute}"))


def loaded_object(place: str) -> object:
    """Import an object.

    Args:
        place: ``package.module:name`` or ``path/to/file.py:name``; modules of the current folder are found, too.

    Raises:
        CannotRun: the module or name does not exist, or the module fails.
    """
    where, _, attribute = place.rpartition(":")
    if not where or not attribute:
        raise CannotRun(f"{place!r} is neither MODULE:NAME nor FILE.py:NAME")
    try:
        module = _module_of_file(Path(where)) if where.endswith(".py") else _module(where)
    except (Exception, SystemExit) as error:  # whatever the module raises
        raise CannotRun(f"{where}: {described(error)}") from error
    target: object = module
    for part in attribute.split("."):
        try:
            target = getattr(target, part)
        except AttributeError:
            raise CannotRun(f"{where} has no {attribute!r}") from None
        except (Exception, SystemExit) as error:  # whatever a `__getattr__` of the module raises
            raise CannotRun(f"{where}: {described(error)}") from error
    return target


def _module(name: str) -> object:
    sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)


def _module_of_file(path: Path) -> object:
    if not path.is_file():
        raise FileNotFoundError(2, "no such file", str(path))
    sys.path.insert(0, str(path.resolve().parent))  # for the modules beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # where pickle and dataclasses look for it
    spec.loader.exec_module(module)
    return module


def _name(value: object) -> str:
    name = getattr(value, "__name__", None)
    return _given_name(value) or (plain(name) if isinstance(name, str) and name else type(value).__name__)


def _given_name(value: object) -> str | None:
    """Return the `name` that an object has; None for none."""
    name = getattr(value, "name", None)
    return plain(name) if isinstance(name, str) and name else None


def _repaired(model: Model, request: Request) -> Answer:
    result: object = model.repair([request], request.k)
    answers = list(islice(answers_in(result), 2))
    if len(answers) != 1:
        raise NoAnswer(
            "`repair` gave no answer" if not answers else "`repair` gave more than one answer to one request"
        )
    answer = answer_of(answers[0])
    if answer.id != request.id:
        raise NoAnswer(f"`repair` gave the answer to {answer.id!r}")
    return answer


def _candidates(result: object, k: int) -> Iterator[Candidate]:
    if not isinstance(result, Iterable) or isinstance(result, str | bytes | Mapping | Candidate):
        raise NoAnswer(f"the model returned {type(result).__name__}, not a list of candidates")
    for number, item in enumerate(islice(result, k), 1):
        data = (
            item.to_row()
            if isinstance(item, Candidate)
            else {"text": item}
            if isinstance(item, str)
            else item
        )
        try:
            yield Candidate.from_row(data)
        except MutationError as error:
            what = f": {type(item).__name__}" if not isinstance(item, str | Mapping | Candidate) else ""
            raise NoAnswer(f"candidate {number}: {error}{what}") from error

"""Requests over the border between tests and candidate, in both directions, one line of JSON each, one at a time.

Plain values are copied (`values`). While a request is answered, the containers in its arguments keep their identity: what a call
changes in them is changed where they came from, also where it ends by an error. Objects of the classes that a problem gives to both
sides are copied field by field, and keep their identity for good. All else stays where it is, and the other side gets a
reference: what it does with that is a request, which this side answers or not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum, Flag
from typing import Any, BinaryIO

from equimorph.bench.boxed.values import Containers, NotPlain, error_data, packed, parts_of, refill, unpacked

PULLS = 50_000
"""Items that are taken from an iterator of the other side."""
_BUILT_IN = (
    int,
    float,
    complex,
    str,
    bytes,
    bytearray,
    list,
    tuple,
    dict,
    set,
    frozenset,
    BaseException,
    type,
)


class Gone(Exception):
    """The other side does not answer, or not properly."""


class Unfit(Exception):
    """A value cannot cross the border."""


class Objects:
    """Objects that both sides have.

    Args:
        side: A letter for the keys of this side's objects.
        refer: Returns the reference to a value that stays here.
        resolve: Returns the value of a reference.

    Attributes:
        classes: Their classes, by name.
    """

    def __init__(self, side: str, refer: Callable[[object], Any], resolve: Callable[[str, Any], Any]) -> None:
        self._side, self._refer, self._resolve = side, refer, resolve
        self.classes = dict[str, type]()
        self._keys = dict[int, str]()
        self._objects = dict[str, object]()
        self._known = dict[str, str]()

    def pack(
        self, values: Sequence[object], containers: Containers, keys: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return values, and the fields of all objects that they have.

        Args:
            values: The values.
            containers: The containers that the other side knows; new ones are added.
            keys: Keys of further objects.

        Raises:
            NotPlain, RecursionError: see `packed`.
        """
        waiting = [*keys]

        def other(value: object) -> Any:  # noqa: ANN401 - JSON
            kind = type(value)
            if self.classes.get(kind.__name__) is not kind:
                return self._refer(value)
            if isinstance(value, Enum):
                return {"member": [kind.__name__, value.value if isinstance(value, Flag) else value.name]}
            if isinstance(value, tuple) and hasattr(kind, "_fields"):
                return {"named": [kind.__name__, packed(tuple(value), other)]}
            if isinstance(value, _BUILT_IN):
                return self._refer(value)
            waiting.append(self._key(value))
            return {"object": waiting[-1]}

        data, objects = [packed(value, other, containers) for value in values], dict[str, Any]()
        while waiting:
            if (key := waiting.pop()) not in objects:
                value = self._objects[key]
                inner = Containers()
                fields = {name: packed(field, other, inner) for name, field in _fields(value).items()}
                objects[key] = [type(value).__name__, fields]
                self._known[key] = _line(objects[key])
        return {"values": data, "objects": objects}

    def unpack(self, message: dict[str, Any], containers: Containers) -> list[Any]:
        """Return the values of a message; objects that are here already get their new fields.

        Args:
            message: The message.
            containers: The containers that the other side knows; new ones are added.

        Raises:
            NotPlain: the data are no values.
        """
        try:
            objects = message["objects"]
            for key, (name, _) in objects.items():
                if key not in self._objects:
                    value: object = object.__new__(self._plain_class(name))
                    self._objects[key], self._keys[id(value)] = value, key
                elif type(self._objects[key]).__name__ != name:
                    raise NotPlain("an object has another class")
            for key, description in objects.items():
                if self._known.get(key) != (text := _line(description)):
                    self._set(self._objects[key], description[1])
                    self._known[key] = text
            return [unpacked(data, self._other, containers) for data in message["values"]]
        except (KeyError, AttributeError, ValueError, TypeError) as error:
            raise NotPlain(f"the data are no values: {error}") from error

    def _key(self, value: object) -> str:
        key = self._keys.setdefault(id(value), f"{self._side}{len(self._keys)}")
        self._objects[key] = value
        return key

    def _class(self, name: str) -> type:
        kind = self.classes.get(name)
        if kind is None:
            raise NotPlain(f"there is no class {name!r:.80} on both sides")
        return kind

    def _plain_class(self, name: str) -> type:
        kind = self._class(name)
        if issubclass(kind, (Enum, *_BUILT_IN)):
            raise NotPlain(f"{name} has no fields")
        return kind

    def _other(self, kind: str, value: Any) -> Any:  # noqa: ANN401 - JSON
        match kind, value:
            case "object", str():
                return self._objects[value]
            case "member", [name, member] if issubclass(enum := self._class(name), Enum):
                return enum(member) if issubclass(enum, Flag) else enum[member]
            case "named", [name, items] if issubclass(named := self._class(name), tuple):
                return tuple.__new__(named, unpacked(items, self._other))
        return self._resolve(kind, value)

    def _set(self, value: object, data: dict[str, Any]) -> None:
        kind = type(value)
        inner = Containers()
        fields = {name: unpacked(field, self._other, inner) for name, field in data.items()}
        for name in fields:
            # A field in front of a method would be called instead of it.
            if name.startswith("__") or callable(getattr(kind, name, None)):
                raise NotPlain(f"{kind.__name__} has no field {name!r:.80}")
        for name in _fields(value).keys() - fields.keys():
            object.__delattr__(value, name)
        for name, field in fields.items():
            object.__setattr__(value, name, field)


def _line(data: object) -> str:
    # Not escaped: two halves of a character would be read as that character.
    return json.dumps(data, ensure_ascii=False)


def _fields(value: object) -> dict[str, Any]:
    fields = dict[str, Any]()
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            full = f"_{kind.__name__.lstrip('_')}{name}" if name.startswith("__") else name
            if full not in ("__dict__", "__weakref__") and hasattr(value, full):
                fields[full] = object.__getattribute__(value, full)
    with suppress(AttributeError):
        fields.update(object.__getattribute__(value, "__dict__"))
    return fields


class Exchange:
    """An end of the border.

    Args:
        source, target: Pipes.
        objects: Packs and unpacks values.
        serve: Does what the other side asks for: gets the request, arguments and named arguments.
        most: Bytes of a line.
    """

    def __init__(
        self,
        source: BinaryIO,
        target: BinaryIO,
        objects: Objects,
        serve: Callable[[Sequence[Any], list[Any], dict[str, Any]], Any],
        most: int = -1,
    ) -> None:
        self._source, self._target, self._objects, self._serve = source, target, objects, serve
        self._most = most

    def send(self, message: dict[str, Any]) -> None:
        """Send a line.

        Raises:
            Gone: nobody reads it.
        """
        data = _line(message).encode(errors="surrogatepass") + b"\n"
        try:
            while data:
                data = data[self._target.write(data) :]
            self._target.flush()
        except (OSError, ValueError):
            raise Gone("the candidate's process ended") from None

    def receive(self) -> dict[str, Any]:
        """Return the next message.

        Raises:
            Gone: the other side has ended, or its line is no message.
        """
        try:
            line = self._source.readline(self._most)
            if not line.endswith(b"\n"):
                raise Gone("too long a reply" if line else "the candidate's process ended")
            message = json.loads(line)
        except (OSError, ValueError, RecursionError) as error:
            raise Gone(f"no proper reply: {error}") from error
        if not isinstance(message, dict):
            raise Gone("no proper reply: not an object")
        self.received(message)
        return message

    def received(self, message: dict[str, Any]) -> None:
        """Take note of a message."""

    def raised(self, data: Any) -> Exception:  # noqa: ANN401 - JSON
        """Return the error that the other side has raised."""
        raise NotImplementedError

    def ask(self, request: Sequence[Any], arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:  # noqa: ANN401 - anything
        """Return the answer to a request; containers that the other side changes are changed here.

        Raises:
            Gone, Unfit: see there.
        """
        containers = Containers()
        try:
            request_data = self._objects.pack([[*arguments], dict(named)], containers)
        except (NotPlain, RecursionError) as error:
            raise Unfit(f"a test gives what it cannot: {error}") from error
        self.send({"ask": request, **request_data})
        while "ask" in (reply := self.receive()):
            self.send(self.answer(reply))
        if "unfit" in reply:
            raise Unfit(str(reply["unfit"]))
        try:
            result, changes = self._objects.unpack(reply, containers)
            for number, parts in _listed(changes):
                refill(containers.all[number], _listed(parts))
            raised = self.raised(reply["raised"]) if "raised" in reply else None
        except (NotPlain, LookupError, TypeError, ValueError, RecursionError) as wrong:
            raise Gone(f"no proper reply: {wrong}") from wrong
        if raised is not None:
            raise raised
        return result

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what the other side asks for, and return the answer.

        Raises:
            NotPlain, RecursionError: the answer cannot cross the border.
        """
        containers = Containers()
        arguments, named = self._objects.unpack(message, containers)
        before = [parts_of(container) for container in containers.all]
        result, raised = None, dict[str, Any]()
        try:
            result = self._serve(message["ask"], arguments, named)
        except Exception as error:  # of the candidate or the test: the other side raises it
            raised["raised"] = error_data(error)
        after = [(number, parts_of(container)) for number, container in enumerate(containers.all)]
        changes = [(number, parts) for number, parts in after if _differ(before[number], parts)]
        return {**raised, **self._objects.pack([result, changes], containers, message["objects"])}


def _listed(value: object) -> list[Any]:
    if type(value) is not list:
        raise NotPlain("the changes are no list")
    return value


def _differ(before: Sequence[object], after: Sequence[object]) -> bool:
    return len(before) != len(after) or any(old is not new for old, new in zip(before, after, strict=True))


def pulled(pull: Callable[[Any], Any], over: Callable[[], BaseException]) -> Generator[Any, Any, Any]:
    """Yield the items of an iterator of the other side, each when it is asked for.

    Args:
        pull: Returns the next item; gets what is sent to the iterator.
        over: Returns the error for too many items.
    """
    sent = None
    for _ in range(PULLS):
        try:
            item = pull(sent)
        except StopIteration as end:
            return end.value
        sent = yield item
    raise over()


def next_of(iterator: Iterator[Any], sent: object) -> Any:  # noqa: ANN401 - any item
    """Return the next item of an iterator.

    Raises:
        StopIteration: the iterator has no more items.
    """
    if sent is None:
        return next(iterator)
    return iterator.send(sent)  # type: ignore[attr-defined]

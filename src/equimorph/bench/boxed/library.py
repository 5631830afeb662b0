"""Types of the standard library whose values are plain data, see `values`."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePosixPath
from typing import Any
from uuid import UUID

from equimorph.bench.boxed.values import Kind, NotPlain, whole


def _zone(value: Any) -> timezone | None:  # noqa: ANN401 - a datetime or a time
    if value.tzinfo is None or type(value.tzinfo) is timezone:
        return value.tzinfo
    raise NotPlain(f"a time zone of the type {type(value.tzinfo).__name__} is not plain data")


def _moment(value: datetime) -> list[Any]:
    day = [value.year, value.month, value.day, value.hour, value.minute, value.second]
    return [*day, value.microsecond, value.fold, _zone(value)]


LIBRARY: dict[type, Kind] = {
    Decimal: Kind(str, Decimal),
    Fraction: Kind(
        lambda value: [value.numerator, value.denominator], lambda parts: Fraction(*map(whole, parts))
    ),
    UUID: Kind(lambda value: value.hex, UUID),
    date: Kind(date.isoformat, date.fromisoformat),
    datetime: Kind(_moment, lambda parts: datetime(*parts[:7]).replace(fold=parts[7], tzinfo=parts[8])),
    time: Kind(
        lambda value: [value.replace(tzinfo=None).isoformat(), value.fold, _zone(value)],
        lambda parts: time.fromisoformat(parts[0]).replace(fold=parts[1], tzinfo=parts[2]),
    ),
    timedelta: Kind(
        lambda value: [value.days, value.seconds, value.microseconds], lambda parts: timedelta(*parts)
    ),
    timezone: Kind(lambda value: [*value.__getinitargs__()], lambda parts: timezone(*parts)),
    **{kind: Kind(str, kind) for kind in (PosixPath, PurePosixPath)},
}

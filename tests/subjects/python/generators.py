"""Generators, iterators with odd protocols, async."""

import asyncio


def numbers(limit):
    i = 0
    while i < limit:
        received = yield i
        if received is not None:
            i = received
        else:
            i += 1


def over_range():
    for i in range(3):
        yield i
    yield i * 10


def sent():
    running = numbers(10)
    first = next(running)
    second = running.send(5)
    third = next(running)
    rest = list(running)
    return first, second, third, rest


def finishing(log):
    try:
        for item in "abc":
            yield item
    finally:
        log.append("closed")


def closing():
    log = []
    running = finishing(log)
    first = next(running)
    running.close()
    for item in finishing(log):
        if item == "b":
            break
    else:
        log.append("else")
    del running
    return first, log


def thrown():
    caught = []

    def inner():
        value = 0
        while True:
            try:
                value = yield value
            except ValueError as error:
                caught.append(str(error))
                value = -1
            except GeneratorExit:
                caught.append("exit")
                raise

    running = inner()
    a = next(running)
    b = running.send(4)
    c = running.throw(ValueError("odd"))
    running.close()
    return a, b, c, caught


def delegated():
    def inner():
        got = yield 1
        print("inner", got)
        return got * 2

    def outer():
        result = yield from inner()
        yield result

    running = outer()
    first = next(running)
    second = running.send(21)
    return first, second


def lazy():
    log = []

    def noted(value):
        log.append(value)
        return value

    made = (noted(i) for i in range(5) if noted(-i) > -3)
    first = next(made)
    before = list(log)
    rest = list(made)
    return first, before, rest, log


class Countdown:
    """Yields its own state; iterated again, it starts anew."""

    def __init__(self, start):
        self.start = start

    def __iter__(self):
        now = self.start
        while now > 0:
            yield now
            now -= 1


class ByIndex:
    """Iterated by __getitem__ until IndexError."""

    def __getitem__(self, index):
        print("item", index)
        if index >= 3:
            raise IndexError(index)
        return index * index


class Noisy:
    """An iterator that says when it is asked."""

    def __init__(self, values):
        self.values = values
        self.at = 0

    def __iter__(self):
        print("iter")
        return self

    def __next__(self):
        print("next", self.at)
        if self.at == len(self.values):
            raise StopIteration
        value = self.values[self.at]
        self.at += 1
        return value


class Resuming:
    """Goes on after StopIteration."""

    def __init__(self):
        self.calls = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.calls += 1
        if self.calls % 3 == 0:
            raise StopIteration
        return self.calls


def odd_iterators():
    total = 0
    for value in Countdown(3):
        total += value
    for value in ByIndex():
        total += value
    noisy = Noisy([1, 2, 3])
    for value in noisy:
        if value == 2:
            break
        print("body", value)
    for value in noisy:
        print("again", value)
    else:
        print("done")
    again = Resuming()
    for value in again:
        total += value
    for value in again:
        total += value * 100
    return total, value


def changed_while_iterated():
    items = [1, 2, 3]
    for item in items:
        if item < 3:
            items.append(item + 2)
    seen = []
    for item in [4, 5, 6]:
        seen.append(item)
        item = 0
    return items, seen, item


def not_iterable():
    for bad in (3, None, object):
        try:
            for value in bad:
                print(value)
        except TypeError:
            print("not iterable", bad is None)


def iter_with_sentinel():
    feed = iter([1, 2, 0, 3])
    found = []
    for value in iter(lambda: next(feed), 0):
        found.append(value)
    return found


async def ticks(limit):
    for i in range(limit):
        await asyncio.sleep(0)
        yield i


class Manager:
    async def __aenter__(self):
        print("enter")
        return 5

    async def __aexit__(self, kind, error, trace):
        print("exit", kind is None)
        return True


async def main():
    total = 0
    async for tick in ticks(4):
        if tick == 2:
            continue
        total += tick
    else:
        total += 100
    async with Manager() as value:
        total = total + value
        raise KeyError(value)
    found = [tick async for tick in ticks(3)]
    late = [await later(i) for i in range(2) if await later(i) < 3]
    gathered = await asyncio.gather(*(later(i) for i in range(3)))
    i = 0
    while await later(i) < 4:
        i += 1
    if not await later(i) == 5:
        i = -1
    else:
        i = i * 2
    return total, found, late, gathered, i


async def later(value):
    await asyncio.sleep(0)
    result = value + 1
    return result


print(list(numbers(3)), list(over_range()), sent(), closing(), thrown(), delegated(), lazy())
print(odd_iterators(), changed_while_iterated(), iter_with_sentinel())
not_iterable()
print(asyncio.run(main()))

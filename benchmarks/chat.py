"""Processor time of our side of a chat model: requests a second on one core, against a server that answers at once.

Usage: python benchmarks/chat.py [--requests 3000] [--concurrency 100] [--k 1]

The server is a process of its own, so that only our threads are counted. Each request has a prompt and a reply of the size of a
method. It prints requests for each second of processor time and for each second of the clock: without a cache, with a cache that
is filled, and with a full cache.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from equimorph.models import Chat, Request

METHOD = "int f(int a) {\n" + "    a = a + g(a, a - 1) * 2;\n" * 12 + "    return a - 1;\n}"


def serve(ready: Connection, k: int) -> None:
    """Answer every request at once, with k choices, until the process is ended."""
    message = {"role": "assistant", "content": f"```java\n{METHOD}\n```"}
    choices = [{"index": index, "message": message, "finish_reason": "stop"} for index in range(k)]
    usage = {"prompt_tokens": 200, "completion_tokens": 200, "total_tokens": 400}
    body = json.dumps({"id": "x", "object": "chat.completion", "choices": choices, "usage": usage}).encode()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                asked = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(asked.partition(b"content-length:")[2].split()[0]))
                writer.write(head + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def measure(title: str, model: Chat, count: int, k: int) -> None:
    """Print how many requests a second a model answers."""
    requests = [Request(str(number), f"{METHOD}  // {number}", (2, 5), k) for number in range(count)]
    clock, processor = time.perf_counter(), time.process_time()
    answers = list(model.ask_many(requests))
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    assert all(answer.error is None and len(answer.candidates) == k for answer in answers)
    print(
        f"{title:<16} {count / processor:7,.0f} requests a second of processor time"
        f" ({1000 * processor / count:.2f} ms each), {count / clock:7,.0f} of the clock"
    )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--concurrency", type=int, default=100)
    parser.add_argument("--k", type=int, default=1)
    options = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, options.k), daemon=True)
    server.start()
    base = f"http://127.0.0.1:{ours.recv()}/v1"
    with tempfile.TemporaryDirectory() as folder:
        for title, cache in (("no cache", None), ("cache, empty", folder), ("cache, full", folder)):
            model = Chat(
                base,
                "m",
                prompt="repair-lines",
                concurrency=options.concurrency,
                cache=None if cache is None else Path(cache),
            )
            measure(title, model, options.requests, options.k)
    server.terminate()


if __name__ == "__main__":
    main()

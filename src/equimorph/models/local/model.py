"""A local model as an `Endpoint`: prompts by a template, k candidates, batches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from equimorph.models.chat.prompts import prompt
from equimorph.models.exchange import (
    CannotRun,
    Connection,
    Endpoint,
    Hello,
    NoAnswer,
    SharedConnection,
    described,
    plain,
)
from equimorph.models.local.batching import Batches
from equimorph.models.local.folder import Folder
from equimorph.models.local.options import LocalOptions
from equimorph.models.notebooks import with_progress
from equimorph.models.protocol import Answer, Candidate, Request
from equimorph.models.sampling import system_message
from equimorph.runs.extras import module
from equimorph.runs.seeds import seed_of

if TYPE_CHECKING:
    from equimorph.models.local.generating import Draft, Generated, TextModel

__all__ = ["Local"]

_WINDOW = 8
"""Full batches that are read ahead, so that texts of about the same length share a batch."""


class Local(Endpoint):
    """A causal or seq2seq model of Hugging Face in a local folder; nothing is downloaded, and no code of the folder is run.

        model = Local("models/codet5-small", prompt="repair", temperature=0.8)
        answers = list(model.ask_many(requests))

    Attributes:
        options: Folder, prompt, sampling and device.
        prompt: Template of the prompts.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        name: str | None = None,
        **options: Any,  # noqa: ANN401 - those of `LocalOptions`
    ) -> None:
        """Load nothing yet.

        Args:
            folder: Folder with config, weights in safetensors, and tokenizer.
            name: Name in rows; None for the name of the folder.
            options: Other fields of `LocalOptions`, such as `prompt`.

        Raises:
            CannotRun: an option has a wrong value, the prompt does not exist, or the folder has no model.
            ModuleNotFoundError: torch, transformers or jinja2 is not installed: they are the extra ``hf``.
        """
        for package in ("transformers", "torch", "jinja2"):
            module(package)
        self.options = LocalOptions(hf=Path(folder), **options)
        self.prompt = prompt(self.options.prompt or "repair")
        self._folder = Folder(Path(folder))
        self._name = name or self._folder.name
        self._system = system_message(self.options.system)
        self._stopped = Event()
        self._loaded: TextModel | None = None
        self._lock = Lock()
        self._batches = Batches(self._answers, self.options.batch_size)

    @classmethod
    def of(cls, options: LocalOptions, name: str | None = None) -> Local:
        """Return the model of some options.

        Args:
            options: Options with a folder.
            name: Name in rows; None for the folder's name.

        Raises:
            CannotRun, ModuleNotFoundError: see `Local`.
        """
        values = {field.name: getattr(options, field.name) for field in fields(options)}
        return cls(values.pop("hf"), name=name, **values)

    @property
    def connections(self) -> int:
        """The number of requests at a time, so that batches are full."""
        return self.options.batch_size

    @property
    def label(self) -> str:
        """The name in the rows of answers."""
        return self._name

    @property
    def identity(self) -> Mapping[str, Any]:
        """Contents of the folder, messages and sampling; neither its place nor the device."""
        options = self.options
        return {
            "hf": self._folder.sha256,
            "name": self._name,
            "prompt": {"sha256": self.prompt.sha256, "text": self.prompt.text},
            "system": self._system,
            "temperature": options.temperature,
            "top_p": options.top_p,
            "max_tokens": options.max_tokens,
            "stop": list(options.stop),
            "seed": options.sampling_seed,
            "dtype": options.dtype,
        }

    def connect(self, hello: Hello) -> Connection:
        """Return a connection; all of them share the model, and what they ask at the same time is a batch."""
        self._stopped.clear()
        return SharedConnection(self)

    def answer(self, request: Request) -> Answer:
        """Return the answer to a request; requests of other threads may be in its batch.

        Raises:
            CannotRun: the model cannot be loaded, the template fails, or several candidates are wanted without sampling.
        """
        return self._batches.ask(request)

    def ask_many(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, in order. A notebook shows how many there are.

        Raises:
            CannotRun: see `answer`.
        """
        return with_progress(self.answers(requests), requests)

    def answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, as `ask_many` does."""
        self._stopped.clear()
        window, rows = list[Request](), 0
        for request in requests:
            window.append(request)
            rows += request.k
            if rows >= _WINDOW * self.options.batch_size:
                yield from self._answers(window)
                window, rows = [], 0
        yield from self._answers(window)

    def stop(self) -> None:
        """End the batch under way; its requests have no answer."""
        self._stopped.set()

    def _model(self) -> TextModel:
        if self._loaded is None:
            from equimorph.models.local.generating import TextModel

            self._loaded = TextModel(self._folder, self.options)
        return self._loaded

    def _answers(self, requests: Sequence[Request]) -> list[Answer]:
        with self._lock:
            return self._in_batches(self._model(), requests)

    def _in_batches(self, model: TextModel, requests: Sequence[Request]) -> list[Answer]:
        """Return the answers to some requests, generated in batches of about the same length."""
        jobs = [self._job(model, request) for request in requests]
        drafts = [(job, draft) for job in jobs for draft in job.drafts]
        drafts.sort(key=lambda entry: (entry[1].limit, len(entry[1].tokens)))
        size = self.options.batch_size
        while drafts:
            batch = [entry for entry in drafts[:size] if entry[1].limit == drafts[0][1].limit]
            del drafts[: len(batch)]
            self._generate(model, batch)
        return [job.answer(self._name) for job in jobs]

    def _job(self, model: TextModel, request: Request) -> _Job:
        from equimorph.models.local.generating import Draft

        if request.k > 1 and not self.options.temperature:
            raise CannotRun(
                f"{request.id}: {request.k} candidates are drawn, so they need a temperature above 0 (--temperature)"
            )
        job = _Job(request, model.prompt(self._system, self.prompt.rendered(request)))
        try:
            limit = model.limit(job.tokens)
        except NoAnswer as error:
            job.error = str(error)
            return job
        seed = request.seed if self.options.sampling_seed is None else self.options.sampling_seed
        job.drafts = [
            Draft(job.tokens, limit, seed_of(seed, request.id, number)) for number in range(request.k)
        ]
        return job

    def _generate(self, model: TextModel, batch: Sequence[tuple[_Job, Draft]]) -> None:
        """Generate a batch; one that fails, such as by a lack of memory, is halved until the row is known that fails."""
        if self._stopped.is_set():
            for job, _ in batch:
                job.error = "stopped"
            return
        began = time.monotonic()
        try:
            texts = model.generate([draft for _, draft in batch], self._stopped.is_set)
        except Exception as error:  # whatever the code of a model raises
            if len(batch) > 1:
                half = len(batch) // 2
                self._generate(model, batch[:half])
                self._generate(model, batch[half:])
            else:
                batch[0][0].error = plain(described(error))
            return
        for (job, _), text in zip(batch, texts, strict=True):
            job.texts.append(text)
            job.seconds += (time.monotonic() - began) / len(batch)
            if self._stopped.is_set():
                job.error = "stopped"


@dataclass
class _Job:
    """A request, and what is generated for it.

    Attributes:
        tokens: Tokens of the prompt.
        drafts: Candidates to generate.
        texts: Candidates so far, in the order of the drafts.
        seconds: Time that they took; each text of a batch has an equal share.
    """

    request: Request
    tokens: tuple[int, ...]
    drafts: Sequence[Draft] = ()
    texts: list[Generated] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None

    def answer(self, name: str) -> Answer:
        """Return the answer, with a reply in the form of chat servers."""
        if self.error is not None:
            return Answer(self.request.id, name, (), self.error)
        choices = [
            {"index": number, "message": {"content": text.text}, "finish_reason": text.finish_reason}
            for number, text in enumerate(self.texts)
        ]
        generated = sum(text.tokens for text in self.texts)
        usage = {"prompt_tokens": len(self.tokens), "completion_tokens": generated}
        candidates = tuple(Candidate(text.text, finish_reason=text.finish_reason) for text in self.texts)
        reply = {"choices": choices, "usage": {**usage, "total_tokens": sum(usage.values())}}
        return Answer(
            self.request.id, name, candidates, raw=({"reply": reply, "seconds": round(self.seconds, 3)},)
        )

"""Generation of texts by a model of transformers: loading, prompts as tokens, batches."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from equimorph.models.exchange import CannotRun, NoAnswer, plain
from equimorph.models.folders import optional_json
from equimorph.models.local.drawing import Distribution, Draws
from equimorph.models.local.folder import Folder
from equimorph.models.local.options import LocalOptions
from equimorph.runs.extras import module

MAX_TOKENS = 512
"""Maximum number of tokens of a candidate, unless another one is given."""
_GREEDY: Mapping[str, object] = {
    **dict.fromkeys(("temperature", "top_p", "top_k", "min_p", "typical_p", "max_length"), None),
    **{"do_sample": False, "num_beams": 1, "num_return_sequences": 1},
}
"""Settings of generation without beams and draws; draws are ours."""
_TAIL = 16
"""Tokens at the end of a text that are searched for a stop text, besides one for each of its characters."""


@dataclass(frozen=True)
class Draft:
    """A candidate to generate.

    Attributes:
        tokens: Tokens of its prompt.
        limit: Maximum number of new tokens.
        seed: Seed of its draws.
    """

    tokens: tuple[int, ...]
    limit: int
    seed: int


@dataclass(frozen=True)
class Generated:
    """A generated text.

    Attributes:
        text: Text up to the first stop text.
        finish_reason: "stop" or "length".
        tokens: Number of its tokens.
    """

    text: str
    finish_reason: str
    tokens: int


class TextModel:
    """A loaded model with its tokenizer; one thread at a time may use it.

    Attributes:
        positions: Maximum number of tokens of a text, the prompt included if the model is causal; None if it has no maximum.
    """

    def __init__(self, folder: Folder, options: LocalOptions) -> None:
        """Load the model.

        Raises:
            CannotRun: the model or its tokenizer is damaged, incomplete, or needs code of its own.
        """
        self._options = options
        self._place = folder.path
        with _quiet(), self._loading():
            self._load()
        config = self._model.config.get_text_config(decoder=True)
        self.positions: int | None = getattr(config, "max_position_embeddings", None)
        self._ends = {*_ids(self._generation.eos_token_id), *_ids(self._tokenizer.eos_token_id)}
        added = (
            self._tokenizer.get_added_vocab()
        )  # a stop text that is a token of its own is in no decoded text
        self._ends |= {added[text] for text in options.stop if text in added}
        pads = [
            *_ids(self._tokenizer.pad_token_id),
            *_ids(self._generation.pad_token_id),
            *sorted(self._ends),
        ]
        self._pad = pads[0] if pads else 0
        self._cuts = {*self._ends, *pads[:1]}

    def _load(self) -> None:
        transformers, options = module("transformers"), self._options
        local: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
        device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
        dtype: object = options.dtype if options.dtype == "auto" else getattr(torch, options.dtype)
        if dtype == "auto" and torch.device(device).type == "cpu":
            dtype = torch.float32
        config = transformers.AutoConfig.from_pretrained(str(self._place), **local)
        self._seq2seq = bool(config.is_encoder_decoder)
        kind = transformers.AutoModelForSeq2SeqLM if self._seq2seq else transformers.AutoModelForCausalLM
        model, info = kind.from_pretrained(
            str(self._place), dtype=dtype, use_safetensors=True, output_loading_info=True, **local
        )
        if missing := sorted(info["missing_keys"]):  # transformers would draw them
            raise CannotRun(f"{self._place}: the weights lack {len(missing)} tensors, such as {missing[0]}")
        self._model: Any = model.to(device).eval()
        self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(str(self._place), **local)
        # Set in the model itself: some versions take its settings in place of given ones that look like defaults.
        self._generation: Any = model.generation_config
        self._generation.update(**_GREEDY)
        self._defaults = optional_json(self._place / "generation_config.json")

    @contextmanager
    def _loading(self) -> Iterator[None]:
        try:
            yield
        except CannotRun:
            raise
        except Exception as error:  # whatever transformers and what it reads with raise
            lines = str(error).strip().splitlines() or [type(error).__name__]
            raise CannotRun(plain(f"{self._place}: the model cannot be loaded: {lines[0]}")) from error

    def prompt(self, system: str | None, text: str) -> tuple[int, ...]:
        """Return the tokens of a prompt, after the tokenizer's chat template is applied if there is one.

        Raises:
            CannotRun: the chat template fails.
        """
        if self._seq2seq or not self._tokenizer.chat_template:
            whole = text if system is None else f"{system}\n\n{text}"
            tokens: list[int] = self._tokenizer(whole)["input_ids"]
            while not self._seq2seq and tokens and tokens[-1] in self._ends:
                tokens.pop()  # what follows an end is another text
            return tuple(tokens)
        messages = [{"role": "user", "content": text}]
        if system is not None:
            messages.insert(0, {"role": "system", "content": system})
        try:
            rendered = self._tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True
            )
        except Exception as error:  # whatever the code of a template raises
            raise CannotRun(plain(f"{self._place}: its chat template fails: {error}")) from error
        return tuple(self._tokenizer(rendered, add_special_tokens=False)["input_ids"])

    def limit(self, tokens: Sequence[int]) -> int:
        """Return the maximum number of new tokens after a prompt.

        Raises:
            NoAnswer: the prompt is empty, or as long as the context of the model.
        """
        wanted = self._options.max_tokens or MAX_TOKENS
        if not tokens:
            raise NoAnswer("the prompt has no tokens")
        if self.positions is None:
            return wanted
        room = self.positions - (1 if self._seq2seq else len(tokens))
        if len(tokens) > self.positions or room < 1:
            raise NoAnswer(
                f"the prompt has {len(tokens):,} tokens, and the context of the model {self.positions:,}"
            )
        return min(wanted, room)

    def generate(self, drafts: Sequence[Draft], stopped: Callable[[], bool]) -> list[Generated]:
        """Return the text of each draft; all have the same limit.

        Args:
            drafts: Rows of the batch.
            stopped: Whether to end early.
        """
        width = max(len(draft.tokens) for draft in drafts)
        rows, mask = zip(*(self._padded(draft.tokens, width) for draft in drafts), strict=True)
        device, start = self._model.device, 1 if self._seq2seq else width
        inputs = {
            "input_ids": torch.tensor(rows, device=device),
            "attention_mask": torch.tensor(mask, device=device),
        }
        with torch.inference_mode():
            output = self._model.generate(
                **inputs,
                generation_config=self._settings(drafts[0].limit),
                logits_processor=self._draws(drafts),
                stopping_criteria=[_Ends(start, self._has_stop, stopped)],
            )
        sequences: list[list[int]] = output[:, start:].tolist()
        return [self._generated(tokens, drafts[0].limit) for tokens in sequences]

    def _padded(self, tokens: Sequence[int], width: int) -> tuple[list[int], list[int]]:
        """Return tokens and mask: the end of a causal model's prompt is where the new tokens begin."""
        padding = width - len(tokens)
        if self._seq2seq:
            return [*tokens, *[self._pad] * padding], [1] * len(tokens) + [0] * padding
        return [*[self._pad] * padding, *tokens], [0] * padding + [1] * len(tokens)

    def _settings(self, limit: int) -> Any:  # noqa: ANN401 - of transformers
        """Return the model's own settings of generation, for a batch."""
        settings = copy.deepcopy(self._generation)
        changes: Mapping[str, object] = {
            "max_new_tokens": limit,
            "pad_token_id": self._pad,
            "eos_token_id": sorted(self._ends) or None,
        }
        settings.update(**changes)
        return settings

    def _draws(self, drafts: Sequence[Draft]) -> list[Draws]:
        temperature = self._options.temperature
        if not temperature:
            return []
        top_p = self._defaults.get("top_p") if self._options.top_p is None else self._options.top_p
        distribution = Distribution(temperature, top_p, self._defaults.get("top_k") or None)
        return [Draws(distribution, [draft.seed for draft in drafts])]

    def _has_stop(self, tokens: Tensor) -> bool:
        """Return whether new tokens end with a stop text, or nearly so."""
        stops = self._options.stop
        if not stops:
            return False
        text = self._decoded(tokens[-(max(map(len, stops)) + _TAIL) :].tolist())
        return any(stop in text for stop in stops)

    def _generated(self, tokens: list[int], limit: int) -> Generated:
        end = next((at for at, token in enumerate(tokens) if token in self._cuts), None)
        kept = tokens if end is None else tokens[:end]
        text = self._decoded(kept)
        cuts = [at for stop in self._options.stop if (at := text.find(stop)) >= 0]
        reason = "stop" if cuts or end is not None else "length"
        count = len(kept) + (end is not None)
        return Generated(text[: min(cuts, default=len(text))], reason, count)

    def _decoded(self, tokens: list[int]) -> str:
        text: str = self._tokenizer.decode(
            tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return text


class _Ends:
    """A stopping criterion of transformers: rows are done at a stop text, or all at once when the run is stopped.

    Args:
        start: Place of the first new token.
        has_stop: Whether the new tokens of a row have a stop text.
        stopped: Whether to end all rows.
    """

    def __init__(self, start: int, has_stop: Callable[[Tensor], bool], stopped: Callable[[], bool]) -> None:
        self._start, self._has_stop, self._stopped = start, has_stop, stopped

    def __call__(self, input_ids: Tensor, scores: Tensor, **_: object) -> Tensor:
        """Return for each row whether it is done."""
        every = self._stopped()
        done = [every or self._has_stop(row[self._start :]) for row in input_ids]
        return torch.tensor(done, device=input_ids.device)


def _ids(token: int | Sequence[int] | None) -> tuple[int, ...]:
    return () if token is None else (token,) if isinstance(token, int) else tuple(token)


@contextmanager
def _quiet() -> Iterator[None]:
    """Show no progress bars of transformers."""
    logging = module("transformers.utils.logging")
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()

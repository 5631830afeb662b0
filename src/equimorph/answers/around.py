"""The text that chat models write around an answer: thinking, marks and turns of their own format, tags, JSON.

Nothing here knows a language. It says what is certainly not code, never what is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from textwrap import dedent

from equimorph.answers.markdown import fenced
from mutators import UndoConflict

_THINKING = "think|thinking|thought|thoughts|reasoning|analysis|scratchpad"
_THOUGHT = re.compile(rf"^[ \t]*<({_THINKING})>.*?(?:</\1>|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_REST_OF_THOUGHT = re.compile(rf"\A.*</(?:{_THINKING})>", re.DOTALL | re.IGNORECASE)
_CHANNEL = re.compile(r"\A.*<\|channel\|>final[^<\r\n]*<\|message\|>", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return a text without what is in ``<think>`` and ``</think>``, or tags like these.

    A tag that opens is at the start of a line; without its end all that follows is thinking, without its start all before.
    """
    return _CHANNEL.sub("", _REST_OF_THOUGHT.sub("", _THOUGHT.sub("", text)))


_MODEL, _OTHERS = "assistant|model|ai|gpt|bot", "system|user|human|tool|developer|ipython"
_TURN = re.compile(
    rf"<\|im_start\|>[ \t]*(?P<a>{_MODEL}|{_OTHERS})\b|<\|start_header_id\|>(?P<b>{_MODEL}|{_OTHERS})<\|end_header_id\|>"
    rf"|<\|(?P<c>{_MODEL}|{_OTHERS})\|>|<start_of_turn>(?P<d>{_MODEL}|{_OTHERS})\b|<\|start\|>(?P<e>{_MODEL}|{_OTHERS})\b"
)
_END = re.compile(r"<\|im_end\|>|<\|eot_id\|>|<\|end\|>|<end_of_turn>|<\|endoftext\|>|</s>")
_ASKED = re.compile(r"\A.*\[/INST\]", re.DOTALL)
_MARK = r"(?:<\|[^|<>\s]{1,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>)"
_PARTS = ("<|", "<s>", "</s>", "INST]", "SYS>>", "_of_turn>")
"""Each mark has one of these."""
_MARKS = re.compile(rf"\A(?:\s*{_MARK})+|(?:{_MARK}\s*)+\Z")


def without_marks(text: str) -> str:
    """Return a text without the marks of a model's format, such as ``</s>``; in a dialogue, keep the model's turn.

    Raises:
        UndoConflict: several turns of the model have different texts.
    """
    if not any(part in text for part in _PARTS):
        return text
    matches = list(_TURN.finditer(text))
    if matches:
        said = list(dict.fromkeys(turn.strip() for turn in _turns(text, matches) if turn.strip()))
        if len(said) > 1:
            raise UndoConflict(f"the answer has {len(said)} turns that may be meant", (0, len(text.encode())))
        text = said[0] if said else ""
    return _MARKS.sub("", _ASKED.sub("", _MARKS.sub("", text)))


def _turns(text: str, heads: list[re.Match[str]]) -> Iterator[str]:
    """Yield the model's turns: the texts behind its heads, and before the first head of anybody."""
    yield _END.split(text[: heads[0].start()])[0]
    for head, end in zip(heads, [*(head.start() for head in heads[1:]), len(text)], strict=True):
        if re.fullmatch(_MODEL, next(filter(None, head.groups()))):
            yield _END.split(text[head.end() : end])[0]


_NAMES = (
    "answer|code|solution|output|java|python|method|function|result|response|patch|diff|fix|fixed|fixed_code|fixed_method|"
    "corrected_code|repair|repaired_code|final_answer"
)
_TAGS = re.compile(rf"^[ \t]*<({_NAMES})>(.*?)(?:</\1>[ \t]*$|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)


def without_tags(text: str) -> str:
    """Return the text in ``<answer>`` and ``</answer>``, or tags like these, if they are the only ones.

    The first one is at the start of a line, the last one at the end of a line or nowhere.
    """
    matches = list(_TAGS.finditer(text))
    return matches[0][2] if len(matches) == 1 else text


def around_tags(text: str) -> str:
    """Return the text around tags as `without_tags` takes them off."""
    return _TAGS.sub("", text)


def has_tags(text: str) -> bool:
    """Return whether a text has tags as `without_tags` takes them off, be it with code around them."""
    return bool(_TAGS.search(text))


_FIELDS = """answer code completion content corrected corrected_code correct_code diff final_answer final_code fix fixed fixed_code
fixed_function fixed_method function generation method new_code output patch patched_code repair repaired repaired_code response
result revised_code search_replace solution text"""
_HEAD = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)


def without_json(text: str) -> tuple[str, str] | None:
    """Return the code in a JSON object with one field of code or none at all, and what is around it; None without one.

    Raises:
        UndoConflict: several fields have different texts.
    """
    for head in _HEAD.finditer(text):
        try:
            data, end = json.JSONDecoder(strict=False).raw_decode(text, head.end())
        except (ValueError, RecursionError):
            continue
        if not isinstance(data, dict | list):
            continue
        codes = list(dict.fromkeys(_codes(data)))
        codes = [code for code in codes if code.strip()] or codes
        if not data:  # no field at all
            codes = [""]
        if len(codes) > 1:
            raise UndoConflict(f"{len(codes)} fields of the answer may be the code", (0, len(text.encode())))
        if codes:
            return codes[0], text[: head.start()] + "\n" + text[end:]
    return None


def _codes(data: object) -> Iterator[str]:
    """Yield the texts in fields for code of JSON data; null is a text without anything."""
    if isinstance(data, list):
        for item in data:
            yield from _codes(item)
    if not isinstance(data, dict):
        return
    for name, value in data.items():
        if str(name).lower().replace("-", "_") in _FIELDS.split() and (
            value is None or isinstance(value, str)
        ):
            yield value or ""
        elif isinstance(value, dict | list):
            yield from _codes(value)


_TICKS = re.compile(r"\s*(`+)[ \t]*(?:(?:java|python)[ \t]+)?([^`\r\n]*[^`\s])[ \t]*\1\s*", re.IGNORECASE)


def without_ticks(text: str) -> str:
    """Return a text without backticks before and behind it, as Markdown has code in a line."""
    match = _TICKS.fullmatch(text)
    return match[2] if match else text


_ITEM = re.compile(r"(\s*)([ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]+)(?=\S)")


def without_list(text: str) -> str:
    """Return a text without the list marker at its start and the indentation that the list added."""
    bullet = _ITEM.match(text)
    if bullet is None or fenced(text).blocks:
        return text
    return dedent(" " * len(bullet[2].expandtabs(4)) + text[bullet.end() :])

"""The first sentence of a Javadoc, as plain words."""

from __future__ import annotations

import re

_TAG = re.compile(r"<[^<>]*>")
_INLINE = re.compile(r"\{@(?:code|literal|link|linkplain|value)\s+([^{}]*)\}")
_BLOCK_TAG = re.compile(r"(?:^|\s)@\w")
_END = re.compile(r"[.!?](?=\s|$)")


def first_sentence(before: str) -> str:
    """Return the first sentence of the Javadoc that ends a text, as plain words; "" where it says nothing.

    Args:
        before: what is in a file before a method.
    """
    text = before.rstrip()
    start = text.rfind("/*")
    if not text.endswith("*/") or not text.startswith("/**", start):
        return ""
    lines = (line.strip().lstrip("*").strip() for line in text[start + 3 : -2].splitlines())
    plain = _TAG.sub(" ", _INLINE.sub(r"\1", " ".join(lines)))
    plain = plain[: found.start()] if (found := _BLOCK_TAG.search(plain)) else plain
    plain = plain.replace("{@inheritDoc}", " ")
    plain = plain[: found.start()] if (found := _END.search(plain)) else plain
    return " ".join(plain.split())

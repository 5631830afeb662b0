"""Text in all its oddity, and Java with noise."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = (
    "a", "b1", "é", "\U00012000", "\u200b", "\ufeff", "\r\n", "\n", "\r", "\t", " ", "\\u0022", "\\u000a", '"""', '"', "'",
    "{", "}", "(", ")", ";", "//", "/*", "*/", "\x00", "\u2028", "\x85", "e\u0301",
)  # fmt: skip


def texts(min_size: int = 0, max_size: int = 4) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can hold, with a taste for what breaks tools."""
    return st.one_of(st.text(min_size=min_size, max_size=max_size), st.sampled_from(_PIECES))


@st.composite
def damaged(draw: st.DrawFn, java: str) -> str:
    """Java from which something was cut out, doubled, or into which something was thrown."""
    text = java
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 30)))
        what = draw(st.sampled_from(["insert", "delete", "double", "swap"]))
        if what == "insert":
            text = text[:at] + draw(texts(min_size=1, max_size=4)) + text[at:]
        elif what == "delete":
            text = text[:at] + text[end:]
        elif what == "double":
            text = text[:end] + text[at:end] + text[end:]
        else:
            text = text[at:end] + text[:at] + text[end:]
    return text


def byte_noise(java: bytes) -> st.SearchStrategy[bytes]:
    """Arbitrary bytes, or a piece of Java with arbitrary bytes in it."""
    cut = st.tuples(st.integers(0, len(java)), st.integers(0, len(java)), st.binary(max_size=8))
    return st.one_of(st.binary(max_size=200), cut.map(lambda c: java[min(c[:2]) : max(c[:2])] + c[2]))

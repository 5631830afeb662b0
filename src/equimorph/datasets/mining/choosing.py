"""The choice of commits and repositories to work on, made without looking at their changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equimorph.datasets.mining.commits import Commit, commits
from equimorph.datasets.mining.evidence import Benchmarks, Evidence
from equimorph.datasets.mining.git import Repository
from equimorph.datasets.mining.languages import LANGUAGES, Mined
from equimorph.datasets.mining.presets import Preset
from equimorph.datasets.mining.words import Keywords, Match, found_words
from equimorph.texts.likeness import HASH_BYTES, Seen
from mutators import MutationError
from parsers import ParseError

_BUG_ID = re.compile(
    r"#\d+|\b(?!(?:UTF|ISO|SHA|MD|RFC|IEEE|CP)-)[A-Z][A-Z0-9]+-\d+\b"
    r"|\b(?i:bug|issue|defect|ticket|error)(?i:s?)[ :#-]{0,3}\d+"
)
"""The number of a bug; a tracker's key is in capitals, and names of standards look like one."""
_URL = re.compile(r"(?:https?|git|ssh)://\S+|[\w.-]+@[\w.-]+:\S+")
_SECRET = re.compile(r"(?<=://)[^/@\s]*@")


@dataclass(frozen=True)
class Given:
    """A repository that is given.

    Attributes:
        path: Path of it.
        project: the name that items have.
    """

    path: Path
    project: str


@dataclass(frozen=True)
class Options:
    """The rules by which commits are chosen.

    Attributes:
        preset: Preset of a data set.
        match: Way of looking for words.
        any_word: Whether the lists of words count as one.
        revision: The commit whose history is read.
        benchmarks: Evidence of benchmarks.
        keep_benchmarks: Whether to keep repositories in which a benchmark was found.
        metadata: Metadata of projects, by name.
        language: Language of the files that count.
    """

    preset: Preset
    match: Match = "word"
    any_word: bool = False
    revision: str = "HEAD"
    benchmarks: Benchmarks = field(default_factory=Benchmarks)
    keep_benchmarks: bool = False
    metadata: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    language: Mined = LANGUAGES["java"]

    @property
    def keywords(self) -> Keywords:
        """The words of the preset, as one list if so wanted."""
        preset_keywords = self.preset.keywords
        return Keywords(preset_keywords.lists, each=False) if self.any_word else preset_keywords


@dataclass
class Chosen:
    """The outcome for the repositories and their commits.

    Attributes:
        repositories: that are read, as plain data for the summary.
        read: commits.
        dropped: commits, by reason.
    """

    repositories: list[dict[str, Any]] = field(default_factory=list)
    read: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    _seen: Seen = field(default_factory=Seen)

    def rows(self, number: int, one: Given, options: Options) -> Iterator[dict[str, Any]]:
        """Yield a row for each commit of a repository that is worked on, the oldest first.

        Args:
            number: Number of the repository, from 0.
            one: the repository.
            options: the rules.

        Raises:
            ParseError, OSError: git cannot read it, or its revision names no commit though it has some.
            MutationError: its metadata are not known.
        """
        with Repository(one.path) as repository:
            head = repository.commit_of(options.revision)
            if head is None and repository.has_refs():
                raise ParseError(f"{options.revision} names no commit", path=str(one.path))
            findings = [] if head is None else options.benchmarks.evidence(repository, one.project, head)
            reason = _left_out(repository, one, head, options, findings)
            about: dict[str, Any] = {
                "project": one.project,
                "repo_url": url_of(repository),
                "head": head,
                "commits": 0,
                "dropped": reason,
                "evidence": [evidence.to_dict() for evidence in findings],
            }
            self.repositories.append(about)
            if head is None or reason is not None:
                return
            latest = _commits_of(repository, head, options.preset.java_commits, options.language)
            for commit in commits(repository, head):
                about["commits"] += 1
                self.read += 1
                why, words = self._why_not(commit, options, latest)
                if why:
                    self.dropped[why] += 1
                    continue
                yield {
                    "row_name": f"{one.project} {commit.id}",
                    "repository": number,
                    "commit": commit.id,
                    "parent": commit.parents[0],
                    "keywords": words,
                }

    def _why_not(
        self, commit: Commit, options: Options, latest: frozenset[str] | None
    ) -> tuple[str, Sequence[str]]:
        """Return why a commit is dropped, "" if it is not, and the words that its message has."""
        why = _structure(commit) or _message(commit, options)
        words = () if why else options.keywords.found(commit.message, options.match)
        if not why and words is None:
            why = "no keyword in its message"
        if not why and latest is not None and commit.id not in latest:
            why = f"not among the latest commits that change {options.language.title}"
        if not why and commit.id in options.benchmarks.revisions:
            why = "a revision of a benchmark"
        if not why:
            key = bytes.fromhex(commit.id)[:HASH_BYTES]
            if key in self._seen:
                why = "an earlier repository has it"
            else:
                self._seen.add([key])
        return why, words or ()


def _structure(commit: Commit) -> str:
    if len(commit.parents) > 1:
        return "a merge"
    if not commit.parents:
        return "no parent"
    return "its parent is beyond the shallow clone" if commit.is_boundary else ""


def _message(commit: Commit, options: Options) -> str:
    """Return why a commit's date or message is not what is wanted, keywords aside."""
    preset = options.preset
    if preset.before and not (commit.author_time and commit.author_time < preset.before):
        return f"not written before {preset.before[:10]}"
    if found_words(preset.without, commit.message, "substring"):
        return "its message has a word of other changes"
    if preset.bug_id and not _BUG_ID.search(commit.message):
        return "no number of a bug in its message"
    return ""


def _left_out(
    repository: Repository, repo: Given, head: str | None, options: Options, evidence: Sequence[Evidence]
) -> str | None:
    """Return why no commit of a repository is worked on; None if some may be.

    Raises:
        MutationError: what the preset asks is not known of the project.
    """
    preset = options.preset
    if repo.project.lower() in preset.projects:
        return "the preset leaves the project out"
    if evidence and preset.no_benchmarks and not options.keep_benchmarks:
        return "it belongs to a benchmark, or uses one"
    for name, bound in preset.metadata.items():
        value = _known(repo.project, name, options.metadata)
        if value > bound if name == "fork" else value < bound:
            return f"its {name} is {value:,}"
    if head is not None and preset.committers:
        people = len(set(repository.lines("log", "--no-show-signature", "--format=%ce", head)))
        if people < preset.committers:
            return f"fewer than {preset.committers} committers"
    if head is not None and preset.java_commits:
        latest = _commits_of(repository, head, preset.java_commits, options.language)
        if latest is None or len(latest) < preset.java_commits:
            return f"fewer than {preset.java_commits:,} commits that change {options.language.title}"
    return None


def _known(project: str, name: str, metadata: Mapping[str, Mapping[str, Any]]) -> int:
    value = metadata.get(project, {}).get(name)
    if isinstance(value, bool) or type(value) is int:
        return int(value)
    raise MutationError(f"the metadata of {project!r} have no number {name!r}, which the preset asks for")


def _commits_of(repository: Repository, head: str, count: int, language: Mined) -> frozenset[str] | None:
    """Return the latest commits that change a language, merges aside; None if all count."""
    if not count:
        return None
    files = f"*{language.suffix.decode()}"
    command = ("rev-list", "--no-merges", "--full-history", f"--max-count={count}", head, "--", files)
    return frozenset(line.decode() for line in repository.lines(*command))


def given(words: Sequence[str]) -> list[Given]:
    """Return the repositories that words name as ``PATH`` or ``NAME=PATH``; without a name, the folder's name is used.

    Raises:
        ValueError: two have the same name.
    """
    repos, names = list[Given](), set[str]()
    for word in words:
        name, equals, path = word.partition("=")
        if not equals or Path(word).exists():
            name, path = _name(Path(word)), word
        if name in names:
            raise ValueError(f"two repositories are called {name!r}: give NAME=REPO")
        names.add(name)
        repos.append(Given(Path(path), name))
    return repos


def _name(path: Path) -> str:
    full = path.resolve()
    return (full.parent if full.name == ".git" else full).name.removesuffix(".git") or "repository"


def url_of(repository: Repository) -> str | None:
    """Return the address that a repository was cloned from, without a password; None if that is not a place on the net."""
    try:
        output = repository.run("config", "--local", "--no-includes", "--get", "remote.origin.url")
    except ParseError:
        return None
    url = output.decode("utf-8", "replace").strip()
    return _SECRET.sub("", url) if _URL.fullmatch(url) else None

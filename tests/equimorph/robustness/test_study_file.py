"""``study.toml``: what is read, relative to where, and what is refused with file, table and key."""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import typer

from equimorph.cli.declared import filled
from equimorph.cli.robustness.run import run as verb
from equimorph.cli.robustness.study_file import StudyFile, read_study
from equimorph.robustness.study.models import StudyModel, check_names, folder_name
from mutators import MutationError
from tests.equimorph.conftest import run

RUN = signature(filled(verb))
MODEL = '\n[[model]]\nmodel = "template"\n'


def read(folder: Path, text: str | bytes, name: str = "study.toml") -> StudyFile:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_study(path, RUN)


def refused(folder: Path, text: str | bytes) -> str:
    with pytest.raises(typer.BadParameter) as caught:
        read(folder, text)
    message = str(caught.value)
    assert message.startswith(f"{folder / 'study.toml'}: ")
    return message.removeprefix(f"{folder / 'study.toml'}: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('presett = "x"', "no key 'presett'; did you mean preset?"),
        ("limit-per-mutators = 1", "no key 'limit-per-mutators'; did you mean limit-per-mutator?"),
        ("zzzzzzzz = 1", "no key 'zzzzzzzz'; there are: preset, mutator, "),
        ('"" = 1', "no key ''; there are: "),
        ("[[models]]\nk = 1", "no key 'models'; did you mean model? It is the name of the [[model]] tables"),
        ('[model]\nmodel = "template"', "a model is a table that begins with [[model]]"),
        ('model = "template"', "a model is a table that begins with [[model]]"),
        ('model = ["template"]', "a model is a table that begins with [[model]]"),
        ("[study]\nk = 1", "'study' is given on the command line alone"),
        ("temperature = 0.5", "'temperature' is a key of a [[model]] table"),
        ("tempratur = 0.5", "no key 'tempratur'; did you mean temperature? It is a key of a [[model]] table"),
        ('out = "x"', "'out' is given on the command line alone"),
        ("quiet = true", "'quiet' is given on the command line alone"),
        ('study = "other.toml"', "'study' is given on the command line alone"),
        ('k = "5"', "k is a whole number, not '5'"),
        ("k = 2.0", "k is a whole number, not 2.0"),
        ("k = true", "k is a whole number, not True"),
        ("k = [1]", "k is a whole number, not [1]"),
        ("k = 0", "'-k' / '--k': "),
        ("k = 1979-05-27", "k is a whole number, not datetime.date(1979, 5, 27)"),
        ("seed = 1e400", "seed is a whole number, not inf"),
        ("test-timeout = nan", "test-timeout is a finite number, not nan"),
        ("no-tests = 1", "no-tests is true or false, not 1"),
        ('no-tests = "true"', "no-tests is true or false, not 'true'"),
        ('preset = "r-behavior"', "'--preset': no preset 'r-behavior'; did you mean r-behaviour?"),
        ('runner = "maven"', "'--runner': "),
        ('equal = "ast"', "'--equal': "),
        ('bugs = "nowhere"', "'checkouts': "),
        ('bugs = ["a\\u0000b"]', "bugs is a text without null characters"),
        ("bugs = [1, 2]", "bugs is a text, not [1, 2]"),
        ('bugs = "."\ncheckouts = ["."]', "'checkouts' is given twice"),
        ("limit-per-mutator = 1\nlimit_per_mutator = 2", "'limit-per-mutator' is given twice"),
        ("k = 1\nk = 2", "not TOML: Cannot overwrite a value"),
        ("k = ", "not TOML: "),
        (b"bugs = '\xff'", "not UTF-8: byte 8"),
        ("\x00", "not TOML: "),
        ("k = " + "[" * 5000, "not TOML: "),
    ],
)
def test_a_wrong_setting_is_an_error_with_file_and_key(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    assert refused(tmp_path, text).startswith(message)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "give one of --model, --model-command, --model-url, --chat, --hf and --answers"),
        ('modle = "template"', "no key 'modle'; did you mean model?"),
        ("tempratur = 1", "no key 'tempratur'; did you mean temperature?"),
        ('bugs = "x"', "no key 'bugs'"),
        ('model = "templat"', "'--model': no model 'templat'; did you mean template?"),
        ('model = ""', "'--model': no model ''; there are: template, memory, copy"),
        ("model = 1", "model is a text, not 1"),
        ('model = "template"\nurl = "http://a"', "give one of --model, "),
        ('command = ""', "the command of the model is empty"),
        ('command = "a"\nmodel-command = "b"', "'model-command' is given twice"),
        ('url = "ftp://a"', "the URL of the model is not that of an http or https server"),
        ('model = "template"\ntimeout = 0', "'--timeout': "),
        ('model = "template"\ntimeout = "1"', "timeout is a number, not '1'"),
        ('model = "template"\njobs = 0', "'--jobs': "),
        ('model = "template"\nname = " "', "--name is empty, or holds what cannot be printed"),
        ('model = "template"\nname = "a\\nb"', "--name is empty, or holds what cannot be printed"),
        ('model = "template"\nkey-env = "K"', "--key-env is for --model-url and --chat"),
        ('model = "template"\ntemperature = 1', "--temperature needs --chat"),
        ('chat = "http://a/v1"', "--chat needs --chat-model"),
        ('chat = "http://a/v1"\nchat-model = "m"\ntemperature = -1', "'--temperature': "),
        ('chat = "http://a/v1"\nchat-model = "m"\nextra = "[1]"', "--extra: not a JSON object"),
        ('chat = "http://a/v1"\nchat-model = "m"\nextra = { a = nan }', "extra is a table of JSON values"),
        (
            'chat = "http://a/v1"\nchat-model = "m"\nextra = { a = 1979-05-27 }',
            "extra is a table of JSON values",
        ),
        ('chat = "http://a/v1"\nchat-model = "m"\nstop = [1]', "stop is a text, not [1]"),
        (
            'chat = "http://a/v1"\nchat-model = "m"\njobs = 2',
            "jobs is for other models: chat has concurrency",
        ),
        ('answers = "nowhere.jsonl"', "'--answers': no such file: "),
        ('answers = "."', "'--answers': "),
    ],
)
def test_a_wrong_table_is_an_error_with_its_number(tmp_path: Path, table: str, message: str) -> None:
    text = refused(tmp_path, f'{MODEL}[[model]]\n{table}\n[[model]]\nmodel = "nothing"')
    assert text.startswith("[[model]] 2: ")
    assert text.removeprefix("[[model]] 2: ").startswith(message)


def test_a_file_that_is_not_there_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "nowhere.toml", "No such file or directory"),
        (tmp_path, "is a folder"),
    ):
        result = run("robustness", "run", "--study", path, "--out", tmp_path / "out")
        assert result.exit_code == 2
        assert str(path) in result.stderr
        assert message in result.stderr


@pytest.mark.parametrize("text", ["", "# nothing\n", "k = 1\n", "model = []\n"])
def test_a_file_without_models_takes_those_of_the_command_line(tmp_path: Path, text: str) -> None:
    assert list(read(tmp_path, text).models) == []
    (tmp_path / "bugs").mkdir()
    line = (
        "robustness",
        "run",
        tmp_path / "bugs",
        "--study",
        tmp_path / "study.toml",
        "--out",
        tmp_path / "out",
    )
    result = run(*line)
    assert result.exit_code == 2
    assert "give one of --model, --model-command, --model-url, --chat, --hf and --answers" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--model", "copy"),
        ("--name", "x"),
        ("--timeout", "3"),
        ("--temperature", "1", "--chat", "http://a/v1", "--chat-model", "m"),
    ],
)
def test_models_in_the_file_and_on_the_command_line_are_refused(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    read(tmp_path, 'bugs = "."' + MODEL)
    result = run("robustness", "run", "--study", tmp_path / "study.toml", "--out", tmp_path / "out", *options)
    assert result.exit_code == 2
    assert "the models are in the file of --study" in result.stderr


@pytest.mark.parametrize(
    "change", [lambda text: text, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text]
)
def test_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path, change: Any) -> None:  # noqa: ANN401
    content = read(tmp_path, change('seed = 3\nno_tests = true\npreset = "r-diversity"\n' + MODEL))
    assert content.settings == {"seed": 3, "no_tests": True, "preset": "r-diversity"}
    assert [asked.model.model for asked in content.models] == ["template"]


def test_every_option_of_the_command_line_has_its_key(tmp_path: Path) -> None:
    flags = set(re.findall(r"--([a-z][a-z-]+)", run("robustness", "run", "--help").stdout))
    refusals = {}
    for flag in sorted(flags - {"help", "no-retry-errors"}):
        with pytest.raises(typer.BadParameter) as caught:
            read(tmp_path, f"{flag} = {{}}\n")
        refusals[flag] = str(caught.value)
    assert not [flag for flag, message in refusals.items() if "no key" in message]
    alone = {flag for flag, message in refusals.items() if "command line alone" in message}
    assert alone == {"out", "restart", "quiet", "study"}


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "my study"
    for name in ("bugs/A-1b", "lib"):
        (folder / name).mkdir(parents=True)
    for name in ("prompt.txt", "system.txt", "answers.jsonl", "groups.jsonl"):
        (folder / name).write_text("{{ text }}" if name == "prompt.txt" else "")
    monkeypatch.chdir(tmp_path)
    content = read(
        Path("my study"),
        """
        bugs = ["bugs", "/"]
        fix = "fixes/{project}.patch"
        class-path = "lib:/usr"
        run-cache = "cache"
        group = "groups.jsonl"
        source-dir = "src"
        runner-command = "make"
        [[model]]
        model = "code/mine.py:repair"
        [[model]]
        model = "package.mine:repair"
        [[model]]
        model = "memory:lib"
        [[model]]
        command = "python 'm m.py'"
        [[model]]
        answers = "answers.jsonl"
        [[model]]
        chat = "http://a/v1"
        chat-model = "m"
        prompt = "prompt.txt"
        system = "system.txt"
        cache = "replies"
        [[model]]
        chat = "http://a/v1"
        chat-model = "m"
        prompt = "repair-diff"
        [[model]]
        hf = "lib"
        prompt = "prompt.txt"
        """,
    )
    assert content.settings == {
        "checkouts": ["my study/bugs", "/"],
        "fix": "my study/fixes/{project}.patch",
        "class_path": ["my study/lib:/usr"],
        "run_cache": "my study/cache",
        "group": "my study/groups.jsonl",
        "source_dir": "src",
        "runner_command": "make",
    }
    models = [asked.model for asked in content.models]
    assert [model.model for model in models[:3]] == [
        "my study/code/mine.py:repair",
        "package.mine:repair",
        "memory:my study/lib",
    ]
    assert models[3].command == "cd 'my study' && python 'm m.py'"
    assert content.models[3].texts["command"] == "python 'm m.py'"
    assert models[4].answers == Path("my study/answers.jsonl")
    chat = models[5].chat
    assert (chat.prompt, chat.system, chat.cache) == (
        "my study/prompt.txt",
        Path("my study/system.txt"),
        Path("my study/replies"),
    )
    assert models[6].chat.prompt == "repair-diff"
    assert (models[7].local.hf, models[7].local.prompt) == (Path("my study/lib"), "my study/prompt.txt")
    assert read(tmp_path, 'fix = "{checkout}/a.patch"').settings == {"fix": "{checkout}/a.patch"}


def test_a_table_sets_every_field_of_a_chat(tmp_path: Path) -> None:
    content = read(
        tmp_path,
        """
        [[model]]
        name = "große µ-Modell 模型"
        chat = "http://127.0.0.1:1/v1/"
        chat_model = "m"
        temperature = 1
        top-p = 0.5
        max-tokens = 100
        stop = ["a", "b"]
        sampling-seed = 4
        concurrency = 2
        retries = 0
        request-timeout = 3
        price-in = 1
        price-out = 2.5
        extra = { reasoning_effort = "low", nested = { a = [1, 2] } }
        """,
    )
    [asked] = content.models
    chat = asked.model.chat
    assert (asked.model.name, chat.temperature, chat.stop) == (
        "große µ-Modell 模型",
        1.0,
        ("a", "b"),
    )
    assert (chat.max_tokens, chat.sampling_seed, chat.concurrency, chat.retries) == (100, 4, 2, 0)
    assert (chat.price_in, chat.price_out, chat.request_timeout, chat.top_p) == (1.0, 2.5, 3.0, 0.5)
    assert chat.extra == {"reasoning_effort": "low", "nested": {"a": [1, 2]}}


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("template", "template"),
        ("Qwen/Qwen2.5-Coder:7b", "Qwen-Qwen2.5-Coder-7b"),
        ("../../etc/passwd", "etc-passwd"),
        ("..", "model"),
        (".", "model"),
        ("///", "model"),
        ("a\\b\0c\nd", "a-b-c-d"),
        ("große 模型", "große-模型"),
        ("ﬁ１", "fi1"),
        (".hidden", "hidden"),
        ("🦜", "model"),
        ("half \udc80", "half"),
        ("模" * 100, "模" * 40),
        ("python m.py --k=1 | tee log", "python-m.py---k-1---tee-log"),
    ],
)
def test_a_folder_has_a_safe_name(name: str, folder: str) -> None:
    assert folder_name(name) == folder
    assert len(folder.encode()) <= 120


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("a", "b", "a"), "2 models are called 'a'"),
        (("a/b", "a b"), "'a/b' and 'a b' would share the folder models/a-b"),
        (("Template", "template"), "'Template' and 'template' would share the folder models/template"),
        (("🦜", "🦆"), "would share the folder models/model"),
        (("e\u0301", "\u00e9"), "would share the folder models/é"),
    ],
)
def test_models_that_would_share_a_folder_are_refused(names: tuple[str, ...], message: str) -> None:
    def model(name: str) -> StudyModel:
        return StudyModel(name, {}, lambda _: pytest.fail("is opened"))

    with pytest.raises(MutationError, match=re.escape(message)):
        check_names([model(name) for name in names])
    check_names([model(name) for name in ("a", "a-b", "ab", "c")])


def test_a_name_for_several_models_on_the_command_line_is_refused(tmp_path: Path) -> None:
    ways = ("--model", "copy", "--model-command", "cat", "--name", "x")
    result = run("robustness", "run", tmp_path, *ways, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "--name is of one model: name several in a file (--study)" in result.stderr


def test_a_file_of_answers_has_the_name_in_its_rows_and_mixed_ones_are_refused(tmp_path: Path) -> None:
    row = {"id": "A", "candidates": [{"text": "x"}]}
    (tmp_path / "one.jsonl").write_text(json.dumps({**row, "model": "mine"}) + "\n")
    (tmp_path / "two.jsonl").write_text("".join(json.dumps({**row, "model": name}) + "\n" for name in "ab"))
    (tmp_path / "bugs").mkdir()
    study = 'bugs = "bugs"\nno-tests = true\n[[model]]\nanswers = "one.jsonl"\n[[model]]\n'
    line = ("robustness", "run", "--study", tmp_path / "study.toml", "--out", tmp_path / "out")
    read(tmp_path, f'{study}answers = "two.jsonl"')
    result = run(*line)
    assert result.exit_code == 2
    assert "has answers of several models: a, b; name one (--name)" in result.stderr
    read(tmp_path, f'{study}name = "mine"\nmodel = "copy"')
    result = run(*line)
    assert result.exit_code == 1
    assert "2 models are called 'mine'" in result.stderr


def test_run_has_every_option_of_its_steps() -> None:
    verbs = ("run", "bugs", "mutants", "requests", "ask", "judge", "score")
    options = {
        verb: set(re.findall(r"--[a-z][a-z-]+", run("robustness", verb, "--help").stdout)) for verb in verbs
    }
    parts = {"--parts", "--part-rows"}
    assert {verb: options[verb] - options["run"] for verb in verbs} == {
        "run": set(),
        "bugs": set(),
        "mutants": parts,
        "requests": set(),
        "ask": parts | {"--dry-run"},
        "judge": parts | {"--bugs", "--mutants", "--criterion"},
        # Results of rows that exist: `score` reads them when the study is done.
        "score": {"--average-models", "--criterion", "--json", "--table"},
    }

"""Defaults of options from a file and from the environment, and the verb that shows them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from equimorph.cli.defaults import Configuration, find_configuration
from tests.equimorph.conftest import rows, run

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EQUIMORPH_CONFIG", raising=False)


def written(folder: Path, text: str, name: str = "equimorph.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def shown(*words: str) -> list[tuple[str, str, object, str]]:
    done = run("config", *words, "--json", "-q")
    assert (done.exit_code, done.stderr) == (0, "")
    return [(row["verb"], row["option"], row["value"], row["from"]) for row in json.loads(done.stdout)]


def refused(*words: str) -> str:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    return done.stderr.splitlines()[0]


def seeds(*words: str) -> set[int]:
    done = run(*words, "mutate", "Cart.java", "-m", "variable-renaming", "-q")
    assert done.exit_code == 0, done.output
    return {row["mutation"]["seed"] for row in rows(done.stdout_bytes)}


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seeds() == {0}
    written(folder, "[mutate]\nseed = 5\n")
    assert seeds() == {5}
    monkeypatch.setenv("EQUIMORPH_MUTATE_SEED", "6")
    assert seeds() == {6}
    done = run("mutate", "Cart.java", "-m", "variable-renaming", "--seed", "7", "-q")
    assert {row["mutation"]["seed"] for row in rows(done.stdout_bytes)} == {7}
    monkeypatch.setenv("EQUIMORPH_MUTATE_SEED", "")
    assert seeds() == {5}


def test_a_flag_of_the_file_can_be_taken_back(folder: Path) -> None:
    written(folder, "[mutate]\nfull = true\nquiet = true\n")
    words = ("mutate", "Cart.java", "-m", "variable-renaming")
    done = run(*words)
    assert (done.stderr, {"mutant_file" in row for row in rows(done.stdout_bytes)}) == ("", {True})
    done = run(*words, "--no-full", "--no-quiet")
    assert "mutant" in done.stderr
    assert {"mutant_file" in row for row in rows(done.stdout_bytes)} == {False}
    assert {"mutant_file" in row for row in rows(run(*words, "--no-full", "--full").stdout_bytes)} == {True}
    assert "--no-full" not in run("mutate", "--help").stdout
    written(folder, "[bench.run]\nno-isolation = true\n")
    assert "no such option: --no-out" in refused("mutate", "Cart.java", "--no-out")
    assert "no such file" in refused("bench", "run", "none.jsonl", "--isolation", "--problems", "none.jsonl")


def test_a_list_on_the_command_line_replaces_that_of_the_file(folder: Path) -> None:
    written(folder, '[mutate]\nmutator = ["useless-cast", "variable-renaming"]\nlimit_per_mutator = 1\n')
    made = rows(run("mutate", "Cart.java", "-q").stdout_bytes)
    assert {row["mutator"] for row in made} <= {"useless-cast", "variable-renaming"}
    assert {
        row["mutator"] for row in rows(run("mutate", "Cart.java", "-q", "-m", "new-variable").stdout_bytes)
    } == {"new-variable"}


def test_a_project_file_counts_if_it_has_our_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".git").mkdir()
    written(folder, "[tool.equimorph.mutate]\nseed = 5\n", "pyproject.toml")
    sub = folder / "a" / "b"
    written(sub, '[project]\ndependencies = ["equimorph"]\n', "pyproject.toml")
    monkeypatch.chdir(sub)
    assert shown() == [("mutate", "seed", 5, str(folder / "pyproject.toml"))]
    written(folder, "[mutate]\nseed = 6\n")
    assert shown() == [("mutate", "seed", 6, str(folder / "equimorph.toml"))]


def test_the_search_ends_at_the_repository_and_outside_of_one_in_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(folder, "[mutate]\nseed = 5\n")
    (folder / "outside").mkdir()
    monkeypatch.chdir(folder / "outside")
    assert shown() == []
    (folder / "repository" / ".git").mkdir(parents=True)
    (folder / "repository" / "src").mkdir()
    monkeypatch.chdir(folder / "repository" / "src")
    assert shown() == []
    (folder / ".git").touch()
    (folder / "repository" / ".git").rmdir()
    assert shown() == [("mutate", "seed", 5, str(folder / "equimorph.toml"))]


def test_the_search_ends_at_the_home_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, work = folder / "home", folder / "home" / "work"
    work.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(work)
    written(folder, "[mutate]\nseed = 5\n")
    assert shown() == []
    written(home, "[mutate]\nseed = 6\n")
    assert shown() == [("mutate", "seed", 6, str(home / "equimorph.toml"))]


def test_a_file_can_be_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(folder, "[mutate]\nseed = 5\n")
    written(folder, "\ufeff[mutate]\nseed = 6\n", "Other.toml")
    assert seeds("--config", "Other.toml") == {6}
    assert seeds("--config", "/dev/null") == {0}
    monkeypatch.setenv("EQUIMORPH_CONFIG", "Other.toml")
    assert seeds() == {6}
    assert refused("--config", "No.toml", "config") == "error: No.toml: No such file or directory"
    assert run("--config", "Other.toml").exit_code == 2


def test_paths_are_relative_to_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".git").mkdir()
    written(folder, '[mutate]\nout = "made.jsonl"\n')
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    assert run("mutate", "../Cart.java", "-q").exit_code == 0
    assert (folder / "made.jsonl").exists()
    assert not list((folder / "sub").iterdir())


def test_standard_output_is_in_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".git").mkdir()
    written(folder, '[mutate]\nout = "-"\nmutator = "variable-renaming"\n')
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    assert rows(run("mutate", "../Cart.java", "-q").stdout_bytes)
    assert not (folder / "-").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mutate]\nseeed = 1", "equimorph.toml: [mutate]: no key 'seeed'; did you mean seed?"),
        ("[mutate]\nseed = 'x'", "equimorph.toml: [mutate]: seed is a whole number, not 'x'"),
        ("[mutate]\nseed = true", "equimorph.toml: [mutate]: seed is a whole number, not True"),
        ("[mutate]\nfull = [true]", "equimorph.toml: [mutate]: full is true or false, not [True]"),
        ("[mutate]\nmutator = ['a', 3]", "equimorph.toml: [mutate]: mutator is a text, not ['a', 3]"),
        ("[mutate]\ntimeout = inf", "equimorph.toml: [mutate]: timeout is a finite number, not inf"),
        ("[mutate]\nout.a = 1", "equimorph.toml: [mutate]: out is a text, not {'a': 1}"),
        ("[mutate]\nlimit-per-method = 1\nlimit_per_method = 1", "'limit-per-method' is given twice"),
        ("[mutate]\npaths = ['A.java']", "'paths' is an argument: give it on the command line"),
        ("[mutate]\nlimit-per-method = 0", "equimorph.toml: [mutate] limit-per-method: "),
        ("[mutate]\nmethods = 1", "did you mean method?"),
        ("[mutate]\noperators = ['no']", "equimorph.toml: [mutate] operators: no set of operators 'no'"),
        ("[mutate", "equimorph.toml: not TOML: "),
        ("[mutate]\nseed = 1\nseed = 1", "equimorph.toml: not TOML: "),
        ("[mutat]\nseed = 1", "equimorph.toml: no verb 'mutat'; did you mean mutate?"),
        ("[bench.rnu]\nseed = 1", "equimorph.toml: no verb 'bench rnu'; did you mean bench run?"),
        ("[bench]\ntimeout = 1", "equimorph.toml: 'timeout' is in no table of a verb, such as [bench."),
        ("[[mutate]]\nseed = 1", "equimorph.toml: the options of mutate are in a table, not [{'seed': 1}]"),
        ("mutate = 1", "equimorph.toml: the options of mutate are in a table, not 1"),
    ],
)
def test_what_is_wrong_is_named_by_the_verb_and_by_config(folder: Path, text: str, message: str) -> None:
    written(folder, text)
    assert message in refused("mutate", "Cart.java", "-q")
    assert message in refused("config")
    assert run("mutate", "--help").exit_code == 0


def test_one_wrong_value_is_named_and_config_shows_the_others(folder: Path) -> None:
    written(folder, "[mutate]\nfull = true\nlimit-per-method = 0\ntimeout = 9\n")
    assert "equimorph.toml: [mutate] limit-per-method: " in refused("mutate", "Cart.java")
    done = run("config")
    assert done.exit_code == 2
    assert "limit-per-method" in done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()[1:]] == ["full", "timeout"]


def test_an_option_of_one_verb_concerns_no_other(folder: Path) -> None:
    written(folder, "[mutate]\nseeed = 1\n")
    assert run("sites", "Cart.java", "-q").exit_code == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("EQUIMORPH_MUTATE_SEED", "x", "EQUIMORPH_MUTATE_SEED: "),
        ("EQUIMORPH_MUTATE_FULL", "maybe", "EQUIMORPH_MUTATE_FULL: is 1 or 0, true or false"),
        ("EQUIMORPH_MUTATE_MUTATOR", "'a", "EQUIMORPH_MUTATE_MUTATOR: no closing quotation"),
        ("EQUIMORPH_MUTATE_MUTATOR", "useless-cast nope", "EQUIMORPH_MUTATE_MUTATOR: no mutator 'nope'"),
    ],
)
def test_a_wrong_variable_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(name, value)
    assert refused("mutate", "Cart.java").startswith(f"error: {message}")
    assert refused("config").startswith(f"error: {message}")


def test_variables_are_flags_lists_and_options_whose_parameter_has_another_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("SITES_JSON", "yes"),
        ("SITES_MUTATOR", "useless-cast 'loop-exchange'"),
        ("SITES_SCHEME", "initials"),
        ("SITES_WHY", "0"),
        ("VERSION", "1"),
        ("SITES_HELP", "1"),
    ):
        monkeypatch.setenv(f"EQUIMORPH_{name}", value)
    done = run("config")
    assert "EQUIMORPH_SITES_HELP sets no option" in done.stderr
    monkeypatch.delenv("EQUIMORPH_SITES_HELP")
    assert {row[1]: row[2] for row in shown()} == {
        "json": True,
        "mutator": ["useless-cast", "loop-exchange"],
        "scheme": ["initials"],
        "why": False,
    }
    assert (
        rows(run("sites", "Cart.java", "-q", "--mutator", "variable-renaming").stdout_bytes)[0]["accepted"]
        is True
    )


def test_what_a_dataclass_refuses_names_what_the_command_line_did_not_give(folder: Path) -> None:
    written(folder, '[mutate]\nparts = "p"\nseed = 2\n')
    assert refused("mutate", "Cart.java", "--out", "x.jsonl", "--seed", "3") == (
        "error: give either --out or --parts (set besides the command line: equimorph.toml: [mutate] parts)"
    )


def test_a_run_is_not_continued_with_another_value_of_the_file(folder: Path) -> None:
    written(folder, "[mutate]\nseed = 2\n")
    assert run("mutate", "Cart.java", "--parts", "p", "-q").exit_code == 0
    written(folder, "[mutate]\nseed = 4\n")
    done = run("mutate", "Cart.java", "--parts", "p", "-q")
    assert done.exit_code == 1
    assert "was made with other seed (2, now 4)" in done.stderr


def test_a_study_overrides_the_file_and_keeps_the_rest(folder: Path) -> None:
    written(
        folder,
        '[robustness.run]\nseed = 3\nlimit-per-method = 1\nno-tests = true\nmutator = "new-variable"\nmodel = "copy"\n',
    )
    for bug in sorted((ROOT / "demo" / "bugs").iterdir())[:1]:
        shutil.copytree(bug, folder / "bugs" / bug.name)
    (folder / "study.toml").write_text('checkouts = ["bugs"]\nseed = 4\n')
    done = run("robustness", "run", "--study", "study.toml", "--out", "study", "-q")
    assert done.exit_code == 0, done.output
    made = rows(folder / "study" / "mutants.jsonl")
    assert {row["mutation"]["seed"] for row in made} == {4}
    assert len(made) == 1


def test_the_defaults_of_a_verb_are_shown_with_their_words(folder: Path) -> None:
    found = {row[1]: row[2:] for row in shown("mutate")}
    assert found["seed"] == (0, "default")
    assert found["memory"] == ("no limit", "default")
    assert found["diff"] == (False, "default")
    assert {row[0] for row in shown("leakage")} == {"leakage find", "leakage summarise", "leakage pv"}
    assert "did you mean leakage find?" in refused("config", "leakage", "fnd")
    assert run("config").stdout == ""


def test_a_file_that_cannot_be_read_is_an_error_and_not_skipped(folder: Path) -> None:
    (folder / "equimorph.toml").mkdir()
    assert refused("list") == "error: equimorph.toml: Is a directory"
    (folder / "equimorph.toml").rmdir()
    (folder / "equimorph.toml").symlink_to("nowhere")
    assert refused("list") == "error: equimorph.toml: No such file or directory"
    (folder / "equimorph.toml").unlink()
    (folder / "equimorph.toml").write_bytes(b"\xff\xfe[\0")
    assert refused("list") == "error: equimorph.toml: not UTF-8: byte 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tool = 3  # equimorph", "tool is not a table"),
        ("[tool]\nequimorph = [1]", "equimorph is not a table"),
        ("[tool.equimorph\n", "not TOML: "),
    ],
)
def test_a_project_file_with_our_name_is_read_strictly(folder: Path, text: str, message: str) -> None:
    path = written(folder, text, "pyproject.toml")
    assert refused("list").startswith(f"error: {path}: {message}")
    path.write_text("[tool\n")  # broken, but not ours
    assert run("list").exit_code == 0


def test_the_folder_may_be_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert find_configuration(None).path is None


def test_the_repository_of_these_tests_sets_nothing() -> None:
    assert not Configuration(ROOT / "pyproject.toml", {}).tables
    assert not (ROOT / "equimorph.toml").exists()

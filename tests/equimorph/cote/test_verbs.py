"""The verbs mutate, test, repair, score, translate and page."""

from __future__ import annotations

import gzip
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("spacy")

from equimorph import cote
from tests.equimorph.conftest import rows, run
from tests.killing import EQUIMORPH, killed, killed_by_itself

VECTORS = "first 1 0\nsecond 1 0.1\nthird 1 0.2\nnode 0 1\nentry 0.1 1\nlist 1 1\narray 1 1.1\n"
LIGHT = ("--table", "vectors.txt", "--cosine", "0.9")
SENTENCES = [
    "Return the first node of the list.",
    "Close the tagName.",
    "Find the second node.",
    "Sort the list of the nodes.",
]
GENERATOR = """
import json, sys
print(json.dumps({"protocol": 1, "model": "scripted"}), flush=True)
sys.stdin.readline()
good = "Node get(Node node) { for (Node child : node) { if (fits(child)) { return child; } } return null; }"
bad = "Object last(Document document, int place) { return (Object) document.get(place); }"
for line in sys.stdin:
    request = json.loads(line)
    with open("asked.txt", "a") as asked:
        asked.write(request["text"] + "\\n")
    if "third" in request["text"] and "node" in request["text"]:
        said = {"text": bad, "score": -9.0}
    else:
        said = {"text": good, "score": -1.0}
    print(json.dumps({"id": request["id"], "candidates": [said]}), flush=True)
"""
COMMAND = f"{sys.executable} generator.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with inputs, vectors and a generator."""
    (tmp_path / "inputs.jsonl").write_text(
        "".join(json.dumps({"id": at, "input": text}) + "\n" for at, text in enumerate(SENTENCES, 1))
    )
    (tmp_path / "vectors.txt").write_text(VECTORS)
    (tmp_path / "generator.py").write_text(GENERATOR)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(*more: str, out: str = "tested.jsonl") -> list[dict[str, object]]:
    done = run(
        "cote",
        "test",
        "inputs.jsonl",
        "--generator-command",
        COMMAND,
        *LIGHT,
        "--seed",
        "1",
        "--out",
        out,
        *more,
    )
    assert done.exit_code == 0, done.output
    return rows(Path(out)) if out.endswith(".jsonl") else []


def test_a_generator_given_as_a_command_is_tested_and_repaired(project: Path) -> None:
    found = {row["id"]: row for row in ran("--method", "l", "--mutants", "5")}
    assert [id for id, row in found.items() if row["issue"]] == ["1/11:third", "3/9:third"]
    assert found["2"]["mutant"] is None
    assert {row["generator"] for row in found.values()} == {"scripted"}
    done = run(
        "cote",
        "repair",
        "tested.jsonl",
        "--generator-command",
        COMMAND,
        *LIGHT,
        "--mutants",
        "16",
        "-o",
        "repaired.jsonl",
    )
    assert done.exit_code == 0, done.output
    assert "lcs: cross-reference 2 of 2, probability 2 of 2" in done.output
    repaired = rows(Path("repaired.jsonl"))
    assert [row["id"] for row in repaired] == ["1/11:third", "3/9:third"]
    assert all(row["repaired"]["mutant"] == row["outputs"]["original"]["text"] for row in repaired)
    asked = Path("asked.txt").read_text().splitlines()
    assert len(asked) == len(set(asked))


def test_the_rows_are_those_of_the_python_functions(project: Path) -> None:
    found = ran()
    good, bad = (
        line.split(" = ", 1)[1].strip('"')
        for line in GENERATOR.splitlines()
        if line.startswith(("good", "bad"))
    )

    def scripted(text: str) -> tuple[str, float]:
        return (bad, -9.0) if "third" in text and "node" in text else (good, -1.0)

    provider = cote.ProviderOptions(tables=("vectors.txt",), cosines=(0.9,))
    texts = [{"id": str(at), "input": text} for at, text in enumerate(SENTENCES, 1)]
    assert [one.to_row() for one in cote.test(scripted, texts, provider, seed=1)] == [
        {**row, "generator": "scripted"} for row in found
    ]
    again = cote.repair(scripted, "tested.jsonl", provider)
    done = run(
        "cote", "repair", "tested.jsonl", "--generator-command", COMMAND, *LIGHT, "-o", "repaired.jsonl"
    )
    assert done.exit_code == 0
    assert rows(Path("repaired.jsonl")) == json.loads(json.dumps(again))


def test_jobs_and_formats_change_no_row(project: Path) -> None:
    ran()
    ran("--jobs", "2", out="two.jsonl")
    assert Path("two.jsonl").read_bytes() == Path("tested.jsonl").read_bytes()
    ran(out="packed.jsonl.gz")
    assert gzip.decompress(Path("packed.jsonl.gz").read_bytes()) == Path("tested.jsonl").read_bytes()
    done = run(
        "cote", "test", "inputs.jsonl", "--generator-command", COMMAND, *LIGHT, "--seed", "1", "--quiet"
    )
    assert done.stdout.encode() == Path("tested.jsonl").read_bytes()


@pytest.mark.parametrize("verb", ["test", "repair"])
def test_a_killed_run_goes_on_and_comes_to_the_same_bytes(project: Path, verb: str) -> None:
    ran(out="whole.jsonl")
    first = ["inputs.jsonl", "--seed", "1"] if verb == "test" else ["whole.jsonl"]
    command = ["cote", verb, *first, "--generator-command", COMMAND, *LIGHT]
    assert run(*command, "--out", "expected.jsonl").exit_code == 0
    expected = Path("expected.jsonl").read_bytes()
    killed(
        [*EQUIMORPH, *command, "--out", "killed.jsonl"],
        "killed.jsonl.partial/answers.jsonl.partial/receipts/part-*.json",
        2,
    )
    assert not Path("killed.jsonl").exists()
    assert Path("killed.jsonl.partial").is_dir()
    refused = run(*command, "--mutants", "3", "--out", "killed.jsonl")
    assert refused.exit_code == 1
    assert "was made with other mutants (" in refused.output
    assert run(*command, "--out", "killed.jsonl").exit_code == 0
    assert Path("killed.jsonl").read_bytes() == expected
    assert not Path("killed.jsonl.partial").exists()


def test_a_generator_that_cannot_be_run_leaves_the_way_free_for_another(project: Path) -> None:
    done = run(
        "cote",
        "test",
        "inputs.jsonl",
        "--generator-command",
        "nowhere-to-be-found",
        *LIGHT,
        "--seed",
        "1",
        "-o",
        "tested.jsonl",
    )
    assert done.exit_code == 1
    assert "the model's command cannot be run" in done.output
    assert len(ran()) == 9


def test_another_generator_is_refused_while_a_run_is_unfinished(project: Path) -> None:
    Path("broken.py").write_text(
        "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(9)\n"
    )
    command = [*EQUIMORPH, "cote", "test", "inputs.jsonl", *LIGHT, "-o", "tested.jsonl"]
    killed_by_itself([*command, "--generator-command", f"exec {sys.executable} broken.py"])
    done = run("cote", "test", "inputs.jsonl", "--generator-command", COMMAND, *LIGHT, "-o", "tested.jsonl")
    assert done.exit_code == 1
    # The run's own folder, not that of the answers in it, which would refuse another model, too.
    assert "tested.jsonl.partial was made with other " in done.output
    assert len(ran("--restart")) == 9


def test_a_generator_that_answers_nothing_is_a_failure(project: Path) -> None:
    Path("broken.py").write_text(
        GENERATOR.replace("for line in sys.stdin:", "sys.exit(3)\nfor line in sys.stdin:")
    )
    done = run(
        "cote",
        "test",
        "inputs.jsonl",
        "--generator-command",
        f"{sys.executable} broken.py",
        *LIGHT,
        "-o",
        "tested.jsonl",
    )
    assert done.exit_code == 1
    assert "the generator answered nothing" in done.output
    assert all(row["outputs"]["original"]["error"] for row in rows(Path("tested.jsonl")))


def test_bad_rows_are_named_and_the_rest_goes_on(project: Path) -> None:
    with Path("inputs.jsonl").open("a") as stream:
        stream.write('{"id": 9}\nno json\n{"id": 1, "input": "again"}\n')
    done = run("cote", "test", "inputs.jsonl", "--generator-command", COMMAND, *LIGHT, "-o", "tested.jsonl")
    assert done.exit_code == 1
    assert "inputs.jsonl:5: no 'input'" in done.output
    assert "inputs.jsonl:6: not JSON" in done.output
    assert "inputs.jsonl:7: a second row of 1" in done.output
    assert len({row["input_id"] for row in rows(Path("tested.jsonl"))}) == 4


def test_a_file_of_answers_is_a_generator(project: Path) -> None:
    ran()
    answers = [
        {
            "id": row["id"] if row["mutant"] else row["input_id"],
            "model": "file",
            "candidates": [{"text": "f();"}],
        }
        for row in rows(Path("tested.jsonl"))
    ]
    answers += [{"id": str(at), "model": "file", "candidates": [{"text": "f();"}]} for at in (1, 3, 4)]
    Path("answers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answers))
    done = run(
        "cote",
        "test",
        "inputs.jsonl",
        "--answers",
        "answers.jsonl",
        *LIGHT,
        "--seed",
        "1",
        "-o",
        "again.jsonl",
    )
    assert done.exit_code == 0, done.output
    assert {row["generator"] for row in rows(Path("again.jsonl"))} == {"file"}
    assert not any(row["issue"] for row in rows(Path("again.jsonl")))


def test_a_python_function_is_a_generator_in_a_process_of_its_own(project: Path) -> None:
    Path("mine.py").write_text(
        "def write(text):\n    return 'f();', -1.0\n\nclass Made:\n    def __call__(self, text):\n        return text\n"
    )
    for name in ("mine.py:write", "mine.py:Made"):
        done = run("cote", "test", "inputs.jsonl", "--generator", name, *LIGHT, "-o", f"{name[-4:]}.jsonl")
        assert done.exit_code == 0, done.output
    assert rows(Path("rite.jsonl"))[0]["outputs"]["original"] == {
        "text": "f();",
        "score": -1.0,
        "error": None,
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give one of --generator, --generator-command, --generator-url, --chat, --hf and --answers"),
        (("--generator-command", "a", "--generator", "b:c"), "give one of --generator"),
        (("--generator-command", "a", "--key-env", "K"), "--key-env is for --generator-url"),
        (("--generator-command", "a", "--method", "x"), "no method 'x'"),
        (
            ("--generator-command", "a", "--measure", "rouge"),
            "no measure 'rouge'; there are: lcs, ed, tf-idf, bleu",
        ),
        (("--generator-command", "a", "--masked-lm", "x"), "--masked-lm is for --method n"),
        (
            ("--generator-command", "a", "--method", "n", "--table", "x"),
            "--table and --cosine are for --method l",
        ),
        (
            ("--generator-command", "a", "--table", "x", "--cosine", "1", "--cosine", "1"),
            "1 tables of vectors and 2 cosines",
        ),
        (("--generator-command", "a", "--threshold", "lcs=x"), "--threshold is MEASURE=VALUE, not 'lcs=x'"),
        (("--generator-command", "a", "--threshold", "lc=1"), "no measure 'lc'; did you mean lcs?"),
        (
            ("--generator-command", "a", "--threshold", "lcs=2"),
            "the threshold of lcs is from 0 to 1, not 2.0",
        ),
        (("--generator-command", "a", "--mutants", "0"), "mutants"),
        (("--generator-command", "a", "--lang", "perl"), "no language 'perl'"),
    ],
)
def test_wrong_options_are_usage_errors(project: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run("cote", "test", "inputs.jsonl", *arguments)
    assert done.exit_code == 2
    assert message in " ".join(done.output.split())


def test_what_a_provider_lacks_is_named(project: Path) -> None:
    done = run("cote", "mutate", "inputs.jsonl", "--table", "nowhere.txt")
    assert done.exit_code == 1
    assert "no table of vectors 'nowhere.txt'" in done.output
    assert not Path("out.jsonl").exists()


def test_mutants_alone(project: Path) -> None:
    done = run("cote", "mutate", "inputs.jsonl", *LIGHT, "--mutants", "1", "-o", "mutants.jsonl")
    assert done.exit_code == 0
    assert "3 mutants of 4 inputs" in done.output
    assert [row["mutant"] is None for row in rows(Path("mutants.jsonl"))] == [False, True, False, False]
    done = run("cote", "mutate", "inputs.jsonl", *LIGHT, "--parts", "parts", "--part-rows", "2")
    assert done.exit_code == 0
    assert sorted(path.name for path in Path("parts").glob("part*")) == [
        "part-00000.jsonl",
        "part-00001.jsonl",
    ]


def test_scores_are_counted_from_the_rows(project: Path) -> None:
    ran()
    assert run("cote", "score", "tested.jsonl", "--json", "score.json").exit_code == 0
    found, every = json.loads(Path("score.json").read_text()), rows(Path("tested.jsonl"))
    compared = [row for row in every if row["scores"]]
    for measure in cote.MEASURES:
        issues = [row for row in compared if row["scores"][measure] < cote.THRESHOLDS[measure]]
        one = found["issues"][measure]
        assert (one["numerator"], one["denominator"]) == (len(issues), len(compared))
        inputs = found["inputs_with_issue"][measure]
        assert inputs["numerator"] == len({row["input_id"] for row in issues})
        assert inputs["denominator"] == len({row["input_id"] for row in compared})
    assert (found["inputs"], found["mutants"], "repaired" in found) == (4, len(compared), False)
    run("cote", "repair", "tested.jsonl", "--generator-command", COMMAND, *LIGHT, "-o", "repaired.jsonl")
    done = run("cote", "score", "repaired.jsonl")
    assert "repaired by cross-reference" in done.stdout
    assert "2/2 = 100.00 %" in done.stdout


def test_the_manifest_names_what_the_rows_depend_on(project: Path) -> None:
    ran("--threshold", "lcs=0.5")
    found = json.loads(Path("tested.jsonl.manifest.json").read_text())
    assert found["run"]["comparing"]["thresholds"]["lcs"] == 0.5
    assert found["run"]["generator"]["command"] == COMMAND
    assert found["run"]["seed"] == 1
    assert set(found["run"]["identity"]["tables"]) == {"vectors.txt"}
    assert found["counts"]["inputs"] == 4


def test_a_page_shows_the_word_both_outputs_and_their_difference(project: Path) -> None:
    ran()
    run("cote", "repair", "tested.jsonl", "--generator-command", COMMAND, *LIGHT, "-o", "repaired.jsonl")
    assert run("cote", "page", "repaired.jsonl", "-o", "page.html").exit_code == 0
    page = Path("page.html").read_text()
    assert '<span class="chip">first → third</span>' in page
    assert '<mark class="new">third</mark>' in page
    assert '<mark class="old">first</mark>' in page
    assert "Repaired output for the mutant" in page
    assert "2 mutants compared: 2 issues, 2 of them repaired." in page
    assert run("cote", "page", "tested.jsonl", "-o", "page.md").exit_code == 0
    text = Path("page.md").read_text()
    assert "Return the [-first-] node of the list." in text
    assert "Return the {+third+} node of the list." in text
    assert run("cote", "page", "tested.jsonl", "-o", "page.txt").exit_code == 2


def test_a_page_escapes_what_a_generator_says(project: Path) -> None:
    Path("mine.py").write_text(
        "def write(text):\n    return '<script>alert(1)</script> `x` ' + ('a' if 'third' in text else 'b c d e f g;')\n"
    )
    run("cote", "test", "inputs.jsonl", "--generator", "mine.py:write", *LIGHT, "-o", "tested.jsonl")
    run("cote", "page", "tested.jsonl", "-o", "page.html")
    assert "<script>alert" not in Path("page.html").read_text()


def test_a_page_without_issues(project: Path) -> None:
    Path("mine.py").write_text("def write(text):\n    return 'f();'\n")
    run("cote", "test", "inputs.jsonl", "--generator", "mine.py:write", *LIGHT, "-o", "tested.jsonl")
    assert run("cote", "page", "tested.jsonl", "-o", "page.html").exit_code == 0
    assert "No issue." in Path("page.html").read_text()


@pytest.mark.skipif(find_spec("jopy") is None, reason="jopy is not installed")
def test_a_translator_is_tested_without_running(project: Path) -> None:
    problem = {
        **{"id": "sum", "lang": "python", "entry_point": "total", "tests": "assert total([1]) == 1\n"},
        "solution": "def total(xs: list[int]) -> int:\n    found = 0\n    for x in xs:\n        found += x\n    return found\n",
    }
    Path("problems.jsonl").write_text(json.dumps(problem) + "\n")
    done = run(
        "cote",
        "translate",
        "problems.jsonl",
        "--generator",
        "jopy",
        "-m",
        "variable-renaming",
        "--no-run",
        "-o",
        "translated.jsonl",
    )
    assert done.exit_code == 0, done.output
    found = rows(Path("translated.jsonl"))
    assert {row["mutator"] for row in found} == {"variable-renaming"}
    assert {row["behaviour"] for row in found} == {None}
    assert run("cote", "page", "translated.jsonl", "-o", "page.html").exit_code == 0
    done = run(
        "cote",
        "translate",
        "problems.jsonl",
        "--generator",
        "jopy",
        "-m",
        "operator-mutation",
        "-o",
        "x.jsonl",
    )
    assert done.exit_code == 1
    assert "operator-mutation is breaking" in done.output


def test_a_translation_is_run_by_itself(project: Path) -> None:
    solution = "def total(xs):\n    found = 0\n    for x in xs:\n        found += x\n    return found\n"
    problem = {
        "id": "sum",
        "entry_point": "total",
        "lang": "python",
        "solution": solution,
        "tests": "assert total([1]) == 1\n",
    }
    Path("problems.jsonl").write_text(json.dumps(problem) + "\n")
    Path("mine.py").write_text(
        "def write(text):\n    return text if 'found' in text else text.replace('+=', '-=')\n"
    )
    done = run(
        *("cote", "translate", "problems.jsonl", "--generator", "mine.py:write", "--lang", "python"),
        *("-m", "variable-renaming", "--limit-per-mutator", "9", "-o", "translated.jsonl", "--no-isolation"),
    )
    assert done.exit_code == 0, done.output
    found = rows(Path("translated.jsonl"))
    assert {row["behaviour"]["original"] for row in found} == {"pass"}
    assert {row["real"] for row in found} == {True, False}
    assert all(row["real"] is ("found" not in row["mutant"]) for row in found)


def test_a_translation_is_run_with_the_tests_of_the_other_language(project: Path) -> None:
    solution = "def total(xs):\n    found = 0\n    for x in xs:\n        found += x\n    return found\n"
    head = {"id": "sum", "entry_point": "total", "group": "sum"}
    python = {
        **head,
        "lang": "python",
        "solution": solution,
        "tests": "assert total([1]) == 1\nassert total([1, 2]) == 3\n",
    }
    Path("problems.jsonl").write_text(json.dumps(python) + "\n")
    # A "translator" from Python to Python that cannot add where a name is long.
    Path("mine.py").write_text(
        "def write(text):\n    return text if 'found' in text else text.replace('+=', '-=')\n"
    )
    done = run(
        *(
            "cote",
            "translate",
            "problems.jsonl",
            "--into",
            "problems.jsonl",
            "--generator",
            "mine.py:write",
            "--lang",
            "python",
        ),
        *("-m", "variable-renaming", "--limit-per-mutator", "9", "-o", "translated.jsonl", "--no-isolation"),
    )
    assert done.exit_code == 0, done.output
    found = rows(Path("translated.jsonl"))
    real = [row for row in found if row["real"]]
    assert real
    assert all(("found" in row["mutant"]) is (row["behaviour"]["mutant"] == "pass") for row in found)
    assert {row["behaviour"]["original"] for row in found} == {"pass"}

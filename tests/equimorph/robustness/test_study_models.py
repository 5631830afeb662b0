"""A study of several models: what they share, the folder of each, and every figure of the page a second way."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from contextlib import nullcontext
from html import unescape
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from equimorph.bulk.parts import RECEIPTS
from equimorph.bulk.working import Target
from equimorph.models import object_model
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.study import StudyModel, StudyOptions, run_study
from equimorph.robustness.study.models import folder_name
from mutators import MutationError
from tests.equimorph.conftest import rows, run
from tests.equimorph.models.chat.server import Exchange, completion, serving
from tests.killing import EQUIMORPH, killed

ROOT = Path(__file__).resolve().parents[3]
BUGS = ("Shop-3b", "Words-2b", "Bits-1b", "Shop-2b")
COMMAND = """\
import json, pathlib, sys

sys.stdin.readline()
print(json.dumps({"protocol": 1, "model": "calls itself so"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    with pathlib.Path(LOG).open("a") as log:
        log.write(request["id"] + "\\n")
    texts = [request["text"].replace(">= 2", "> 1"), request["text"].replace("1 << number", "1L << number")]
    if "/" in request["id"] and sum(map(ord, request["id"])) % 3 == 0:
        texts = [request["text"]]
    candidates = [{"text": text} for text in texts]
    print(json.dumps({"id": request["id"], "candidates": candidates}), flush=True)
"""
NAMES = ["template", "mine & yours", "qwen/2.5_coder"]


def said(exchange: Exchange) -> None:
    """Every third reply has no usage; the others have as many tokens as their number."""
    number = exchange.number
    text = exchange.body["messages"][-1]["content"]
    found = re.search(r"```\w*\n(.*?)```", text, re.DOTALL)
    method = found[1] if found else "int f() { return 1; }"
    usage = None if number % 3 == 0 else (number, 2 * number)
    exchange.reply(completion(method.replace("1 << number", "1L << number"), usage=usage))


def log_of(folder: Path, name: str = "log") -> list[str]:
    path = folder / name
    return path.read_text().splitlines() if path.exists() else []


def toml(folder: Path, *models: str, settings: str = "") -> Path:
    """A study of small bugs, which are beside it."""
    for bug in BUGS:
        if not (folder / bug).exists():
            shutil.copytree(ROOT / "demo" / "bugs" / bug, folder / bug)
    (folder / "m.py").write_text(COMMAND.replace("LOG", repr(str(folder / "log"))))
    bugs = json.dumps(list(BUGS))
    text = f"bugs = {bugs}\nk = 2\nno-tests = true\nlimit-per-mutator = 2\n{settings}\n" + "\n".join(models)
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


TEMPLATE = '[[model]]\nmodel = "template"\n'
MINE = f'[[model]]\nname = "mine & yours"\ncommand = "{sys.executable} m.py"\njobs = 1\n'


def chat(url: str, name: str = "qwen/2.5_coder") -> str:
    return (
        f'[[model]]\nchat = "{url}"\nchat-model = "{name}"\nconcurrency = 1\nretries = 0\n'
        "price-in = 1000\nprice-out = 2000.0\nextra = { reasoning_effort = 'low' }\n"
    )


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study of three models."""
    folder = tmp_path_factory.mktemp("study")
    with serving(said) as server:
        path = toml(folder, TEMPLATE, MINE, chat(server.base))
        result = run("robustness", "run", "--study", path, "--out", folder / "out")
        assert result.exit_code == 0, result.stderr
        assert {exchange.body["reasoning_effort"] for exchange in server.requests} == {"low"}
    return folder / "out"


def folder_of(out: Path, name: str) -> Path:
    return out / "models" / folder_name(name)


def table(out: Path) -> dict[str, dict[str, str]]:
    with (out / "models.csv").open(newline="", encoding="utf-8") as stream:
        return {row["Model"]: row for row in csv.DictReader(stream)}


def wilson(failed: int, cases: int) -> tuple[float, float]:
    """The interval by the formula of the paper, written anew."""
    z, share = 1.959963984540054, failed / cases
    middle = share + z * z / (2 * cases)
    half = z * sqrt(share * (1 - share) / cases + z * z / (4 * cases**2))
    return (middle - half) / (1 + z * z / cases), (middle + half) / (1 + z * z / cases)


def naive(judged: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Numerators and denominators of exact rows of one model without missing answers."""
    originals = {row["bug_id"]: row for row in judged if row["mutant_id"] is None}
    good = {bug for bug, row in originals.items() if row["first_hit"] is not None}
    mutants = [row for row in judged if row["mutant_id"] is not None and row["bug_id"] in good]
    failing = [row for row in mutants if row["first_hit"] is None]
    return {
        "Repaired": (len(good), len(originals)),
        "PFM": (len(failing), len(mutants)),
        "PFA": (len({row["bug_id"] for row in failing}), len({row["bug_id"] for row in mutants})),
    }


def test_each_model_has_its_folder_and_the_first_steps_are_shared(done: Path) -> None:
    requests = rows(done / "requests.jsonl")
    for name in NAMES:
        folder = folder_of(done, name)
        assert [row["id"] for row in rows(folder / "answers.jsonl")] == [row["id"] for row in requests]
        assert {row["model"] for row in rows(folder / "answers.jsonl")} == {name}
        assert (folder / "index.html").is_file()
        assert json.loads((folder / "score-exact.json").read_bytes())["model"] == name
    assert sorted(log_of(done.parent)) == sorted(row["id"] for row in requests)
    assert len(list((done / "models").iterdir())) == len(NAMES)


def test_the_rows_of_all_models_are_in_one_file_for_score_and_compare(done: Path) -> None:
    together = rows(done / "judged-exact.jsonl")
    assert together == [row for name in NAMES for row in rows(folder_of(done, name) / "judged-exact.jsonl")]
    scores = json.loads((done / "score-exact.json").read_bytes())["scores"]
    alone = [json.loads((folder_of(done, name) / "score-exact.json").read_bytes()) for name in NAMES]
    assert sorted(scores, key=lambda score: score["model"]) == sorted(alone, key=lambda score: score["model"])
    result = run("robustness", "score", done / "judged-exact.jsonl", "--table", "latex")
    assert result.exit_code == 0
    assert r"mine \& yours & " in result.stdout
    assert r"qwen/2.5\_coder & " in result.stdout
    assert r"\%" in result.stdout


def test_every_share_of_the_table_is_the_one_of_the_rows(done: Path) -> None:
    lines = table(done)
    assert list(lines) == [*NAMES, "copy (does nothing)"]
    kinds = set()
    for name, line in lines.items():
        folder = done / "baseline" if name == "copy (does nothing)" else folder_of(done, name)
        for metric, (numerator, denominator) in naive(rows(folder / "judged-exact.jsonl")).items():
            assert (line[f"{metric} numerator"], line[f"{metric} denominator"]) == (
                str(numerator),
                str(denominator),
            ), (name, metric)
            if not denominator:
                assert line[f"{metric} share"] == line[f"{metric} low"] == ""
                continue
            kinds.add((metric, 0 < numerator < denominator))
            assert float(line[f"{metric} share"]) == numerator / denominator
            if metric != "PFM":
                low, high = wilson(numerator, denominator)
                assert float(line[f"{metric} low"]) == pytest.approx(low, abs=1e-12)
                assert float(line[f"{metric} high"]) == pytest.approx(high, abs=1e-12)
        [pfm] = [
            cell
            for cell in json.loads((folder / "score-exact.json").read_bytes())["cells"]
            if (cell["metric"], cell["mutator"], cell["fault"]) == ("PFM", "all", "all")
        ]
        if pfm["ci"]:
            assert [float(line["PFM low"]), float(line["PFM high"])] == pfm["ci"]
        assert (line["Unanswered numerator"], line["Unanswered denominator"]) == (
            "0",
            str(len(rows(done / "requests.jsonl"))),
        )
    assert ("PFM", True) in kinds, "a share between 0 and 1 is among them"


def test_tokens_and_cost_are_the_sums_of_the_usage(done: Path) -> None:
    replies = [
        reply["reply"]
        for answer in rows(folder_of(done, NAMES[2]) / "answers.jsonl")
        for reply in answer["raw"]
    ]
    usages = [reply["usage"] for reply in replies if "usage" in reply]
    assert 0 < len(usages) < len(replies)
    sent, received = (sum(one[name] for one in usages) for name in ("prompt_tokens", "completion_tokens"))
    line = table(done)[NAMES[2]]
    assert (line["Tokens in"], line["Tokens out"]) == (str(sent), str(received))
    assert float(line["Cost"]) == pytest.approx(sent / 1000 + received / 500)
    assert {table(done)[name]["Tokens in"] for name in NAMES[:2]} == {""}
    note = f"{NAMES[2]}: {len(replies) - len(usages)} of {len(replies)} replies do not say their tokens"
    assert note in page_text(done)


def test_tokens_of_a_model_without_prices_have_no_cost(tmp_path: Path) -> None:
    with serving(said) as server:
        free = re.sub("price.*\n", "", chat(server.base, "free"))
        path = toml(tmp_path, free, chat(server.base))
        line = ("robustness", "run", "--study", path, "--out", tmp_path / "out")
        assert run(*line, "--limit-per-mutator", "1", "-k", "1").exit_code == 0
    lines = table(tmp_path / "out")
    assert int(lines["free"]["Tokens in"]) > 0
    assert lines["free"]["Cost"] == ""
    assert float(lines[NAMES[2]]["Cost"]) > 0


def mcnemar(one: int, other: int) -> float:
    both = one + other
    tail = sum(comb(both, number) for number in range(min(one, other) + 1)) / 2**both
    return min(1.0, 2 * tail)


def test_the_tests_of_pairs_are_those_of_the_rows_and_holm_is_over_all(done: Path) -> None:
    pairs = json.loads((done / "compare.json").read_bytes())["pairs"]
    assert [(test["a"], test["b"]) for test in pairs[::3]] == list(combinations(sorted(NAMES), 2))
    judged = rows(done / "judged-exact.jsonl")
    hits = {
        (row["model"], row["bug_id"]): row["first_hit"] is not None
        for row in judged
        if row["mutant_id"] is None
    }
    bugs = {bug for _, bug in hits}
    for test in pairs[::3]:
        a_only = sum(not hits[test["a"], bug] and hits[test["b"], bug] for bug in bugs)
        b_only = sum(hits[test["a"], bug] and not hits[test["b"], bug] for bug in bugs)
        assert (test["metric"], test["n"], test["a_only"], test["b_only"]) == (
            "repaired",
            len(bugs),
            a_only,
            b_only,
        )
        assert test["p"] == pytest.approx(mcnemar(a_only, b_only))
    least, corrected = 0.0, {}
    for rank, test in enumerate(sorted(pairs, key=lambda one: one["p"])):
        least = max(least, min(1.0, test["p"] * (len(pairs) - rank)))
        corrected[test["a"], test["b"], test["metric"]] = least
    assert {(test["a"], test["b"], test["metric"]): test["p_holm"] for test in pairs} == pytest.approx(
        corrected
    )


def page_text(out: Path) -> str:
    return unescape((out / "index.html").read_text(encoding="utf-8"))


def cells_of(markup: str) -> list[list[str]]:
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", markup, re.DOTALL)
    return [
        [
            " ".join(unescape(re.sub("<[^>]*>", "", cell)).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
        ]
        for row in found
    ]


def test_the_page_has_the_table_the_pairs_and_what_each_model_did_with_each_bug(done: Path) -> None:
    page = (done / "index.html").read_text(encoding="utf-8")
    tables = [cells_of(markup) for markup in re.findall(r"<table.*?</table>", page, re.DOTALL)]
    models, pairs, matrix = tables
    assert [row[0] for row in models[1:]] == [*NAMES, "copy (does nothing)"]
    line = table(done)
    for row in models[1:]:
        share = float(line[row[0]]["Repaired share"])
        counts = f"{line[row[0]]['Repaired numerator']}/{line[row[0]]['Repaired denominator']}"
        assert row[1].startswith(f"{100 * share:.2f} % {counts} [")
    assert len(pairs) == 1 + 9
    assert matrix[0] == ["Bug", *NAMES]
    for bug, *outcomes in matrix[1:]:
        for name, outcome in zip(NAMES, outcomes, strict=True):
            judged = [
                row for row in rows(folder_of(done, name) / "judged-exact.jsonl") if row["bug_id"] == bug
            ]
            [original] = [row for row in judged if row["mutant_id"] is None]
            mutants = [row for row in judged if row["mutant_id"] is not None]
            lost = sum(row["first_hit"] is None for row in mutants)
            rank = original["first_hit"]
            words = {"hit": f"repaired at rank {rank}", "miss": "not repaired"}
            wanted = words.get(original["status"], original["status"])
            if rank is not None and lost:
                wanted += f" {lost} of {len(mutants)} mutants lost"
            assert outcome == wanted
    for name in NAMES:
        assert f'href="models/{folder_name(name)}/index.html"' in page
    assert "<script" not in page


def test_figures_show_all_models(done: Path) -> None:
    for name in ("exact-bars", "exact-curve"):
        drawn = unescape((done / "plots" / f"{name}.svg").read_text(encoding="utf-8"))
        assert all(name in drawn for name in NAMES)


def test_a_model_is_added_and_left_out_and_no_other_one_is_asked_again(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def study(*models: str) -> None:
        result = run("robustness", "run", "--study", toml(tmp_path, *models), "--out", out)
        assert result.exit_code == 0, result.stderr

    other = '[[model]]\nname = "third"\nmodel = "copy"\n'
    study(MINE, TEMPLATE)
    asked = log_of(tmp_path)
    assert len(asked) == len(rows(out / "requests.jsonl"))
    study(TEMPLATE, other, MINE)
    assert list(table(out)) == ["template", "third", "mine & yours", "copy (does nothing)"]
    study(TEMPLATE, other)
    assert list(table(out)) == ["template", "third", "copy (does nothing)"]
    assert "mine & yours" not in page_text(out)
    study(MINE, TEMPLATE)
    assert list(table(out)) == ["mine & yours", "template", "copy (does nothing)"]
    assert log_of(tmp_path) == asked
    result = run(
        "robustness",
        "run",
        "--study",
        toml(tmp_path, MINE + "timeout = 7\n", TEMPLATE, settings="seed = 1"),
        "--out",
        out,
    )
    assert result.exit_code == 1
    assert "was made with other seed (0, now 1)" in result.stderr


def test_another_model_of_a_known_name_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("robustness", "run", "--study", toml(tmp_path, MINE, TEMPLATE), "--out", out).exit_code == 0
    changed = MINE.replace("m.py", "m.py --better")
    result = run("robustness", "run", "--study", toml(tmp_path, changed, TEMPLATE), "--out", out)
    assert result.exit_code == 1
    assert "models/mine-yours was made with other command (" in result.stderr.replace("--", "-").replace(
        "--", "-"
    )
    assert "give it another name" in result.stderr
    assert len(log_of(tmp_path)) == len(rows(out / "requests.jsonl"))


def test_a_killed_study_goes_on_and_asks_only_what_is_missing(tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    line = [*EQUIMORPH, "robustness", "run", "--study", toml(tmp_path, TEMPLATE, MINE), "--out"]
    inside = out / "models" / folder_name("mine & yours") / "answers.jsonl.partial"
    killed([*line, out], inside / "part-*", 4)
    asked = log_of(tmp_path)
    assert asked
    before = (out / "models" / "template" / "answers.jsonl").stat().st_mtime_ns
    done = len(list((inside / RECEIPTS).iterdir()))
    assert done
    assert run(*map(str, line[3:]), out).exit_code == 0
    total = len(rows(out / "requests.jsonl"))
    assert 0 < len(log_of(tmp_path)) - len(asked) <= total - done
    assert (out / "models" / "template" / "answers.jsonl").stat().st_mtime_ns == before
    assert run(*map(str, line[3:]), whole).exit_code == 0
    names = [path.relative_to(whole) for path in sorted(whole.rglob("*")) if path.is_file()]
    assert names == [path.relative_to(out) for path in sorted(out.rglob("*")) if path.is_file()]
    for name in names:
        assert (out / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_model_that_cannot_be_asked_does_not_stop_the_others(tmp_path: Path) -> None:
    out = tmp_path / "out"
    missing = '[[model]]\nname = "gone"\ncommand = "./no-such-program"\n'
    result = run("robustness", "run", "--study", toml(tmp_path, missing, MINE, TEMPLATE), "--out", out)
    assert result.exit_code == 1
    assert "gone: the model's command cannot be run" in result.stderr
    assert list(table(out)) == ["mine & yours", "template", "copy (does nothing)"]
    assert "gone was not measured: the model's command cannot be run" in re.sub("<[^>]*>", "", page_text(out))
    assert json.loads((out / "study.json").read_bytes())["complete"] is False
    asked = log_of(tmp_path)
    mended = missing.replace("./no-such-program", f"{sys.executable} m.py")
    result = run("robustness", "run", "--study", toml(tmp_path, mended, MINE, TEMPLATE), "--out", out)
    assert result.exit_code == 0, result.stderr
    assert len(log_of(tmp_path)) == 2 * len(asked)
    assert list(table(out)) == ["gone", "mine & yours", "template", "copy (does nothing)"]
    assert "was not measured" not in page_text(out)
    assert json.loads((out / "study.json").read_bytes())["complete"] is True


def test_where_no_model_can_be_asked_there_is_an_error(tmp_path: Path) -> None:
    models = [f'[[model]]\nname = "gone {number}"\ncommand = "./no-such-program"\n' for number in range(2)]
    result = run("robustness", "run", "--study", toml(tmp_path, *models), "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "the model's command cannot be run" in result.stderr
    assert not (tmp_path / "out" / "index.html").exists()


def test_a_server_that_refuses_does_not_stop_the_others(tmp_path: Path) -> None:
    def refuses(exchange: Exchange) -> None:
        exchange.reply({"error": {"message": "no such model"}}, 404)

    with serving(refuses) as server:
        path = toml(tmp_path, chat(server.base, "gone"), TEMPLATE)
        result = run("robustness", "run", "--study", path, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "no such model" in result.stderr
    assert list(table(tmp_path / "out")) == ["template", "copy (does nothing)"]


def test_a_spent_budget_does_not_stop_the_others_and_is_said(tmp_path: Path) -> None:
    with serving(said) as server:
        path = toml(tmp_path, chat(server.base) + "budget-tokens = 5\n", TEMPLATE)
        result = run("robustness", "run", "--study", path, "--out", tmp_path / "out")
        first = len(server.requests)
        assert result.exit_code != 0
        assert "budget of 5 tokens is spent" in result.stderr
        assert list(table(tmp_path / "out")) == ["template", "copy (does nothing)"]
        path = toml(tmp_path, chat(server.base) + "budget-tokens = 50000\n", TEMPLATE)
        result = run("robustness", "run", "--study", path, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.stderr
        assert first < len(server.requests) <= 2 * len(rows(tmp_path / "out" / "requests.jsonl")) + first
    assert list(table(tmp_path / "out")) == [NAMES[2], "template", "copy (does nothing)"]


def test_one_table_is_a_study_of_one_model_as_before(tmp_path: Path) -> None:
    out, plain = tmp_path / "out", tmp_path / "plain"
    bugs = [tmp_path / bug for bug in BUGS]
    assert run("robustness", "run", "--study", toml(tmp_path, TEMPLATE), "--out", out).exit_code == 0
    options = ("-k", "2", "--no-tests", "--limit-per-mutator", "2")
    assert run("robustness", "run", *bugs, "--model", "template", *options, "--out", plain).exit_code == 0
    names = sorted(path.relative_to(plain) for path in plain.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(out) for path in out.rglob("*") if path.is_file())
    assert Path("answers.jsonl") in names
    assert not (out / "models").exists()
    for name in names:
        if name != Path("study.json"):
            assert (out / name).read_bytes() == (plain / name).read_bytes(), name
    table, line = (json.loads((folder / "study.json").read_bytes()) for folder in (out, plain))
    # The table's paths are seen from its folder.
    assert [str(tmp_path / path) for path in table["options"].pop("checkouts")] == line["options"].pop(
        "checkouts"
    )
    assert table == line


def test_a_study_of_equimorph_0_1_continues(tmp_path: Path) -> None:
    """Its manifest does not say what steps read, and has no options that came later."""
    out = tmp_path / "out"
    line = ("robustness", "run", "--study", toml(tmp_path, MINE), "--out", out)
    assert run(*line).exit_code == 0
    place = out / "study.json"
    manifest = json.loads(place.read_bytes())
    assert (
        not {"quixbugs", "encoding", "choice", "with_file", "with_tests", "scoring", "limit_per_method"}
        & manifest["options"].keys()
    )
    for step in manifest["steps"].values():
        del step["inputs"]
    place.write_text(json.dumps(manifest))
    asked = log_of(tmp_path)
    assert run(*line).exit_code == 0
    assert log_of(tmp_path) == asked
    (out / "answers.jsonl").unlink()
    (out / "judged-exact.jsonl").write_bytes(b"")
    assert run(*line).exit_code == 0
    assert len(log_of(tmp_path)) == 2 * len(asked)


def test_options_beside_the_file_override_it(tmp_path: Path) -> None:
    path = toml(tmp_path, TEMPLATE, settings="seed = 3\nsingle-line = true")
    line = ("robustness", "run", "--study", path, "--out", tmp_path / "out", "--seed", "4", "-k", "1")
    assert run(*line).exit_code == 0
    options = json.loads((tmp_path / "out" / "study.json").read_bytes())["options"]
    assert (options["seed"], options["k"], options["single_line"]) == (4, 1, True)
    assert options["checkouts"] == list(BUGS)


def test_any_working_folder_continues_a_study_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def repair(text, fault_lines, k):\n    return [text]\n")
    function = '[[model]]\nmodel = "mine.py:repair"\n'
    toml(tmp_path, MINE, function, settings='fix = "{checkout}/fix.patch"')
    for folder, study, out in (
        (tmp_path, "study.toml", "out"),
        (tmp_path / "Shop-3b", "../study.toml", "../out"),
        (tmp_path.parent, f"{tmp_path.name}/study.toml", f"{tmp_path.name}/out"),
        (Path("/"), tmp_path / "study.toml", tmp_path / "out"),
    ):
        monkeypatch.chdir(folder)
        result = run("robustness", "run", "--study", study, "--out", out)
        assert result.exit_code == 0, result.stderr
    manifest = json.loads((tmp_path / "out" / "study.json").read_bytes())
    assert (manifest["options"]["checkouts"], manifest["options"]["fix"]) == (
        list(BUGS),
        "{checkout}/fix.patch",
    )
    assert [part["model"] for part in manifest["parts"].values()] == [None, "mine.py:repair"]
    assert len(log_of(tmp_path)) == len(rows(tmp_path / "out" / "requests.jsonl"))
    runner = RunnerOptions(class_path=("a/lib", "/usr/b.jar"), cache="a/c")
    data = StudyOptions(fix="a/{project}.patch", quixbugs="../q", runner=runner).to_dict(Path("a"))
    assert (data["fix"], data["quixbugs"]) == ("{project}.patch", "../q")
    assert (data["runner"]["class_path"], data["runner"]["cache"]) == (["lib", "/usr/b.jar"], "c")


def test_several_ways_on_the_command_line_are_several_models(tmp_path: Path) -> None:
    toml(tmp_path)
    (tmp_path / "mine.py").write_text("def repair(text, fault_lines, k):\n    return [text]\n")
    with serving(said) as server:
        models = (
            "--model",
            f"{tmp_path}/mine.py:repair",
            "--model-command",
            f"{sys.executable} {tmp_path}/m.py",
        )
        result = run(
            *(
                "robustness",
                "run",
                tmp_path / BUGS[0],
                *models,
                "--chat",
                server.base,
                "--chat-model",
                "qwen",
            ),
            *("--no-tests", "-k", "1", "--limit-per-mutator", "1", "--out", tmp_path / "out"),
        )
    assert result.exit_code == 0, result.stderr
    names = ["mine:repair", f"{sys.executable} {tmp_path}/m.py", "qwen"]
    assert list(table(tmp_path / "out")) == [*names, "copy (does nothing)"]


def test_names_that_collide_are_refused_with_a_hint(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("robustness", "run", "--study", toml(tmp_path, TEMPLATE, TEMPLATE), "--out", out)
    assert result.exit_code == 1
    assert (
        "2 models are called 'template': give one of them another name (--name, or name = " in result.stderr
    )
    models = [f'[[model]]\nname = "{name}"\nmodel = "copy"\n' for name in ("A/b", "a b")]
    result = run("robustness", "run", "--study", toml(tmp_path, *models), "--out", out)
    assert result.exit_code == 1
    assert "models 'A/b' and 'a b' would share the folder models/a-b" in result.stderr
    assert not out.exists()


def test_a_model_whose_rows_have_another_name_is_no_result(tmp_path: Path) -> None:
    toml(tmp_path)
    notes = list[str]()

    class Told:
        def failed(self, message: object, reason: str = "") -> None:
            notes.append(str(message))

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            return getattr(Target().reporter, name)

    def model(name: str, called: str) -> StudyModel:
        endpoint = object_model(lambda text, lines, k: [text], called)
        return StudyModel(name, {}, lambda _: nullcontext(endpoint))

    options = StudyOptions((str(tmp_path / BUGS[0]),), k=1, tests=False)
    target = Target(reporter=Told())  # type: ignore[arg-type]
    run_study(options, [model("a", "a"), model("b", "c")], tmp_path / "out", target)
    assert notes == ["b: its answers are by 'c': open it with its name in the study"]
    assert list(table(tmp_path / "out")) == ["a", "copy (does nothing)"]
    with pytest.raises(MutationError, match="at least one model"):
        run_study(options, [], tmp_path / "none", target)


@pytest.mark.usefixtures("jdk")
def test_with_tests_the_table_has_behaviour_and_repairs_by_tests(tmp_path: Path) -> None:
    path = toml(
        tmp_path, TEMPLATE, '[[model]]\nmodel = "copy"\nname = "copied"\n', settings="repaired = true"
    )
    path.write_text(
        path.read_text().replace("no-tests = true\n", "").replace(json.dumps(list(BUGS)), '["Shop-3b"]')
    )
    out = tmp_path / "out"
    result = run("robustness", "run", "--study", path, "--limit-per-mutator", "1", "--out", out)
    assert result.exit_code == 0, result.stderr
    for name, line in table(out).items():
        folder = out / "baseline" if name.startswith("copy (") else folder_of(out, name)
        behaviour = rows(folder / "judged-behaviour.jsonl")
        mutants = [row for row in behaviour if row["mutant_id"] is not None]
        differing = [row for row in mutants if row["same"] is False]
        assert (line["PDM numerator"], line["PDM denominator"]) == (str(len(differing)), str(len(mutants)))
        assert line["PDA denominator"] == str(len({row["bug_id"] for row in mutants}))
        passing = sum(row["status"] == "pass" for row in behaviour if row["mutant_id"] is None)
        assert line["Passes tests numerator"] == str(passing)
        repaired = rows(folder / "judged-repaired.jsonl")
        good = [row for row in repaired if row["mutant_id"] is None and row["first_hit"]]
        assert line["Repaired (tests) numerator"] == str(len(good))
        lost = [row for row in repaired if row["mutant_id"] is not None and not row["first_hit"] and good]
        assert line["PDM (tests) numerator"] == str(len(lost))
    tests = json.loads((out / "compare.json").read_bytes())["pairs"]
    assert [test["criterion"] for test in tests] == [*["exact"] * 3, *["behaviour"] * 3, *["repaired"] * 3]
    assert "passes the tests" in page_text(out)


def test_the_programs_of_quixbugs_are_studied_without_tests(tmp_path: Path) -> None:
    program = (
        "package {}; class Gcd {{ static int gcd(int a, int b) {{ if (b == 0) return a; return gcd({}); }} }}"
    )
    for package, arguments in (("java_programs", "a % b, b"), ("correct_java_programs", "b, a % b")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "Gcd.java").write_text(program.format(package, arguments))
    out = tmp_path / "out"
    result = run("robustness", "run", "--quixbugs", tmp_path, "--model", "template", "-k", "1", "--out", out)
    assert result.exit_code == 0, result.stderr
    assert "javac finds none in QuixBugs" in page_text(out)
    assert [row["path"] for row in rows(out / "bugs.jsonl")] == ["java_programs/Gcd.java"]
    for wrong in (("--together",), ("--fix", "x"), (tmp_path,)):
        both = run("robustness", "run", "--quixbugs", tmp_path, *wrong, "--model", "template", "--out", out)
        assert both.exit_code == 2


def test_mutators_and_splits_of_a_study(tmp_path: Path) -> None:
    groups = tmp_path / "groups.jsonl"
    groups.write_text('{"id": "Shop-3b", "group": "leaked"}\n{"id": "Shop-2b", "group": "clean"}\n')
    settings = 'mutator = ["useless-cast", "new-variable"]\nby = ["mutator"]\ngroup = "groups.jsonl"\nlimit-per-method = 3'
    line = (
        "robustness",
        "run",
        "--study",
        toml(tmp_path, TEMPLATE, MINE, settings=settings),
        "--out",
        tmp_path / "out",
    )
    result = run(*line)
    assert result.exit_code == 0, result.stderr
    assert {row["mutator"] for row in rows(tmp_path / "out" / "mutants.jsonl")} == {
        "useless-cast",
        "new-variable",
    }
    with (tmp_path / "out" / "models.csv").open(newline="") as stream:
        lines = [(row["Model"], row["group"], row["mutator"]) for row in csv.DictReader(stream)]
    for name in ("template", "mine & yours"):
        assert {
            (name, "leaked", "useless-cast"),
            (name, "clean", "all"),
            (name, "all", "new-variable"),
        } <= {*lines}
    assert json.loads((tmp_path / "out" / "compare.json").read_bytes())["fisher"]
    groups.write_text('{"id": "Shop-2b", "group": "leaked"}\n')
    result = run(*line)
    assert result.exit_code == 1
    assert "was made with other groups (" in result.stderr
    preset = run(*line, "--preset", "robustnpr-b")
    assert preset.exit_code == 2
    assert "give either a preset or mutators" in preset.stderr

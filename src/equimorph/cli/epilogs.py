"""The examples at the end of each verb's help; the tests run all that need nothing but the demo."""

from __future__ import annotations

EXAMPLES = {
    "list": ("equimorph list",),
    "sites": (
        "equimorph sites src/main/java",
        "equimorph sites src/main/java/Parcel.java --mutator reorder-condition --why",
    ),
    "mutate": (
        "equimorph mutate src/main/java --seed 7 --out mutants.jsonl",
        "equimorph mutate src/main/java --limit-per-method 2 --show",
        "equimorph mutate src/main/java/Parcel.java --method load --fault-lines 31",
        "equimorph mutate --jsonl methods.jsonl --field code --out of_methods.jsonl",
    ),
    "rewrite": (
        "equimorph rewrite src --out mutated --seed 7 --per-method 3",
        "equimorph rewrite src --out renamed --mutator variable-renaming --share 50%",
    ),
    "invert": (
        "equimorph invert mutated --records mutated/mutations.jsonl --out restored",
        "equimorph invert mutants.jsonl --out originals.jsonl",
    ),
    "undo": (
        "equimorph undo patches.jsonl --field patch --out undone.jsonl",
        "equimorph undo patches.jsonl --hunk hunk --at-lines at --out undone.jsonl",
    ),
    "verify": (
        "equimorph verify mutants.jsonl",
        "equimorph verify mutants.jsonl --javac --classpath target/classes",
        "equimorph verify breaking.jsonl --equivalence --out kept.jsonl",
    ),
    "prove": (
        "equimorph prove mutants.jsonl --out proofs.jsonl",
        "equimorph prove mutated --original src",
    ),
    "kill": ("equimorph kill mutants.jsonl --project . --tests 'mvn -q test' -o run.jsonl",),
    "config": (
        "equimorph config",
        "equimorph config bench run --json",
    ),
    "pairs": (
        "equimorph pairs src/main/java --out pairs.jsonl --seed 7",
        "equimorph pairs src/main/java --out pairs.parquet --positives 4 --sketch",
    ),
    "defects4j": (
        "equimorph defects4j faults demo/checkout --fix demo/fix.patch",
        "equimorph defects4j mutate demo/checkout --fix demo/fix.patch -o bug.jsonl",
        "equimorph defects4j put demo/checkout bug.jsonl --line 1",
        "equimorph defects4j restore demo/checkout bug.jsonl",
        "equimorph defects4j undo demo/checkout bug.jsonl --field mutant",
        "equimorph defects4j bugs --defects4j defects4j --project Lang",
        "equimorph defects4j checkout Lang-1b Lang-1b \\\n    --defects4j defects4j --repository commons-lang",
        "equimorph defects4j checkout tqdm-1b b --bugsinpy BugsInPy --repository tqdm",
    ),
    "robustness": (
        "equimorph robustness run demo/bugs --model template --no-tests --out study",
        "equimorph robustness bugs demo/bugs --single-line --out bugs.jsonl",
        "equimorph robustness bugs demo/bugs-python --out bugs-python.jsonl",
        "equimorph robustness mutants bugs.jsonl --seed 5 --out of_bugs.jsonl",
        "equimorph robustness requests bugs.jsonl of_bugs.jsonl -o requests.jsonl",
        "equimorph robustness prompts requests.jsonl --prompt repair-diff --head 2",
        "equimorph robustness ask requests.jsonl --model copy -o answers.jsonl",
        "equimorph robustness judge --bugs bugs.jsonl --mutants of_bugs.jsonl \\\n    --answers answers.jsonl -o judged.jsonl",
        "equimorph robustness score study/judged-exact.jsonl --json score.json",
        "equimorph robustness plot score.json --out figures",
        "equimorph robustness compare \\\n    study/judged-exact.jsonl study/baseline/judged-exact.jsonl",
        "equimorph robustness augment bugs.jsonl --per-item 2 -o more.jsonl",
        "equimorph robustness train more.jsonl --out memory",
        "equimorph robustness retrain bugs.jsonl --bugs bugs.jsonl --augment 0,1",
    ),
    "leakage": (
        "equimorph leakage find -t demo/training.jsonl -b demo/bugs -o leaks.jsonl",
        "equimorph leakage find -t demo/training.jsonl -b bugs.jsonl --form canonical",
        "equimorph leakage find -t demo/training.jsonl -b bugs.jsonl --page page.html",
        "equimorph leakage summarise leaks.jsonl --summary again.json",
        "equimorph leakage pv demo/systems.json",
        "equimorph leakage pv demo/systems.json --json --out performance.json",
    ),
    "datasets": (
        "equimorph datasets mine repository --out items --preset paper",
        "equimorph datasets filter items --benchmark bugs.jsonl --out clean",
        "equimorph datasets split clean --out split --by group",
        "equimorph datasets check split --benchmark bugs.jsonl",
    ),
    "metrics": (
        "equimorph metrics score demo/pairs.jsonl -m bleu -m ed -o scored.jsonl",
        "equimorph metrics score demo/pairs.jsonl --metric chrf --tokens split",
        "equimorph metrics judge scored.jsonl --json judged.json",
        "equimorph metrics perturb demo/pairs.jsonl --how syntactic -o mutated.jsonl",
    ),
    "bench": (
        "equimorph bench sample human-eval -n 10 -o samples.jsonl \\\n    --chat http://127.0.0.1:8000/v1 --chat-model qwen",
        "equimorph bench make -p demo/problems.jsonl --preserving 0 --operator 1",
        "equimorph bench run demo/predictions.jsonl -p demo/problems.jsonl \\\n    --out ran.jsonl",
        "equimorph bench report ran.jsonl --k 1 --k 10 --table latex",
        "equimorph bench report demo/predictions.jsonl -p demo/problems.jsonl \\\n    -m codebleu",
        "equimorph bench perturb demo/problems.jsonl --seed 0 --out halves.jsonl",
    ),
    "codescore": (
        "equimorph codescore train demo/bugs --out model --steps 5 --seed 1",
        "equimorph codescore score demo/pairs.jsonl --model model --out scored.jsonl",
        "equimorph codescore sweep scored.jsonl --json threshold.json",
    ),
    "search": (
        "equimorph search guided demo/bugs --model demo/labels.py:model --budget 900",
        "equimorph search once demo/bugs --model demo/labels.py:model -o found.jsonl",
        "equimorph search page found.jsonl --out page.html",
        "equimorph search times demo/bugs --model demo/labels.py:model --mutants 0",
        "equimorph search retrain found.jsonl --steps 100 --out retrained",
        "equimorph search model-mutants --model encoder --out models",
    ),
    "report": (
        "equimorph report mutants.jsonl --html mutants.html",
        "equimorph report undone.jsonl --html undone.html --title Patches",
    ),
    "tables": (
        "equimorph tables leakage-study",
        "equimorph tables robustnpr --json --out robustnpr.json",
    ),
    "cote": (
        "equimorph cote mutate demo/descriptions.jsonl --method n",
        "equimorph cote train demo/bugs --kind retrieval --out gen",
        "equimorph cote test demo/descriptions.jsonl --generator gen -o tested.jsonl",
        "equimorph cote repair tested.jsonl --generator gen -o repaired.jsonl",
        "equimorph cote score tested.jsonl",
        "equimorph cote page tested.jsonl --out tested.html",
        "equimorph cote translate human-eval --limit 2 --generator jopy -o t.jsonl",
    ),
}
"""By verb or group of verbs; a command may use what one before it has written."""


def examples(verb: str) -> tuple[str, ...]:
    """Return the examples of a verb, such as "mutate" or "robustness run", or of a group."""
    commands = EXAMPLES[verb.partition(" ")[0]]
    return tuple(
        command
        for command in commands
        if command.startswith(f"equimorph {verb} ") or command == f"equimorph {verb}"
    )


def epilog(verb: str) -> str:
    """Return the end of the help of a verb or a group: its examples, which may be longer than a line."""
    return "\n".join(["Examples:", *(f"$ {command}" for command in examples(verb))])

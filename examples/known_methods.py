"""Does a training set contain methods of my benchmark under other names?"""

import equimorph as em
from parsers.java.syntax.tokens import tokenize

BENCHMARK = {
    "Strings.count": "static int count(String s, char c) { int n = 0; for (char d : s.toCharArray()) if (d == c) n++; return n; }",
    "Lists.sum": "int sum(List<Integer> all) { int total = 0; for (int one : all) total += one; return total; }",
}
TRAINING_SET = {
    "row 1": """static int occurrences(String text, char wanted) {
        int found = 0;  // so far
        for (char each : text.toCharArray()) if (each == wanted) found++;
        return found;
    }""",
    "row 2": "int add(List<Integer> ns) { int result = 0; for (int n : ns) result = result + n; return result; }",
    "row 3": "int sum(List<Long> all) { int total = 0; for (long one : all) total += one; return total; }",
}


def key(method: str) -> tuple[bytes, ...]:
    """Return the tokens of a method with plain names: the same for all choices of names, blanks and comments."""
    sketched = next((mutant.text for mutant in em.mutate(method, ["sketch"])), method)
    return tuple(token.text for token in tokenize(sketched.encode()))


known = {key(method): name for name, method in BENCHMARK.items()}
for row, method in TRAINING_SET.items():
    print(f"{row}: {known.get(key(method), 'not in the benchmark')}")

# A sketch goes by names alone. What is written in another way is found among the mutants of the benchmark's methods.
for name, method in BENCHMARK.items():
    variants = {key(mutant.text) for mutant in em.mutate(method, ["expression-exchange", "permute-exchange"])}
    for row in (row for row, text in TRAINING_SET.items() if key(text) in variants):
        print(f"{row}: {name}, written in another way")

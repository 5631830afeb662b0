"""Does a training set contain methods of my benchmark under other names?"""

from equimorph import leakage

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

samples = [leakage.Sample("ours", name, 1, None, text.encode()) for name, text in BENCHMARK.items()]
items = [
    leakage.Item("own", n, row, None, text.encode()) for n, (row, text) in enumerate(TRAINING_SET.items(), 1)
]

leaks = leakage.find(items, samples, forms=["text", "renamed", "canonical"])
for leak in leaks:
    print(f"{leak.train_id}: {leak.bug_id}, as a {leak.form} text")
totals = leaks.summary().data["totals"]["fixed"]
print(f"{totals['share']['percent']} % of the benchmark is in the training set")

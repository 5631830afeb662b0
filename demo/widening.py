"""A repair model as a command, for `study.toml`: it shifts a long where an int is shifted, and copies everything else."""

import json
import sys

sys.stdin.readline()
print(json.dumps({"protocol": 1, "model": "widening"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    candidates = [{"text": request["text"].replace("= 1 <<", "= 1L <<")}]
    print(json.dumps({"id": request["id"], "candidates": candidates}), flush=True)

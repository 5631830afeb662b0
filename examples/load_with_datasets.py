"""How do the pairs load in Hugging Face datasets, and are their records right? `load_with_datasets.py PAIRS.parquet`."""

import json
import sys
from collections import Counter

import datasets

import equimorph as em

[path] = sys.argv[1:]
datasets.disable_progress_bars()
# "train" is what datasets calls the whole of a single file; which rows are for training stands in the column `split`.
pairs = datasets.load_dataset("parquet", data_files=path, split="train")
for column in pairs.features.arrow_schema:
    print(f"{column.name}: {column.type}")
print("rows of each split:", dict(sorted(Counter(pairs["split"]).items())))

# Only samples that could be made; `status` and `error` describe the others.
usable = pairs.filter(lambda row: row["status"] == "ok" and row["positives"] and row["negatives"])
sample = max(usable, key=lambda row: row["tokens"])
print(f"{sample['method']}, lines {sample['start_line']} to {sample['end_line']}, {sample['tokens']} tokens")
for side in ("positives", "negatives"):
    for variant in sample[side]:
        records = [em.Mutation.from_dict(record) for record in json.loads(variant["mutations"])]
        assert em.invert(variant["text"], records) == sample["anchor"]
        made = [f"{record.mutator} {dict(record.site.params)}" for record in records]
        print(f"{side}: {'; '.join(made)}")
print("every text inverted exactly to its anchor")

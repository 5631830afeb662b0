"""Faults in CodeBLEU, its parts, and CodeBERTScore."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

SYNTAX = "tests/equimorph/metrics/test_syntax.py"
FLOW = "tests/equimorph/metrics/test_dataflow.py"
CODEBLEU = "tests/equimorph/metrics/test_codebleu.py"
BERT = "tests/equimorph/metrics/test_bert_score.py"
PACKAGE = f"{CODEBLEU}::test_numbers_of_the_package"

PATCHES = (
    Patch(
        "equimorph/metrics/syntax.py",
        "above += (form, fields[node])",
        "above += (form, 0)",
        f"{SYNTAX}::test_it_counts_which_part_a_node_is",
    ),
    Patch(
        "equimorph/metrics/syntax.py",
        "number((odd.get(node), kind, *below))",
        "number((None, kind, *below))",
        f"{SYNTAX}::test_what_tree_sitter_makes_up_or_cannot_read_is_part_of_the_form",
    ),
    Patch(
        "equimorph/metrics/syntax.py",
        "if inner == node or not node:",
        "if inner == node:",
        f"{SYNTAX}::test_two_empty_texts_match_one_alone_does_not",
    ),
    Patch(
        "equimorph/metrics/trees.py",
        "return node.type in _COMMENTS or",
        "return",
        f"{SYNTAX}::test_comments_and_docstrings_do_not_count",
    ),
    Patch(
        "equimorph/metrics/trees.py",
        'self.odd[number] = "MISSING below"',
        "pass",
        f"{SYNTAX}::test_what_tree_sitter_makes_up_or_cannot_read_is_part_of_the_form",
    ),
    Patch(
        "equimorph/metrics/dataflow.py",
        "(flows[0] & flows[1]).total()",
        "sum(flows[1][edge] for edge in flows[0])",
        f"{FLOW}::test_an_edge_of_the_candidate_matches_one_edge_only",
    ),
    Patch(
        "equimorph/metrics/flow_walk.py",
        "self.states = dict(states)",
        "self.states = states",
        f"{FLOW}::test_values_of_all_branches_flow_on",
    ),
    Patch(
        "equimorph/metrics/flow_readers.py",
        "walk.loop(walk.tree.children(node) * 2)",
        "walk.loop(walk.tree.children(node))",
        f"{FLOW}::test_what_a_loop_sets_flows_into_its_next_round",
    ),
    Patch(
        "equimorph/metrics/flow_walk.py",
        "if self._left < 0:",
        "if False:",
        f"{FLOW}::test_a_graph_has_a_limit",
    ),
    Patch(
        "equimorph/metrics/composite.py",
        "if part is not None",
        "if part",
        f"{CODEBLEU}::test_it_is_the_mean_of_its_parts",
    ),
    Patch(
        "equimorph/metrics/flow_walk.py", "if plain and kind not in named", "if kind not in named", PACKAGE
    ),
    Patch("equimorph/metrics/compat.py", "(self.dataflow or 1.0)", "self.dataflow", PACKAGE),
    Patch(
        "equimorph/metrics/compat.py",
        "_penalty(len(candidate_tokens), _TAKEN_FOR_LENGTH)",
        "_penalty(len(candidate_tokens), len(other))",
        PACKAGE,
    ),
    Patch("equimorph/metrics/compat.py", "row, column = token.end", "row, column = token.start", PACKAGE),
    Patch(
        "equimorph/metrics/bert_score.py",
        "        None\n        if score is None",
        "        0.0\n        if score is None",
        f"{BERT}::test_a_vector_without_a_direction_has_no_score",
    ),
    Patch(
        "equimorph/metrics/bert_score.py",
        "beta**2 * self.precision + self.recall",
        "self.precision + beta**2 * self.recall",
        f"{BERT}::test_precision_looks_at_the_candidate_and_recall_at_the_reference",
    ),
    Patch(
        "equimorph/metrics/bert_score.py",
        "(rows[start : start + _BLOCK] @ others.T)",
        "(rows[start : start + _BLOCK] @ others[:_BLOCK].T)",
        f"{BERT}::test_many_tokens_are_compared_in_blocks",
    ),
)

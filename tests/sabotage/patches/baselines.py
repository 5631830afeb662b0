"""Patches of the models without weights."""

from __future__ import annotations

from tests.sabotage.patch import Patch

TEMPLATE = "tests/equimorph/robustness/test_template.py"
COPYING = "tests/equimorph/robustness/test_copying.py"
EDITS = "equimorph/robustness/baselines/template_edits.py"
MODEL = "equimorph/robustness/baselines/template.py"

PATCHES = (
    Patch(
        "equimorph/robustness/baselines/copying.py",
        "Candidate(request.text)",
        "Candidate(request.text.strip())",
        f"{COPYING}::test_each_text_is_answered_as_it_is",
    ),
    Patch(
        "equimorph/robustness/baselines/__init__.py",
        "return CopyModel() if path is None else",
        "return CopyModel() if path is not None else",
        f"{COPYING}::test_a_file_for_a_model_that_reads_none_is_reported",
    ),
    Patch(
        MODEL,
        "edited not in seen",
        "edited != text",
        f"{TEMPLATE}::test_all_repairs_of_a_line",
    ),
    Patch(
        MODEL,
        "if method.fault_of(data, moved, changes) is not None:",
        "if method.fault_of(data, moved, changes) == '':",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        MODEL,
        "yield method, place[turn]",
        "yield method, place[-1 - turn]",
        f"{TEMPLATE}::test_the_first_edit_of_each_place_comes_before_the_second_of_any",
    ),
    Patch(
        MODEL,
        "except (ParseError, MutationError) as error:",
        "except ParseError as error:",
        f"{TEMPLATE}::test_a_bad_request_does_not_end_the_others",
    ),
    Patch(
        EDITS,
        "line(node.start) in lines",
        "line(node.end) in lines",
        f"{TEMPLATE}::test_only_parts_that_begin_on_a_faulty_line_are_edited",
    ),
    Patch(
        EDITS,
        '">>": (">>>", "<<")',
        '">>": ("<<",)',
        f"{TEMPLATE}::test_a_line_has_a_repair",
    ),
    Patch(
        EDITS,
        'sign != "+" or not faulty.method.types.of(above).is_string',
        "sign != ''",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        'type_.is_integral and type_.name != "char"',
        "type_.is_integral",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        'faulty.text(right) != "1" or faulty.method.types.of(node).is_string',
        'faulty.text(right) != "1"',
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        'if above is not None and above.type == "binary_expression" and sign_of(above) == "&&":',
        "if above is None:",
        f"{TEMPLATE}::test_a_line_has_a_repair",
    ),
    Patch(
        EDITS,
        "faulty.text(node)[:1].islower()",
        "faulty.text(node)[:1].isalpha()",
        f"{TEMPLATE}::test_all_repairs_of_a_line",
    ),
    Patch(
        EDITS,
        "for by in (1, -1)",
        "for by in (-1, 1)",
        f"{TEMPLATE}::test_all_repairs_of_a_line",
    ),
    Patch(
        EDITS,
        "key=lambda candidate: -candidate.node.start",
        "key=lambda candidate: candidate.node.start",
        f"{TEMPLATE}::test_variables_declared_last_come_first_and_generic_types_count",
    ),
    Patch(
        EDITS,
        "and _type_of(faulty, candidate) == wanted",
        "",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        "and not _sets(candidate, node)",
        "",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        'if node.type == "local_variable_declaration" and any(variable.references for variable in declared):',
        "if node is None:",
        f"{TEMPLATE}::test_what_cannot_be_meant_is_not_tried",
    ),
    Patch(
        EDITS,
        'end = after + (2 if data[after : after + 2] == b"\\r\\n" else 1)',
        "end = after + 1",
        f"{TEMPLATE}::test_a_dropped_statement_takes_its_line_along",
    ),
)

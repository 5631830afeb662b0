"""Patches of figures, of the steps of a study, and of the kit of pages."""

from __future__ import annotations

from tests.sabotage.patch import Patch

PLOTTING = "tests/equimorph/robustness/test_plotting.py"
DOCUMENTS = "tests/equimorph/pages/test_documents.py"

PATCHES = (
    Patch(
        "equimorph/robustness/plotting/scores.py",
        "if all(value == ALL for i, value in enumerate(cell.split) if i != at):",
        "if True:",
        f"{PLOTTING}::test_bars_have_counts_and_percentages_and_say_where_there_are_no_cases",
    ),
    Patch(
        "equimorph/pages/svg.py",
        'return escape(_UNWRITABLE.sub("\\ufffd", text))',
        "return escape(text)",
        f"{PLOTTING}::test_names_are_escaped_and_what_xml_cannot_hold_is_replaced",
    ),
    Patch(
        "equimorph/robustness/plotting/curves.py",
        "sheet.path(run, colour, dash)\n            run = []",
        "run.append((0, 0))",
        f"{PLOTTING}::test_a_curve_goes_through_all_its_points_and_stops_where_there_are_no_cases",
    ),
    Patch(
        "equimorph/pages/markup.py",
        "escape(well_formed(text))",
        "well_formed(text)",
        f"{DOCUMENTS}::test_tables_and_notes_escape_plain_text",
    ),
    Patch(
        "equimorph/pages/document.py",
        "{self.summary}\\n{sections or empty}",
        "{self.summary}\\n{sections}",
        f"{DOCUMENTS}::test_a_document_without_sections_says_so_if_it_has_the_words",
    ),
    Patch(
        "equimorph/pages/document.py",
        '"\\n".join(markdown),',
        '"".join(markdown),',
        f"{DOCUMENTS}::test_a_document_in_both_formats",
    ),
    Patch(
        "equimorph/pages/beside.py",
        "return max(map(len, texts)) <= _LONGEST",
        "return len(texts[0]) <= _LONGEST",
        f"{DOCUMENTS}::test_long_texts_are_told_by_their_length",
    ),
    Patch(
        "equimorph/pages/beside.py",
        "if new_start + number < new_end else None",
        'if new_start + number < new_end else ""',
        f"{DOCUMENTS}::test_lines_that_only_one_text_has_are_beside_nothing",
    ),
    Patch(
        "equimorph/pages/lines.py",
        "line.removeprefix(indentation)",
        "line.lstrip()",
        f"{DOCUMENTS}::test_a_member_has_the_indentation_of_its_last_line",
    ),
)

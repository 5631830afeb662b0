"""Small patches of our own code that the tests must notice."""

from __future__ import annotations

import re
from typing import NamedTuple

MODEL, BASE, LINES, UNDO = (f"tests/mutators/test_{name}.py" for name in ("model", "base", "lines", "undo"))
RENAMING, REORDER = (f"tests/mutators/test_{name}.py" for name in ("variable_renaming", "reorder_condition"))
CAST, UNUSED, NEW = (
    f"tests/mutators/test_{n}.py" for n in ("useless_cast", "unused_variable", "new_variable")
)
CHECKS, REGISTRY = (f"tests/mutators/test_{name}.py" for name in ("checks", "registry"))
INSERTION, PATCH, NAMES = (f"tests/mutators/test_{name}.py" for name in ("insertion", "patch", "names"))
SPELLING, PLACES, SYNTAX = (f"tests/parsers/java/test_{name}.py" for name in ("spelling", "places", "syntax"))
LAMBDAS = "tests/parsers/java/test_lambdas.py"
LOOP, EXPRESSION, PERMUTE, CONDITION = (
    f"tests/mutators/test_{n}_exchange.py" for n in ("loop", "expression", "permute", "condition")
)
NEGATION, REVERSAL = (f"tests/mutators/test_{name}.py" for name in ("negation", "reversal"))
OPERATOR = "tests/mutators/test_operator_mutation.py"
EQUIVALENCE = "tests/mutators/test_equivalence.py"
SKETCH = "tests/mutators/test_sketch.py"
INFERENCE, TYPES = (f"tests/parsers/java/test_{name}.py" for name in ("inference", "types"))


class Patch(NamedTuple):
    """What stands in a file, what it becomes, and the tests that must fail then; any blanks of `old` match any other."""

    path: str
    old: str
    new: str
    tests: str

    def apply(self, text: str) -> str | None:
        """The patched text, None if there is no such place."""
        words = [re.escape(word) for word in re.findall(r"\w+|[()]|[^\w\s()]+", self.old)]
        pattern = r"\s*".join(words).replace(r"\(", r"\(\s*").replace(r"\)", r",?\s*\)")
        patched, count = re.subn(pattern, lambda _: self.new, text)
        return patched if count else None


PATCHES = (
    Patch(
        "mutators/model.py",
        "other.start < one.end or other.start == one.start",
        "other.start < one.end",
        MODEL,
    ),
    Patch("mutators/model.py", "start < 0 or data[", "data[", MODEL),
    Patch("mutators/model.py", "shift += len(edit.new.encode()) -", "shift += len(edit.new) -", MODEL),
    Patch("mutators/model.py", "shift += len(new) - len(old)", "shift += len(new)", BASE),
    Patch("mutators/model.py", "if sha256(result) != after:", "if not result and after:", MODEL),
    Patch("mutators/model.py", "site=self.site.moved(by)", "site=self.site", MODEL),
    Patch("mutators/model.py", "sort_keys=True", "sort_keys=False", MODEL),
    Patch("mutators/model.py", "for edit in edits if edit.old != edit.new", "for edit in edits", MODEL),
    Patch("mutators/lines.py", "shift += grown - (edit.end - edit.start)", "shift += grown", LINES),
    Patch("mutators/lines.py", 'return "deleted"', 'return "touched"', LINES),
    Patch(
        "mutators/lines.py", "tail = common_prefix(one[head:][::-1], other[head:][::-1])", "tail = 0", LINES
    ),
    Patch("mutators/lines.py", "if edit.start > offset or", "if edit.start >= offset or", LINES),
    Patch("mutators/checks.py", "root.has_error or not all(", "not all(", CHECKS),
    Patch("mutators/checks.py", "not edit.old or edit.new in syntax.WORDS or", "not edit.old or", CHECKS),
    Patch("mutators/checks.py", "and before < 2", "and before < 1", CHECKS),
    Patch(
        "mutators/checks.py",
        'if kind == "expression" and _runs_into_neighbours',
        "if None and _runs_into_neighbours",
        CHECKS,
    ),
    Patch(
        "mutators/checks.py",
        'return pair is not None and pair.type == "parenthesized_expression"',
        "return True",
        CHECKS,
    ),
    Patch("parsers/java/classes.py", "names.update(other.name for other in more)", "pass", SKETCH),
    Patch("mutators/registry.py", ' and mutator.relation == "preserving"', "", REGISTRY),
    Patch("mutators/checks.py", "_is_boundary(root, start) and", "", BASE),
    Patch("mutators/checks.py", "and _is_boundary(root, start + length)", "", BASE),
    Patch("mutators/checks.py", "if root.has_error:", "if root.has_error and root.is_missing:", BASE),
    Patch("mutators/base.py", 'key = f"{seed}|', 'key = f"', BASE),
    Patch(
        "mutators/base.py",
        "start, end = site.start - method.start, site.end - method.start",
        "start, end = site.start, site.end",
        BASE,
    ),
    Patch("mutators/checks.py", " or left + right in _OPERATOR_PAIRS", "", BASE),
    Patch(
        "mutators/base.py",
        "edits[0].start < method.start or edits[-1].end > method.end",
        "edits[0].start < method.start",
        BASE,
    ),
    Patch("mutators/undo.py", "len(mine) != len(theirs) or ", "", UNDO),
    Patch("mutators/undo.py", "and _repeats(alignment, indices)", "and False", UNDO),
    Patch("mutators/undo.py", "if not same:", "if not same and start < 0:", UNDO),
    Patch("mutators/undo.py", "same = _node_type(patched, start, end) == before", "same = True", UNDO),
    Patch(
        "mutators/renaming.py",
        "reference.uncertain for reference",
        "reference is None for reference",
        RENAMING,
    ),
    Patch("mutators/renaming.py", 'ref.access == "label" and', 'ref.access == "none" and', RENAMING),
    Patch(
        "mutators/renaming.py",
        "names = method.scopes.names\n",
        "names = method.scopes.inherited\n",
        RENAMING,
    ),
    Patch(
        "mutators/renaming.py",
        "names |= method.scopes.inherited |",
        "names |=",
        RENAMING,
    ),
    Patch("mutators/renaming.py", "names |= method.enclosing[0].fields.keys()", "pass", RENAMING),
    Patch("mutators/renaming.py", "if any(redeclares(other, restored)", "if any(restored is None", UNDO),
    Patch(
        "mutators/renaming.py",
        "after is None or bindings(method, back) != bindings(after, ())",
        "after is None",
        UNDO,
    ),
    Patch("mutators/java/reorder_condition.py", '"<=": ">="', '"<=": ">"', REORDER),
    Patch("mutators/java/reorder_condition.py", 'f"({old})" if inner else old', "old", REORDER),
    Patch(
        "parsers/java/scopes.py",
        'kind, end = "local", parent.parent.end',
        'kind, end = "local", parent.end',
        RENAMING,
    ),
    Patch("parsers/java/bindings.py", 'parent.children[-1].type == "new"', "False", RENAMING),
    Patch("parsers/java/bindings.py", 'parent.first("super") is not None or', "", RENAMING),
    Patch("parsers/java/bindings.py", "node, parent = parent, parent.parent", "break", RENAMING),
    Patch("parsers/java/bindings.py", '"labeled_statement", "break_statement",', "", RENAMING),
    Patch(
        "parsers/java/scopes.py",
        "region, dims = (name.start, body.end)",
        "region, dims = (body.start, body.end)",
        RENAMING,
    ),
    Patch("parsers/java/scopes.py", "if frame.barrier:", "if frame is None:", RENAMING),
    Patch(
        "parsers/java/patterns.py",
        'operator.type != ("&&" if when else "||")',
        'operator.type != "&&"',
        RENAMING,
    ),
    Patch("parsers/java/patterns.py", "when = not when", "when = bool(when)", RENAMING),
    Patch("parsers/java/syntax.py", '.type in ("+", "-", "++", "--"):', '.type in ("++", "--"):', RENAMING),
    Patch("parsers/java/effect_model.py", "if a.writes & (b.reads | b.writes) or (", "if (", REORDER),
    Patch(
        "parsers/java/effect_model.py",
        "(a.writes_heap and (b.reads_heap or b.writes_heap))",
        "False",
        REORDER,
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if one.throws and other.throws:",
        "if one.throws and not other:",
        REORDER,
    ),
    Patch(
        "parsers/java/effects.py",
        "if reason is None and ordered_reads(one, other):",
        "if reason and ordered_reads(one, other):",
        REORDER,
    ),
    # useless-cast
    Patch(
        "mutators/java/useless_cast.py",
        'f"(({type_.text}) {method.node_text(node)})"',
        'f"({type_.text}) {method.node_text(node)}"',
        CAST,
    ),
    Patch("mutators/java/useless_cast.py", "if reason is not None:", "if reason is None and False:", CAST),
    Patch(
        "mutators/java/useless_cast.py",
        "None if method.spelling.holds_at(type_, node) else",
        "None if type_ else",
        CAST,
    ),
    Patch(
        "mutators/casts.py",
        "scopes.reference(node) is not None or names.bare_field(node) is not None",
        "scopes.reference(node) is not None",
        CAST,
    ),
    Patch("mutators/casts.py", 'if access_of(node) != "read":', 'if access_of(node) == "write":', CAST),
    Patch("mutators/casts.py", 'holder.type == "resource":', 'holder.type == "resources":', CAST),
    Patch(
        "mutators/casts.py",
        "if in_annotation(node):",
        "if not node:",
        CAST,
    ),
    Patch(
        "parsers/java/bindings.py",
        'reference.declaration.kind == "catch"',
        'reference.declaration.kind == "local"',
        CAST,
    ),
    Patch("mutators/casts.py", "if _has_pattern(unwrapped(node)):", "if _has_pattern(node):", CAST),
    Patch("mutators/casts.py", '(test.child("name") or test.child("pattern")) is not None', "True", CAST),
    Patch(
        "mutators/casts.py",
        "if reference is not None and reference.uncertain:",
        "if reference is None:",
        CAST,
    ),
    Patch("mutators/casts.py", "if runs != [patch.where(i) for i in known]:", "if not runs:", CAST),
    Patch("mutators/casts.py", "if i == own[1]]", "if i != own[1]]", CAST),
    Patch(
        "mutators/casts.py",
        "if any(i in own[2:-3] for i in kept) or {own[1], own[-3]} <= set(kept):",
        "if not own:",
        CAST,
    ),
    Patch("mutators/casts.py", "if patch.text(last) in _GOES_ON:", "if patch.text(last) in ():", CAST),
    Patch(
        "mutators/casts.py",
        "return node.parent is None or node.parent.type not in _HEADERS",
        "return True",
        CAST,
    ),
    Patch(
        "mutators/casts.py",
        "if [t.text for t in tokenize(spelled.text.encode())] != type_:",
        "if not type_:",
        CAST,
    ),
    Patch("parsers/java/spelling.py", 'text + "[]" * declaration.dims', "text", SPELLING),
    Patch("parsers/java/spelling.py", ' + "[]" * info.dims', "", SPELLING),
    Patch(
        "parsers/java/spelling.py",
        "if names & {*info.nested, *info.type_parameters, info.name}:",
        "if names & {*info.nested}:",
        SPELLING,
    ),
    Patch(
        "parsers/java/spelling.py",
        "if brought is None or names & brought:",
        "if brought and names & brought:",
        SPELLING,
    ),
    Patch(
        "parsers/java/spelling.py", "if brought is None or names & brought:", "if brought is None:", SPELLING
    ),
    Patch(
        "parsers/java/spelling.py",
        "return not names & self._names_inside(type_.place)",
        "return True",
        SPELLING,
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return inside",
        SPELLING,
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return own | inside",
        SPELLING,
    ),
    Patch(
        "parsers/java/written.py",
        "return type_text(parts[0], data) if len(parts) == 1 else None",
        "return type_text(parts[0], data)",
        SPELLING,
    ),
    Patch(
        "parsers/java/written.py",
        "(_WORD.match(token) and _WORD.match(text[-1:]))",
        "_WORD.match(token)",
        SPELLING,
    ),
    Patch("parsers/java/syntax.py", "inner.end = update.end", "pass", SYNTAX),
    Patch(
        "parsers/java/syntax.py",
        "if inner is outer or above is None or holder is None:",
        "if inner is not None:",
        SYNTAX,
    ),
    Patch(
        "parsers/java/syntax.py",
        "update.parent, update.field, update.start = holder, field, inner.start",
        "update.parent, update.field = holder, field",
        SYNTAX,
    ),
    Patch(
        "parsers/java/syntax.py",
        "outer.parent, outer.field, field = above, update.field, inner.field",
        "outer.field, field = update.field, inner.field",
        SYNTAX,
    ),
    # unused-variable
    Patch(
        "mutators/java/unused_variable.py",
        ' if t != "String" or method.spelling.string_at(node)]',
        "]",
        UNUSED,
    ),
    Patch("mutators/java/unused_variable.py", "renaming.taken_names(method), rng)", "(), rng)", UNUSED),
    Patch("mutators/java/unused_variable.py", '"char": "\'0\'"', '"char": "0L"', UNUSED),
    Patch("mutators/java/unused_variable.py", "renaming.unseen(found[0]) or ", "", UNUSED),
    Patch("mutators/java/unused_variable.py", " or places.obstacle(found[1])", "", UNUSED),
    Patch("mutators/java/unused_variable.py", "if use - name not in runs:", "if use in runs:", UNUSED),
    Patch(
        "mutators/java/unused_variable.py",
        "if node is not None and is_statement(node) else None",
        "if node is not None else None",
        UNUSED,
    ),
    Patch(
        "mutators/names.py",
        'style = rng.choice((*own, "first-letter", "type-name", "generic"))',
        'style = rng.choice((*own, "type-name", "generic"))',
        NAMES,
    ),
    Patch(
        "mutators/names.py",
        "for names in (first, _generic(request, rng)) for name in names if name not in taken",
        "for names in (first, _generic(request, rng)) for name in names",
        NAMES,
    ),
    Patch("parsers/java/places.py", "if is_empty_block(node): return None", "pass", PLACES),
    Patch(
        "parsers/java/places.py",
        'if node.type == "explicit_constructor_invocation":',
        'if node.type == "":',
        PLACES,
    ),
    Patch(
        "parsers/java/places.py", 'node.parent.type == "labeled_statement"', 'node.parent.type == ""', PLACES
    ),
    Patch("parsers/java/places.py", "return None if _listed(node) else", "return None if node else", PLACES),
    Patch("parsers/java/places.py", "or is_empty_block(node) or _listed(node)", "or _listed(node)", PLACES),
    Patch("mutators/insertion.py", "if rest is None or lead is None:", "if rest is None:", INSERTION),
    Patch("mutators/insertion.py", 'return "\\r\\n" if', 'return "\\n" if', INSERTION),
    Patch(
        "mutators/insertion.py",
        "None if lead.strip(_BLANKS) else lead.decode()",
        "lead.decode()",
        INSERTION,
    ),
    Patch("mutators/insertion.py", "lead + _unit(method, lead) + text", "lead + text", INSERTION),
    Patch("mutators/insertion.py", "return inner.removeprefix(outer)", 'return "    "', INSERTION),
    Patch("mutators/insertion.py", "insertion.new + edit.new", "insertion.new", INSERTION),
    Patch("mutators/insertion.py", "start, end = line, rest.end()", "pass", INSERTION),
    Patch(
        "mutators/insertion.py",
        "if lead and data[:start].endswith(lead):",
        "if lead and not data:",
        INSERTION,
    ),
    Patch("mutators/patch.py", "if i not in self._elsewhere]", "]", PATCH),
    Patch("mutators/patch.py", "if any(self.where(i) is not None for i in own[:-1]):", "if not own:", PATCH),
    Patch("mutators/patch.py", 'if before in (b"(", b"final") or', "if", PATCH),
    Patch("mutators/patch.py", 'b";", b"{", b"}", b":")', 'b";", b"{", b"}")', PATCH),
    Patch(
        "mutators/patch.py",
        "return None if method is None or method.untrusted else method",
        "return method",
        PATCH,
    ),
    Patch("mutators/patch.py", "return tokens[: last + 1]", "return tokens", PATCH),
    # new-variable
    Patch(
        "mutators/aliasing.py", "start = anchor.end if behind else anchor.start", "start = anchor.end", NEW
    ),
    Patch(
        "mutators/aliasing.py",
        'if any(ref.access in ("write", "both") for ref in declaration.references):',
        "if not uses:",
        NEW,
    ),
    Patch("mutators/aliasing.py", "if written and (len(uses) < len(later) or", "if written and (", NEW),
    Patch("mutators/aliasing.py", ' or declaration.kind == "for"):', "):", NEW),
    Patch(
        "mutators/aliasing.py",
        'final = "final " if declaration.final and _may_be_constant(method, declaration) else ""',
        'final = ""',
        NEW,
    ),
    Patch(
        "mutators/aliasing.py",
        "if declaration.final and _may_be_constant(method, declaration)",
        "if declaration.final",
        NEW,
    ),
    Patch(
        "mutators/aliasing.py",
        'return None if declaration.kind == "lambda" else f"{final}var"',
        'return f"{final}var"',
        NEW,
    ),
    Patch("mutators/aliasing.py", "if reference.uncertain or", "if", NEW),
    Patch("mutators/aliasing.py", 'or reference.access == "label"', "", NEW),
    Patch("mutators/aliasing.py", "or not is_rethrown(reference)", "or reference", NEW),
    Patch("mutators/aliasing.py", 'if s.type != "explicit_constructor_invocation"]', "]", NEW),
    Patch(
        "mutators/aliasing.py",
        "if not later and method.flow.assigned_after(declaration, sibling):",
        "if method.flow.assigned_after(declaration, sibling):",
        NEW,
    ),
    Patch(
        "mutators/aliasing.py",
        "if not later and method.flow.assigned_after(declaration, sibling):",
        "if not later:",
        NEW,
    ),
    Patch(
        "mutators/aliasing.py",
        "if statement is None or _may_differ(second, reference.declaration, statement):",
        "if statement is None:",
        NEW,
    ),
    Patch(
        "mutators/aliasing.py",
        "if again is None or self._expected(edits) != _bindings(again):",
        "if again is None:",
        NEW,
    ),
    Patch("mutators/aliasing.py", "if known is None or known.uncertain or", "if known and", NEW),
    Patch("mutators/aliasing.py", "if index not in kept:", "if index in ():", NEW),
    Patch("mutators/aliasing.py", "if first.final != second.final and (", "if first is second and (", NEW),
    Patch("mutators/aliasing.py", "if second.written and unwritable:", "if False:", NEW),
    Patch("mutators/aliasing.py", "and first.written and not self._set_as_before():", "and False:", NEW),
    Patch("mutators/casts.py", "return not word or before in", "return True or before in", CAST),
    Patch("mutators/casts.py", "if any(run != patch.where(own[1]) for run in runs):", "if not own:", CAST),
    Patch(
        "mutators/casts.py",
        "if not patch.keeps(type_node.start, reference.declaration.node.end):",
        "if not own:",
        CAST,
    ),
    Patch("parsers/java/lambdas.py", "self._counts[self._bodies.get(start, ())] > 1", "False", LAMBDAS),
    Patch("mutators/loops/for_to_while.py", "outer = loops.lasting(method, statement, names)", "pass", LOOP),
    Patch(
        "mutators/loops/for_to_while.py",
        "if outer and header.condition is not None and loops.has_pattern(header.condition):",
        "if False:",
        LOOP,
    ),
    Patch("mutators/loops/for_to_while.py", 'if j.type == "continue_statement"]', "]", LOOP),
    Patch("mutators/loops/for_to_while.py", "if hidden and jumps:", "if False:", LOOP),
    Patch("mutators/loops/for_to_while.py", "hidden, outer)", "False, outer)", LOOP),
    Patch(
        "mutators/loops/for_to_while.py",
        "if loops.declares_class_or_label(*header.update):",
        "if False:",
        LOOP,
    ),
    Patch("mutators/loops/for_to_while.py", "if not method.flow.certain(body):", "if False:", LOOP),
    Patch("mutators/loops/for_to_while.py", "if not at_end and not jumps:", "if False:", LOOP),
    Patch("mutators/loops/for_to_while.py", "if runs:", "if False:", LOOP),
    Patch(
        "mutators/loops/for_to_while.py",
        "if covers and not _harmless(method, header.update):",
        "if False:",
        LOOP,
    ),
    Patch("mutators/loops/for_to_while.py", "e.throws > Throws.NONE or", "", LOOP),
    Patch("mutators/loops/for_to_while.py", "e.reads_heap or", "", LOOP),
    Patch("mutators/loops/foreach.py", "if reason := renaming.unseen(method):", "if reason := None:", LOOP),
    Patch("mutators/loops/foreach.py", 'or reference.declaration.kind in ("field", "component")', "", LOOP),
    Patch(
        "mutators/loops/foreach.py",
        'return not any(r.access != "read" and r.node.inside(loop) for',
        "return not any(r.access is None for",
        LOOP,
    ),
    Patch("mutators/loops/foreach.py", 'if "java" in method.source.types.declared:', "if False:", LOOP),
    Patch("mutators/loops/foreach.py", 'or "<" in declared', "", LOOP),
    Patch("mutators/loops/foreach.py", "renaming.taken_names(self.method)", "set()", LOOP),
    Patch("mutators/loops/conditional.py", "if known is Condition.UNKNOWN:", "if False:", LOOP),
    Patch(
        "mutators/loops/conditional.py",
        'if any(jump.type == "continue_statement" for jump in method.flow.jumps_to(loop)):',
        "if False:",
        LOOP,
    ),
    Patch("mutators/loops/conditional.py", "if loops.has_pattern(condition):", "if False:", LOOP),
    Patch("mutators/loops/conditional.py", "if not method.flow.completes(body) or", "if", LOOP),
    Patch("mutators/loops/conditional.py", "if hinges_on_place(method, condition):", "if False:", LOOP),
    Patch("mutators/loops/conditional.py", "and not hidden:", ":", LOOP),
    Patch("mutators/insertion.py", "if comment.text.decode() not in inserted:", "if False:", LOOP),
    Patch("parsers/java/loops.py", 'or method.kind == "statements"', "", LOOP),
    Patch("parsers/java/loops.py", 'below.type not in ("catch_clause", "finally_clause")', "True", LOOP),
    Patch("parsers/java/loops.py", 'runs |= node.child("resources") is not None', "pass", LOOP),
    Patch("parsers/java/loops.py", 'covers |= node.type == "synchronized_statement"', "", LOOP),
    Patch("parsers/java/loops.py", "if own or not _is_generic(info.owner) else None", "", LOOP),
    Patch("parsers/java/loops.py", "or not method.spelling.holds_at(found, place)", "", LOOP),
    Patch("parsers/java/loops.py", "not type_.package or", "", LOOP),
    Patch(
        "parsers/java/inference.py",
        'if inner.type not in ("ternary_expression", "switch_expression"):',
        "if False:",
        INFERENCE,
    ),
    Patch("parsers/java/inference.py", "if file.certain else ()", "", INFERENCE),
    Patch("parsers/java/inference.py", "return called.name in table.INFERRED", "return False", INFERENCE),
    Patch(
        "parsers/java/inference.py",
        "return not around or called.may_be_imported",
        "return not around",
        INFERENCE,
    ),
    Patch(
        "parsers/java/inference.py",
        "return overloads is None or",
        "return overloads is not None and",
        INFERENCE,
    ),
    Patch("parsers/java/inference.py", "return self._bare and any(", "return any(", INFERENCE),
    Patch("mutators/negation.py", ".unboxed.is_integral", ".unboxed.is_numeric", NEGATION),
    Patch("mutators/negation.py", "within >= room and", "", NEGATION),
    Patch(
        "mutators/conditions.py",
        "fixed = form is not None and any(around.type in _FIXED for around in node.ancestors())",
        "fixed = False",
        CONDITION,
    ),
    Patch("mutators/conditions.py", "and method.types.of(node).is_boolean", "", CONDITION),
    Patch(
        "mutators/java/condition_exchange.py",
        "doubled and is_condition(unwrapped(node)) and hinges_on_place(method, node)",
        "False",
        CONDITION,
    ),
    Patch(
        "mutators/java/permute_exchange.py", "if hinges_on_place(method, condition):", "if False:", PERMUTE
    ),
    Patch(
        "mutators/java/permute_exchange.py",
        "if all(_declares(branch) for branch in branches):",
        "if False:",
        PERMUTE,
    ),
    Patch("mutators/permutation.py", "if no.type in _SIMPLE else", "if True else", PERMUTE),
    Patch("mutators/permutation.py", "if first.has_order_of(method, node):", "if False:", PERMUTE),
    Patch("mutators/permutation.py", "if any(made == wanted for made in", "if any(True for made in", PERMUTE),
    Patch("mutators/permutation.py", "mutator.refuse(undone, site) in (None, excused)", "True", PERMUTE),
    Patch("mutators/reversal.py", "or mutator.refuse(undone, site)", "", REVERSAL),
    Patch("mutators/reversal.py", "site.params != seed.params or", "", REVERSAL),
    Patch("mutators/reversal.py", "and _makes(mutator, undone, edits[0].start, patched, seed)", "", REVERSAL),
    Patch("mutators/reversal.py", "check_unique(alignment, region)", "", REVERSAL),
    Patch("mutators/reversal.py", "check_not_repeated(alignment, inverse)", "", REVERSAL),
    Patch("mutators/reversal.py", "Random(self._key)", "Random(0)", REVERSAL),
    Patch("mutators/undo.py", "or right != left + 1", "", REVERSAL),
    Patch("mutators/undo.py", "or theirs[mine.index(indices[0])] != first", "", REVERSAL),
    Patch(
        "mutators/model.py",
        "if found and not found[-1].new and edit.start == found[-1].end:",
        "if False:",
        MODEL,
    ),
    Patch("mutators/insertion.py", "and not edit.old", "", INSERTION),
    Patch("mutators/names.py", "for name in group if name not in taken", "for name in group", NAMES),
    Patch(
        "mutators/lines.py",
        "if not any(_INSIDE_WORD.match(self.text, at - 1) for at in match.span() if at):",
        "if True:",
        LINES,
    ),
    Patch("mutators/lines.py", "if elsewhere:", "if True:", LINES),
    Patch("mutators/lines.py", "head = min([head, *(m.start - piece.start for m in there)])", "pass", LINES),
    Patch("parsers/java/table.py", "Stack TransferQueue", "Stack Optional TransferQueue", TYPES),
    Patch("parsers/java/table.py", 'MAPS = frozenset({"Map",', 'MAPS = frozenset({"Map", "List",', TYPES),
    Patch(
        "mutators/assignments.py",
        "if sign in _SHIFTS: return promoted(type_) != type_",
        "if sign in _SHIFTS: return False",
        EXPRESSION,
    ),
    Patch(
        "mutators/assignments.py",
        "effects.writes_anything or effects.reads_volatile",
        "effects.writes_anything",
        EXPRESSION,
    ),
    Patch(
        "mutators/assignments.py", "if not known or cast != self._type", "if cast != self._type", EXPRESSION
    ),
    Patch("mutators/assignments.py", "known and self._type.name not in _NO_COMPOUND", "known", EXPRESSION),
    Patch(
        "mutators/assignments.py",
        'self._type.unboxed.is_numeric or self.operator.type == "-="',
        "True",
        EXPRESSION,
    ),
    Patch("mutators/assignments.py", "switch is None or not is_switch_value(switch)", "True", EXPRESSION),
    Patch(
        "mutators/assignments.py",
        "if _words(method, inner.children[0]) != _words(method, target):",
        "if False:",
        EXPRESSION,
    ),
    Patch(
        "parsers/java/inference.py",
        'if negated and any(result.type == "null_literal" for result in results):',
        "if False:",
        INFERENCE,
    ),
    Patch(
        "mutators/loops/conditional.py",
        'if body.type != "block" and loops.has_pattern(body):',
        "if False:",
        LOOP,
    ),
    Patch(
        "mutators/loops/for_to_while.py", 'if self.inner and body.type != "block" else', "if False else", LOOP
    ),
    Patch("parsers/java/loops.py", 'CLASS_BODIES | {"labeled_statement"}', "CLASS_BODIES", LOOP),
    Patch("mutators/operands.py", 'if change.old == "+" and not all(', "if False and not all(", OPERATOR),
    Patch("mutators/operands.py", "if change.new in _EQUALITY and not (", "if False and not (", OPERATOR),
    Patch(
        "mutators/operands.py",
        "if change.new not in _EQUALITY and not all(",
        "if False and not all(",
        OPERATOR,
    ),
    Patch("mutators/operands.py", 'if type_.name == "char":', "if False:", OPERATOR),
    Patch("mutators/operands.py", "if has_pattern(change.node):", "if False:", OPERATOR),
    Patch(
        "mutators/operands.py",
        "if method.effects.constants.may_be_constant(change.node):",
        "if False:",
        OPERATOR,
    ),
    Patch(
        "mutators/operators.py",
        "(right, binding_of(right) <= level)",
        "(right, binding_of(right) < level)",
        OPERATOR,
    ),
    Patch("mutators/operators.py", "(node, level < room_of(node))", "(node, False)", OPERATOR),
    Patch(
        "mutators/negation.py",
        'before == b"*/" or not joins',
        'before == b"*/" or True or not joins',
        OPERATOR,
    ),
    Patch("mutators/equivalence/places.py", '"!=": frozenset("<>?")', '"!=": frozenset("<>")', EQUIVALENCE),
    Patch(
        "mutators/equivalence/places.py",
        "crossed = ((above.start, above.end), *crossed)",
        "pass",
        EQUIVALENCE,
    ),
    Patch(
        "mutators/equivalence/ranges.py",
        'down |= parent.first("--") is not None',
        "down |= False",
        EQUIVALENCE,
    ),
    Patch(
        "mutators/equivalence/bits.py",
        "if own < width and found >> (own - 1):",
        "if own > width:",
        EQUIVALENCE,
    ),
    Patch("mutators/equivalence/values.py", "return one is other", "return True", EQUIVALENCE),
    Patch("mutators/equivalence/conditions.py", "if text in _AT and not", "if False and not", EQUIVALENCE),
    Patch(
        "mutators/equivalence/conditions.py",
        "if tested and guarded and _may_unbox(method, node):",
        "if False:",
        EQUIVALENCE,
    ),
    Patch("mutators/method_names.py", 'name is None or name.text != b"this" for', "True for", SKETCH),
    Patch(
        "mutators/sketching.py",
        "method.scopes.names | method.scopes.inherited",
        "method.scopes.names",
        SKETCH,
    ),
    Patch("mutators/sketching.py", 'stem = f"f_{index}"', 'stem = "f_0"', SKETCH),
    Patch(
        "mutators/sketching.py",
        "(mine.declared, *mine.own, *mine.captures)",
        "(mine.declared, *mine.own)",
        SKETCH,
    ),
    Patch("parsers/java/tokens.py", "[pP][+-]", "[eEpP][+-]", "tests/parsers/java/test_tokens.py"),
)

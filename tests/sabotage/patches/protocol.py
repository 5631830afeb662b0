"""Patches of what authors write mutators and languages with: matches, options, languages, choices, and undo by making again."""

from __future__ import annotations

from tests.sabotage.patch import Patch

BASE = "tests/mutators/test_base.py"
REVERSAL = "tests/mutators/test_reversal.py"
PERMUTE = "tests/mutators/test_permute_exchange.py"
UNUSED = "tests/mutators/test_unused_variable.py"
LANGUAGE = "tests/mutators/test_language.py"
VERIFICATION = "tests/equimorph/checking/test_verification.py"
VERBS = "tests/equimorph/bulk/test_verbs.py"
CATALOGUE = "tests/equimorph/mutants/test_catalogue.py"
CLI = "tests/equimorph/cli/test_cli.py"
OUTPUT = "tests/equimorph/contrastive/test_output.py"
MEMBERS = "tests/equimorph/contrastive/test_members.py"

PATCHES = (
    Patch(
        "mutators/base.py",
        "self._found(method).by_site.get(site) if match is None and",
        "next(iter(self._found(method).by_site.values()), None)\n        if match is None and",
        f"{UNUSED}::test_a_site_made_up_is_refused",
    ),
    Patch(
        "mutators/base.py",
        "(type(self), *self.settings.values()) if self._is_plain else",
        "type(self) if self._is_plain else",
        f"{BASE}::test_matches_are_found_once_and_kept_with_the_method",
    ),
    Patch(
        "mutators/base.py",
        "if self._is_plain else _Identity(self)",
        "",
        f"{BASE}::test_mutators_with_constructors_of_their_own_share_no_matches",
    ),
    Patch(
        "mutators/base.py",
        "if self._is_plain else _Identity(self)",
        "if False else _Identity(object())",
        f"{BASE}::test_matches_are_found_once_and_kept_with_the_method",
    ),
    Patch(
        "mutators/base.py",
        "method.memo[self._key] = found",
        "pass",
        f"{BASE}::test_matches_are_found_once_and_kept_with_the_method",
    ),
    Patch(
        "mutators/base.py",
        "if match is None and self.options and self._is_plain and site.mutator == self.name:",
        "if False:",
        f"{BASE}::test_a_site_needs_a_mutator_of_its_name_not_of_its_options",
    ),
    Patch(
        "mutators/base.py",
        "except MutationError:",
        "except KeyError:",
        f"{BASE}::test_a_site_needs_a_mutator_of_its_name_not_of_its_options",
    ),
    Patch(
        "mutators/base.py",
        "() if hopeless or method.untrusted else self.matches(method)",
        "() if hopeless else self.matches(method)",
        f"{UNUSED}::test_methods_that_cannot_be_trusted_are_left_alone",
    ),
    Patch(
        "mutators/base.py",
        "self.check_language(src)",
        "pass",
        f"{LANGUAGE}::test_a_mutator_takes_sources_of_its_language",
    ),
    Patch(
        "mutators/base.py",
        "self.options and self._is_plain and",
        "self.options and",
        f"{BASE}::test_a_subclass_with_a_constructor_refuses_sites_that_it_does_not_know",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        "tuple(dict.fromkeys(self.names))",
        "self.names",
        "tests/equimorph/mutants/test_catalogue.py::test_a_name_given_twice_counts_once",
    ),
    Patch("mutators/base.py", "fault is not None", "False", f"{LANGUAGE}::test_a_faulty_mutator_is_caught"),
    Patch(
        "mutators/java/match.py",
        "JAVA.spaced(data, node.start, node.end, new)",
        "new",
        f"{BASE}::test_example",
    ),
    Patch(
        "mutators/options.py",
        "if len(given) > len(declared):",
        "if False:",
        f"{BASE}::test_options_are_checked",
    ),
    Patch(
        "mutators/options.py",
        "if option in values: raise",
        "if False:\n            raise",
        f"{BASE}::test_options_are_checked",
    ),
    Patch(
        "mutators/options.py",
        "if not isinstance(value, Iterable):",
        "if False:",
        f"{BASE}::test_options_are_checked",
    ),
    Patch("mutators/options.py", "if len(words) != 1:", "if not words:", f"{BASE}::test_options_are_checked"),
    Patch(
        "mutators/options.py",
        "tuple(dict.fromkeys(value))",
        "tuple(value)",
        f"{BASE}::test_options_are_attributes",
    ),
    Patch(
        "mutators/options.py",
        "self.values if self.many else self.values[0]",
        "self.values[:1] if self.many else self.values[0]",
        f"{BASE}::test_options_are_attributes",
    ),
    Patch(
        "mutators/options.py",
        "if self.param is None or self.param not in params:",
        "if True:",
        f"{BASE}::test_a_site_needs_a_mutator_of_its_name_not_of_its_options",
    ),
    Patch(
        "mutators/registry.py",
        "if language in (None, entry.language)",
        "if language is not None or entry",
        f"{LANGUAGE}::test_defaults_are_those_of_the_language",
    ),
    Patch(
        "parsers/language.py",
        "or _known.get(language.name, language) is not language:",
        ":",
        f"{LANGUAGE}::test_languages_by_name",
    ),
    Patch(
        "parsers/language.py", "if language.name in _BUILT_IN or", "if", f"{LANGUAGE}::test_languages_by_name"
    ),
    Patch(
        "parsers/language.py",
        "if suffix in language.suffixes:",
        "if not suffix:",
        f"{LANGUAGE}::test_defaults_are_those_of_the_language",
    ),
    Patch(
        "parsers/language.py",
        "if start and self.joins(",
        "if not start and self.joins(",
        f"{BASE}::test_replacement_keeps_tokens_apart",
    ),
    Patch(
        "parsers/language.py",
        "if self.joins(encoded[-1:], data[end : end + 1]):",
        "if not data:",
        f"{BASE}::test_replacement_keeps_tokens_apart",
    ),
    Patch(
        "parsers/source.py",
        "(found.start, found.end) == (start, end)",
        "found",
        f"{MEMBERS}::test_a_text_that_is_no_member_any_more_is_none",
    ),
    Patch(
        "parsers/source.py",
        "lines=self.lines.replaced(start, method.end, data)",
        "lines=self.lines",
        f"{MEMBERS}::test_a_mutated_member_is_as_if_read_anew",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        "if not any(option.name == name for mutator in chosen for option in mutator.options):",
        "if not chosen:",
        f"{CLI}::test_what_is_not_understood_ends_with_2",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        "return type(mutator)(**arguments) if arguments else mutator",
        "return mutator",
        f"{CLI}::test_mutators_and_their_options_are_chosen",
    ),
    Patch(
        "mutators/undo/remake.py",
        "if not parses(patched):",
        "if False:",
        f"{REVERSAL}::test_a_text_that_does_not_parse_must_keep_the_whole_stretch",
    ),
    Patch(
        "mutators/undo/remake.py",
        "if not _makes(mutator, first, mutation.edits[0].start, made, seed):",
        "if not made:",
        f"{REVERSAL}::test_a_member_alone_that_tells_less_than_its_file_must_keep_the_whole_stretch",
    ),
    Patch(
        "mutators/undo/remake.py",
        "for before in (True, False):",
        "for before in (True,):",
        f"{REVERSAL}::test_what_was_deleted_goes_before_what_follows_or_behind_what_it_followed",
    ),
    Patch(
        "mutators/undo/remake.py",
        "for before in (True, False):",
        "for before in (False,):",
        f"{REVERSAL}::test_what_was_deleted_goes_before_what_follows_or_behind_what_it_followed",
    ),
    Patch(
        "mutators/undo/remake.py",
        "except EditConflict: conflict = other",
        "except EditConflict:\n            raise",
        f"{REVERSAL}::test_edits_that_meet_in_the_patched_text_are_a_conflict",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "check_unique(alignment, region)",
        "",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "_refuse_others(folder, _OWN)",
        "pass",
        f"{OUTPUT}::test_a_folder_of_somebody_else_is_not_removed",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "is None: return",
        "is None:\n                continue",
        f"{OUTPUT}::test_a_part_that_is_gone_or_damaged_is_made_again",
    ),
    Patch(
        "equimorph/runs/partial.py",
        "(work / manifest).unlink(missing_ok=True)",
        "pass",
        f"{OUTPUT}::test_what_an_end_in_the_last_step_leaves_is_no_unfinished_run",
    ),
    Patch(
        "equimorph/runs/partial.py",
        "if restart or not (work / manifest).exists():",
        "if not (work / manifest).exists():",
        f"{OUTPUT}::test_restart_begins_anew",
    ),
    Patch(
        "equimorph/contrastive/output.py",
        "receipt(run.job, part).unlink(missing_ok=True)",
        "pass",
        f"{OUTPUT}::test_parts_behind_one_that_is_gone_are_not_done_any_more",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        "[m.name, m.version, plain(_state(m))]",
        "[m.name, m.version]",
        f"{CATALOGUE}::test_versions_differ_with_options",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        '{name: tuple(values) for name, values in data["options"].items()}',
        "{}",
        f"{CATALOGUE}::test_a_choice_is_plain_data_and_back",
    ),
    Patch(
        "equimorph/contrastive/output.py",
        'seen.add(map(bytes.fromhex, done.notes["seen"]))',
        "pass",
        f"{OUTPUT}::test_a_killed_run_goes_on_without_a_trace",
    ),
    Patch(
        "equimorph/contrastive/output.py",
        "maker.counts.clear()",
        "pass",
        f"{OUTPUT}::test_rows_are_those_of_the_function",
    ),
    Patch(
        "equimorph/contrastive/deduplication.py",
        "kept, clashes if again else set()",
        "kept, set()",
        f"{VERBS}::test_a_method_that_came_as_a_variant_has_its_file_drawn_again",
    ),
    Patch(
        "equimorph/contrastive/deduplication.py",
        "again = again or bool(hits) or",
        "again = again or",
        f"{VERBS}::test_a_method_that_came_as_a_variant_has_its_file_drawn_again",
    ),
    Patch(
        "equimorph/contrastive/deduplication.py",
        'self._seen.add(map(bytes.fromhex, outcome["own"]))',
        "pass",
        f"{VERBS}::test_a_method_that_came_as_a_variant_has_its_file_drawn_again",
    ),
    Patch(
        "equimorph/rows/row.py",
        "found.check() except",
        "pass\n    except",
        f"{VERIFICATION}::test_bad_rows_fail_and_the_others_are_checked",
    ),
    Patch(
        "equimorph/rows/row.py",
        "return CheckedLine(found, error)",
        "return CheckedLine(None, error)",
        f"{VERIFICATION}::test_bad_rows_fail_and_the_others_are_checked",
    ),
)

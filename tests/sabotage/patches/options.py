"""Patches of declared options: their words, the check of values, and what a verb gets of the command line."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CORE, VERBS = "tests/equimorph/runs/test_declared.py", "tests/equimorph/cli/test_declared.py"
_CORE, _VERBS = "equimorph/runs/declared.py", "equimorph/cli/declared.py"

PATCHES = (
    Patch(
        _CORE,
        "for base in reversed(cls.__mro__)",
        "for base in (cls,)",
        f"{CORE}::test_a_subclass_has_the_words_of_its_base",
    ),
    Patch(_CORE, "isinstance(one, bool) or", "", f"{CORE}::test_values_out_of_range_are_refused"),
    Patch(
        _CORE,
        "all(lower <= one <= upper for one in values)",
        "not any(one < lower or one > upper for one in values)",
        f"{CORE}::test_values_out_of_range_are_refused",
    ),
    Patch(
        _VERBS,
        "names[names.index(after) + 1 :] if after in shown else []",
        "[]",
        f"{VERBS}::test_the_help_is_that_of_the_fields_in_their_order",
    ),
    Patch(
        _VERBS,
        "if given is None: return one.default",
        "if given is None: return None",
        f"{VERBS}::test_what_is_not_given_has_the_default_of_its_class",
    ),
    Patch(
        _VERBS,
        "return partial(self._made, **values) if self.later else self._made(**values)",
        "return self._made(**values)",
        f"{VERBS}::test_the_fields_of_a_dataclass_may_be_given_by_the_verb",
    ),
    Patch(
        _VERBS,
        "typer.Argument(**given) if option.argument else",
        "",
        f"{VERBS}::test_an_argument_has_a_place_and_no_flag",
    ),
    Patch(
        _VERBS,
        "reported(*sessions) if sessions else nullcontext()",
        "nullcontext()",
        f"{VERBS}::test_a_session_is_quiet_and_reports_the_errors_of_the_verb",
    ),
    Patch(
        _VERBS,
        "except (ValueError, MutationError) as error:",
        "except ZeroDivisionError as error:",
        f"{VERBS}::test_what_the_class_or_a_parser_refuses_is_a_usage_error",
    ),
    Patch(
        _VERBS,
        "return Taken(without=self._without, **self._anew)",
        "return Taken()",
        f"{VERBS}::test_a_verb_takes_some_of_the_fields_or_others_than_declared",
    ),
    Patch(
        _VERBS,
        "if self.absent and all(",
        "if self.absent and not all(",
        f"{VERBS}::test_none_of_the_options_may_be_no_dataclass",
    ),
    Patch(
        _CORE,
        "many = option.text is None and",
        "many =",
        f"{VERBS}::test_several_values_may_be_one_text",
    ),
    Patch(
        _VERBS,
        "default is not MISSING and (one.many or",
        "(one.many or",
        f"{VERBS}::test_an_option_with_several_values_may_be_required",
    ),
    Patch(
        _VERBS,
        "_put(_parameter(name, option), option.option.after, shown)",
        "_put(_parameter(name, option), '', shown)",
        f"{VERBS}::test_an_option_of_the_verb_itself_may_follow_one_of_a_dataclass",
    ),
)

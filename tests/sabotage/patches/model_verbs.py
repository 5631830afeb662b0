"""Faults of the verbs that ask language models."""

from __future__ import annotations

from tests.sabotage.patch import Patch

VERBS = "tests/equimorph/models/chat/test_chat_verbs.py"
ESTIMATE = "tests/equimorph/models/chat/test_estimate.py"
PROGRAMS = "tests/equimorph/answers/test_programs.py"
PROMPTED = "tests/equimorph/search/test_prompted.py"
OUTPUTS = "equimorph/cote/outputs.py"

PATCHES = (
    Patch(
        "equimorph/search/outputs.py",
        "except BudgetSpent:",
        "except KeyboardInterrupt:",
        f"{PROMPTED}::test_a_spent_budget_ends_the_search_and_is_no_error_of_a_text",
    ),
    Patch(
        "equimorph/cli/search/options.py",
        "session.note(spent)",
        "pass",
        f"{VERBS}::test_a_search_asks_a_chat_server",
    ),
    Patch(
        "equimorph/models/asking.py",
        "model.connections or (",
        "(",
        f"{VERBS}::test_connections_are_as_many_as_concurrency_says",
    ),
    Patch(
        "equimorph/models/options.py",
        "self.url is None and chat is None",
        "self.url is None",
        f"{VERBS}::test_one_option_names_the_key_of_a_url_and_of_a_chat_server",
    ),
    Patch(
        "equimorph/models/chat/options.py",
        "found |= data",
        "found = data",
        f"{VERBS}::test_fields_of_a_body_are_given_as_json",
    ),
    Patch(
        "equimorph/models/chat/budget.py",
        "if self.estimated:",
        "if False:",
        f"{VERBS}::test_the_tokens_of_a_run_are_said",
    ),
    Patch(
        "equimorph/models/chat/estimate.py",
        "self._candidates += request.k",
        "self._candidates += 1",
        f"{ESTIMATE}::test_with_tiktoken_tokens_are_counted",
    ),
    Patch(
        "equimorph/models/chat/estimate.py",
        'text + (self._system or "")',
        "text",
        f"{ESTIMATE}::test_without_tiktoken_characters_are_counted",
    ),
    Patch(
        "equimorph/models/chat/estimate.py",
        "    except KeyError:  # the model is not one of its own\n        return None\n",
        "",
        f"{ESTIMATE}::test_an_encoding_that_is_not_there_is_done_without",
    ),
    Patch(
        "equimorph/cli/robustness/prompts.py",
        "system = system_message(options.system)",
        "system = None",
        f"{VERBS}::test_what_is_shown_is_what_is_sent",
    ),
    Patch(
        OUTPUTS,
        "Output(program_in(first.text, language), first.score)",
        "Output(first.text, first.score)",
        f"{VERBS}::test_a_generator_may_be_a_chat_server",
    ),
    Patch(
        OUTPUTS,
        'first.finish_reason == "length"',
        "False",
        f"{VERBS}::test_a_program_that_was_cut_off_is_not_compared",
    ),
    Patch(
        "equimorph/answers/programs.py",
        "max(fitting, key=len)",
        "fitting[0]",
        f"{PROGRAMS}::test_the_program_is_the_longest_fitting_block",
    ),
    Patch(
        "equimorph/answers/programs.py",
        "without_thinking(reply)",
        "reply",
        f"{PROGRAMS}::test_the_program_is_the_longest_fitting_block",
    ),
    Patch(
        "equimorph/bench/sampling.py",
        ", language=problem.lang)",
        ")",
        f"{VERBS}::test_samples_of_a_chat_server_are_predictions_of_the_bench",
    ),
    Patch(
        "equimorph/search/prompted.py",
        "text.strip()",
        "text",
        f"{PROMPTED}::test_outputs_are_replies_without_blanks_each_text_once",
    ),
    Patch(
        "equimorph/search/prompted.py",
        "raise ModelError(answer.error, at)",
        "raise ModelError(answer.error, 0)",
        f"{PROMPTED}::test_a_text_without_a_reply_is_an_error_with_its_index",
    ),
    Patch(
        "equimorph/models/notebooks.py",
        '"IPKernelApp" in shell.config',
        "True",
        "tests/equimorph/models/test_notebooks.py::test_a_terminal_shows_nothing",
    ),
)

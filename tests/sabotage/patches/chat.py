"""Faults of chat models."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CHAT = "tests/equimorph/models/chat/test_chat.py"
PROMPTS = "tests/equimorph/models/chat/test_prompts.py"
REQUESTS = "tests/equimorph/robustness/test_requests.py"
SERVERS = "tests/equimorph/models/chat/test_servers.py"
CLIENT = "equimorph/models/chat/client.py"
MODEL = "equimorph/models/chat/model.py"

SAMPLING = "tests/equimorph/models/test_sampling.py"

KEEPING = "tests/equimorph/models/chat/test_keeping.py"
STUDY = "tests/equimorph/robustness/test_study_models.py"

PATCHES = (
    Patch(
        "equimorph/models/exchange.py",
        "return data if math.isfinite(data) else None",
        "return data",
        f"{CHAT}::test_numbers_that_json_lacks_are_null",
    ),
    Patch(CLIENT, "if has_proxy else", "if False else", f"{CHAT}::test_a_proxy_that_is_down_is_named"),
    Patch(
        "equimorph/robustness/examples.py",
        "reversed(order[: self._number])",
        "order[: self._number]",
        "tests/equimorph/robustness/test_retraining.py::test_another_model_learns_from_the_nearest_pairs_in_its_requests",
    ),
    Patch(CLIENT, "and self._lost >= _LOST", "", f"{CHAT}::test_a_server_that_is_down_ends_the_run"),
    Patch(
        CLIENT, "self._lost += 1\n", "self._lost = 1\n", f"{CHAT}::test_a_server_that_is_down_ends_the_run"
    ),
    Patch(
        CLIENT,
        " or is_of_account(refusal)",
        "",
        f"{CHAT}::test_an_account_without_money_ends_the_run_at_once",
    ),
    Patch(
        "equimorph/models/asking.py",
        "if left and model.has_budget:",
        "if False:",
        f"{KEEPING}::test_a_budget_counts_what_earlier_calls_paid",
    ),
    Patch(
        MODEL,
        "self.has_budget and self._first(body, draw)",
        "self.has_budget",
        f"{CHAT}::test_what_is_cached_costs_nothing",
    ),
    Patch(
        "equimorph/robustness/study/options.py",
        "return path if base is None else",
        "return path if True else",
        f"{STUDY}::test_any_working_folder_continues_a_study_of_a_file",
    ),
    Patch(
        MODEL,
        "None if kept is None or not candidates(kept.data) else kept",
        "kept",
        f"{CHAT}::test_a_broken_file_of_the_cache_is_made_again",
    ),
    Patch(
        CLIENT,
        '"CERTIFICATE_VERIFY_FAILED" in words',
        "False",
        f"{SERVERS}::test_a_certificate_that_nobody_vouches_for_ends_the_run_at_once",
    ),
    Patch(
        CLIENT,
        "            self._free.append(self._connect())\n",
        "",
        f"{SERVERS}::test_an_environment_that_allows_no_connection_is_an_error_at_once",
    ),
    Patch(
        "equimorph/models/chat/options.py",
        "if name in extra:",
        "if False:",
        f"{CHAT}::test_wrong_options_are_errors",
    ),
    Patch(
        "equimorph/models/sampling.py",
        "getattr(options, field.name) != field.default",
        "False",
        f"{SAMPLING}::test_options_that_nothing_uses_are_errors",
    ),
    Patch(
        "equimorph/models/sampling.py",
        "        check_values(self, CannotRun)\n",
        "",
        f"{SAMPLING}::test_a_value_out_of_its_range_is_an_error",
    ),
    Patch(
        "equimorph/models/chat/options.py",
        "{field.name for field in fields(self)} - shared",
        "shared",
        f"{CHAT}::test_options_of_a_chat_without_a_server_are_errors",
    ),
    Patch(
        CLIENT,
        "with self._places:",
        "if True:",
        f"{CHAT}::test_who_waits_for_a_connection_is_not_late",
    ),
    Patch(
        CLIENT,
        '" ".join(self._plain(text).split())[:_EXCERPT]',
        'self._plain(" ".join(text.split())[:_EXCERPT])',
        f"{CHAT}::test_a_key_at_the_end_of_a_long_message_is_hidden_before_the_message_is_cut",
    ),
    Patch(
        MODEL,
        "with self._turn(sent, draw):",
        "if True:",
        f"{CHAT}::test_of_equal_requests_at_once_one_is_paid",
    ),
    Patch(
        MODEL,
        "self.stop()\n                pool",
        "pool",
        f"{CHAT}::test_an_error_of_one_request_ends_the_retries_of_the_others",
    ),
    Patch(CLIENT, "*range(500, 600)", "500", f"{CHAT}::test_a_status_that_may_pass_is_tried_again"),
    Patch(
        CLIENT,
        "return max(0.0, seconds) if",
        "return 0.0 if",
        f"{CHAT}::test_the_pause_that_a_server_asks_for_is_kept",
    ),
    Patch(
        CLIENT,
        "date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)",
        "datetime.now(UTC) - date.replace(tzinfo=date.tzinfo or UTC)",
        f"{CHAT}::test_the_pause_that_a_server_asks_for_is_kept",
    ),
    Patch(CLIENT, "2 ** (state.attempt_number - 1)", "1", f"{CHAT}::test_pauses_grow_and_have_jitter"),
    Patch(
        CLIENT,
        "late = time.monotonic() > end",
        "late = False",
        f"{CHAT}::test_a_slow_reply_and_one_in_slow_pieces_are_late",
    ),
    Patch(CLIENT, "text.replace(key, _HIDDEN)", "text", f"{CHAT}::test_the_key_is_sent_and_shown_nowhere"),
    Patch(
        "equimorph/models/exchange.py",
        'text.replace(secret, "***")',
        "text",
        f"{CHAT}::test_the_key_is_sent_and_shown_nowhere",
    ),
    Patch(
        MODEL,
        "if refused or choices < wanted:",
        "if refused:",
        f"{CHAT}::test_a_server_that_ignores_n_is_asked_for_the_rest",
    ),
    Patch(
        MODEL,
        "frozenset({400, ",
        "frozenset({",
        f"{CHAT}::test_a_server_without_n_is_asked_k_times_and_that_is_found_out_once",
    ),
    Patch(
        MODEL,
        "wanted = 1  # an earlier",
        "pass  # an earlier",
        f"{CHAT}::test_the_cache_answers_the_same_requests_with_the_same_rows",
    ),
    Patch(
        MODEL,
        '{**body, "seed": seed + draw}',
        '{**body, "seed": seed}',
        f"{CHAT}::test_a_server_without_n_is_asked_k_times_and_that_is_found_out_once",
    ),
    Patch(
        MODEL,
        "candidates(data)\n        return Reply",
        "return Reply",
        f"{CHAT}::test_failures_are_not_cached",
    ),
    Patch(
        MODEL,
        "        self.budget.check()\n",
        "",
        f"{CHAT}::test_the_budget_of_tokens_ends_the_run_before_the_next_request",
    ),
    Patch(
        CLIENT,
        "if 400 <= status < 500 and is_of_one_request(refusal):",
        "if False:",
        f"{SERVERS}::test_a_request_that_is_too_long_is_an_error_of_its_row_and_others_are_answered",
    ),
    Patch(
        CLIENT,
        "self._free.append(http)",
        "http.close()",
        f"{CHAT}::test_connections_are_kept_for_the_next_requests",
    ),
    Patch(
        CLIENT,
        "if is_of_n(refusal) or",
        "if False or",
        f"{SERVERS}::test_a_server_that_refuses_n_is_asked_for_single_candidates_at_once",
    ),
    Patch(
        CLIENT,
        "409, 424, 425",
        "409, 425",
        f"{SERVERS}::test_text_generation_inference_fails_for_a_while",
    ),
    Patch(
        MODEL,
        "refused = True",
        "self._has_n = False",
        f"{SERVERS}::test_a_refusal_for_another_reason_does_not_take_n_from_the_server",
    ),
    Patch(
        "equimorph/models/chat/replies.py",
        "_REASONS.get(reason, reason)",
        "reason",
        f"{SERVERS}::test_reasons_have_the_names_of_the_interface",
    ),
    Patch(
        "equimorph/models/chat/replies.py",
        "if entry.finish_reason in _FAILURES",
        "if entry.finish_reason in ()",
        f"{SERVERS}::test_a_choice_that_the_server_broke_off_is_no_answer",
    ),
    Patch(
        "equimorph/models/chat/replies.py",
        'or _text(message.get("reasoning"))',
        "",
        f"{SERVERS}::test_reasoning_is_no_part_of_the_text_and_counts_as_tokens",
    ),
    Patch(
        "equimorph/models/chat/budget.py",
        "prompts * options.price_in + replies * options.price_out",
        "self.tokens * options.price_in",
        f"{CHAT}::test_the_budget_of_money_counts_by_the_prices",
    ),
    Patch(
        "equimorph/models/chat/cache.py",
        "[self.base, body, draw]",
        "[self.base, draw]",
        f"{CHAT}::test_the_cache_answers_the_same_requests_with_the_same_rows",
    ),
    Patch(
        "equimorph/models/chat/prompts.py",
        "ImmutableSandboxedEnvironment",
        "SandboxedEnvironment",
        f"{PROMPTS}::test_a_template_reaches_nothing_else",
    ),
    Patch(
        "equimorph/models/chat/prompts.py",
        'line.removesuffix("\\r")',
        "line",
        f"{PROMPTS}::test_a_mark_is_before_the_end_of_a_line_of_windows",
    ),
    Patch(
        "equimorph/models/chat/prompts.py",
        '"failing_tests": list(request.failing_tests)',
        '"failing_tests": []',
        f"{PROMPTS}::test_a_built_in_prompt_has_the_method",
    ),
    Patch(
        "equimorph/robustness/requests.py",
        "tuple(original.bug.tests or ()) if with_tests else ()",
        "tuple(original.bug.tests or ())",
        f"{REQUESTS}::test_a_request_and_its_prompts_show_nothing_of_fix_original_or_mutation",
    ),
    Patch(
        "equimorph/robustness/requests.py",
        "failing_tests=tests",
        "failing_tests=(str(case.bug.fixed),) if tests else ()",
        f"{REQUESTS}::test_a_request_and_its_prompts_show_nothing_of_fix_original_or_mutation",
    ),
    Patch(
        "equimorph/cote/outputs.py",
        "language=language",
        "",
        "tests/equimorph/cote/test_testing.py::test_a_request_has_the_language_of_the_program_to_write",
    ),
    Patch(
        "equimorph/models/chat/prompts.py",
        "if number in faulty",
        "if number - 1 in faulty",
        f"{PROMPTS}::test_the_names_of_a_template",
    ),
)

"""Faults of local models."""

from __future__ import annotations

from tests.sabotage.patch import Patch

LOCAL = "tests/equimorph/models/local/test_local.py"
FOLDER = "tests/equimorph/models/local/test_folder.py"
DRAWING = "tests/equimorph/models/local/test_drawing.py"
GENERATING = "equimorph/models/local/generating.py"
MODEL = "equimorph/models/local/model.py"

PATCHES = (
    Patch(
        GENERATING,
        "return [*[self._pad] * padding, *tokens], [0] * padding + [1] * len(tokens)",
        "return [*tokens, *[self._pad] * padding], [1] * len(tokens) + [0] * padding",
        f"{LOCAL}::test_a_candidate_is_the_same_alone_and_in_any_batch",
    ),
    Patch(
        GENERATING,
        "[0] * padding + [1] * len(tokens)",
        "[1] * padding + [1] * len(tokens)",
        f"{LOCAL}::test_a_candidate_is_the_same_alone_and_in_any_batch",
    ),
    Patch(
        GENERATING,
        'sorted(info["missing_keys"])',
        "sorted(())",
        f"{FOLDER}::test_weights_that_lack_tensors_end_the_run",
    ),
    Patch(
        GENERATING,
        '"trust_remote_code": False',
        '"trust_remote_code": True',
        f"{FOLDER}::test_code_in_the_folder_is_not_run",
    ),
    Patch(
        GENERATING,
        '"num_beams": 1, ',
        "",
        f"{LOCAL}::test_a_low_temperature_and_top_k_of_1_are_greedy",
    ),
    Patch(
        GENERATING,
        "row[self._start :]",
        "row",
        f"{LOCAL}::test_a_candidate_ends_before_a_stop_text_and_is_not_generated_further",
    ),
    Patch(
        GENERATING,
        "any(stop in text for stop in stops)",
        "False",
        f"{LOCAL}::test_a_candidate_ends_before_a_stop_text_and_is_not_generated_further",
    ),
    Patch(
        GENERATING,
        "text[: min(cuts, default=len(text))]",
        "text",
        f"{LOCAL}::test_a_candidate_ends_before_a_stop_text_and_is_not_generated_further",
    ),
    Patch(
        GENERATING,
        "for text in options.stop if text in added",
        "for text in () if text in added",
        f"{LOCAL}::test_a_stop_text_that_is_a_token_of_its_own",
    ),
    Patch(
        GENERATING,
        '"stop" if cuts or end is not None else "length"',
        '"stop"',
        f"{LOCAL}::test_a_candidate_that_is_cut_off_says_so",
    ),
    Patch(
        GENERATING,
        "len(tokens) > self.positions or room < 1",
        "False",
        f"{LOCAL}::test_a_prompt_longer_than_the_context_is_an_error_of_its_row",
    ),
    Patch(
        GENERATING,
        "return min(wanted, room)",
        "return wanted",
        f"{LOCAL}::test_a_prompt_longer_than_the_context_is_an_error_of_its_row",
    ),
    Patch(
        GENERATING,
        "while not self._seq2seq and tokens and",
        "while False and",
        f"{LOCAL}::test_an_end_that_the_tokenizer_puts_after_a_prompt_is_left_out",
    ),
    Patch(
        GENERATING,
        "or not self._tokenizer.chat_template",
        "or True",
        f"{LOCAL}::test_the_chat_template_of_the_tokenizer_is_used",
    ),
    Patch(
        GENERATING,
        "every = self._stopped()",
        "every = False",
        f"{LOCAL}::test_a_stop_in_the_middle_ends_the_generation",
    ),
    Patch(
        "equimorph/models/local/drawing.py",
        "manual_seed(seed)",
        "manual_seed(seeds[0])",
        f"{DRAWING}::test_a_row_is_drawn_by_its_seed_alone",
    ),
    Patch(
        "equimorph/models/local/drawing.py",
        "before = ordered.cumsum(dim=-1) - ordered",
        "before = ordered.cumsum(dim=-1)",
        f"{DRAWING}::test_probabilities",
    ),
    Patch(
        MODEL,
        "seed_of(seed, request.id, number)",
        "seed + number",
        f"{LOCAL}::test_draws_depend_on_the_seed_and_the_request",
    ),
    Patch(
        MODEL,
        "entry[1].limit == drafts[0][1].limit",
        "entry[1].limit",
        f"{LOCAL}::test_prompts_with_little_room_share_no_batch_with_others",
    ),
    Patch(MODEL, "in drafts[:size] if", "in drafts if", f"{LOCAL}::test_what_threads_ask_at_once_is_a_batch"),
    Patch(
        MODEL,
        "if len(batch) > 1:",
        "if len(batch) > 99:",
        f"{LOCAL}::test_a_batch_that_fails_is_halved_until_the_row_is_known",
    ),
    Patch(
        MODEL,
        "request.k > 1 and not self.options.temperature",
        "False",
        f"{LOCAL}::test_several_candidates_need_draws",
    ),
    Patch(
        "equimorph/models/local/folder.py",
        '".json", ".safetensors", ',
        '".json", ',
        f"{LOCAL}::test_the_identity_is_that_of_the_contents",
    ),
    Patch(
        "equimorph/models/local/folder.py",
        "if not self._has_tokenizer():",
        "if False:",
        f"{FOLDER}::test_a_missing_or_damaged_tokenizer_is_an_error",
    ),
)

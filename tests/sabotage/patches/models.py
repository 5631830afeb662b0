"""Patches of what asks models: `equimorph.models` and `equimorph.models.asking`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

COMMANDS = "tests/equimorph/models/test_commands.py"
CALLABLES = "tests/equimorph/models/test_callables.py"
URLS = "tests/equimorph/models/test_urls.py"
FILES = "tests/equimorph/models/test_answer_files.py"
ASKING = "tests/equimorph/models/test_asking.py"

STREAMING = "tests/equimorph/models/test_streaming.py"

PATCHES = (
    Patch(
        "equimorph/models/streaming.py",
        "self._early.setdefault(answer.id, replace(answer, model=self._name))",
        "self._early.setdefault(self._open[0].id, replace(answer, id=self._open[0].id, model=self._name))",
        f"{STREAMING}::test_a_model_takes_its_batches_and_answers_come_in_order",
    ),
    Patch(
        "equimorph/models/streaming.py",
        "                yield self._connection.ask(request)\n",
        "                yield self._failed(request.id, described(raised))\n",
        f"{STREAMING}::test_a_batch_that_raises_loses_only_the_request_that_raises_by_itself",
    ),
    Patch(
        "equimorph/models/streaming.py",
        "head.k != k",
        "False",
        f"{STREAMING}::test_each_call_has_one_k",
    ),
    Patch(
        "equimorph/models/asking.py",
        "yield 1, ()",
        "yield 1, (Failure(record.number, place, bare=place),) if one.error else ()",
        f"{ASKING}::test_answers_with_an_error_do_not_stop_a_chain_of_commands",
    ),
    Patch(
        "equimorph/models/exchange.py",
        'data.get("id") != request.id',
        "False",
        f"{COMMANDS}::test_noise_is_an_error_with_its_line",
    ),
    Patch(
        "equimorph/models/commands.py",
        "worn = self._answers > 0",
        "worn = False",
        f"{COMMANDS}::test_a_command_that_answers_once_is_started_for_each_request",
    ),
    Patch(
        "equimorph/models/commands.py",
        "if rest := self._process.rest():",
        "if rest := b'':",
        f"{COMMANDS}::test_a_second_answer_is_noise",
    ),
    Patch(
        "equimorph/models/processes.py",
        "os.killpg(self._popen.pid, signal.SIGKILL)",
        "os.kill(self._popen.pid, signal.SIGKILL)",
        f"{COMMANDS}::test_a_child_that_keeps_the_pipe_open_is_ended_too",
    ),
    Patch(
        "equimorph/models/processes.py",
        """_WATCHER = 'read -r _; kill""",
        """_WATCHER = 'read -r _; true kill""",
        f"{COMMANDS}::test_a_hung_command_does_not_outlive_a_killed_asker",
    ),
    Patch(
        "equimorph/models/processes.py",
        "self._out.close()",
        "pass",
        f"{COMMANDS}::test_many_starts_leak_no_descriptors",
    ),
    Patch(
        "equimorph/models/callables.py",
        "islice(result, k)",
        "islice(result, 99)",
        f"{CALLABLES}::test_no_more_than_k_candidates_are_taken",
    ),
    Patch(
        "equimorph/models/serving.py",
        "os.dup2(2, 1)",
        "pass",
        f"{CALLABLES}::test_a_served_model_answers_lines_and_prints_elsewhere",
    ),
    Patch(
        "equimorph/models/urls.py",
        "build_opener(_Refuse, PlainHandler, SecureHandler)",
        "build_opener(PlainHandler, SecureHandler)",
        f"{URLS}::test_redirects_are_not_followed_and_the_key_stays_here",
    ),
    Patch(
        "equimorph/models/urls.py",
        "return self._clean(answered(request, self._post(request.to_row()), self._name))",
        "return answered(request, self._post(request.to_row()), self._name)",
        f"{URLS}::test_the_key_is_in_nothing_that_is_kept",
    ),
    Patch(
        "equimorph/models/urls.py",
        "if missing:",
        "if False:",
        f"{URLS}::test_what_goes_wrong_is_the_error_of_that_answer",
    ),
    Patch(
        "equimorph/models/urls.py",
        "watch.watch(self.sock)",
        "pass",
        f"{URLS}::test_a_reply_that_takes_too_long_is_cut_off",
    ),
    Patch(
        "equimorph/models/files.py",
        "if answer.id in seen:",
        "if False:",
        f"{FILES}::test_bad_rows_are_reported_with_file_and_line",
    ),
    Patch(
        "equimorph/models/asking.py",
        'if done.notes["unnamed"]:',
        "if False:",
        f"{ASKING}::test_a_name_that_is_learnt_late_is_in_all_rows",
    ),
)

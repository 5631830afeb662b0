"""The reasons of servers for refusing a request, as far as they decide on what is asked next.

Sources: the errors of vLLM, llama.cpp's server (server-common.cpp), llama-cpp-python's (server/errors.py) and
text-generation-inference (validation.rs), and the messages of OpenAI, SGLang, Mistral, Anthropic and Azure's content filter.
"""

from __future__ import annotations

import re

_OF_ONE = re.compile(
    r"""
    context_length_exceeded | exceed_context_size_error      # codes of OpenAI and llama-cpp-python, of llama.cpp
    | exceeds\ the\ available\ context\ size                # llama.cpp before it had a code
    | maximum\ (context|model)\ length                       # vLLM, Mistral, Ollama
    | longer\ than\ the\ model's\ context\ length            # SGLang
    | prompt\ is\ too\ long                                  # Anthropic
    | `inputs`\ (must\ have\ less\ than|tokens\ \+)          # text-generation-inference
    | "code"\s*:\s*"content_filter"                          # Azure, by the words of the prompt
    """,
    re.VERBOSE,
)
_OF_N = re.compile("only one completion choice", re.IGNORECASE)
_OF_ACCOUNT = re.compile(r'"(?:code|type)"\s*:\s*"(?:insufficient_quota|billing_hard_limit_reached)"')
_LENGTH = 4000
"""Characters of a body that are searched."""


def is_of_one_request(body: str) -> bool:
    """Return whether the words of a refusal concern one request, such as one longer than the context; others may be answered."""
    return _OF_ONE.search(body[:_LENGTH]) is not None


def is_of_n(body: str) -> bool:
    """Return whether a server says, as llama.cpp did with status 500, that it has no `n`."""
    return _OF_N.search(body[:_LENGTH]) is not None


def is_of_account(body: str) -> bool:
    """Return whether an account has no money left, which OpenAI says with the status 429; no pause helps."""
    return _OF_ACCOUNT.search(body[:_LENGTH]) is not None

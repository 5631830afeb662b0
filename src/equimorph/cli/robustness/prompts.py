"""The verb `robustness prompts`, and the dry run of `robustness ask`: prompts are shown, and nobody is asked."""

from __future__ import annotations

from typing import Annotated

from equimorph.cli.declared import Taken
from equimorph.cli.robustness.options import Candidates, RequestsFile
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.models.asking import Requests, opened_requests
from equimorph.models.chat import ChatOptions
from equimorph.models.chat.estimate import Estimator
from equimorph.models.chat.prompts import prompt
from equimorph.models.protocol import Request
from equimorph.models.sampling import Sampling, system_message
from equimorph.runs.declared import Option

HEAD = 3
"""The number of prompts that are shown, unless another one is given."""


def prompts(
    *,
    requests: RequestsFile,
    sampling: Annotated[Sampling, Taken("prompt", "system")],
    k: Candidates = None,
    head: Annotated[int, Option(minimum=0, help="Number of requests whose prompts are shown.")] = HEAD,
    session: Session,
) -> None:
    """Show the prompts of requests as a chat server would get them; nobody is asked."""
    options = ChatOptions(prompt=sampling.prompt, system=sampling.system)
    with opened_rows(requests) as (rows,), opened_requests(rows, k) as found:
        session.end(shown(found, options, session, head))


def shown(
    requests: Requests, options: ChatOptions, session: Session, head: int = HEAD, default: str = "repair"
) -> str:
    """Write the first prompts to standard output, and return the size of all of them in words.

    Raises:
        CannotRun: the template does not exist, or fails on a request.
        MissingPackage: jinja2 is not installed.
        OSError: something cannot be read or written.
    """
    system = system_message(options.system)
    estimator = Estimator(options, prompt(options.prompt or default), system)
    left = head
    with output(None) as stream:
        for record, request in requests.read():
            if isinstance(request, str):
                session.failed_row(str(requests.label or requests.path), record.number, request)
                continue
            text = estimator.add(request)
            if left:
                left -= 1
                stream.write(_titled(request, system, text).encode())
    return estimator.estimate().summary()


def _titled(request: Request, system: str | None, text: str) -> str:
    parts = [f"--- {request.id} ---", *([] if system is None else ["[system]", system, "[user]"]), text]
    return "\n".join(parts) + "\n\n"

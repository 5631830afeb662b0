"""How a user's model is asked: one protocol for callables, commands, URLs and files of answers."""

from __future__ import annotations

from equimorph.models.protocol import PROTOCOL, Answer, Candidate, Model, Request

__all__ = ["PROTOCOL", "Answer", "Candidate", "Model", "Request"]

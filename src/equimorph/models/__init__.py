"""Connections to a user's model: a chat server, a folder, or one protocol for callables, commands, URLs and files of answers."""

from __future__ import annotations

from equimorph.models.callables import ObjectModel, loaded_model, loaded_object, object_model
from equimorph.models.chat import BudgetSpent, Chat
from equimorph.models.commands import CommandModel
from equimorph.models.exchange import CannotRun, Connection, Endpoint, Hello
from equimorph.models.files import AnswerFile, answer_file
from equimorph.models.local import Local
from equimorph.models.protocol import PROTOCOL, Answer, Candidate, Model, Request
from equimorph.models.serving import serve
from equimorph.models.urls import UrlModel, key_from

__all__ = [
    "PROTOCOL",
    "Answer",
    "AnswerFile",
    "BudgetSpent",
    "Candidate",
    "CannotRun",
    "Chat",
    "CommandModel",
    "Connection",
    "Endpoint",
    "Hello",
    "Local",
    "Model",
    "ObjectModel",
    "Request",
    "UrlModel",
    "answer_file",
    "key_from",
    "loaded_model",
    "loaded_object",
    "object_model",
    "serve",
]

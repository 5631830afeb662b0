"""Chat models: any server of the OpenAI-compatible interface, asked by templates; needs the extra ``chat``."""

from __future__ import annotations

from equimorph.models.chat.budget import BudgetSpent
from equimorph.models.chat.client import Rejected
from equimorph.models.chat.model import Chat
from equimorph.models.chat.options import ChatOptions
from equimorph.models.chat.prompts import BUILT_IN, Prompt, prompt

__all__ = ["BUILT_IN", "BudgetSpent", "Chat", "ChatOptions", "Prompt", "Rejected", "prompt"]

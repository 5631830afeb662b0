"""The tokens and the money that a run may spend."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from equimorph.bulk.reporting import counted
from equimorph.models.chat.options import ChatOptions
from equimorph.runs.budgets import BudgetSpent

__all__ = ["Budget", "BudgetSpent"]

CHARACTERS = 4
"""Characters of a token, where a reply does not say its usage."""


@dataclass
class Budget:
    """Account of the tokens that requests have cost; several threads may add to it.

    Attributes:
        options: Limits and prices.
        tokens_in, tokens_out: Tokens of prompts and of replies.
        estimated: Number of replies without usage; a quarter of their characters counts as tokens.
    """

    options: ChatOptions
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def tokens(self) -> int:
        """All tokens so far."""
        return self.tokens_in + self.tokens_out

    @property
    def cost(self) -> float | None:
        """The cost so far, in the currency of the prices; None without prices."""
        options = self.options
        if options.price_in is None or options.price_out is None:
            return None
        return (self.tokens_in * options.price_in + self.tokens_out * options.price_out) / 1_000_000

    def summary(self) -> str:
        """Return it in words; "" if nothing was spent."""
        if not self.tokens:
            return ""
        words = (
            f"{self.tokens:,} tokens spent ({self.tokens_in:,} of prompts, {self.tokens_out:,} of replies)"
        )
        if self.estimated:
            words += f"; {counted(self.estimated, 'reply', 'replies')} without usage, estimated by characters"
        return words if self.cost is None else f"{words}; cost {self.cost:.4f}"

    def check(self) -> None:
        """Check that something is left.

        Raises:
            BudgetSpent: the tokens or the cost have reached their limit.
        """
        options, cost = self.options, self.cost
        if options.budget_tokens is not None and self.tokens >= options.budget_tokens:
            raise BudgetSpent(
                f"the budget of {options.budget_tokens:,} tokens is spent ({self.tokens:,}):"
                " the same command with a larger --budget-tokens continues"
            )
        if options.budget_cost is not None and cost is not None and cost >= options.budget_cost:
            raise BudgetSpent(
                f"the budget of {options.budget_cost:g} is spent ({cost:.4f}):"
                " the same command with a larger --budget-cost continues"
            )

    def spend(self, usage: object, prompt: int, reply: int) -> None:
        """Add a reply.

        Args:
            usage: The reply's field `usage`.
            prompt, reply: Numbers of characters, used if `usage` has no tokens.
        """
        data = usage if isinstance(usage, dict) else {}
        sent, received = data.get("prompt_tokens"), data.get("completion_tokens")
        counted = all(isinstance(count, int) and count >= 0 for count in (sent, received))
        with self._lock:
            self.estimated += not counted
            self.tokens_in += sent if counted else -(-prompt // CHARACTERS)  # type: ignore[operator]
            self.tokens_out += received if counted else -(-reply // CHARACTERS)  # type: ignore[operator]

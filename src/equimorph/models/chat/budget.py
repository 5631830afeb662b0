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
    """Account of the tokens of a run's replies; several threads may add to it.

    Attributes:
        options: Limits and prices.
        tokens_in, tokens_out: Tokens of prompts and of replies that were paid.
        kept_in, kept_out: The same of replies that were kept from an earlier run, in a cache or in answers. The limits count them.
        estimated: Number of paid replies without usage; a quarter of their characters counts as tokens.
    """

    options: ChatOptions
    tokens_in: int = 0
    tokens_out: int = 0
    kept_in: int = 0
    kept_out: int = 0
    estimated: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def tokens(self) -> int:
        """All tokens paid so far."""
        return self.tokens_in + self.tokens_out

    @property
    def cost(self) -> float | None:
        """The cost so far, in the currency of the prices; None without prices."""
        return self._cost(self.tokens_in, self.tokens_out)

    def _cost(self, prompts: int, replies: int) -> float | None:
        options = self.options
        if options.price_in is None or options.price_out is None:
            return None
        return (prompts * options.price_in + replies * options.price_out) / 1_000_000

    def summary(self) -> str:
        """Return the paid tokens in words; "" if there are none."""
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
        options, kept = self.options, self.kept_in + self.kept_out
        tokens = self.tokens + kept
        cost = self._cost(self.tokens_in + self.kept_in, self.tokens_out + self.kept_out)
        earlier = f", {kept:,} tokens of them in kept replies" if kept else ""
        if options.budget_tokens is not None and tokens >= options.budget_tokens:
            raise BudgetSpent(
                f"the budget of {options.budget_tokens:,} tokens is spent ({tokens:,}{earlier}):"
                " the same command with a larger --budget-tokens continues"
            )
        if options.budget_cost is not None and cost is not None and cost >= options.budget_cost:
            raise BudgetSpent(
                f"the budget of {options.budget_cost:g} is spent ({cost:.4f}{earlier}):"
                " the same command with a larger --budget-cost continues"
            )

    def spend(self, usage: object, prompt: int, reply: int, *, kept: bool = False) -> None:
        """Add a reply.

        Args:
            usage: The reply's field `usage`.
            prompt, reply: Numbers of characters, used if `usage` has no tokens.
            kept: Whether an earlier run paid it.
        """
        tokens = _reported(usage)
        sent, received = tokens or (-(-prompt // CHARACTERS), -(-reply // CHARACTERS))
        with self._lock:
            if kept:
                self.kept_in, self.kept_out = self.kept_in + sent, self.kept_out + received
            else:
                self.tokens_in, self.tokens_out = self.tokens_in + sent, self.tokens_out + received
                self.estimated += tokens is None


def _reported(usage: object) -> tuple[int, int] | None:
    """Return the tokens of prompt and reply that a server reports; None if it does not."""
    data = usage if isinstance(usage, dict) else {}
    match data.get("prompt_tokens"), data.get("completion_tokens"):
        case int(sent), int(received) if sent >= 0 and received >= 0:
            return sent, received
    return None

"""Accounts that hold whole cents."""


class Account:
    """An account with a limit below which it must not fall."""

    def __init__(self, balance=0, limit=0):
        self.balance = balance
        self.limit = limit
        self.entries = []

    def withdraw(self, cents, note=""):
        """Take cents out, and return what is left."""
        if cents <= 0:
            raise ValueError("only positive amounts can be withdrawn")
        fee = 0
        if cents > 10_000:
            fee = cents // 1_000
        left = self.balance - cents - fee
        if left <= self.limit:
            raise ValueError("the account does not hold that much")
        self.balance = left
        self.entries.append((note, -cents))
        return left

"""Transfers between accounts: all of one, or nothing."""


class Refused(Exception):
    """A transfer that changes nothing."""


def transfer(balances, source, target, cents):
    """Move cents from one account to another one; return the sum of both."""
    before = dict(balances)
    try:
        balances[source] -= cents
        balances[target] += cents
        if balances[source] < 0:
            raise ArithmeticError(source)
    except ArithmeticError as error:
        balances.clear()
        balances.update(before)
        raise Refused(f"from {source} to {target}") from error
    total = balances[source] + balances[target]
    return total

"""What generated programs may use; it stands in front of each, without `exec`, which would make all names doubtful."""

from __future__ import annotations

__all__ = ["LIBRARY"]

LIBRARY = """\
class Loud:
    "Its comparisons, its truth and its arithmetic print what they are."
    def __init__(self, value): self.value = value
    def __lt__(self, other): print("lt", self.value); return NotImplemented
    def __gt__(self, other): print("gt", self.value); return self.value
    def __le__(self, other): print("le", self.value); return self.value > 3
    def __ge__(self, other): print("ge", self.value); raise TypeError
    def __eq__(self, other): print("eq", self.value); return NotImplemented
    def __ne__(self, other): print("ne", self.value); return [self.value]
    def __bool__(self): print("bool", self.value); return self.value % 2 == 1
    def __len__(self): print("len", self.value); return self.value % 5
    def __index__(self): print("index", self.value); return self.value % 4
    def __iter__(self): print("iter", self.value); return iter([self.value, self.value + 1])
    def __add__(self, other): print("add", self.value); return Loud(self.value + 1)
    def __radd__(self, other): print("radd", self.value); return Loud(self.value + 2)
    def __iadd__(self, other): print("iadd", self.value); self.value += 3; return self
    def __repr__(self): return f"Loud({self.value})"
    __hash__ = None

class Context:
    def __init__(self, value): self.value = value
    def __enter__(self): print("enter", self.value); return self.value
    def __exit__(self, kind, error, trace):
        print("exit", self.value, kind and kind.__name__)
        return self.value % 2 == 0

class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x = x; self.y = y
    def __repr__(self): return f"Point({self.x!r}, {self.y!r})"

def note(value):
    print("note", value)
    return value

def passed(*values, **named):
    print(values, sorted(named.items()))
    return len(values) + len(named)
"""

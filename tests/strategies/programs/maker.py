"""Where the members of a program are collected, and what each of them knows of the others."""

from __future__ import annotations

from tests.strategies.programs.choices import Choices
from tests.strategies.programs.nested import Writer
from tests.strategies.programs.scope import Callable_, Field, Member, Stmt

__all__ = ["ARGUMENTS", "FIELDS", "INSTANCE", "STATIC", "Maker"]

FIELDS = (
    (Field("a", "int", static=True), "4"),
    (Field("count", "int", static=True), "2"),
    (Field("flag", "boolean", static=True), "true"),
    (Field("text", "String", static=True), '"field"'),
    (Field("data", "int[]", static=True), "{3, 1, 2}"),
    (Field("item", "Integer", static=True), "127"),
    (Field("value", "Object", static=True), '"object"'),
    (Field("big", "long", static=True), "1L << 40"),
    (Field("small", "byte", static=True), "100"),
    (Field("mark", "char", static=True), "'m'"),
    (Field("ratio", "double", static=True), "0.1"),
    (Field("suit", "Suit", static=True), "Suit.ELM"),
    (Field("LIMIT", "int", static=True, settable=False), "3"),
    (Field("KEY", "String", static=True, settable=False), '"Aa"'),
    (Field("size", "int", static=False), "5"),
    (Field("name", "String", static=False), '"inst"'),
    (Field("grid", "int[][]", static=False), "{{1, 2}, {3, 4}}"),
    (Field("boxed", "Long", static=False), "null"),
)
STATIC = tuple(f for f, _ in FIELDS if f.static)
INSTANCE = tuple(f for f, _ in FIELDS if not f.static)
ARGUMENTS = {
    "int": ("1", "5", "-2"),
    "String": ('"n"', "null", '"a b"'),
    "Object": ('"o"', "8", "new Point(1, 2)", "null", "ints(4, 5)"),
    "boolean": ("true", "false"),
    "long": ("3L", "-1L"),
    "char": ("'a'", "'0'"),
    "int[]": ("new int[] {1, 2}", "new int[] {9, 8, 7}"),
    "Integer": ("128", "null", "127"),
    "double": ("0.1", "Double.NaN", "-0.0"),
    "byte": ("(byte) 127", "(byte) -3"),
    "Color": ("Color.RED", "Color.BLUE"),
    "Point": ("new Point(0, 3)", "null"),
    "List<Integer>": ("ints(1, 2, 3)", "List.of(7, 8)"),
    "Suit": ("Suit.OAK", "Suit.ASH", "null"),
    "Character": ("'a'", "'x'", "null"),
    "Short": ("(short) 2", "null"),
    "int...": ("", "1", "4, 2"),
}


class Maker:
    """Writes the members of one program."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.methods: list[Callable_] = []
        self.helpers: list[Callable_] = []
        self.members: list[str] = []
        self.calls: list[str] = []

    def writer(
        self, fields: tuple[Field, ...], *, static: bool, returns: str | None, checked: bool = False
    ) -> Writer:
        """The writer of a member of the program itself."""
        member = Member(fields, tuple(self.methods), tuple(self.helpers), static, self.choices.between(1, 10))
        return Writer(self.choices, member, returns=returns, checked=checked)

    def foreign(self, fields: tuple[Field, ...], *, static: bool, returns: str | None) -> Writer:
        """The writer of a member of another class inside the program, whose instances have no such methods."""
        writer = self.writer(fields, static=static, returns=returns)
        writer.member.methods = ()
        writer.member.helpers = tuple(h for h in self.helpers if h.static)
        return writer

    def body(self, writer: Writer, most: int = 5) -> str:
        """The statements of a body, with a return where one is needed."""
        return self.ended(writer, writer.statements(most))

    def ended(self, writer: Writer, made: Stmt) -> str:
        """Statements with a return behind them, where one is needed."""
        if made.completes and writer.returns not in (None, "void"):
            assert writer.returns is not None
            return f"{made.text}\nreturn {writer.wide(writer.returns, 2).text};"
        return made.text

    def completing(self, made: Stmt) -> str:
        """Statements in a body that must be able to complete normally (JLS 8.6)."""
        return made.text if made.completes else f"if (OUT != null) {{\n{made.text}\n}}"

"""The program of a candidate of Python; and the function of a problem in a text, with the definitions that it needs."""

from __future__ import annotations

import ast
import copy
import io
import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from equimorph.bench.functions.contest import MAIN, is_program, method_program, standard_input_program
from equimorph.bench.problems import Problem

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_REFLECTION = frozenset({"eval", "exec", "compile", "globals", "locals", "vars", "__import__"})
"""Names through which a function may reach any other."""
_ARGUMENTS = {"self", "cls"}


def parsed(text: str) -> list[ast.stmt] | None:
    """Return the statements of a text; None for a text that is not Python."""
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def python_program(problem: Problem, candidate: str) -> str:
    """Return a candidate's program: behind the prompt if it completes it, otherwise behind the problem's prefix."""
    name = problem.entry_point
    if name == MAIN or problem.suffix:
        if parsed(candidate) is None:
            return candidate
        if name == MAIN:
            return standard_input_program(problem.prefix, candidate)
        return method_program(problem.prefix, candidate, problem.suffix, name)
    if problem.prompt and not _defines(candidate, name) and _defines(problem.prompt + candidate, name):
        return problem.prompt + candidate
    future, rest = _future(candidate)
    return future + problem.prefix + rest


def _defines(text: str, name: str) -> bool:
    """Return whether a program of Python defines a name at its top."""
    return any(
        (
            isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            and statement.name == name
        )
        or (
            isinstance(statement, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        )
        for statement in parsed(text) or ()
    )


def _future(text: str) -> tuple[str, str]:
    """Split a Python program after its last import from __future__, since nothing may precede that import."""
    ends = [
        statement.end_lineno or 0
        for statement in parsed(text) or ()
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    ]
    lines = lines_of(text)
    head = "".join(lines[: max(ends, default=0)])
    return (head if head.endswith("\n") or not head else f"{head}\n"), "".join(lines[max(ends, default=0) :])


def python_function(problem: Problem, text: str) -> str | None:
    """Return the function of a problem in a text; None if the text does not have it.

    The text is a program, or completes the prompt. Left out are: what is in the prefix of the problem, definitions that
    nothing needs, the docstring of the function, and tests and examples (assertions, calls of `print`, the main guard).
    """
    name = problem.entry_point
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as Python reads a file
    if name == MAIN:
        return text.lstrip("\r\n") if is_program(parsed(text) or ()) else None
    stubs = {ast.dump(statement) for statement in parsed(problem.prompt) or ()}
    for program in (text, problem.prompt + text, *_continued(problem, text)):
        statements = parsed(program)
        if (
            statements is None
            or {ast.dump(statement) for statement in statements if name in _bound(statement)} & stubs
        ):
            continue
        if problem.suffix and _has_method(statements, problem.suffix, name):
            return _function(program, statements, problem, problem.suffix)
        if not _defined(statements, name):
            program = _out_of_class(program, statements, name) or ""
            statements = parsed(program) or []
        if _defined(statements, name) and not any(
            isinstance(statement, ast.Return) for statement in statements
        ):
            return _function(program, statements, problem, name)
    return None


def _continued(problem: Problem, text: str) -> list[str]:
    """Return programs in which a text continues the code at the end of a contest's prompt, at its last place or on a new line."""
    heads = rf"^(?:class {re.escape(problem.suffix)}\b|def {re.escape(problem.entry_point)}\b)"
    starts = (
        [match.start() for match in re.finditer(heads, problem.prompt, re.MULTILINE)]
        if problem.suffix
        else []
    )
    code = problem.prompt[starts[-1] :] if starts else ""
    return [code + text, f"{code.rstrip()}\n{text}"] if code else []


def _defined(statements: Iterable[ast.stmt], name: str) -> bool:
    return any(name in _bound(statement) for statement in statements)


def _has_method(statements: Iterable[ast.stmt], owner: str, name: str) -> bool:
    return any(
        isinstance(statement, ast.ClassDef) and statement.name == owner and _defined(statement.body, name)
        for statement in statements
    )


def _function(program: str, statements: Sequence[ast.stmt], problem: Problem, name: str) -> str:
    """Return the statements of a program that a function or class needs, or the program where they cannot be told apart."""
    dumps = {ast.dump(statement) for statement in parsed(problem.prefix) or ()}
    additions = [statement for statement in statements if ast.dump(statement) not in dumps]
    kept = _needed(additions, name)
    if len(kept) == len(statements) and not any(map(_documented, kept)):
        return program.lstrip("\r\n")
    lines = lines_of(program)
    parts = ["".join(lines[first_line(statement) - 1 : statement.end_lineno]) for statement in kept]
    at = next(n for n, statement in reversed([*enumerate(kept)]) if name in _bound(statement))
    parts[at] = without_docstring(parts[at])
    text = "\n\n".join(part.rstrip() + "\n" for part in parts)
    return text if _same(parsed(text), kept, at) else program


def _same(result: Sequence[ast.stmt] | None, kept: Sequence[ast.stmt], at: int) -> bool:
    """Return whether a text has exactly the statements that it is made of; that at a place without its docstring."""
    if result is None or len(result) != len(kept):
        return False
    for number, (actual, other) in enumerate(zip(result, kept, strict=True)):
        if number == at and _documented(other) and not _documented(actual):
            assert isinstance(other, ast.FunctionDef | ast.AsyncFunctionDef)
            fields = {**dict(ast.iter_fields(other)), "body": other.body[1:]}
            other = type(other)(**fields)
        if ast.dump(actual) != ast.dump(other):
            return False
    return True


def _needed(statements: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
    """Return the statements that a function needs: what runs by itself, and what defines names that are needed, in their order."""
    candidates = [statement for statement in statements if not _is_example(statement)]
    last = {each: statement for statement in candidates for each in _bound(statement) or ()}
    rest = [statement for statement in candidates if not _is_passive(statement)]
    if not rest:  # nothing runs between two definitions of a name, so that the last one counts
        candidates = [
            statement
            for statement in candidates
            if not isinstance(statement, _DEFINITIONS) or last[statement.name] is statement
        ]
    kept = [statement for statement in candidates if statement in rest or name in _bound(statement)]
    names, previous = set[str](), list[ast.stmt]()
    while kept != previous:
        previous = kept
        names = {each for statement in previous for each in _names(statement)}
        if names & _REFLECTION:
            return candidates
        kept = [
            statement
            for statement in candidates
            if statement in previous or "*" in _bound(statement) or names & _bound(statement)
        ]
    return previous


def _is_example(statement: ast.stmt) -> bool:
    """Return whether a statement shows or tests a function: an assertion, a text, a call of `print`, the main guard."""
    match statement:
        case ast.Assert() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


def _is_passive(statement: ast.stmt) -> bool:
    """Return whether a statement only defines names, so that it can be left out if nothing needs them."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return not statement.decorator_list
        case ast.Import():
            return True
        case ast.ImportFrom():
            return statement.module != "__future__"
        case ast.Assign():
            return all(isinstance(target, ast.Name) for target in statement.targets)
        case ast.AnnAssign():
            return isinstance(statement.target, ast.Name)
    return False


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines; "*" for all of a module."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {statement.name}
        case ast.Import() | ast.ImportFrom():
            return {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
        case ast.Assign():
            return {
                each.id
                for assignee in statement.targets
                for each in ast.walk(assignee)
                if isinstance(each, ast.Name)
            }
        case ast.AnnAssign(target=ast.Name(id=name)) if statement.value is not None:
            return {name}
    return set()


def names_of(text: str) -> set[str]:
    """Return the names that a text defines at its top."""
    return {name for statement in parsed(text) or () for name in _bound(statement)}


def _names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement may use."""
    identifiers = set[str]()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            identifiers.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            identifiers.update(node.names)
    return identifiers


def without_docstring(text: str) -> str:
    """Return a function without its docstring; the same text if it has none, or one that is not on lines of its own."""
    statements = parsed(text)
    if not statements or not _documented(statements[-1]):
        return text
    function = statements[-1]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    told, after = function.body[0], function.body[1]
    lines = lines_of(text)
    assert told.end_lineno is not None
    before = lines[told.lineno - 1].encode()[: told.col_offset].decode()
    if before.strip() or after.lineno == told.end_lineno:
        return text
    return "".join(lines[: told.lineno - 1] + lines[told.end_lineno :])


def _documented(statement: ast.stmt) -> bool:
    """Return whether a statement is a function with a docstring and more."""
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) or len(statement.body) < 2:
        return False
    return ast.get_docstring(statement, clean=False) is not None


def first_line(statement: ast.stmt) -> int:
    """Return the first line of a statement, including its decorators."""
    decorators = statement.decorator_list if isinstance(statement, _DEFINITIONS) else []
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, as Python counts them: a form feed ends none."""
    return list(io.StringIO(text, newline=""))


def _out_of_class(program: str, statements: Sequence[ast.stmt], name: str) -> str | None:
    """Return a program whose only class with a method is replaced by that method, if the method makes no use of its object."""
    pairs = [
        (owner, method)
        for owner in statements
        if isinstance(owner, ast.ClassDef)
        for method in owner.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name == name
    ]
    if len(pairs) != 1:
        return None
    around, method = pairs[0]
    if around.name in _names(method):
        return None
    lines = lines_of(program)
    body = lines[method.lineno - 1 : method.end_lineno]
    width = method.col_offset
    if not all(line[:width].isspace() or not line.strip() for line in body):
        return None
    text = "".join(line[width:] if line.strip() else line for line in body)
    bare = _without_object(text, method)
    if bare is None:
        return None
    return "".join(lines[: first_line(around) - 1]) + bare + "".join(lines[around.end_lineno :])


def _without_object(text: str, method: _Function) -> str | None:
    """Return a method, dedented, as a function; None if it uses its object, or is decorated otherwise than as static."""
    static = [
        decorator.id if isinstance(decorator, ast.Name) else "" for decorator in method.decorator_list
    ] == ["staticmethod"]
    if method.decorator_list and not static:
        return None
    arguments = [*method.args.posonlyargs, *method.args.args]
    expected = {**dict(ast.iter_fields(method)), "decorator_list": []}
    if not static:
        if not arguments or arguments[0].arg not in _ARGUMENTS or arguments[0].arg in _names(method):
            return None
        if method.args.posonlyargs or len(method.args.defaults) == len(arguments):
            return None
        fields = {**dict(ast.iter_fields(method.args)), "args": arguments[1:]}
        expected["args"] = ast.arguments(**fields)
        head, separator, rest = text.partition(arguments[0].arg)
        after = rest.lstrip()
        if after.startswith(":"):
            return None
        text = head + (after.removeprefix(",").lstrip(" ") if separator else rest)
    statements = parsed(text)
    if statements is None or len(statements) != 1:
        return None
    return text if _dump(statements[0]) == _dump(type(method)(**expected)) else None


def _dump(statement: ast.stmt) -> str:
    """Return the dump of a statement without texts that nothing uses, such as docstrings, which change when they are moved."""
    bare = copy.deepcopy(statement)
    for node in ast.walk(bare):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            node.value.value = ""
    return ast.dump(bare)

"""Hashes of source code that ignore its comments and sentences."""

from __future__ import annotations

import ast
import hashlib
import re
from functools import cache

SENTENCES = frozenset(
    {"sentence", "help", "words", "moment", "fills", "returns", "description", "each"}
)
"""Keyword arguments, of any function, whose values are text for people."""
TEXT_ARGUMENTS = {
    "field": 0,
    "Column": 2,
    "habit_column": 2,
    "shape_column": 2,
    "amount_column": 2,
    "text_column": 1,
    "Table": 1,
    "dims_table": 1,
    "event": 2,
    "seatless_event": 2,
    "event_in_turn": 2,
    "records": 0,
    "answer": 1,
    "refusal": 1,
}
"""Functions whose arguments from this index onwards are text for people.

The fields that the text declares, such as ``{card}``, are kept, and so are an f-string's
expressions.
"""
TEXT_ANNOTATION = "Sentences"
"""The annotation of dictionaries whose values are text for people."""


@cache
def meaning(source: bytes) -> bytes:
    """Hash what source code does.

    Source code that cannot be parsed is hashed as it is. Comments, docstrings, other standalone
    strings and sentences (`SENTENCES`, `TEXT_ARGUMENTS`, `TEXT_ANNOTATION`) are ignored, so
    rewording one recompiles nothing.
    """
    try:
        tree = _TextRemover().visit(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError):
        return hashlib.sha256(source).digest()
    return hashlib.sha256(ast.dump(tree).encode("utf-8", "surrogatepass")).digest()


class _TextRemover(ast.NodeTransformer):
    """Removes text for people from a syntax tree."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop a standalone string, such as a docstring."""
        return None if _is_text(node.value) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Blank the values of a dictionary of sentences."""
        is_prose = isinstance(node.annotation, ast.Name) and node.annotation.id == TEXT_ANNOTATION
        if is_prose and isinstance(node.value, ast.Dict):
            node.value.values = [ast.Constant("") for _ in node.value.values]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Blank the sentences among a call's arguments."""
        first = len(node.args)
        if isinstance(node.func, ast.Name):
            first = TEXT_ARGUMENTS.get(node.func.id, first)
        for keyword in node.keywords:
            if keyword.arg in SENTENCES and _is_text(keyword.value):
                keyword.value = ast.Constant("")
        for index in range(first, len(node.args)):
            match node.args[index]:
                case ast.JoinedStr() as joined:
                    text = "".join(map(_unformatted, joined.values))
                    node.args[index] = ast.Constant(_fields(text))
                case ast.Constant(str(text)):
                    node.args[index] = ast.Constant(_fields(text))
        return self.generic_visit(node)


def _unformatted(part: ast.expr) -> str:
    """Return an f-string's part as text, with an expression in braces."""
    if isinstance(part, ast.FormattedValue):
        return f"{{{ast.unparse(part.value)}}}"
    return str(part.value) if isinstance(part, ast.Constant) else ""


def _fields(text: str) -> str:
    return "".join(re.findall(r"\{[^}]*\}", text))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)

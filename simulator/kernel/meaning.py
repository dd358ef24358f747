"""The meaning of a source, without its comments and sentences."""

from __future__ import annotations

import ast
import hashlib
from functools import cache

SENTENCES = frozenset({"sentence", "help", "words", "asked", "fills", "returns"})
"""The arguments that are sentences for people, in any call."""
SPOKEN = frozenset({"field"})
"""Functions whose first argument is a sentence for people."""


@cache
def meaning(source: bytes) -> bytes:
    """Hash a source's meaning, or its text if it cannot be parsed.

    Comments, docstrings, other texts that stand alone, and sentences in arguments (`SENTENCES`,
    `SPOKEN`) do not count, so that no code is compiled again when one is reworded.
    """
    try:
        tree = _Spoken().visit(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError):
        return hashlib.sha256(source).digest()
    return hashlib.sha256(ast.dump(tree).encode("utf-8", "surrogatepass")).digest()


class _Spoken(ast.NodeTransformer):
    """Removes texts for people from a syntax tree."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop a text that stands alone, such as a docstring."""
        return None if _is_text(node.value) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Empty the sentences among a call's arguments."""
        for one in node.keywords:
            if one.arg in SENTENCES and _is_text(one.value):
                one.value = ast.Constant("")
        spoken = isinstance(node.func, ast.Name) and node.func.id in SPOKEN
        if spoken and node.args and _is_text(node.args[0]):
            node.args[0] = ast.Constant("")
        return self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)

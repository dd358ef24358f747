"""Check that docstrings, comments, messages and pages read like a native engineer's.

A summary is a verb and its object, in at most twelve words; for a module, class, property or
attribute it may be a noun phrase. In running text no sentence or heading opens with What, Whether,
Of or Nothing, unless it is a question.
"""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "analysis",
    "benchmarks",
    "data",
    "eoc_sim",
    "referee",
    "reports",
    "scripts",
    "simulator",
    "strategies",
    "tests",
)
PAGES = ("benchmarks", "docs", "tests/golden")
GOLDEN = ROOT / "tests/golden/strategies"
FROZEN = "made by scripts/freeze_planner.py"
MAX_WORDS = 12
RULES = r"(?:[A-Z]{2,4}(?:-\d+[a-z]?)?(?: \(\d\))?(?:, | to | and )?)+"
LEADING_RULES = re.compile(rf"^{RULES}: ")
TRAILING_RULES = re.compile(rf"\s*\({RULES}\)")
OPENINGS = re.compile(r"(?:^|[.!?]\s+|\n\s*\n\s*)(What|Whether|Of|Nothing)\b")
QUESTION = re.compile(r"(?:who|where|when|why|which|how|so|as)\b", re.IGNORECASE)
NO_VERB = re.compile(
    r"(?:the|an?|one|two|any|all|both|each|every\w*|several|those|by|until|under|no)\b",
    re.IGNORECASE,
)
TICS = re.compile(
    r"\b(?:hangs? on|hung on|anew|so (?:many|much)|somebody|anybody|whatever|whoever|"
    r"told|tells|(?:has|have) not (?:the|an?|any)|an? (?:row|file) an? \w+|"
    r"one \w+ a (?:row|file|line|page|sheet)|dear(?:er|est)?)\b",
    re.IGNORECASE,
)
REAL_QUESTIONS = re.compile(r"\bWhat\b[^.!?]*\?")
NOT_PROSE = re.compile(r"^```.*?^```|<!--.*?-->", re.MULTILINE | re.DOTALL)
MARKERS = re.compile(r"^\s*(?:[#>-]+|\d+\.)\s|\|", re.MULTILINE)
"""Markdown markers that introduce a heading, a list item or a table cell."""
CODE = re.compile(r"``.*?``|`[^`]*`|\"[^\"]*\"|^\s*>>>.*\n(?:.+\n?)*", re.MULTILINE | re.DOTALL)


def stumbles(text: str, *, is_function: bool, is_test: bool = False) -> list[str]:
    """List the faults in a docstring's English.

    The summary of a test may be a longer statement of the rules that it checks.
    """
    summary = " ".join(text.split("\n\n")[0].split())
    words = TRAILING_RULES.sub("", LEADING_RULES.sub("", summary)).strip()
    faults = []
    if len(words.split()) > MAX_WORDS and not is_test:
        faults.append(f"the summary has {len(words.split())} words, more than {MAX_WORDS}")
    if QUESTION.match(words) or OPENINGS.match(words.capitalize()):
        faults.append(f'the summary opens with "{words.split()[0]}"')
    if is_function and not is_test and NO_VERB.match(words):
        faults.append("the summary does not begin with a verb")
    return faults + openings_and_tics(text)


def openings_and_tics(text: str) -> list[str]:
    """List the openings and words that a native engineer would avoid."""
    prose = CODE.sub("it", text)
    return [
        *(f'a sentence opens with "{found[1]}"' for found in OPENINGS.finditer(prose)),
        *(f'it says "{found[0]}"' for found in TICS.finditer(prose)),
    ]


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield each standalone string's line and text, and whether it is a function's docstring."""
    for node in ast.walk(tree):
        for index, statement in enumerate(
            body if isinstance(body := getattr(node, "body", 0), list) else ()
        ):
            match statement:
                case ast.Expr(ast.Constant(str(text))):
                    yield statement.lineno, inspect.cleandoc(text), index == 0 and is_function(node)


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of strings that contain spaces.

    Values interpolated into an f-string become "it". Docstrings are left out.
    """
    nodes = list(ast.walk(tree))
    parts = {
        part
        for node in nodes
        if isinstance(node, ast.JoinedStr | ast.Expr)
        for part in (node.values if isinstance(node, ast.JoinedStr) else [node.value])
    }
    for node in nodes:
        match node:
            case ast.JoinedStr(values):
                text = "".join(
                    str(value.value) if isinstance(value, ast.Constant) else "it"
                    for value in values
                )
            case ast.Constant(str(text)) if node not in parts:
                pass
            case _:
                continue
        if " " in text.strip():
            yield node.lineno, text


def paragraphs(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and prose of each paragraph in a Markdown page.

    A marker of a heading, a list item or a table cell ends a sentence.
    """
    line = 1
    page = NOT_PROSE.sub(
        lambda block: "\n" * block[0].count("\n"), path.read_text(encoding="utf-8")
    )
    for paragraph in page.split("\n\n"):
        yield line, REAL_QUESTIONS.sub("", MARKERS.sub(". ", paragraph.replace("*", "")))
        line += paragraph.count("\n") + 2


def is_function(node: ast.AST) -> bool:
    """Check if a node is a function other than a property, which reads like an attribute."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
        ast.unparse(decorator).endswith("property") for decorator in node.decorator_list
    )


def is_strategy_file(path: Path) -> bool:
    """Check if a path is that of a strategy's file.

    Its first docstring is shown on a card, so it has a form of its own.
    """
    return path.parent.parent == ROOT / "strategies"


def faults(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    if FROZEN in (ast.get_docstring(tree) or ""):
        return []
    is_test = path.is_relative_to(ROOT / "tests")
    messages = [
        f"{path.relative_to(ROOT)}:{line}: {stumble}"
        for line, text, is_function in docstrings(tree)
        if not (line == 1 and is_strategy_file(path))
        for stumble in stumbles(text, is_function=is_function, is_test=is_test)
    ]
    if not is_test:
        messages += [
            f"{path.relative_to(ROOT)}:{line}: {stumble}"
            for line, text in literals(tree)
            for stumble in openings_and_tics(text)
        ]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (tic := TICS.search(CODE.sub("it", token.string))):
            messages.append(f'{path.relative_to(ROOT)}:{token.start[0]}: it says "{tic[0]}"')
    return messages


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_comments_and_strings_are_plain_english(folder: str) -> None:
    messages = [
        fault
        for path in sorted((ROOT / folder).rglob("*.py"))
        if GOLDEN not in path.parents
        for fault in faults(path)
    ]
    assert not messages, "\n" + "\n".join(messages)


def test_pages_are_plain_english() -> None:
    pages = [
        *ROOT.glob("*.md"),
        *(path for folder in PAGES for path in (ROOT / folder).rglob("*.md")),
    ]
    messages = [
        f"{path.relative_to(ROOT)}:{line}: {stumble}"
        for path in sorted(pages)
        for line, text in paragraphs(path)
        for stumble in openings_and_tics(text)
    ]
    assert not messages, "\n" + "\n".join(messages)


@pytest.mark.parametrize(
    "text",
    [
        "Whether a row is kept.",
        "What is kept of a row.",
        "How many rows are kept.",
        "ACT-1: why a card cannot be played, or 0.",
        "ACT-1: the card of a seat.",
        "Keep a row.\n\nNothing of it is copied.",
        "Keep rows of the tables that one game writes when it is over and counted.",
        "Keep the rows that hang on a seed.",
        "Write the list anew.",
        "Write a row a game.",
        "Write the rows, one game a file.",
        "Take the dearest card.",
    ],
)
def test_each_stumble_is_seen(text: str) -> None:
    assert stumbles(text, is_function=True)


@pytest.mark.parametrize(
    "text",
    [
        "Keep a row of each game.",
        "DIC-4 to DIC-6, FAM-3: take two different dice each, with mode and month.",
        "Return the result, which is `told` or \"anew\".\n\n>>> told()\n'so many'",
        "Return how often the words of a summary are all spent (ACT-3, SOLO-7).",
    ],
)
def test_plain_docstrings_pass(text: str) -> None:
    assert not stumbles(text, is_function=True)


def test_strings_are_read_without_their_values() -> None:
    tree = ast.parse('"""Of it all."""\nanswer = f"Of {1 + 1:.1f} rows.", "told", ""')
    assert list(literals(tree)) == [(2, "Of it rows.")]


def test_headings_items_and_cells_are_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "## What it takes\n\nIs it? What is it?\n\n- Of `x`\n- **Nothing**\n\n| a | Whether |\n"
    )
    stumbles = [one for _, text in paragraphs(page) for one in openings_and_tics(text)]
    assert [one.split('"')[1] for one in stumbles] == ["What", "Of", "Nothing", "Whether"]
    assert [line for line, _ in paragraphs(page)] == [1, 3, 5, 8]

"""The definitions in a strategy's file, which runs again only after edits."""

from __future__ import annotations

import ast
import inspect
import shlex
import sys
import types as python_types
from pathlib import Path
from typing import Any, NamedTuple

from numba import njit

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.kernel.compiled import COMPILED, ENTRY_OPTIONS
from eoc_sim.simulator.kernel.numba_internals import link_call
from eoc_sim.simulator.kernel.own_modules import (
    forget_edited,
    import_as_read,
    imported_names,
    own_modules,
    own_sources,
    parse_module,
    remember_run,
)
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.repeatable import check_repeatable
from eoc_sim.simulator.kernel.running import importing
from eoc_sim.simulator.kernel.strategy import ARGUMENTS, Link
from eoc_sim.simulator.kernel.strategy_sources import STRATEGIES, code_hash
from eoc_sim.simulator.kernel.vouching import is_reading, refuse_or_report


class FileDefinitions(NamedTuple):
    """The definitions of a strategy's file, and the sources that it runs.

    ``sources`` are those of the file and of the user's modules that it imports. ``imports`` are the
    dotted names in the file's import statements, ``functions`` its decisions, and ``links`` the
    package's decisions that its functions call.
    """

    namespace: dict[str, Any]
    imports: tuple[str, ...]
    sources: dict[Path, bytes]
    functions: dict[str, Any]
    links: tuple[Link, ...]


EXECUTED_FILES: dict[Path, FileDefinitions] = {}
"""The strategy files that this process has run; unchanged ones stay loaded."""


def execute(file: Path, function_names: tuple[str, ...], *, built_in: bool) -> FileDefinitions:
    """Run a strategy's file, unless its current content has run before.

    Each file is read once, so the code that runs is the code that was hashed.
    """
    try:
        source = file.read_bytes()
    except OSError as error:
        raise StrategyError(f"The strategy file {file} cannot be read: {error.strerror}") from None
    definitions = EXECUTED_FILES.get(file)
    if definitions is not None and definitions.sources[file] == source:
        if definitions.sources == {file: source, **own_sources(definitions.imports)}:
            return definitions
    try:
        tree = ast.parse(source, str(file))
        code = compile(source, str(file), "exec")
    except RecursionError:
        raise StrategyError(f"{file}: the code is nested too deeply to be read") from None
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        location = f"{file}, line {line}" if line else str(file)
        reason = getattr(error, "msg", None) or error
        raise StrategyError(f"{location}: not valid Python: {reason}") from None
    imports = tuple(imported_names(tree))
    modules = own_modules(imports)
    helpers = {own_module.file: own_module.source for own_module in modules}
    sources = {file: source, **helpers}
    check_repeatable(file, tree)
    for helper, content in helpers.items():
        check_repeatable(helper, parse_module(content))
    if not built_in:
        refuse_or_report(sources)
    forget_edited(helpers)
    module_name = f"eoc_sim_strategy_{file.stem}_{code_hash(sources)}"
    module = python_types.ModuleType(module_name)
    module.__file__ = str(file)
    sys.modules[module_name] = module
    try:
        with (
            divert_strategy_output(),
            import_as_read(modules, keep=is_reading()),
            importing([str(path) for path in sources]),
        ):
            exec(code, module.__dict__)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"{file}: the file cannot be run: {type(error).__name__}: {error}"
            f"{_import_hint(file, error)}"
        ) from None
    namespace = module.__dict__
    functions, links = _checked_functions(namespace, file, function_names)
    remember_run(sources)
    EXECUTED_FILES[file] = FileDefinitions(namespace, imports, sources, functions, links)
    return EXECUTED_FILES[file]


def _import_hint(file: Path, error: BaseException) -> str:
    """Explain how to import a module from the file's folder."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    neighbour = file.parent / f"{name}.py"
    if not name or not (neighbour.is_file() or neighbour.with_suffix("").is_dir()):
        return ""
    folder = shlex.quote(str(file.parent))
    return (
        ". Python does not look for modules in a strategy's folder; "
        f"set PYTHONPATH={folder} to import this one."
    )


def _checked_functions(
    namespace: dict[str, Any], file: Path, names: tuple[str, ...]
) -> tuple[dict[str, Any], tuple[Link, ...]]:
    """Return a file's decisions, which can call each other and the package's."""
    # A file may also import a decision, as the built-in strategies do from their planner.
    functions = {
        name: _find_loaded(namespace[name], names)
        for name in names
        if inspect.isfunction(namespace.get(name))
    }
    if not functions:
        raise StrategyError(
            f"{file}: no strategy function found; a strategy defines at least one of "
            f"{', '.join(names)}"
        )
    for function in functions.values():
        signature = tuple(inspect.signature(function).parameters)
        if signature != ARGUMENTS:
            name = function.__name__
            raise StrategyError(
                f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}: "
                f"{name}({', '.join(signature)}) should be {name}({', '.join(ARGUMENTS)})"
            )
    return functions, _link_functions(namespace, names) if COMPILED else ()


def _link_functions(namespace: dict[str, Any], names: tuple[str, ...]) -> tuple[Link, ...]:
    """Let a file's compiled functions call each other and the package's."""
    plain = {name: value for name, value in namespace.items() if inspect.isfunction(value)}
    names_defined = [
        name for name, value in plain.items() if value.__module__ == namespace["__name__"]
    ]
    names_used = set().union(*(names_in(plain[name].__code__) for name in names_defined))
    links = []
    for name, function in plain.items():
        if name in names_defined and (name not in names or name in names_used):
            namespace[name] = checked_njit(cache=False)(function)
        elif name in names_used and _is_decision(function):
            links.append(Link(_find_loaded(function, names)))
            namespace[name] = link_call(links[-1].symbols)
    return tuple(links)


def names_in(code: python_types.CodeType) -> set[str]:
    """Return the names of globals and attributes in code, including nested code."""
    inner = [co_const for co_const in code.co_consts if isinstance(co_const, python_types.CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


def _is_decision(function: Any) -> bool:
    """Check if a function is a decision of the package's strategies."""
    return (
        function.__module__.startswith(f"{STRATEGIES}.")
        and tuple(inspect.signature(function).parameters) == ARGUMENTS
    )


def _find_loaded(function: Any, names: tuple[str, ...]) -> Any:
    """Return an imported function as loaded from the file that defines it.

    The module that Python imported is another copy, whose helpers are not compiled.
    """
    parts = function.__module__.split(".")
    if function.__module__.startswith(f"{STRATEGIES}.") and len(parts) == 4:
        file = Path(function.__code__.co_filename)
        functions = execute(file, names, built_in=True).functions
        return functions.get(function.__name__, function)
    return function


def checked_njit(*, cache: bool) -> Any:
    """Return the decorator that compiles a strategy's function."""
    # Bounds and divisions are checked: otherwise a wrong index would end the entire process.
    return njit(
        nogil=True,
        boundscheck=True,
        error_model="python",
        cache=cache,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        **ENTRY_OPTIONS,
    )

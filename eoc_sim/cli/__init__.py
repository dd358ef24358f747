"""The command line: one small module per command, imported on demand.

Exit codes: 0 success; 1 a check found a fault or the program failed; 2 bad input, reported in one
line per error; 130 Ctrl-C; 143 terminated by the system; 129 the terminal closed; 141 the program
reading the output closed the pipe, as `head` does.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import rich_click as click

import eoc_sim
from eoc_sim.built_in_games import DEFAULT_GAME, PLAYERS, players_options
from eoc_sim.cli import answer, interrupting, printing
from eoc_sim.cli.exit_codes import BAD_INPUT, CLOSED_PIPE, FAULT_FOUND, INTERRUPTED
from eoc_sim.cli.screen import visible
from eoc_sim.counts import count
from eoc_sim.errors import InputError, SeveralErrors, UnknownName, nearest, nearest_option
from eoc_sim.version import __version__

# For each command, its module in eoc_sim.cli; the module's `command` is the command itself.
COMMANDS = {
    "demo": "demo",
    "run": "run",
    "sweep": "sweep",
    "compare": "compare",
    "plan": "plan",
    "variants": "variants",
    "first-player": "first_player",
    "tournament": "tournament",
    "restrict": "restrict",
    "balance": "balance",
    "tune": "tune",
    "exploit": "exploit",
    "watch": "watch",
    "cards": "cards",
    "timing": "timing",
    "rules": "rules",
    "report": "report",
    "replay": "replay",
    "referee": "referee",
    "strategies": "strategies",
    "games": "games",
    "history": "history",
    "data": "data",
    "mcp": "mcp",
    "bench": "bench",
    "warmup": "warmup",
}

_RANGE = re.compile(r"is not in the range (?:(\d+)<=x<=(\d+)|x>=(\d+))")
"""A range, as click's messages word it."""


class LazyGroup(click.RichGroup):
    """A group of commands, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of all commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"eoc_sim.cli.{COMMANDS[cmd_name]}").command
        command.name = cmd_name
        if ctx.resilient_parsing:  # the shell is completing a command line
            from eoc_sim.cli.completing import add_completions

            add_completions(command)
        return answer.with_format(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names, or suggest the nearest."""
        name = args[0]
        if not (name.startswith("-") or name in COMMANDS or ctx.resilient_parsing):
            raise InputError(
                f'There is no command "{name}".{nearest(name, COMMANDS)} '
                "eoc-sim --help lists the commands."
            )
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="eoc-sim", message="%(prog)s %(version)s")
@click.pass_context
def group(context: click.Context) -> None:
    """Play a board game thousands of times to measure a change's effect.

    Start with `eoc-sim demo`: a real sweep and its report. Then run `eoc-sim data
    export my-cards.xlsx`, edit the sheet, and run `eoc-sim sweep --cards my-cards.xlsx`.
    `eoc-sim games list` lists the games; --game NAME after a command selects one.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def run_command_line(arguments: Sequence[str]) -> int:
    """Run a command line, report errors, and return the exit code.

    With ``--format json``, stdout gets the complete answer at the end, errors included.
    """
    arguments = arguments[1:] if [*arguments][:1] == ["--"] else arguments
    if not answer.asks_for_json(arguments):
        return _run(arguments)
    with answer.collecting(arguments) as contents:
        code = _run(arguments)
    text = printing.json_answer.text_of(
        contents, _command_in(arguments), interrupting.code_of(code)
    )
    try:
        print(text, flush=True)
    except BrokenPipeError:
        return _leave_pipe()
    except OSError as error:
        return _refuse_system(error)
    return code


def _command_in(arguments: Sequence[str]) -> str:
    """Return the command that a command line names, such as ``rules list``."""
    name, *subcommands = [*arguments, ""][:2]
    if name not in COMMANDS:
        return ""
    command = importlib.import_module(f"eoc_sim.cli.{COMMANDS[name]}").command
    return " ".join(
        [name, *(word for word in subcommands if word in getattr(command, "commands", ()))]
    )


def _range_in_words(click_range: re.Match[str]) -> str:
    """Put one of click's ranges into words.

    >>> _RANGE.sub(_range_in_words, "1 is not in the range 2<=x<=10000.")
    '1 should be between 2 and 10 000.'
    """
    low, high, minimum = (end and count(int(end)) for end in click_range.groups())
    return f"should be {minimum} or more" if minimum else f"should be between {low} and {high}"


def _run(arguments: Sequence[str], players: str = PLAYERS) -> int:
    """Run a command line, report errors, and return its exit code.

    ``players`` is the option for the number of players, as the user typed it.
    """
    try:
        code = _invoke(arguments, players)
        sys.stdout.flush()
    except SeveralErrors as error:
        return _refuse(*str(error).splitlines())
    except UnknownName as error:
        return _refuse(_sentence(str(error)) + _option_meant(error.name, arguments))
    except InputError as error:
        return _refuse(_sentence(str(error)))
    except click.NoSuchOption as error:
        options = [
            name
            for parameter in _parameters(error)
            if parameter.param_type_name == "option"
            for name in parameter.opts
        ]
        suggestion = nearest_option(error.option_name, options)
        if PLAYERS in options:
            own_option = _own_players_option(arguments)
            if error.option_name == own_option:
                return _run(
                    [_rename(argument, own_option, PLAYERS) for argument in arguments], own_option
                )
            suggestion = nearest_option(error.option_name, [own_option, *options])
            for other in {*players_options()} - {own_option}:
                suggestion = suggestion.replace(f'"{other}"', f'"{own_option}"')
        return _refuse(
            f'There is no option "{error.option_name}".{suggestion} '
            f"eoc-sim {_path(error)} --help lists the options.".replace("  ", " ")
        )
    except click.UsageError as error:
        listed_noun = (
            "commands" if isinstance(error.ctx and error.ctx.command, click.Group) else "options"
        )
        hint = f" eoc-sim {_path(error)} --help lists the {listed_noun}." if error.ctx else ""
        message = error.format_message().replace(f"'{PLAYERS}'", f"'{players}'")
        return _refuse(_sentence(_RANGE.sub(_range_in_words, message)) + hint.replace("  ", " "))
    except click.ClickException as error:
        return _refuse(_sentence(error.format_message()))
    except (click.Abort, KeyboardInterrupt) as stop:
        print("Stopped.", file=sys.stderr)
        answer.fail("stopped", ["Stopped.", *getattr(stop, "__notes__", ())])
        return INTERRUPTED
    except BrokenPipeError:
        return _leave_pipe()
    except SystemExit as exit_error:
        # click and rich exit like this when a pipe is closed.
        if not isinstance(exit_error.__context__, BrokenPipeError):
            raise
        return _leave_pipe()
    except OSError as error:
        return _refuse_system(error)
    except Exception as error:
        return _fail(error)
    return code if isinstance(code, int) else 0


def _invoke(arguments: Sequence[str], players: str) -> Any:
    """Call the command of a command line, and return its result."""
    try:
        return group.main(
            args=list(arguments), prog_name="eoc-sim", standalone_mode=False, obj=players
        )
    except Exception:
        # An import of compiled code reports Ctrl-C as an ImportError.
        if interrupting.was_interrupted():
            raise KeyboardInterrupt from None
        raise


def _refuse_system(error: OSError) -> int:
    """Report an error of the operating system, such as a full disk."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.filename is not None:
        return _refuse(f"{error.filename} cannot be read or written: {reason}.")
    # Without a file name, the error comes from a stream, which still buffers unwritten output.
    _discard_output()
    return _refuse(f"The output cannot be written: {reason}.")


def _leave_pipe() -> int:
    """End silently when the program reading the pipe has ended."""
    _discard_output()
    return CLOSED_PIPE


def _discard_output() -> None:
    """Discard the rest of stdout, so that Python exits silently."""
    try:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stdout.fileno())
        os.close(null_device)
    except (OSError, ValueError):
        pass  # stdout has no file descriptor


def _own_players_option(arguments: Sequence[str]) -> str:
    """Return the players option of the game that the command line names."""
    split = [part for argument in arguments for part in argument.split("=", 1)]
    option_values = dict(pairwise(split))
    try:
        words = eoc_sim.games.find(option_values.get("--game", DEFAULT_GAME)).declaration.words
    except (InputError, OSError):
        return PLAYERS
    return f"--{words.player[1]}"


def _option_meant(name: str, arguments: Sequence[str]) -> str:
    """Return a sentence naming the option that an unknown key stands for."""
    names = _command_in(arguments).split()
    command = importlib.import_module(f"eoc_sim.cli.{COMMANDS[names[0]]}").command
    for subcommand in names[1:]:
        command = command.commands[subcommand]
    options = [option for parameter in command.params for option in parameter.opts]
    option, own_option = f"--{name.rpartition('.')[2].lower()}", _own_players_option(arguments)
    if option in (own_option, *players_options()) and PLAYERS in options:
        return f" The option for the number of {own_option.lstrip('-')} is {own_option}."
    return f" The option for it is {option}." if option in options else ""


def _rename(argument: str, option: str, new_option: str) -> str:
    """Return an argument with ``option`` renamed to ``new_option``."""
    name, *value = argument.split("=", 1)
    return "=".join([new_option if name == option else name, *value])


def _parameters(error: click.UsageError) -> list[click.Parameter]:
    """List the parameters of the command that the error is about."""
    return error.ctx.command.get_params(error.ctx) if error.ctx else []


def _path(error: click.UsageError) -> str:
    """Return the command that the error is about, such as `data words`."""
    return " ".join(error.ctx.command_path.split()[1:]) if error.ctx else ""


def _sentence(message: str) -> str:
    """Put a message on one line, with a full stop if needed."""
    text = " ".join(message.split())
    is_ended = re.search(r"[.?!]( \([^()]*\))?$|: eoc-sim ((?!\. ).)*$", text)
    return text if is_ended else text + "."


def _refuse(*lines: str) -> int:
    """Report bad input, and return its exit code."""
    sentences = [" ".join(line.split()) for line in lines]
    print(visible("Error: " + "\n".join(sentences)), file=sys.stderr)
    answer.fail("input", sentences)
    return BAD_INPUT


def _fail(error: BaseException) -> int:
    """Report an internal error in one sentence, after its details."""
    first = " ".join(str(error).split())
    reason = f"{type(error).__name__}: {first}" if first else type(error).__name__
    sentence = (
        f"Internal error ({reason}) in eoc-sim {__version__}; please report it, including the "
        "details on stderr."
    )
    print(visible("".join(traceback.format_exception(error))), file=sys.stderr)
    print(visible(sentence), file=sys.stderr)
    answer.fail("internal", [sentence])
    return FAULT_FOUND

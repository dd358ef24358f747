"""Names that every ``strategy_api`` has for a user's own modules."""

from __future__ import annotations

USER_MODULE_FUNCTIONS = {
    "Your own modules": ("compiled", "inlined", "unchecked", "unchecked_inlined"),
}
"""Functions of every ``strategy_api``, by heading.

Their docstrings are for the engine's authors.
"""

USER_MODULES_NOTE = (
    "A helper function in the strategy's own file needs no decorator. One in a module that several "
    "strategies import is marked `@compiled`, or `@inlined` if it is small and called very often: "
    "it is then compiled into every function that calls it. Both are checked like the strategy's "
    "own functions. The package's planners are marked `@unchecked` and `@unchecked_inlined`, which "
    "is a few percent faster, but a wrong index may end the whole process, a negative index does "
    "not count from the end, a division by 0 is not an error, and the function cannot make arrays."
)
"""An explanation of the functions in `USER_MODULE_FUNCTIONS`."""

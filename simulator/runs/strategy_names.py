"""Names that every ``strategy_api`` has for a user's own modules."""

from __future__ import annotations

MODULES_OF_ONES_OWN = {
    "Modules of one's own": ("compiled", "inlined", "unchecked", "unchecked_inlined"),
}
"""Functions of every ``strategy_api`` with docstrings for the engine's authors."""

MODULES = (
    "A helper function in the strategy's own file needs nothing. One in a module that several "
    "strategies import is marked `@compiled`, or `@inlined` if it is small and called very often: "
    "then it is compiled into every function that calls it. It is checked as the strategy's own "
    "functions are. The package's planners are marked `@unchecked` and `@unchecked_inlined`, which "
    "is some percent faster: a wrong index may end the whole process, a negative one does not "
    "count from the end, a division by 0 is no error, and such a function makes no arrays."
)
"""Words on these."""

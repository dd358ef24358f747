"""Independent engines, one per game, that judge traces by the rules alone.

They import nothing from the rest of the package, whose traces they judge.
"""

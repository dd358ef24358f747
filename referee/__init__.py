"""Independent engines, one a game, written from the rules alone, that judge traces.

They import nothing else of the package that they judge.
"""

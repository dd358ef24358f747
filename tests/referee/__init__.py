"""Tests of the referee.

This file makes the folder a package. Otherwise ``import referee`` would find the folder of
the same name in the root of the repository, which holds the referee itself.
"""

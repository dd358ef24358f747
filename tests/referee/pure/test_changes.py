"""The changes that break engines still fit the code."""

from __future__ import annotations

from referee.pure import test_broken_eleven, test_broken_engines, test_broken_stadium


def test_every_change_fits_the_code():
    """A renamed local is noticed here, although most broken engines only play with --long."""
    changes = [change for broken in test_broken_engines.BROKEN for change in broken.changes]
    for module in (test_broken_eleven, test_broken_stadium):
        changes += [broken.change for broken in module.BROKEN]
    for change in changes:
        change.broken()
    assert len(changes) > 450

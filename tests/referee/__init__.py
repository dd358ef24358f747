"""Tests of the referee; a package, so that its name differs from the product's folder."""

"""Tests of the referee; a package, so that its name here is not that of the product's folder."""

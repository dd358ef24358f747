"""Maps the top-level folders onto the import names eoc_sim.simulator, eoc_sim.strategies, ..."""

from setuptools import find_packages, setup

FOLDERS = ("simulator", "strategies", "analysis", "reports", "data")

packages = find_packages(include=["eoc_sim", "eoc_sim.*"])
for folder in FOLDERS:
    packages.append(f"eoc_sim.{folder}")
    packages.extend(f"eoc_sim.{folder}.{name}" for name in find_packages(folder))

setup(packages=packages, package_dir={f"eoc_sim.{folder}": folder for folder in FOLDERS})

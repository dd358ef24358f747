"""Maps the top-level folders onto the import names eoc_sim.simulator, eoc_sim.strategies, ..."""

from setuptools import find_packages, setup

FOLDERS = ("simulator", "strategies", "analysis", "reports", "data", "referee")

packages = find_packages(include=["eoc_sim", "eoc_sim.*"])
for name in FOLDERS:
    packages.append(f"eoc_sim.{name}")
    packages.extend(f"eoc_sim.{name}.{inner}" for inner in find_packages(name))

setup(
    packages=packages,
    package_dir={f"eoc_sim.{name}": name for name in FOLDERS},
)

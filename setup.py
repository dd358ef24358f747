"""Maps the top-level folders onto the import names eoc_sim.simulator, eoc_sim.strategies, ...

The referee is the slow reference engine of the tests, shipped as it is.
"""

from setuptools import find_packages, setup

FOLDERS = {name: name for name in ("simulator", "strategies", "analysis", "reports", "data")}
FOLDERS["referee"] = "tests/reference"

packages = find_packages(include=["eoc_sim", "eoc_sim.*"])
for name, folder in FOLDERS.items():
    packages.append(f"eoc_sim.{name}")
    packages.extend(f"eoc_sim.{name}.{inner}" for inner in find_packages(folder))

setup(
    packages=packages,
    package_dir={f"eoc_sim.{name}": folder for name, folder in FOLDERS.items()},
)

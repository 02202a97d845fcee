"""What an installation is made of, as a CycloneDX bill of materials: `python tools/sbom.py [FILE]`.

It lists what requirements/server.txt pins, with its licence where it is installed here, and what phones run.
"""

from __future__ import annotations

import base64
import re
import runpy
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "requirements" / "server.txt"
FETCHING = ROOT / "mahjongclub" / "offline" / "fetching.py"
#: a line of it: `name[extra]==version ; marker \`
LINE = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)


def pinned() -> dict[str, str]:
    """The version of each package that a server installs, by its name as PyPI writes it."""
    return {canonicalize_name(name): version for name, version in LINE.findall(PINNED.read_text())}


def bill() -> Bom:
    """The whole bill: the app, what it installs, which of them needs which, and Pyodide."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = runpy.run_path(str(ROOT / "mahjongclub" / "__init__.py"))["__version__"]
    app = Component(type=ComponentType.APPLICATION, name=project["name"], version=version, bom_ref="app")
    bom = Bom()
    bom.metadata.component = app
    parts = {name: _package(name, version) for name, version in pinned().items()}
    for part in [*parts.values(), _pyodide()]:
        bom.components.add(part)
    extras = project["optional-dependencies"]
    direct = [*project["dependencies"], *extras["sheets"], *extras["ods"], *extras["server"]]
    bom.register_dependency(app, [*_those(parts, direct), _pyodide()])
    for name, part in parts.items():
        bom.register_dependency(part, _those(parts, _required(name)))
    return bom


def _package(name: str, version: str) -> Component:
    url = PackageURL("pypi", None, name, version)
    licence = _licence(name)
    licences = [DisjunctiveLicense(name=licence)] if licence else []
    return Component(name=name, version=version, purl=url, bom_ref=url.to_string(), licenses=licences)


def _pyodide() -> Component:
    """What `make offline` fetches, read as text: to import it wants the whole app."""
    said = dict(re.findall(r'^(VERSION|INTEGRITY) = "(?:sha512-)?(.+)"$', FETCHING.read_text(), re.MULTILINE))
    url = PackageURL("npm", None, "pyodide", said["VERSION"])
    digest = HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(said["INTEGRITY"]).hex())
    licences = [DisjunctiveLicense(name="MPL-2.0")]
    return Component(
        name="pyodide",
        version=said["VERSION"],
        purl=url,
        bom_ref=url.to_string(),
        hashes=[digest],
        licenses=licences,
    )


def _licence(name: str) -> str:
    """What an installed package says of its licence, "" where it says nothing or is not there."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return ""
    expression, classifiers, text = (
        told.get_all(field) or [] for field in ("License-Expression", "Classifier", "License")
    )
    classified = [one.split(" :: ")[-1] for one in classifiers if one.startswith("License ::")]
    (said, *_) = [*expression, ", ".join(classified) or "".join(text)]
    return str(said).strip().split("\n")[0]


def _required(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def _those(parts: dict[str, Component], requirements: list[str]) -> list[Component]:
    """Of what is required, what the bill has."""
    names = sorted({canonicalize_name(Requirement(one).name) for one in requirements})
    return [parts[name] for name in names if name in parts]


def main(arguments: list[str]) -> int:
    """Write the bill to the file named, or to standard output."""
    text = JsonV1Dot6(bill()).output_as_string(indent=2)
    if not arguments:
        sys.stdout.write(f"{text}\n")
        return 0
    target = Path(arguments[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(f"{text}\n", encoding="utf-8")
    sys.stdout.write(f"{target}: {len(pinned())} packages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The package holds all its parts, has one version, and is light and quiet to import."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def _packages_below(folder: Path) -> set[str]:
    """Return the dotted names of the packages in a folder of packages."""
    inits = folder.rglob("__init__.py")
    return {".".join(init.parent.relative_to(folder).parts) for init in inits}


def test_every_package_is_listed() -> None:
    there = _packages_below(ROOT / "framework") | _packages_below(ROOT / "plugins")
    there |= {"trickbook.rulebooks", "trickbook.variants"}
    assert set(SETUPTOOLS["packages"]) == there


def test_every_package_is_found() -> None:
    folders = SETUPTOOLS["package-dir"]
    assert folders["trickbook"] == "framework/trickbook"
    for package in SETUPTOOLS["packages"]:
        # setuptools looks for the longest listed parent, and for the rest below it.
        parent = max((name for name in folders if f"{package}.".startswith(f"{name}.")), key=len)
        rest = package.removeprefix(parent).strip(".").split(".")
        assert (ROOT / folders[parent] / Path(*rest) / "__init__.py").exists(), package


def test_every_plugin_has_an_entry_point() -> None:
    points = PROJECT["project"]["entry-points"]["trickbook"].values()
    assert {point.partition(":")[0] for point in points} >= _packages_below(ROOT / "plugins")


def test_data_files_are_shipped() -> None:
    data = SETUPTOOLS["package-data"]
    folders = {
        "trickbook": ROOT / "framework" / "trickbook",
        "trickbook.rulebooks": ROOT / "rulebooks",
        "trickbook.variants": ROOT / "variants",
    }
    for package, folder in folders.items():
        shipped = {path for pattern in data[package] for path in folder.glob(pattern)}
        there = {path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}}
        assert there <= shipped, f"not in the package data of {package}: {sorted(there - shipped)}"


def test_version_is_in_one_place() -> None:
    from trickbook.version import VERSION

    assert importlib.metadata.version("trickbook") == VERSION
    sources = [*(ROOT / "framework").rglob("*.py"), ROOT / "pyproject.toml"]
    stating = [path for path in sources if f'"{VERSION}"' in path.read_text("utf-8")]
    assert stating == [ROOT / "framework" / "trickbook" / "version.py"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## \[?({re.escape(VERSION)}|Unreleased)\b", changes, re.MULTILINE)


def _python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_importing_trickbook_and_making_its_help_are_light(tmp_path: Path) -> None:
    code = "import sys, trickbook.cli.parser as cli; cli.make_parser(); print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = _python(code, tmp_path).stdout.split()
    assert "trickbook" in loaded
    assert not {"numba", "numpy", "cerberus", "rich", "tree_sitter", "tomli_w"} & set(loaded)


def test_importing_modules_has_no_side_effects(tmp_path: Path) -> None:
    modules = sorted(
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        for source in (ROOT / "framework", ROOT / "plugins")
        for path in source.rglob("*.py")
        if path.name != "__main__.py"
    )
    # Without the JIT: what Numba compiles on import belongs in the cache, and is no matter here.
    done = _python(
        f"import importlib\nfor name in {modules}: importlib.import_module(name)",
        tmp_path,
        NUMBA_DISABLE_JIT="1",
        HOME=str(tmp_path),
        XDG_CACHE_HOME=str(tmp_path / "cache"),
        TRICKBOOK_CACHE=str(tmp_path / "trickbook"),
    )
    assert done.stdout == done.stderr == ""
    assert not list(tmp_path.iterdir())

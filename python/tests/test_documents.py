"""The README's examples and the docstrings are tests, and the stubs name what is there."""

import ast
import doctest
import importlib.metadata
import inspect
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import tourdion
from conftest import INKALA
from tourdion import _tourdion

HERE = Path(__file__).resolve().parents[1]
README = (HERE / "README.md").read_text()


def test_the_examples_of_the_readme():
    for package in ["numpy", "polars"]:
        pytest.importorskip(package)
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
    assert len(blocks) >= 5
    exec("\n".join(blocks), {})


def test_the_command_of_the_readme(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"puzzle": 10_000 * [INKALA], "id": range(10_000)})
    parquet.write_table(table, tmp_path / "puzzles.parquet")
    command = re.search(r'^python -c "(.*)"$', README, re.M).group(1)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", command], cwd=tmp_path, check=True, env=environment)
    verdicts = parquet.read_table(tmp_path / "verdicts.parquet")["verdict"]
    assert verdicts.to_pylist() == 10_000 * ["proper"]


def test_the_version_is_that_of_the_package():
    assert tourdion.__version__ == importlib.metadata.version("tourdion")


@pytest.mark.parametrize("name", tourdion.__all__)
def test_docstrings(name):
    pytest.importorskip("numpy")
    thing = getattr(tourdion, name)
    assert thing.__doc__
    finder = doctest.DocTestFinder(recurse=False)
    for examples in finder.find(thing, name, module=False, globs={}):
        outcome = doctest.DocTestRunner().run(examples)
        assert outcome.failed == 0 and (outcome.attempted > 0 or inspect.isclass(thing))


def arguments(function):
    """The names of a function's arguments in a stub, and whether they have to be named."""
    given = function.args
    names = [argument.arg for argument in [*given.posonlyargs, *given.args]]
    return [name for name in names if name != "self"], [one.arg for one in given.kwonlyargs]


def test_stubs_name_what_is_there():
    stub = ast.parse((HERE / "tourdion" / "_tourdion.pyi").read_text())
    public = {node.name: node for node in stub.body if hasattr(node, "name")}
    public = {name: node for name, node in public.items() if not name.startswith("_")}
    assert sorted(public) == sorted(tourdion.__all__)
    assert sorted(public) == sorted(name for name in dir(_tourdion) if not name.startswith("_"))
    checked = 0
    for name, node in public.items():
        thing = getattr(tourdion, name)
        functions = [(name, thing, node)] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.ClassDef):
            members = {m.name: m for m in node.body if isinstance(m, ast.FunctionDef)}
            there = [m for m in dir(thing) if not m.startswith("_")]
            assert sorted(m for m in members if not m.startswith("_")) == sorted(there), name
            functions = [
                (f"{name}.{member}", getattr(thing, member), definition)
                for member, definition in members.items()
                if callable(getattr(thing, member)) and not member.startswith("_")
            ]
        for label, function, definition in functions:
            signature = inspect.signature(function).parameters.values()
            named = [p.name for p in signature if p.kind == p.KEYWORD_ONLY]
            plain = [p.name for p in signature if p.kind != p.KEYWORD_ONLY and p.name != "self"]
            assert (plain, named) == arguments(definition), label
            assert Ellipsis not in [p.default for p in signature], label
            checked += 1
    assert checked > 25


def test_stubs_by_a_program_that_uses_everything():
    for package in ["mypy", "numpy"]:
        pytest.importorskip(package)
    path = HERE / "tests" / "typed.py"
    runpy.run_path(str(path))
    used = path.read_text()
    assert all(f"tourdion.{name}" in used for name in tourdion.__all__ if name != "Covers")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, path.name],
        capture_output=True, text=True, cwd=path.parent,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_stubs_by_mypy():
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "--concise", "tourdion._tourdion"],
        capture_output=True, text=True, cwd=HERE / "tests",
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr

"""The program to compare with, puzzles, and every kind of column."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NORVIG = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
EMPTY = "." * 81


def program_path():
    """The program `tourdion`: the one that is named, or one that is built now."""
    path = os.environ.get("TOURDION_PROGRAM")
    if path is None:
        if shutil.which("cargo") is None:
            pytest.skip("no TOURDION_PROGRAM, and no cargo to build it")
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        path = str(ROOT / "target" / "release" / "tourdion")
    return path


@pytest.fixture(scope="session")
def program():
    """Runs the program `tourdion`, and returns the lines that it prints."""
    path = program_path()

    def run(*arguments, text=None):
        done = subprocess.run(
            [path, *arguments], input=text, capture_output=True, text=True, cwd=ROOT, timeout=120
        )
        assert done.returncode in (0, 1, 2), done.stderr
        return done.stdout.splitlines()

    return run


@pytest.fixture(scope="session")
def puzzles():
    """Proper puzzles, a pseudo-puzzle, an impossible one, and what can't be read."""
    lines = (DATA / "first.txt").read_text().splitlines()
    first = [line[:81] for line in lines if not line.startswith("#")][:200]
    return [*first, INKALA, NORVIG, EMPTY, INKALA[:80], INKALA + "1", "z" * 81, ""]


def numbers(rows):
    """The rows that are grids as numbers of numpy."""
    numpy = pytest.importorskip("numpy")
    return numpy.array([[int(c) if c in "123456789" else 0 for c in row] for row in rows], "uint8")


def strided(rows):
    """The same with gaps between the rows and the cells."""
    numpy = pytest.importorskip("numpy")
    wide = numpy.zeros((2 * len(rows), 9, 18), "int64")
    wide[::2, :, ::2] = numbers(rows).reshape(-1, 9, 9)
    return wide[::2, :, ::2]


def arrow(kind):
    def column(rows):
        pyarrow = pytest.importorskip("pyarrow")
        if kind == "chunked":
            return pyarrow.chunked_array([rows[:3], [], rows[3:]], pyarrow.string())
        if kind == "sliced":
            return pyarrow.array(["?", *rows, "?"])[1:-1]
        if kind == "table":
            return pyarrow.table({"puzzle": [None, *rows]})[1:]
        if kind == "reader":
            table = pyarrow.table({"puzzle": rows})
            return pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches(7))
        if kind == "keys":
            words = list(dict.fromkeys(row for row in rows if row is not None))
            keys = [None if row is None else words.index(row) for row in rows]
            # The words and the keys are parts of longer arrays.
            words = pyarrow.array(["?", *words], pyarrow.large_string())[1:]
            return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, *keys], "int8")[1:], words)
        if kind == "table of keys":
            return pyarrow.table({"puzzle": pyarrow.array(["?", *rows]).dictionary_encode()})[1:]
        return pyarrow.array(rows, getattr(pyarrow, kind)())

    return column


def polars(rows):
    return pytest.importorskip("polars").Series(rows)


def categories(rows):
    polars = pytest.importorskip("polars")
    return polars.Series(rows, dtype=polars.Categorical)


def duckdb(rows):
    relation = pytest.importorskip("duckdb").sql("SELECT unnest(?) AS puzzle", params=[rows])
    assert relation.columns == ["puzzle"]
    return relation


TEXTS = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "bytes": lambda rows: [row.encode() for row in rows],
    "numpy text": lambda rows: pytest.importorskip("numpy").array(rows, "object"),
    **{
        f"arrow {kind}": arrow(kind)
        for kind in [
            "string", "large_string", "string_view", "binary", "large_binary", "binary_view",
            "chunked", "sliced", "table", "reader", "keys", "table of keys",
        ]
    },
    "polars": polars,
    "polars categories": categories,
    "duckdb": duckdb,
}

GRIDS = {
    "numpy": numbers,
    "numpy (N, 9, 9)": lambda rows: numbers(rows).reshape(-1, 9, 9),
    "numpy strided": strided,
    "numpy Fortran": lambda rows: numbers(rows).copy("F"),
    "arrow fixed_size_binary": lambda rows: pytest.importorskip("pyarrow").array(
        [row.encode() for row in rows], pytest.importorskip("pyarrow").binary(81)
    ),
    "arrow fixed_size_list": lambda rows: pytest.importorskip(
        "pyarrow"
    ).FixedSizeListArray.from_arrays(
        pytest.importorskip("pyarrow").array(numbers(rows).reshape(-1)), 81
    ),
}


@pytest.fixture(params=TEXTS)
def column(request):
    """Makes a column of texts of some kind."""
    return TEXTS[request.param]


@pytest.fixture(params=GRIDS)
def grids(request):
    """Makes a column of grids of some kind."""
    return GRIDS[request.param]

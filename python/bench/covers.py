"""Exact cover, side by side with other packages: seconds by the clock, the least of three runs.

    python bench/covers.py

`exact_cover` (in C) and `xcover` (numba) are asked where they are installed; what numba compiles
is compiled before. The program, which is the library's own time, is found as TOURDION_PROGRAM.
"""

import importlib
import os
import subprocess
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy
import tourdion

COVERS = 1_000_000


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


exact_cover, xcover = optional("exact_cover"), optional("xcover")


def dominoes(side):
    cells = {(x, y) for x in range(side) for y in range(side)}
    pairs = [((x, y), (x + dx, y + dy)) for x, y in sorted(cells) for dx, dy in [(1, 0), (0, 1)]]
    return [pair for pair in pairs if pair[1] in cells]


def queens(side):
    squares = [(x, y) for x in range(side) for y in range(side)]
    options = [[f"r{y}", f"c{x}", f"a{x + y}", f"b{x - y}"] for x, y in squares]
    return options, sorted({item for option in options for item in option[2:]})


def matrix(options):
    items = sorted({item for option in options for item in option})
    rows = numpy.zeros((len(options), len(items)), "int32")
    for row, option in zip(rows, options):
        row[[items.index(item) for item in option]] = 1
    return rows


def program(problem, *arguments):
    path = os.environ.get("TOURDION_PROGRAM")
    if path is None:
        return None
    file = Path(tempfile.mkdtemp()) / "problem.txt"
    file.write_text(problem.text())
    command = [path, "cover", "--quiet", *arguments, str(file)]
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def length(iterator):
    return sum(1 for _ in iterator)


def ours():
    """How long it takes to bring covers into Python."""
    board = tourdion.Problem(dominoes(8))
    listed = ["--engine", "live", "--all", "--limit", str(COVERS), "--emit", "numbers"]
    counted = ["--engine", "live", "--count", "--limit", str(COVERS)]
    yield "a million covers of dominoes 8x8", {
        "tourdion, lists of options": lambda: length(islice(board.covers(), COVERS)),
        "the program, counted one by one": program(board, *counted),
        "the program, written": program(board, *listed),
    }


def beside_others():
    """The same questions to other packages."""
    squares = dominoes(6)
    names = [[f"{x},{y}" for x, y in pair] for pair in squares]
    ones = matrix(squares)
    board = tourdion.Problem(squares)
    yield "dominoes 6x6, a cover", {
        "tourdion": board.solve,
        "exact_cover": exact_cover and (lambda: exact_cover.get_exact_cover(ones)),
        "xcover": xcover and (lambda: next(xcover.covers(names))),
    }
    yield "dominoes 6x6, how many (6,728)", {
        "tourdion": board.count,
        "exact_cover": exact_cover and (lambda: exact_cover.get_solution_count(ones)),
    }
    yield "dominoes 6x6, all 6,728 as lists", {
        "tourdion": lambda: length(board.covers()),
        "exact_cover": exact_cover and (lambda: len(exact_cover.get_all_solutions(ones))),
        "xcover": xcover and (lambda: length(xcover.covers(names))),
    }
    options, secondary = queens(8)
    placed = tourdion.Problem(options, secondary=secondary)
    primary = sorted({item for option in options for item in option[:2]})
    yield "queens 8, all 92 as lists", {
        "tourdion": lambda: length(placed.covers()),
        "xcover": xcover
        and (lambda: length(xcover.covers(options, primary=primary, secondary=secondary))),
    }
    yield "stating dominoes 30x30", {"tourdion": lambda: tourdion.Problem(dominoes(30))}


def main():
    for questions in [ours(), beside_others()]:
        for question, jobs in questions:
            print(question)
            least = {}
            for _ in range(3):
                for name, job in jobs.items():
                    if job:
                        began = time.perf_counter()
                        job()
                        took = time.perf_counter() - began
                        least[name] = min(took, least.get(name, took))
            for name, seconds in least.items():
                print(f"    {name:34} {1000 * seconds:10.3f} ms")


if __name__ == "__main__":
    main()

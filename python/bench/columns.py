"""Whole columns, side by side: how many rows a second of processor time, on one thread.

    python bench/columns.py [PUZZLES]

PUZZLES has a puzzle a line; it is repeated up to a million rows. Without it, ../data/first.txt. The
program is found as TOURDION_PROGRAM. Each figure is the least of three runs in turn.
"""

import os
import resource
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

import numpy
import polars
import pyarrow
import pyarrow.parquet
import tourdion

HERE = Path(__file__).resolve().parent
ROWS = 1_000_000


def processor(who=resource.RUSAGE_SELF):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def took(work, who=resource.RUSAGE_SELF):
    before = processor(who)
    work()
    return processor(who) - before


def program(*arguments):
    path = os.environ.get("TOURDION_PROGRAM")
    if path is None:
        return None
    return lambda: subprocess.run([path, *arguments], stdout=subprocess.DEVNULL, check=False)


def parquet(source, target):
    answers = tourdion.verify(pyarrow.parquet.read_table(source)["puzzle"], threads=1)
    pyarrow.parquet.write_table(pyarrow.table(answers), target)


def dominoes(side):
    cells = {(x, y) for x in range(side) for y in range(side)}
    pairs = [((x, y), (x + dx, y + dy)) for x, y in sorted(cells) for dx, dy in [(1, 0), (0, 1)]]
    return tourdion.Problem([pair for pair in pairs if pair[1] in cells])


def main():
    source = sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1] / "data" / "first.txt"
    lines = [line[:81] for line in Path(source).read_text().splitlines() if line[:1] not in "#;"]
    rows = list(islice(cycle(lines), ROWS))
    digits = numpy.frombuffer("".join(rows).encode(), "uint8").reshape(-1, 81)
    numbers = numpy.where((digits < 49) | (digits > 57), 0, digits - 48).astype("uint8")
    text = pyarrow.array(rows)
    fixed = pyarrow.array(rows, pyarrow.binary(81))
    frame = polars.Series(rows)
    folder = Path(tempfile.mkdtemp())
    pyarrow.parquet.write_table(pyarrow.table({"puzzle": text}), folder / "puzzles.parquet")
    (folder / "puzzles.txt").write_text("\n".join(rows) + "\n")
    one, file = {"threads": 1}, str(folder / "puzzles.txt")
    alone = ["verify", "--quiet", "--threads", "1"]
    board, listed = dominoes(6), dominoes(8)
    jobs = {
        "numpy, verdicts and solutions": lambda: tourdion.verify(numbers, **one),
        "numpy, verdicts": lambda: tourdion.verify(numbers, solutions=False, **one),
        "Arrow utf8, verdicts and solutions": lambda: tourdion.verify(text, **one),
        "Arrow utf8, verdicts": lambda: tourdion.verify(text, solutions=False, **one),
        "Arrow fixed_size_binary(81), both": lambda: tourdion.verify(fixed, **one),
        "polars, both": lambda: tourdion.verify(frame, **one),
        "list of str, both": lambda: tourdion.verify(rows, **one),
        "Parquet to Parquet, both": lambda: parquet(
            folder / "puzzles.parquet", folder / "verdicts.parquet"
        ),
        "canon, Arrow": lambda: tourdion.canon(text, **one),
        "morph, Arrow": lambda: tourdion.morph(text, seed=1, **one),
        "a million covers as lists": lambda: sum(1 for _ in islice(listed.covers(), ROWS)),
        "program: verify": program(*alone, file),
        "program: verify, both": program(*alone, "--emit", "lines", "--witness", file),
        "program: canon": program("canon", "--quiet", "--threads", "1", file),
    }
    least = {}
    for _ in range(3):
        for name, job in jobs.items():
            if job is not None:
                who = "CHILDREN" if name.startswith("program") else "SELF"
                seconds = took(job, getattr(resource, f"RUSAGE_{who}"))
                least[name] = min(seconds, least.get(name, seconds))
    for name, seconds in least.items():
        print(f"{name:42} {seconds:6.2f} s {ROWS / seconds / 1e6:6.2f} million a second")
    for name, job in {"count dominoes 6x6": board.count, "solve": board.solve}.items():
        seconds = min(took(job) for _ in range(5))
        print(f"{name:42} {1000 * seconds:6.2f} ms")


if __name__ == "__main__":
    main()

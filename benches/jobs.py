"""The jobs of docs/data.md, by tourdion and by SQL over what it writes, side by side.

    cargo build --release
    python3 benches/jobs.py PUZZLES           needs `pip install duckdb`
    python3 benches/jobs.py PUZZLES 20000     fewer rows than a million

PUZZLES is a list of puzzles with one solution. Its symmetric copies become `answers.csv`, with the
columns `id,puzzle,answer`; copies of the first half of the list become `other.csv`. Commands add
their columns to both: `all.csv` and `forms.csv`, which SQL reads. All are in a folder in memory
that goes at the end.

Both sides of a job have to write as many rows. Times are seconds of the processor, user and system,
of whole processes: the least of three, in turns.
"""

import csv
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PASSES = 3
PROGRAM = Path(__file__).parent.parent / "target" / "release" / "tourdion"
# A puzzle with `x` for each clue.
PATTERN = "regexp_replace(puzzle, '[1-9]', 'x', 'g')"
IS_MINIMAL = "verdict = 'proper' AND redundant IS NULL"
# The one that is written as JSON lines.
JSON = "SELECT id, puzzle, answer, verdict, solutions FROM 'all.csv'"
# The words of the program, and a question to SQL whose rows are written, or `None` where there is
# none.
JOBS = [
    ("verify answers.csv", "SELECT verdict, count(*) FROM 'all.csv' GROUP BY ALL"),
    ("filter -q proper answers.csv", "FROM 'all.csv' WHERE verdict = 'proper'"),
    ("filter -q clues<=16 answers.csv", "FROM 'all.csv' WHERE clues <= 16"),
    (
        "filter -q symmetry=half-turn answers.csv",
        f"FROM 'all.csv' WHERE {PATTERN} = reverse({PATTERN})",
    ),
    ("filter -q automorphisms>1 answers.csv", "FROM 'all.csv' WHERE automorphisms > 1"),
    ("filter -q minimal answers.csv", f"FROM 'all.csv' WHERE {IS_MINIMAL}"),
    (
        "canon -q --unique --keep --emit csv answers.csv",
        "SELECT DISTINCT ON (canonical) * FROM 'all.csv' ORDER BY canonical, id",
    ),
    (
        "canon -q --against other.csv answers.csv",
        "FROM 'all.csv' SEMI JOIN 'forms.csv' USING (canonical)",
    ),
    (
        "verify -q --solution answer answers.csv",
        "FROM 'all.csv' WHERE given_solution <> 'right'",
    ),
    ("verify -q --emit jsonl answers.csv", JSON),
    ("morph -q --seed 1 --solution answer --emit csv answers.csv", None),
    (None, "FROM 'all.csv' WHERE hash(canonical) % 10 = 0"),
]


def processor_time(command, output=os.devnull):
    """The seconds of the processor that a command takes, whose output goes to a file."""
    before = os.times()
    with open(output, "wb") as file:
        code = subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL).returncode
    after = os.times()
    # 1: the program has findings, or shows nothing.
    if code not in (0, 1):
        sys.exit(f"{shlex.join(map(str, command))} ends with {code}")
    return sum(after[2:4]) - sum(before[2:4])


def program(words):
    """The command line of one of the program's commands."""
    return [PROGRAM, *words.split()]


def query(sql):
    """The command line of a question to DuckDB, which writes the rows to a file."""
    form = "FORMAT json" if sql is JSON else "FORMAT csv, HEADER false"
    text = f"import duckdb; duckdb.sql(\"\"\"COPY ({sql}) TO 'rows' ({form})\"\"\")"
    return [sys.executable, "-c", text]


def rows_of(path):
    """The number of lines of a file, without the header that a table of this bench has."""
    with open(path, "rb") as file:
        lines = file.readlines()
    return len(lines) - (lines[:1] != [] and lines[0].startswith(b"id,"))


def compare_answers():
    """Ends the bench if a job's two sides write different numbers of rows."""
    for words, sql in JOBS[1:]:
        if words and sql:
            processor_time(program(words), "ours")
            processor_time(query(sql))
            ours, theirs = rows_of("ours"), rows_of("rows")
            if ours != theirs:
                sys.exit(f"{words}: {ours} rows, and by SQL {theirs}")


def write_answers(puzzles, rows, path):
    """Writes symmetric copies of the puzzles with their solutions, a row each."""
    copies = -(-rows // len(puzzles))
    lines = "\n".join(puzzles).encode()
    morphed = subprocess.run(
        program(f"morph -q --seed {len(puzzles)} -n {copies}"),
        input=lines, capture_output=True, check=True,
    ).stdout
    morphed = b"\n".join(morphed.split()[:rows])
    solved = subprocess.run(
        program("solve -q --emit lines"), input=morphed, capture_output=True, check=True
    ).stdout.split()
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "puzzle", "answer"])
        rows = zip(morphed.decode().split(), solved)
        writer.writerows([k, puzzle, answer.decode()] for k, (puzzle, answer) in enumerate(rows, 1))


def add_columns(path, target):
    """Adds what the program knows of each puzzle; returns the seconds."""
    steps = [
        (f"verify -q --solution answer --emit csv {path}", "verdicts.csv"),
        ("canon -q --automorphisms --emit csv verdicts.csv", "canon.csv"),
        ("minimize -q --redundant --emit csv canon.csv", target),
    ]
    return sum(processor_time(program(words), output) for words, output in steps)


def main():
    """Makes the files, does the jobs, and prints the table."""
    puzzles = Path(sys.argv[1]).read_text().split("\n")
    puzzles = [line[:81] for line in puzzles if len(line) >= 81 and line[0] in ".0123456789"]
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    if not puzzles or rows < len(puzzles):
        sys.exit(f"{len(puzzles)} puzzles of 81 cells do not make {rows} rows")
    in_memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        os.chdir(folder)
        write_answers(puzzles, rows, "answers.csv")
        write_answers(puzzles[: -(-len(puzzles) // 2)], rows // 2, "other.csv")
        print(f"all.csv {add_columns('answers.csv', 'all.csv'):.2f}")
        print(f"forms.csv {add_columns('other.csv', 'forms.csv'):.2f}")
        size = os.path.getsize("all.csv") / 1e6
        with open("all.csv") as file:
            print(f"{rows} rows, {size:.0f} MB, columns {file.readline().strip()}")
        compare_answers()
        best = [[float("inf"), float("inf")] for _ in JOBS]
        for _ in range(PASSES):
            for least, (words, sql) in zip(best, JOBS):
                if words:
                    least[0] = min(least[0], processor_time(program(words)))
                if sql:
                    least[1] = min(least[1], processor_time(query(sql)))
        for number, (least, (words, sql)) in enumerate(zip(best, JOBS), 1):
            ours, theirs = (f"{t:.2f}" if t < float("inf") else "-" for t in least)
            print(f"{number:2} {ours:>6} {theirs:>6}  {words or ''}  |  {sql or ''}")
        os.chdir("/")


if __name__ == "__main__":
    main()

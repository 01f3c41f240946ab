"""A million rows of Parquet: verdicts, solutions, canonical forms, and what leaks into a test set.

    python leakage.py [ROWS]

With polars and DuckDB; a thousand rows unless more are asked for.
"""

import sys
import tempfile
from pathlib import Path

import duckdb
import polars
import tourdion


def main(rows=1_000):
    folder = Path(tempfile.mkdtemp())

    # A training set, and a test set of which a tenth are symmetric copies of it.
    training = polars.Series(tourdion.generate(rows, seed=1)["puzzle"])
    fresh = polars.Series(tourdion.generate(rows, seed=2)["puzzle"])
    copies = polars.Series(tourdion.morph(training[: rows // 10], seed=3)["copy"])
    polars.DataFrame({"puzzle": training}).write_parquet(folder / "training.parquet")
    polars.DataFrame({"puzzle": polars.concat([fresh[rows // 10 :], copies])}).write_parquet(
        folder / "test.parquet"
    )

    # Our columns behind those of the file; nothing is copied on the way.
    for name in ["training", "test"]:
        frame = polars.read_parquet(folder / f"{name}.parquet")
        verdicts = polars.DataFrame(tourdion.verify(frame["puzzle"])).select("verdict", "solution")
        forms = polars.DataFrame(tourdion.canon(frame["puzzle"])).select("canonical")
        frame.hstack(verdicts).hstack(forms).write_parquet(folder / f"{name}.parquet")

    # What SQL is for.
    leaks = duckdb.sql(f"""
        SELECT count(*) FROM '{folder}/test.parquet' SEMI JOIN '{folder}/training.parquet'
        USING (canonical)
    """).fetchall()[0][0]
    print(f"{leaks} of {rows} puzzles for testing are in the training set, up to symmetry")
    return leaks


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

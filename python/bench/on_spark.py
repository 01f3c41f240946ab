"""What Spark adds to the engine's own time, and what a tour and a count take on it.

    python bench/on_spark.py PUZZLES [TOURED]

PUZZLES has a puzzle a line; it is repeated up to a million rows. A tour of `{-1+1}x2` begins with
the first 40 of TOURED. Two executors of one core each, in processes of their own; seconds by the
clock. The program is found as TOURDION_PROGRAM.
"""

import os
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path

import pyarrow
import pyspark
import tourdion
from pyspark.sql import SparkSession
from tourdion import spark as on_spark

ROWS = 1_000_000


def session():
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.sql.execution.arrow.pyspark.enabled", "true")
        .getOrCreate()
    )


def took(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def least(work, runs=3):
    return min(took(work) for _ in range(runs))


def lines(path):
    return [line[:81] for line in Path(path).read_text().splitlines() if line[:1] not in "#;"]


def nothing(df):
    df.write.format("noop").mode("overwrite").save()


def overhead(spark, rows):
    """Rows through `mapInArrow`: as they are, and verified; and the engine alone."""
    column = pyarrow.array(rows)
    df = spark.createDataFrame(pyarrow.table({"puzzle": column})).repartition(8).cache()
    df.count()
    engine = least(lambda: tourdion.verify(column, threads=1))
    read = least(lambda: nothing(df))
    passed = least(lambda: nothing(df.mapInArrow(lambda batches: batches, df.schema)))
    verdicts = least(lambda: nothing(on_spark.verify(df, solutions=False)))
    verified = least(lambda: nothing(on_spark.verify(df)))
    for name, seconds in [
        ("the engine alone, one core", engine),
        ("Spark: rows read", read),
        ("Spark: mapInArrow that does nothing", passed),
        ("Spark: verdicts", verdicts),
        ("Spark: verdicts and solutions", verified),
    ]:
        print(f"{name:40} {seconds:6.2f} s {1e6 * seconds / len(rows):6.2f} us a row")


def program(*arguments, text=""):
    path = os.environ.get("TOURDION_PROGRAM")
    if path:
        command = [path, *arguments]
        work = lambda: subprocess.run(  # noqa: E731
            command, input=text, text=True, stdout=subprocess.DEVNULL, check=True
        )
        print(f"{'the program, ' + arguments[0]:40} {least(work):6.2f} s")


def tour(spark, puzzles):
    df = spark.createDataFrame([(puzzle,) for puzzle in puzzles], "puzzle string")
    seconds = least(lambda: nothing(on_spark.tour(df, "{-1+1}x2")), 2)
    print(f"{'Spark: tour {-1+1}x2 of 40':40} {seconds:6.2f} s")
    program("tour", "--quiet", "--threads", "1", "{-1+1}x2", "-", text="\n".join(puzzles))


def queens(spark, side):
    squares = [(x, y) for x in range(side) for y in range(side)]
    options = [[f"r{y}", f"c{x}", f"a{x + y}", f"b{x - y}"] for x, y in squares]
    secondary = sorted({item for option in options for item in option[2:]})
    problem = tourdion.Problem(options, secondary=secondary)
    alone = least(lambda: problem.count(threads=1), 1)
    seconds = least(lambda: on_spark.count(spark, problem), 1)
    print(f"{f'queens {side}, the engine alone':40} {alone:6.2f} s")
    print(f"{f'Spark: queens {side} in parts':40} {seconds:6.2f} s")


def main(source, toured=None):
    spark = session()
    overhead(spark, list(islice(cycle(lines(source)), ROWS)))
    tour(spark, lines(toured or source)[:40])
    for side in [13, 15]:
        queens(spark, side)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])

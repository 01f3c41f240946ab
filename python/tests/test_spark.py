"""Spark: two executors of their own, results equal to the program's, and what is killed."""

import hashlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import tourdion
from conftest import DATA, EMPTY, INKALA

pyspark = pytest.importorskip("pyspark")

from pyspark.sql import SparkSession  # noqa: E402

from tourdion import spark as on_spark  # noqa: E402

PACKAGE = str(Path(tourdion.__file__).parents[1])


def children(name):
    """The processes whose command line has this text, as (pid, whole command line)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, UnicodeDecodeError):
            continue
        if name in command:
            found.append((int(folder.name), command))
    return found


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    """Two executors, each a process with one core, and four tries for each task."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["PYTHONPATH"] = os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "512m")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    yield session
    session.stop()


def first(count):
    lines = (DATA / "first.txt").read_text().splitlines()
    return [line[:81] for line in lines if not line.startswith("#")][:count]


def md5(puzzles):
    return hashlib.md5("".join(f"{puzzle}\n" for puzzle in sorted(puzzles)).encode()).hexdigest()


def found(df):
    rows = df.collect()
    assert not [row.error for row in rows if row.error]
    return [row.puzzle for row in rows]


def test_verdicts_and_canonical_forms_are_columns_beside_those_that_are_there(spark):
    rows = [(number, puzzle) for number, puzzle in enumerate([INKALA, EMPTY, "x", None])]
    df = spark.createDataFrame(rows, "id long, puzzle string")
    verified = on_spark.verify(df).orderBy("id").collect()
    assert [row.verdict for row in verified] == ["proper", "pseudo", "unreadable", "unreadable"]
    assert verified[0].solution == tourdion.solve([INKALA])["solution"][0]
    assert "column 1" in verified[2].error
    canonical = on_spark.canon(df, automorphisms=True).orderBy("id").collect()
    assert canonical[0].canonical == tourdion.canon([INKALA])["canonical"][0]
    assert [row.automorphisms for row in canonical][:2] == [1, None] or canonical[1].automorphisms
    with pytest.raises(ValueError, match="already"):
        on_spark.verify(on_spark.verify(df))
    with pytest.raises(ValueError, match="no column 'p'"):
        on_spark.canon(df, "p")


def test_a_tour_finds_what_the_program_finds(spark, program):
    puzzles = first(10)
    expected = program("tour", "--quiet", "{-1+1}", "-", text="\n".join(puzzles))
    df = spark.createDataFrame([(puzzle,) for puzzle in puzzles], "puzzle string")
    assert md5(found(on_spark.tour(df, "{-1+1}"))) == md5(expected)


def test_a_row_that_no_tour_can_begin_with_keeps_its_text_and_its_reason(spark):
    df = spark.createDataFrame([(INKALA,), ("x",), (EMPTY,)], "puzzle string")
    rows = on_spark.tour(df, "{-1+1}").collect()
    errors = sorted(row.error for row in rows if row.error)
    assert [error.split(":")[0] for error in errors] == [EMPTY, "x"]
    assert len([row for row in rows if row.puzzle]) == 27


def kill_soon(name, count, begun):
    """Kills processes by SIGKILL once some work is done; returns a list that is filled."""
    killed = []

    def kill():
        begun.wait(60)
        for pid, _ in children(name)[:count]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread, killed


@pytest.mark.parametrize(
    "name", ["CoarseGrainedExecutorBackend", "pyspark.daemon"], ids=["executor", "Python workers"]
)
def test_a_tour_survives_a_kill(spark, program, name):
    puzzles = first(4)
    expected = program("tour", "--quiet", "{-1+1}x2", "-", text="\n".join(puzzles))
    df = spark.createDataFrame([(puzzle,) for puzzle in puzzles], "puzzle string")
    begun = threading.Event()
    thread, killed = kill_soon(name, 1 if name.startswith("Coarse") else 2, begun)
    tracker = spark.sparkContext.statusTracker()

    def watch():
        # The second phase has begun when a stage has some tasks behind it.
        end = time.time() + 60
        while time.time() < end and not begun.is_set():
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage and stage.numCompletedTasks >= 2 for stage in stages):
                begun.set()
            time.sleep(0.01)
        begun.set()

    threading.Thread(target=watch).start()
    results = found(on_spark.tour(df, "{-1+1}x2"))
    thread.join()
    assert killed, f"no process {name} was there to be killed"
    assert md5(results) == md5(expected)


def test_covers_are_counted_in_parts_that_are_cut_again(spark):
    cells = [(f"r{y}", f"c{x}", f"a{x + y}", f"b{x - y}") for x in range(8) for y in range(8)]
    secondary = sorted({item for cell in cells for item in cell[2:]})
    queens = tourdion.Problem(cells, secondary=secondary)
    assert on_spark.count(spark, queens) == 92
    assert on_spark.count(spark, queens, seconds=0.0) == 92


def test_the_program_alone_is_enough_for_a_pipe(spark, program):
    path = os.environ.get("TOURDION_PROGRAM") or str(DATA.parent / "target" / "debug" / "tourdion")
    puzzles = first(10)
    lines = spark.sparkContext.parallelize(puzzles, 4)
    piped = lines.pipe(f"{path} tour --quiet --threads 1 {{-1+1}} -").distinct().collect()
    assert md5(piped) == md5(program("tour", "--quiet", "{-1+1}", "-", text="\n".join(puzzles)))

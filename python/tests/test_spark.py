"""Spark: two executors of their own, results equal to the program's, and what is killed.

With TOURDION_LONG a tour of forty puzzles and a count of seconds are killed in the middle, too.
"""

import hashlib
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
import tourdion
from conftest import DATA, EMPTY, INKALA, ROOT, program_path

pyspark = pytest.importorskip("pyspark")

from pyspark.sql import SparkSession  # noqa: E402
from tourdion import spark as on_spark  # noqa: E402

PACKAGE = str(Path(tourdion.__file__).parents[1])
LONG = bool(os.environ.get("TOURDION_LONG"))

EXECUTOR, WORKERS = "CoarseGrainedExecutorBackend", "pyspark.daemon"


def parents():
    """The parent of each process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            after_name = (folder / "stat").read_text().rpartition(")")[2]
            found[int(folder.name)] = int(after_name.split()[1])
        except OSError:
            continue
    return found


def descendants(text):
    """The processes that this one began, it or others for it, with a text in their command."""
    above, found = parents(), []
    for pid in above:
        line = [pid]
        while line[-1] in above:
            line.append(above[line[-1]])
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, UnicodeDecodeError):
            continue
        if os.getpid() in line[1:] and text in command:
            found.append(pid)
    return found


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    """Two executors, each a process with one core, and four tries for each task."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["PYTHONPATH"] = os.pathsep.join(
        filter(None, [PACKAGE, os.environ.get("PYTHONPATH", "")])
    )
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    # What a JVM compiles well, and what Spark compiles, pays only in longer runs.
    quickly = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    os.environ["PYSPARK_SUBMIT_ARGS"] = f'--driver-java-options "{quickly}" pyspark-shell'
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "512m")
        .config("spark.executor.extraJavaOptions", quickly)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def found_by_program(program):
    """What the program finds around puzzles, each answer once."""
    answers = {}

    def ask(sequence, puzzles):
        key = (sequence, len(puzzles))
        if key not in answers:
            answers[key] = program("tour", "--quiet", sequence, "-", text="\n".join(puzzles))
        return answers[key]

    return ask


def first(count):
    lines = (DATA / "first.txt").read_text().splitlines()
    return [line[:81] for line in lines if not line.startswith("#")][:count]


def hard(count):
    """Hard puzzles, whose tours find more, if there are some."""
    path = Path(os.environ.get("TOURDION_CATALOGUES", "")) / "hardest.txt"
    if not path.is_file():
        return first(count)
    lines = path.read_text().splitlines()
    return [line[:81] for line in lines if not line.startswith("#")][:count]


def queens(n):
    cells = [(f"r{y}", f"c{x}", f"a{x + y}", f"b{x - y}") for x in range(n) for y in range(n)]
    return tourdion.Problem(cells, secondary=sorted({item for c in cells for item in c[2:]}))


def md5(puzzles):
    return hashlib.md5("".join(f"{puzzle}\n" for puzzle in sorted(puzzles)).encode()).hexdigest()


def frame(spark, puzzles):
    return spark.createDataFrame([(puzzle,) for puzzle in puzzles], "puzzle string")


def found(df):
    table = df.toArrow()
    assert table["error"].null_count == len(table)
    return table["puzzle"].to_pylist()


def test_verdicts_and_canonical_forms_are_columns_beside_those_that_are_there(spark):
    rows = [(number, puzzle) for number, puzzle in enumerate([INKALA, EMPTY, "x", None])]
    df = spark.createDataFrame(rows, "id long, puzzle string")
    verified = on_spark.verify(df).orderBy("id").collect()
    assert [row.verdict for row in verified] == ["proper", "pseudo", "unreadable", "unreadable"]
    assert verified[0].solution == tourdion.solve([INKALA])["solution"][0]
    assert "column 1" in verified[2].error
    canonical = on_spark.canon(df, automorphisms=True).orderBy("id").collect()
    expected = tourdion.canon([INKALA, EMPTY], automorphisms=True)
    for name in ["canonical", "automorphisms"]:
        assert [row[name] for row in canonical] == [*expected[name], None, None]
    with pytest.raises(ValueError, match="already"):
        on_spark.verify(on_spark.verify(df))
    with pytest.raises(ValueError, match="no column 'p'"):
        on_spark.canon(df, "p")


def test_a_row_that_no_tour_can_begin_with_keeps_its_text_and_its_reason(spark):
    rows = on_spark.tour(frame(spark, [INKALA, "x", EMPTY]), "{-1+1}").collect()
    errors = sorted(row.error for row in rows if row.error)
    assert [error.split(":")[0] for error in errors] == [EMPTY, "x"]
    assert len([row for row in rows if row.puzzle]) == 27


def test_phases_are_written_to_checkpoints(spark, found_by_program, tmp_path):
    puzzles = first(4)
    spark.sparkContext.setCheckpointDir(str(tmp_path))
    results = found(on_spark.tour(frame(spark, puzzles), "{-1+1}", checkpoint=True))
    assert md5(results) == md5(found_by_program("{-1+1}", puzzles))
    assert len(list(tmp_path.glob("*/rdd-*"))) == 2


class Killer(threading.Thread):
    """Kills processes by SIGKILL, once stages have some tasks behind them, and work goes on."""

    def __init__(self, spark, text, most):
        super().__init__()
        self.tracker, self.text, self.most = spark.sparkContext.statusTracker(), text, most
        self.killed = []

    def is_amid(self):
        stages = [self.tracker.getStageInfo(stage) for stage in self.tracker.getActiveStageIds()]
        return any(stage and 0 < stage.numCompletedTasks < stage.numTasks for stage in stages)

    def run(self):
        end = time.time() + 60
        while time.time() < end and not self.is_amid():
            time.sleep(0.01)
        for pid in descendants(self.text)[: self.most]:
            os.kill(pid, signal.SIGKILL)
            self.killed.append(pid)


KILLS = pytest.mark.parametrize(
    ("text", "most"), [(EXECUTOR, 1), (WORKERS, 8)], ids=["executor", "Python workers"]
)


@KILLS
def test_a_tour_survives_a_kill(spark, found_by_program, text, most):
    puzzles = hard(40) if LONG else first(1)
    expected = found_by_program("{-1+1}x2", puzzles)
    killer = Killer(spark, text, most)
    killer.start()
    results = found(on_spark.tour(frame(spark, puzzles), "{-1+1}x2"))
    killer.join()
    assert killer.killed, f"no process {text} was there to be killed"
    print(f"{len(results)} results, md5 {md5(results)}; the program's {md5(expected)}")
    assert md5(results) == md5(expected)


@KILLS
def test_a_count_survives_a_kill(spark, program, text, most):
    n = 15 if LONG else 12
    problem = queens(n)
    expected = program("cover", "--quiet", "--count", "--make", f"queens:{n}")
    killer = Killer(spark, text, most)
    killer.start()
    total = on_spark.count(spark, problem)
    killer.join()
    assert killer.killed, f"no process {text} was there to be killed"
    print(f"queens {n}: {total} covers; the program's {expected[0]}")
    assert [str(total)] == expected


def test_a_part_that_takes_long_is_cut_again(spark):
    assert on_spark.count(spark, queens(8), seconds=0.0) == 92


def test_the_example_of_the_page(spark, found_by_program, tmp_path):
    page = (ROOT / "docs" / "scale.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert len(blocks) == 1
    (tmp_path / "hardest.txt").write_text("".join(f"{puzzle}\n" for puzzle in first(2)))
    code = blocks[0]
    for name in ['"hardest.txt"', '"found"']:
        assert name in code
        code = code.replace(name, repr(str(tmp_path / name.strip('"'))))  # Java has its own folder
    exec(code, {})
    written = found(spark.read.parquet(str(tmp_path / "found")))
    assert md5(written) == md5(found_by_program("{-1+1}x2", first(2)))


def test_the_program_alone_is_enough_for_a_pipe(spark, found_by_program):
    path, puzzles = program_path(), first(4)
    lines = spark.sparkContext.parallelize(puzzles, 4)
    piped = lines.pipe(f"{path} tour --quiet --threads 1 {{-1+1}} -").distinct().collect()
    assert md5(piped) == md5(found_by_program("{-1+1}", puzzles))


def test_the_program_counts_parts_in_a_pipe(spark, program):
    path = program_path()
    places = program("cover", "--make", "queens:9", "--parts")
    command = f"xargs -n 1 {path} cover --make queens:9 --threads 1 --count --quiet --part"
    counts = spark.sparkContext.parallelize(places, 4).pipe(command)
    assert counts.map(int).sum() == 352

"""Puzzles and exact cover on Spark, for what outgrows one machine.

    rows of puzzles ──▶ tasks: tourdion on Arrow batches ──▶ the same rows, and our columns
    puzzles of a tour ──▶ off phase ──▶ each once ──▶ on phase ──▶ each once ──▶ ...
    problem ──▶ places of parts ──▶ tasks: count ──▶ sum; a part that takes long is cut again

Executors need the package and nothing else. All results are exact, whatever is lost and done again:
a task depends on its rows alone, and is the same every time. Spark divides, retries and removes
duplicates; there is no scheduler here. Needs PySpark 4.

Each task works on one thread, as Spark expects of tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyarrow
import pyarrow.compute
from pyspark.sql import types

import tourdion

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["canon", "count", "tour", "verify"]

#: The most puzzles of a task that are toured together: their results are made unique there, before
#: any of them is sent to another machine.
TOURED = 4096

#: Partitions for each core, so that no core waits for the last task of another.
PER_CORE = 4


def verify(
    df: DataFrame, column: str = "puzzle", *, solutions: bool = True, boxes: str = "3x3"
) -> DataFrame:
    """The rows with the columns ``verdict``, ``solution``, ``other_solution`` and ``error``.

    ``verdict`` is ``proper``, ``pseudo``, ``impossible`` or ``unreadable``; ``column`` has the
    puzzles. A column that has one of these names already is a ValueError.
    """
    names = ["verdict", "solution", "other_solution", "error"]
    if not solutions:
        names = ["verdict", "error"]

    def answer(puzzles):
        return tourdion.verify(puzzles, solutions=solutions, boxes=boxes, threads=1)

    return _with_columns(df, column, answer, {name: types.StringType() for name in names})


def canon(
    df: DataFrame,
    column: str = "puzzle",
    *,
    form: str = "puzzle",
    automorphisms: bool = False,
) -> DataFrame:
    """The rows with the columns ``canonical`` and ``error``, and with ``automorphisms`` if asked.

    ``form`` is one of those of `tourdion.canon`. Rows of equal ``canonical`` are the same puzzle,
    so ``dropDuplicates(["canonical"])`` keeps one of each.
    """
    fields = {"canonical": types.StringType()}
    if automorphisms:
        fields["automorphisms"] = types.LongType()
    fields["error"] = types.StringType()

    def answer(puzzles):
        return tourdion.canon(puzzles, form=form, automorphisms=automorphisms, threads=1)

    return _with_columns(df, column, answer, fields)


def tour(
    df: DataFrame,
    sequence: str,
    column: str = "puzzle",
    *,
    partitions: int | None = None,
    checkpoint: bool = False,
) -> DataFrame:
    """The puzzles that a tour finds around those of ``column``, each once: those of
    `tourdion.tour`, and of the program.

    The columns are ``puzzle`` and ``error``. A row from which no tour can begin has its reason
    there, with the row's own text, and no puzzle.

    Each phase of `tourdion.phases` is a stage. What it finds is made unique by a shuffle of records
    of 11 to 25 bytes, divided by their hashes into ``partitions``, which are four for each core if
    it is not said how many. With ``checkpoint``, each phase is computed when it is planned, and
    written to Spark's checkpoint directory (``sparkContext.setCheckpointDir``): what is lost after
    that begins there, and not with the first phase.
    """
    phases = tourdion.phases(sequence)
    partitions = partitions or PER_CORE * df.sparkSession.sparkContext.defaultParallelism
    schema = "record binary, error string"
    step = tourdion.phases(sequence, whole=True)[0]
    begin = _first(column, step, phases[0])
    found = df.select(column).repartition(partitions).mapInArrow(begin, schema)
    found = _each_once(found, partitions, checkpoint)
    for phase in phases[1:]:
        found = found.mapInArrow(_next(phase), schema)
        found = _each_once(found, partitions, checkpoint)
    return found.mapInArrow(_unpacked, "puzzle string, error string")


def count(spark: SparkSession, problem: tourdion.Problem, *, seconds: float = 10.0) -> int:
    """The number of covers of a problem, exactly.

    The search is cut into parts, hundreds or thousands, which are tasks. A part that is not done
    after ``seconds`` is cut again, so that no task takes much longer: give a task seconds, not
    milliseconds. Names of items and options have to be what Python can pickle.
    """
    context = spark.sparkContext
    shared = context.broadcast(problem)

    def counted(place: str) -> tuple[str, int | None]:
        try:
            return place, shared.value.count(part=place, seconds=seconds, threads=1)
        except TimeoutError:
            return place, None

    places, total = problem.parts(), 0
    try:
        while places:
            slices = min(len(places), 8 * PER_CORE * context.defaultParallelism)
            done = context.parallelize(places, slices).map(counted).collect()
            total += sum(number for _, number in done if number is not None)
            late = [place for place, number in done if number is None]
            places = [piece for place in late for piece in problem.parts(part=place)]
    finally:
        shared.unpersist()
    return total


def _with_columns(
    df: DataFrame,
    column: str,
    answer: Callable[[pyarrow.Array], tourdion.Table],
    fields: dict[str, types.DataType],
) -> DataFrame:
    """The rows with the columns of their answers."""
    taken = [name for name in fields if name in df.columns]
    if taken:
        raise ValueError(f"the rows have a column {taken[0]!r} already; rename it")
    if column not in df.columns:
        raise ValueError(f"there is no column {column!r}; there are {_names(df.columns)}")
    schema = types.StructType(
        [*df.schema.fields, *(types.StructField(name, kind) for name, kind in fields.items())]
    )

    def answered(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            answers = pyarrow.table(answer(batch.column(column))).combine_chunks()
            columns = list(batch.columns)
            for name in fields:
                found = answers.column(name)
                if pyarrow.types.is_dictionary(found.type):
                    found = found.cast(pyarrow.string())
                columns.append(pyarrow.concat_arrays(found.chunks))
            yield pyarrow.RecordBatch.from_arrays(columns, [*batch.schema.names, *fields])

    return df.mapInArrow(answered, schema)


def _names(columns: list[str]) -> str:
    """The first dozen names, without what steers a terminal, and the number of the others."""
    names = ["".join(c if c.isprintable() else "\ufffd" for c in name) for name in columns[:12]]
    short = [name if len(name) <= 60 else f"{name[:60]}…" for name in names]
    more = f" and {len(columns) - 12} more" if len(columns) > 12 else ""
    return ", ".join(short) + more


def _each_once(found: DataFrame, partitions: int, checkpoint: bool) -> DataFrame:
    """The rows, each once, divided by what they are."""
    once = found.repartition(partitions, "record").dropDuplicates(["record", "error"])
    return once.checkpoint() if checkpoint else once


def _some(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.Table]:
    """The rows of a task, some thousands at a time."""
    waiting: list[pyarrow.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(map(len, waiting)) >= TOURED:
            yield pyarrow.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pyarrow.Table.from_batches(waiting)


def _found(puzzles, phase: str, texts) -> pyarrow.RecordBatch:
    """What a phase finds, as records; of a puzzle that it can't begin with, its text and why."""
    found = pyarrow.table(tourdion.tour(puzzles, phase, threads=1)).combine_chunks()
    is_found = pyarrow.compute.is_valid(found.column("puzzle"))
    records = tourdion.pack(found.filter(is_found).column("puzzle"), threads=1)["record"]
    records = pyarrow.chunked_array(records).combine_chunks()
    refused = found.filter(pyarrow.compute.invert(is_found)).to_pylist()
    errors = [f"{texts(row['row'])}: {row['error']}" for row in refused]
    return _rows(records, errors)


def _rows(records, errors: list[str]) -> pyarrow.RecordBatch:
    nothing = pyarrow.nulls(len(records), pyarrow.string())
    arrays = [
        pyarrow.concat_arrays([records, pyarrow.nulls(len(errors), pyarrow.binary())]),
        pyarrow.concat_arrays([nothing, pyarrow.array(errors, pyarrow.string())]),
    ]
    return pyarrow.RecordBatch.from_arrays(arrays, ["record", "error"])


def _first(column: str, step: str, phase: str):
    """The first phase, of rows as they are. A step refuses some that its off phase takes."""

    def found(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for rows in _some(batches):
            puzzles = rows.column(column)
            if step != phase:
                verdicts = pyarrow.chunked_array(
                    tourdion.verify(puzzles, solutions=False, threads=1)["verdict"]
                ).cast(pyarrow.string())
                is_proper = pyarrow.compute.equal(verdicts, "proper")
                others = puzzles.filter(pyarrow.compute.invert(is_proper))
                yield _found(others, step, lambda row, others=others: others[row].as_py())
                puzzles = puzzles.filter(is_proper)
            yield _found(puzzles, phase, lambda row, puzzles=puzzles: puzzles[row].as_py())

    return found


def _next(phase: str):
    def found(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for rows in _some(batches):
            is_there = pyarrow.compute.is_valid(rows.column("record"))
            errors = rows.filter(pyarrow.compute.invert(is_there)).column("error").to_pylist()
            yield _rows(pyarrow.array([], pyarrow.binary()), errors)
            puzzles = tourdion.unpack(rows.filter(is_there).column("record"), threads=1)["puzzle"]
            yield _found(puzzles, phase, lambda row, puzzles=puzzles: puzzles[row])

    return found


def _unpacked(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        is_there = pyarrow.compute.is_valid(batch.column("record"))
        puzzles = tourdion.unpack(batch.column("record").filter(is_there), threads=1)["puzzle"]
        puzzles = pyarrow.chunked_array(puzzles).combine_chunks()
        others = batch.filter(pyarrow.compute.invert(is_there)).column("error")
        arrays = [
            pyarrow.concat_arrays([puzzles, pyarrow.nulls(len(others), pyarrow.string())]),
            pyarrow.concat_arrays([pyarrow.nulls(len(puzzles), pyarrow.string()), others]),
        ]
        yield pyarrow.RecordBatch.from_arrays(arrays, ["puzzle", "error"])

"""The answers are the program's."""

import csv
import math
import random
import time

import pyarrow
import pytest
import tourdion
from conftest import EMPTY, INKALA, NORVIG


@pytest.fixture(scope="module")
def rows(program, puzzles):
    """Runs a command over the puzzles that can be read, and returns the rows of its table."""
    readable = [row for row in puzzles if len(row) == 81 and "z" not in row]

    def run(*arguments):
        lines = program(*arguments, "-q", "--emit", "csv", "-", text="\n".join(readable) + "\n")
        return readable, list(csv.DictReader(lines))

    return run


def as_text(values):
    return ["" if value is None else str(value) for value in values]


def columns(rows, *names):
    return [[row[name] for row in rows] for name in names]


def test_verify(rows):
    readable, said = rows("verify", "--witness")
    table = tourdion.verify(readable)
    assert [as_text(table[name]) for name in table.columns[:3]] == columns(
        said, "verdict", "solution", "other_solution"
    )


def test_solve(rows):
    readable, said = rows("solve")
    table = tourdion.solve(readable)
    assert [as_text(table["verdict"])] == columns(said, "verdict")
    proper = [row == "proper" for row in table["verdict"]]
    found = [row for row, is_one in zip(table["solution"], proper) if is_one]
    assert found == [row["solution"] for row, is_one in zip(said, proper) if is_one]


def test_count(rows):
    readable, said = rows("solve", "--count", "--limit", "1000")
    counted = tourdion.count(readable, limit=1000)["solutions"]
    assert [as_text(counted)] == columns(said, "solutions")


@pytest.mark.parametrize("limit", [1, 2, 3, 16, 17, 100_000, None])
def test_counts_up_to_limits(limit):
    puzzle = INKALA.replace("8", ".", 1)
    everything = tourdion.count([puzzle])["solutions"][0]
    assert everything > 100
    found = tourdion.count([puzzle, INKALA, NORVIG], limit=limit)["solutions"].to_pylist()
    assert found == [min(everything, limit or everything), 1, 0]


@pytest.mark.parametrize("form", ["puzzle", "gsf", "pattern", "solution"])
def test_canon(rows, form):
    readable, said = rows("canon", "--form", form, "--automorphisms", "--mapping")
    table = tourdion.canon(readable, form=form, automorphisms=True, mapping=True)
    names = ["canonical", "automorphisms", "mapping"]
    assert [as_text(table[name]) for name in names] == columns(said, *names)
    alone = tourdion.canon(readable, form=form)
    assert alone["canonical"].to_pylist() == table["canonical"].to_pylist()


def test_morph(rows):
    readable, said = rows("morph", "--seed", "7", "-n", "3", "--mapping")
    table = tourdion.morph(readable, seed=7, copies=3, mapping=True)
    names = ["copy", "mapping"]
    assert [as_text(table[name]) for name in names] == columns(said, *names)
    assert table["row"].to_pylist() == [row for row in range(len(readable)) for _ in range(3)]


def test_morphs_of_solutions_are_their_solutions(puzzles):
    solved = tourdion.solve(puzzles[:100])["solution"]
    copies = tourdion.morph(puzzles[:100], seed=1, copies=2, solutions=solved)
    assert tourdion.solve(copies["copy"])["solution"].to_pylist() == list(copies["copy_solution"])


NO_SOLUTION = "there is no solution beside it"


def test_copies_without_a_solution_are_made(program, tmp_path):
    alone = tourdion.morph([INKALA], seed=1, copies=2)["copy"].to_pylist()
    for nothing in ["", "  ", None]:
        copies = tourdion.morph(2 * [INKALA], seed=1, copies=2, solutions=[nothing, 81 * "1"])
        assert copies["error"].to_pylist() == [NO_SOLUTION, NO_SOLUTION, None, None]
        assert copies["copy"][:2] == alone
        assert copies["copy_solution"][:2] == [None, None]
    path = tmp_path / "puzzles.csv"
    path.write_text(f"puzzle,answer\n{INKALA},\n")
    told = ["--solution", "answer", "--seed", "1", "-n", "2", "--emit", "csv", "-q", str(path)]
    rows = list(csv.DictReader(program("morph", *told)))
    assert [row["error"] for row in rows] == 2 * [f"{path}:2:1: {NO_SOLUTION}"]
    assert [row["copy_solution"] for row in rows] == ["", ""]
    # Its line is the second one of the file.
    second = tourdion.morph(2 * [INKALA], seed=1, copies=2)["copy"][2:]
    assert [row["copy"] for row in rows] == second


def test_a_solution_is_missing_in_a_series():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(["", None], dtype="str")
    copies = tourdion.morph(2 * [INKALA], seed=1, solutions=column)
    assert copies["error"].to_pylist() == 2 * [NO_SOLUTION]


@pytest.mark.parametrize("seed", [None, 11])
def test_minimize(rows, seed):
    readable, said = rows("minimize", *([] if seed is None else ["--seed", str(seed)]))
    table = tourdion.minimize(readable, seed=seed)
    names = ["minimal", "clues"]
    assert [as_text(table[name]) for name in names] == columns(said, *names)


def test_redundant(rows):
    readable, said = rows("minimize", "--redundant")
    table = tourdion.redundant(readable)
    names = ["redundant", "clues"]
    assert [as_text(table[name]) for name in names] == columns(said, *names)


@pytest.mark.parametrize(
    "some", [{}, {"without": ["nets", "x-wing"]}, {"only": ["locked candidates"]}]
)
def test_explain(rows, some):
    options = [option for name, them in some.items() for option in ("--" + name, ",".join(them))]
    readable, said = rows("explain", *options)
    table = tourdion.explain(readable, **some)
    names = ["outcome", "needs", "technique", "difficulty", "techniques", "hardest"]
    names += ["rest", "pencilmarks"]
    assert [as_text(table[name]) for name in names] == columns(said, *names)


@pytest.mark.parametrize(
    "expression",
    [
        "proper",
        "clues<18 or pseudo",
        "minimal and te>=1 and b<3",
        "uses=x-wing or not difficulty<5",
    ],
)
def test_filter(program, puzzles, expression):
    pieces = "\n".join(puzzles) + "\n"
    said = program("filter", "-q", expression, "-", text=pieces)
    table = tourdion.filter(puzzles, expression, threads=2)
    kept = [puzzle for puzzle, keep in zip(puzzles, table["keep"]) if keep]
    assert kept == said and 0 < len(kept) < len(puzzles)
    wrong = [row["keep"] is None for row in table.to_pylist()]
    assert wrong == [error is not None for error in table["error"]] and sum(wrong) == 4
    mask = pyarrow.table(table)["keep"]
    assert mask.type == pyarrow.bool_() and mask.to_pylist() == table["keep"].to_pylist()
    assert len(pyarrow.array(puzzles).filter(mask.combine_chunks())) == len(kept)


def test_what_a_filter_can_not_decide():
    table = tourdion.filter([INKALA, EMPTY], "bxbb<4 or pseudo", seconds=0)
    assert table["keep"].to_pylist() == [None, True]
    assert table["error"][0] == "undecided: bxbb is not known"
    with pytest.raises(ValueError, match="expected `and`, `or` or the end\n  te>=2 und b<6\n   "):
        tourdion.filter([INKALA], "te>=2 und b<6")
    with pytest.raises(ValueError, match="seconds: "):
        tourdion.filter([INKALA], "proper", seconds=-1)


@pytest.mark.parametrize(
    "some", [{"keep": "b in 2..3 or clues<22"}, {"technique": "x-wing", "keep": "difficulty<4"}]
)
def test_generate_what_is_asked_for(program, some):
    options = [option for name, value in some.items() for option in ("--" + name, value)]
    said = program("generate", "-q", "-n", "5", "--seed", "5", *options)
    for threads in [1, 3]:
        assert tourdion.generate(5, seed=5, threads=threads, **some)["puzzle"].to_pylist() == said


def test_what_can_not_be_asked_for():
    with pytest.raises(ValueError, match="nothing that is made here is.*with 24 to 24 clues"):
        tourdion.generate(1, seed=1, clues=24, keep="clues<20")
    with pytest.raises(ValueError, match="technique: "):
        tourdion.generate(1, seed=1, technique="nothing")


def test_a_path_is_that_of_the_program(program):
    puzzle = "8.........9...4.6.......52..79........2.8..15...61...96.1..28..2...6...7...5....."
    path = tourdion.Path(puzzle)
    said = "\n".join(program("explain", puzzle))
    steps = path.steps()
    assert len(steps) == len(path) > 5 and all(step in said + "\n" for step in steps)
    assert path.svg(path.hardest).startswith("<svg") and path._repr_svg_().startswith("<svg")
    assert path.html().startswith("<!DOCTYPE html>")
    stuck = tourdion.Path(puzzle, only=["locked candidates", "subsets"])
    assert path.needs is None and (stuck.outcome, stuck.needs is None) == ("stuck", False)
    with pytest.raises(ValueError, match="without: "):
        tourdion.explain([puzzle], without=["nothing"])
    for step in 0, -1, len(path) + 1, 2**64:
        with pytest.raises(ValueError, match=f"from 1 to {len(path)}, found {step}"):
            path.svg(step)
    with pytest.raises(ValueError, match="step: the path has no step"):
        tourdion.Path(tourdion.solve([puzzle])["solution"][0]).svg(1)
    with pytest.raises(ValueError, match="the puzzle ends after 1 of 81"):
        tourdion.Path("1")


def test_rate(rows):
    readable, said = rows("rate", "--rating", "te,b")
    table = tourdion.rate(readable, ratings=["te", "b"])
    given = [as_text(table[name]) for name in ["te", "b"]]
    said = columns(said, "te", "b")
    assert given == [[cell if cell.isdigit() else "" for cell in cells] for cells in said]
    assert table["rates"][200] == "te=2 b=-"


def test_ratings_with_decimals():
    table = tourdion.rate([INKALA, "." * 81], ratings=["se"])
    rows = table.to_pylist()
    assert [rows[0][name] for name in ("er", "ep", "ed")] == [10.7, 10.7, 9.7]
    assert rows[1]["er"] is None and "10.7" in table._repr_html_()
    assert pyarrow.table(table)["er"].to_pylist() == [10.7, None]
    numbers = table["er"].to_numpy()
    assert numbers.dtype == "float64" and numbers[0] == 10.7 and math.isnan(numbers[1])


@pytest.mark.parametrize("sequence", ["{-1+1}", "{-1+1}x2", "{-1+0}", "{-1+1e}", "{-2}"])
def test_tour(program, sequence):
    puzzles = [INKALA, INKALA[:-2] + "52"][: 1 if "x2" in sequence else 2]
    said = program("tour", "-q", sequence, "-", text="\n".join(puzzles) + "\n")
    found = tourdion.tour([*puzzles, NORVIG, "x"], sequence).to_pylist()
    assert sorted(row["puzzle"] for row in found[:-2]) == sorted(said) and len(said) > 1
    assert [row["row"] for row in found[-2:]] == [len(puzzles), len(puzzles) + 1]
    assert found[-2]["error"] == "impossible: it has no solution"
    assert found[-1]["error"] == "column 1: expected 1-9 or one of .0*?_-, found `x`"


def test_phases_by_themselves_are_a_step():
    whole = set(tourdion.tour([INKALA], "{-1+1}")["puzzle"])
    off = tourdion.tour([INKALA], "{-1}")["puzzle"]
    assert set(tourdion.tour(off, "{+1}")["puzzle"]) == whole and len(whole) == 27


def test_critical_candidates_by_trying_all():
    puzzle = INKALA.replace("4", ".", 1)
    found = tourdion.critical([puzzle, INKALA, NORVIG, EMPTY])
    expected = []
    for cell, content in enumerate(puzzle):
        if content == ".":
            added = [puzzle[:cell] + digit + puzzle[cell + 1 :] for digit in "123456789"]
            for digit, verdict in zip("123456789", tourdion.verify(added)["verdict"]):
                if verdict == "proper":
                    expected.append(f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}")
    assert found["critical"].to_pylist() == [" ".join(expected), "", None, ""]
    assert found["candidates"].to_pylist() == [len(expected), 0, None, 0] and expected
    assert found["error"][2] == "impossible: it has no solution"


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"clues": 24}, ["--clues", "24"]),
        ({"clues": (23, 25), "minimal": True}, ["--clues", "23..25", "--minimal"]),
        (
            {"clues": (24, 26), "symmetry": "half-turn"},
            ["--clues", "24..26", "--symmetry", "half-turn"],
        ),
        ({"full": True}, ["--full"]),
        ({"boxes": "2x2"}, ["--boxes", "2x2"]),
    ],
)
def test_generate(program, options, arguments):
    said = program("generate", "-q", "-n", "20", "--seed", "5", *arguments)
    for threads in [1, 3]:
        table = tourdion.generate(20, seed=5, threads=threads, **options)
        assert table["puzzle"].to_pylist() == said
        assert table["clues"].to_pylist() == [sum(c not in ".0" for c in row) for row in said]


def test_one_puzzle_is_made_by_one_thread():
    """Each other would make a puzzle that nobody wants."""
    def spent(threads):
        began = time.process_time()
        made = [tourdion.generate(1, seed=seed, threads=threads)["puzzle"][0] for seed in range(10)]
        return time.process_time() - began, made

    (one, made), (many, the_same) = spent(1), spent(256)
    assert made == the_same
    assert many < 10 * one, (one, many)


def test_generate_by_pattern(program):
    pattern = tourdion.generate(1, seed=3, clues=30)["puzzle"][0]
    said = program("generate", "-q", "-n", "2", "--seed", "5", "--pattern", pattern)
    made = tourdion.generate(2, seed=5, pattern=pattern)["puzzle"].to_pylist()
    assert made == said and [c == "." for c in made[0]] == [c == "." for c in pattern]


def test_what_can_not_be_made_is_given_up():
    with pytest.warns(RuntimeWarning, match="given up after [0-9]+ attempts in a row.*; 0 made"):
        table = tourdion.generate(1, seed=1, clues=17, effort=10)
    assert len(table) == 0 and table.columns == ["puzzle", "clues"]


def test_an_effort_is_for_what_an_attempt_may_miss(program):
    for wish in {}, {"full": True}, {"symmetry": "half-turn"}:
        with pytest.raises(ValueError, match="effort: expected a wish that an attempt may miss"):
            tourdion.generate(1, seed=1, effort=0, **wish)
    said = program("generate", "-q", "-n", "2", "--seed", "5", "--clues", "21", "--effort", "0")
    made = tourdion.generate(2, seed=5, clues=21, effort=0)["puzzle"].to_pylist()
    assert made == said and len(said) == 2


def test_other_boxes(program):
    rows = tourdion.generate(5, seed=1, boxes="2x3")["puzzle"].to_pylist()
    said = program("solve", "-q", "--boxes", "2x3", "--emit", "lines", "-", text="\n".join(rows))
    assert tourdion.solve(rows, boxes="2x3")["solution"].to_pylist() == said


def test_shuffled_rows_have_shuffled_answers(puzzles):
    order = list(range(len(puzzles)))
    random.Random(1).shuffle(order)
    answers = tourdion.verify(puzzles, threads=2).to_pylist()
    shuffled = tourdion.verify([puzzles[k] for k in order], threads=3).to_pylist()
    assert shuffled == [answers[k] for k in order]

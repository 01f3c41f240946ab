"""The examples do what they say."""

import importlib.util
from pathlib import Path

import pytest
import tourdion

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def example(name):
    for package in ["numpy", "polars", "duckdb"]:
        pytest.importorskip(package)
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_are_tested():
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    assert names == {"leakage", "pipeline", "tiling", "roster", "moving"}


def test_leakage():
    assert example("leakage").main(200) == 20


def test_pipeline():
    pipeline = example("pipeline")
    puzzles = pipeline.unique_puzzles(100, seed=5)
    assert len(set(tourdion.canon(puzzles)["canonical"])) == 100
    one, other = (pipeline.Batches(puzzles, size=30, seed=1) for _ in range(2))
    for _ in range(2):
        first, second = list(one), list(other)
        assert [len(inputs) for inputs, _ in first] == [30, 30, 30, 10]
        for (inputs, answers), (again, _) in zip(first, second):
            assert (inputs == again).all() and inputs.shape == answers.shape
            assert ((inputs == 0) | (inputs == answers)).all()
            assert (tourdion.solve(inputs)["solution"].digits() == answers).all()
    assert len(puzzles) == sum(len(inputs) for inputs, _ in pipeline.main(100))


def test_tiling(tmp_path):
    tiling = example("tiling")
    count, picture = tiling.main("20", "3", tmp_path / "packing.svg")
    assert count == 8 and (tmp_path / "packing.svg").read_text() == str(picture)
    assert len(tiling.rectangle(10, 6)) == 2056


def test_roster():
    roster = example("roster")
    cost, cover = roster.main()
    shifts = [(day, shift) for _, day, shift in cover]
    assert len(cover) == 10 == len(set(shifts)), "one each is the cheapest"
    days = [(person, day) for person, day, _ in cover]
    assert len(days) == len(set(days)) and not set(days) & roster.AWAY
    late = sum(shift == "late" for _, _, shift in cover)
    assert cost == sum(roster.WAGES[person] for person, _, _ in cover) + 2 * late


def test_moving():
    moving = example("moving")
    rows, coloured = moving.main()
    assert rows == [0, 3, 4]
    assert coloured == [[{"q": None, "x": "A"}, {"p": None, "r": None, "x": "A", "y": None}]] or (
        coloured == [[{"p": None, "r": None, "x": "A", "y": None}, {"q": None, "x": "A"}]]
    )

"""Uses all that the package has: a test runs it, and mypy checks it."""

from collections.abc import Hashable, Iterator
from types import MappingProxyType
from typing import Any

import numpy
import tourdion

puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def progress(done: int, total: int) -> None:
    assert done <= total


table: tourdion.Table = tourdion.verify([puzzle, None], threads=2, progress=progress)
tourdion.verify([puzzle], solutions=False)
tourdion.verify(numpy.zeros((2, 81), dtype=numpy.uint8))
tourdion.verify(table["solution"])
tourdion.verify(iter([puzzle.encode()]))
tourdion.verify([puzzle] * 3)
tourdion.verify([puzzle.encode()] * 3)
length: int = len(table)
names: list[str] = table.columns
lists = table.to_dict()
rows = table.to_pylist()
column: tourdion.Column = table["verdict"]
column.name.upper()
first: Any = column[0]
some: list[Any] = column[1:]
place: int = column.index("proper", 0, 5)
times: int = column.count("proper")
everything: list[Any] = column.to_pylist()
column.to_numpy()
table["solution"].digits(81)
assert list(column) == list(reversed(column))[::-1]
tourdion.solve([puzzle], boxes="3x3")
tourdion.count([puzzle], limit=5)["solutions"].to_numpy(fill=-1)
tourdion.canon([puzzle], form="gsf", automorphisms=True, mapping=True)
tourdion.morph([puzzle], seed=1, copies=2, solutions=[None], keep=["digits"], mapping=True)
tourdion.morph([puzzle], seed=1, keep="digits,rows")
tourdion.minimize([puzzle], seed=1)
tourdion.redundant([puzzle])
tourdion.critical([puzzle])
tourdion.explain([puzzle], steps=True, only=["fish"], without="nets")
tourdion.filter([puzzle], "proper", seconds=1)
tourdion.rate([puzzle], ratings=["te", "b"])
tourdion.unpack(tourdion.pack([puzzle])["record"])
tourdion.unpack([b"x", None])
tourdion.tour([puzzle], "{-1+1}", threads=1)
steps: list[str] = tourdion.phases("{-1+1}", whole=True)
tourdion.generate(1, seed=1, clues=(24, 26), symmetry="half-turn", minimal=True, effort=0)
tourdion.generate(1, seed=1, clues=30, keep="proper", technique="x-wing")
path = tourdion.Path(puzzle, only=None, without=["nets"], boxes="3x3")
outcome: str = path.outcome
needs: str | None = path.needs
technique: str | None = path.technique
hardest: int | None = path.hardest
svg: str = path.svg(1) + path.html() + "".join(path.steps())
picture: tourdion.Picture = tourdion.trees(puzzle, engines=("links", "listed"), limit=20)
text: str = str(picture)
problem = tourdion.Problem(["ce", "adg", "bcf", "adf", "bg", "deg"])
tourdion.Problem([["a", 1, (2, 3)], ["b"]], items=["a"], secondary=[1])
tourdion.Problem([{"a": None, "x": 1}, {"b": None}], secondary={"x"})
tourdion.Problem({"van": ["t1"], ("x", 1): ["t2"]}, costs={"van": 4, ("x", 1): 2})
tourdion.Problem({1: "a", 2: "b"}, costs=[1, 2], multiplicities={"a": 2, "b": (1, 2)})
tourdion.Problem(MappingProxyType({"one": ["p"]}), costs=MappingProxyType({"one": 1}))
pairs = [((x, y), (x + 1, y)) for x in range(2) for y in range(3)]
tourdion.Problem(pairs)
coloured: dict[str, dict[str, int | None]] = {"one": {"a": None, "x": 1}}
tourdion.Problem(coloured, secondary="x")
prices: dict[str, int] = {"van": 1}
bounds: dict[str, int] = {"t1": 1}
tourdion.Problem(iter([iter("ab")]))
crew: dict[str, list[str]] = {"van": ["t1"]}
tourdion.Problem(crew, costs=prices, multiplicities=bounds)
options: list[Any] = problem.options + problem.items
cover: list[Any] | None = problem.solve()
covers: Iterator[list[Any]] = problem.covers(part="0")
assert [len(one) for one in problem] == [3] and len(problem) == 6
number: int = problem.count(part="0", seconds=1.5, threads=1)
samples: list[list[Any]] = problem.sample(2, seed=1)
priced: list[tuple[int, list[Any]]] = problem.cheapest(2)
estimate: dict[str, float] = problem.estimate(10, seed=1)
critical: list[tuple[Any, list[Any]]] = problem.critical()
places: list[str] = problem.parts(part="0")
again: tourdion.Problem = tourdion.Problem.read(problem.text())
board = tourdion.Problem([[(0, 0)], [(1, 0)]])
shown: tourdion.Picture = board.draw(board.solve() or [])
item: Hashable = problem.items[0]

"""The types of the extension module. The docstrings are in the module itself."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class _Numbers(Protocol):
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

Puzzles: TypeAlias = _ArrowStream | _ArrowArray | _Numbers | Iterable[str | bytes | None]
Progress: TypeAlias = Callable[[int, int], object]
Item: TypeAlias = Hashable
Place: TypeAlias = str
Cover: TypeAlias = list[Any]

@final
class Table:
    def __len__(self) -> int: ...
    def __getitem__(self, name: str, /) -> Column: ...
    @property
    def columns(self) -> list[str]: ...
    def to_dict(self) -> dict[str, list[str | int | None]]: ...
    def to_pylist(self) -> list[dict[str, str | int | None]]: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Column(Sequence[Any]):
    @property
    def name(self) -> str: ...
    def __len__(self) -> int: ...
    def __getitem__(self, row: int, /) -> Any: ...  # type: ignore[override]
    def to_pylist(self) -> list[Any]: ...
    def to_numpy(self, fill: int | None = None) -> Any: ...
    def digits(self, cells: int = 81) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def verify(
    puzzles: Puzzles,
    *,
    solutions: bool = True,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def solve(
    puzzles: Puzzles,
    *,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def count(
    puzzles: Puzzles,
    *,
    limit: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def canon(
    puzzles: Puzzles,
    *,
    form: Literal["puzzle", "solution", "gsf", "pattern"] = "puzzle",
    automorphisms: bool = False,
    mapping: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def morph(
    puzzles: Puzzles,
    *,
    seed: int,
    copies: int = 1,
    solutions: Puzzles | None = None,
    keep: Sequence[Literal["digits", "sides", "bands", "rows", "stacks", "columns"]] = ...,
    mapping: bool = False,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def minimize(
    puzzles: Puzzles,
    *,
    seed: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def redundant(
    puzzles: Puzzles,
    *,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def generate(
    n: int,
    *,
    seed: int,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    pattern: str | None = None,
    full: bool = False,
    effort: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def critical(
    puzzles: Puzzles, *, threads: int | None = None, progress: Progress | None = None
) -> Table: ...
def explain(
    puzzles: Puzzles,
    *,
    steps: bool = False,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def rate(
    puzzles: Puzzles,
    *,
    ratings: Sequence[str] = ...,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def pack(
    puzzles: Puzzles, *, threads: int | None = None, progress: Progress | None = None
) -> Table: ...
def unpack(
    records: _ArrowStream | _ArrowArray | Iterable[bytes | None],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table: ...
def phases(sequence: str, *, whole: bool = False) -> list[str]: ...
def tour(puzzles: Puzzles, sequence: str, *, threads: int | None = None) -> Table: ...

@final
class Path:
    def __init__(self, puzzle: str | bytes, *, boxes: str = "3x3") -> None: ...
    def __len__(self) -> int: ...
    @property
    def outcome(self) -> Literal["solved", "stuck", "impossible"]: ...
    @property
    def technique(self) -> str | None: ...
    @property
    def hardest(self) -> int | None: ...
    def steps(self) -> list[str]: ...
    def svg(self, step: int) -> str: ...
    def html(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Picture:
    def _repr_svg_(self) -> str: ...

@final
class Covers(Iterator[Cover]):
    def __next__(self) -> Cover: ...

@final
class Problem:
    def __init__(
        self,
        options: Iterable[Iterable[Item] | Mapping[Item, Hashable | None]]
        | Mapping[Hashable, Iterable[Item]],
        *,
        items: Iterable[Item] | None = None,
        secondary: Iterable[Item] | None = None,
        multiplicities: dict[Item, int | tuple[int, int]] | None = None,
        costs: Iterable[int] | dict[Hashable, int] | None = None,
    ) -> None: ...
    @staticmethod
    def read(text: str) -> Problem: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Covers: ...
    @property
    def options(self) -> list[Any]: ...
    @property
    def items(self) -> list[Any]: ...
    def text(self) -> str: ...
    def solve(self) -> Cover | None: ...
    def covers(self, *, part: Place = "0") -> Covers: ...
    def count(
        self, *, part: Place = "0", seconds: float | None = None, threads: int | None = None
    ) -> int: ...
    def sample(self, n: int = 1, *, seed: int) -> list[Cover]: ...
    def cheapest(self, n: int = 1) -> list[tuple[int, Cover]]: ...
    def estimate(self, probes: int = 1000, *, seed: int = 0) -> dict[str, float]: ...
    def critical(self) -> list[tuple[Any, Cover]]: ...
    def parts(self, *, part: Place = "0") -> list[Place]: ...
    def draw(self, cover: Iterable[Any]) -> Picture: ...

"""The types of the extension module. The docstrings are in the module itself."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final, overload

__all__ = [
    "Column",
    "Covers",
    "Path",
    "Picture",
    "Problem",
    "Table",
    "canon",
    "count",
    "critical",
    "explain",
    "filter",
    "generate",
    "minimize",
    "morph",
    "pack",
    "phases",
    "rate",
    "redundant",
    "solve",
    "tour",
    "trees",
    "unpack",
    "verify",
]

__version__: str

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class _Numbers(Protocol):
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

_Puzzles: TypeAlias = _ArrowStream | _ArrowArray | _Numbers | Iterable[str | bytes | None]
_Progress: TypeAlias = Callable[[int, int], object]
_Item: TypeAlias = Hashable  # as keys of a mapping Any, or a dict[str, int] would be none
_Place: TypeAlias = str
_Cover: TypeAlias = list[Any]

@final
class Table:
    def __len__(self) -> int: ...
    def __getitem__(self, name: str, /) -> Column: ...
    @property
    def columns(self) -> list[str]: ...
    def to_dict(self) -> dict[str, list[str | int | float | bool | bytes | None]]: ...
    def to_pylist(self) -> list[dict[str, str | int | float | bool | bytes | None]]: ...
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
    @overload
    def __getitem__(self, row: int, /) -> Any: ...
    @overload
    def __getitem__(self, row: slice, /) -> list[Any]: ...
    def index(  # type: ignore[override]
        self, value: Any, start: int = 0, stop: int | None = None, /
    ) -> int: ...
    def count(self, value: Any, /) -> int: ...  # type: ignore[override]
    def to_pylist(self) -> list[Any]: ...
    def to_numpy(self, fill: int | None = None) -> Any: ...
    def digits(self, cells: int = 81) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def verify(
    puzzles: _Puzzles,
    *,
    solutions: bool = True,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def solve(
    puzzles: _Puzzles,
    *,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def count(
    puzzles: _Puzzles,
    *,
    limit: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def canon(
    puzzles: _Puzzles,
    *,
    form: Literal["puzzle", "solution", "gsf", "pattern"] = "puzzle",
    automorphisms: bool = False,
    mapping: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def morph(
    puzzles: _Puzzles,
    *,
    seed: int,
    copies: int = 1,
    solutions: _Puzzles | None = None,
    keep: str | Sequence[Literal["digits", "sides", "bands", "rows", "stacks", "columns"]] = (),
    mapping: bool = False,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def minimize(
    puzzles: _Puzzles,
    *,
    seed: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def redundant(
    puzzles: _Puzzles,
    *,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
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
    keep: str | None = None,
    technique: str | None = None,
    effort: int | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def critical(
    puzzles: _Puzzles, *, threads: int | None = None, progress: _Progress | None = None
) -> Table: ...
def explain(
    puzzles: _Puzzles,
    *,
    steps: bool = False,
    only: str | Sequence[str] | None = None,
    without: str | Sequence[str] = (),
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def filter(
    puzzles: _Puzzles,
    expression: str,
    *,
    seconds: float | None = None,
    boxes: str = "3x3",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def rate(
    puzzles: _Puzzles,
    *,
    ratings: str | Sequence[str] = "te",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def pack(
    puzzles: _Puzzles, *, threads: int | None = None, progress: _Progress | None = None
) -> Table: ...
def unpack(
    records: _ArrowStream | _ArrowArray | Iterable[bytes | None],
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table: ...
def phases(sequence: str, *, whole: bool = False) -> list[str]: ...
def tour(puzzles: _Puzzles, sequence: str, *, threads: int | None = None) -> Table: ...
def trees(
    puzzle: str | bytes,
    *,
    engines: tuple[str, str] = ("links", "listed"),
    limit: int = 2000,
    boxes: str = "3x3",
) -> Picture: ...

@final
class Path:
    def __new__(
        cls,
        puzzle: str | bytes,
        *,
        only: str | Sequence[str] | None = None,
        without: str | Sequence[str] = (),
        boxes: str = "3x3",
    ) -> Path: ...
    def __len__(self) -> int: ...
    @property
    def outcome(self) -> Literal["solved", "stuck", "impossible"]: ...
    @property
    def needs(self) -> str | None: ...
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
class Covers(Iterator[_Cover]):
    def __next__(self) -> _Cover: ...

@final
class Problem:
    def __new__(
        cls,
        options: Iterable[Iterable[_Item] | Mapping[Any, Hashable | None]]
        | Mapping[Any, Iterable[_Item] | Mapping[Any, Hashable | None]],
        *,
        items: Iterable[_Item] | None = None,
        secondary: Iterable[_Item] | None = None,
        multiplicities: Mapping[Any, int | tuple[int, int]] | None = None,
        costs: Iterable[int] | Mapping[Any, int] | None = None,
    ) -> Problem: ...
    @staticmethod
    def read(text: str) -> Problem: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Covers: ...
    @property
    def options(self) -> list[Any]: ...
    @property
    def items(self) -> list[Any]: ...
    def text(self) -> str: ...
    def solve(self) -> _Cover | None: ...
    def covers(self, *, part: _Place = "0") -> Covers: ...
    def count(
        self, *, part: _Place = "0", seconds: float | None = None, threads: int | None = None
    ) -> int: ...
    def sample(self, n: int = 1, *, seed: int) -> list[_Cover]: ...
    def cheapest(self, n: int = 1, *, threads: int | None = None) -> list[tuple[int, _Cover]]: ...
    def estimate(self, probes: int = 1000, *, seed: int = 0) -> dict[str, float]: ...
    def critical(self) -> list[tuple[Any, _Cover]]: ...
    def parts(self, *, part: _Place = "0") -> list[_Place]: ...
    def draw(self, cover: Iterable[Any]) -> Picture: ...

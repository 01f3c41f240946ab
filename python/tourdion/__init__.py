"""Exact cover and Sudoku on whole columns: Arrow, numpy, lists.

>>> import tourdion
>>> tourdion.verify(["1" * 81])["verdict"].to_pylist()
['impossible']
"""

from collections.abc import Sequence

from ._tourdion import (
    Column,
    Covers,
    Path,
    Picture,
    Problem,
    Table,
    canon,
    count,
    critical,
    explain,
    filter,
    generate,
    minimize,
    morph,
    pack,
    phases,
    rate,
    redundant,
    solve,
    tour,
    trees,
    unpack,
    verify,
)
from ._tourdion import __version__ as __version__

Sequence.register(Column)
del Sequence

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

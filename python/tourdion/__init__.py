"""Exact cover and Sudoku on whole columns: Arrow, numpy, lists.

>>> import tourdion
>>> tourdion.verify(["1" * 81])["verdict"].to_pylist()
['impossible']
"""

from ._tourdion import Column, Table, solve, verify

__all__ = ["Column", "Table", "solve", "verify"]

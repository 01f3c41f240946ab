"""Wrong arguments: an error names the argument, and says what is expected."""

import sys

import pytest
import tourdion
from conftest import INKALA

LARGE = 2**64

#: Calls with a whole number, the name of the argument, and the numbers that are refused.
WHOLE = {
    "threads": (lambda n: tourdion.verify([INKALA], threads=n), [-1, 0, 1025, 2**63, LARGE]),
    "seed": (lambda n: tourdion.morph([INKALA], seed=n), [-1, LARGE]),
    "seed of minimize": (lambda n: tourdion.minimize([INKALA], seed=n), [-1, LARGE]),
    "seed of generate": (lambda n: tourdion.generate(1, seed=n), [-1, LARGE]),
    "seed of sample": (lambda n: tourdion.Problem(["a"]).sample(seed=n), [-1, LARGE]),
    "seed of estimate": (lambda n: tourdion.Problem(["a"]).estimate(seed=n), [-1, LARGE]),
    "n": (lambda n: tourdion.generate(n, seed=1), [-1, LARGE]),
    "n of sample": (lambda n: tourdion.Problem(["a"]).sample(n, seed=1), [-1, LARGE]),
    "n of cheapest": (lambda n: tourdion.Problem(["a"]).cheapest(n), [-1, LARGE]),
    "probes": (lambda n: tourdion.Problem(["a"]).estimate(n), [-1, 0, 2**32, LARGE]),
    "copies": (lambda n: tourdion.morph([INKALA], seed=1, copies=n), [-1, 3 * 10**6 + 1, LARGE]),
    "limit": (lambda n: tourdion.count([INKALA], limit=n), [-1, 0, LARGE]),
    "limit of trees": (lambda n: tourdion.trees(INKALA, limit=n), [-1, 0, LARGE]),
    "effort": (lambda n: tourdion.generate(1, seed=1, clues=30, effort=n), [-1, LARGE]),
    "cells": (lambda n: tourdion.solve([INKALA])["solution"].digits(n), [-1, 0, 626, LARGE]),
    "fill": (lambda n: tourdion.count([""])["solutions"].to_numpy(n), [-(2**63) - 1, 2**63]),
    "step": (lambda n: tourdion.Path(INKALA).svg(n), [-1, 0, 10**6, LARGE]),
}


@pytest.mark.parametrize("call", WHOLE)
def test_whole_numbers(call):
    name = call.split()[0]
    if name in ("cells", "fill"):
        pytest.importorskip("numpy")
    ask, refused = WHOLE[call]
    for wrong in refused:
        expected = f"^{name}: expected a whole number from -?[0-9].* to [0-9].*, found {wrong}"
        with pytest.raises(ValueError, match=expected):
            ask(wrong)
    with pytest.raises(ValueError, match=f"^{name}: expected a whole number .*, found `int`"):
        ask(10**5000)  # Python writes no such number
    for wrong in 1.5, True, "1", float("nan"), [1], None:
        if wrong is None and name in ("threads", "limit", "effort", "fill"):
            continue
        if wrong is None and call == "seed of minimize":
            continue
        found = type(wrong).__name__
        with pytest.raises(TypeError, match=f"^{name}: expected a whole .*, found `{found}`"):
            ask(wrong)


def test_whole_numbers_of_others():
    numpy = pytest.importorskip("numpy")
    expected = tourdion.morph([INKALA], seed=7)["copy"].to_pylist()
    for kind in "uint8", "int8", "uint64":
        assert tourdion.morph([INKALA], seed=numpy.array([7], kind)[0])["copy"][0] == expected[0]

    class Loud:
        def __index__(self):
            raise LookupError

    for ask, _ in WHOLE.values():
        with pytest.raises(LookupError):
            ask(Loud())


@pytest.mark.parametrize("wrong", [-1, 2.5, True, "24", 2**64, (24,), (24, 25, 26), (1, True)])
def test_whole_numbers_in_pairs(wrong):
    with pytest.raises(ValueError, match="^clues: expected a number such as 24, or .*; found "):
        tourdion.generate(1, seed=1, clues=wrong)
    with pytest.raises(ValueError, match="^multiplicities: expected a number, or .*; found "):
        tourdion.Problem(["a"], multiplicities={"a": wrong})


def test_times():
    problem = tourdion.Problem(["a"])
    for ask in [
        lambda time: problem.count(seconds=time),
        lambda time: tourdion.filter([INKALA], "proper", seconds=time),
    ]:
        for time in None, 7, 0.5, 1e18:
            ask(time)
        for wrong in -1, -0.5, 2e19, float("nan"), float("inf"), 10**5000:
            with pytest.raises(ValueError, match="^seconds: expected a number from 0 on, below"):
                ask(wrong)
        for wrong in True, "1", [1]:
            with pytest.raises(TypeError, match="^seconds: expected a number .*; found `"):
                ask(wrong)


@pytest.mark.parametrize("wrong", [5, None, [INKALA], {}, 1.5, bytearray(81)])
def test_one_puzzle(wrong):
    found = type(wrong).__name__
    for ask in tourdion.Path, tourdion.trees:
        with pytest.raises(TypeError, match=f"^expected one puzzle, a str or bytes.*`{found}`"):
            ask(wrong)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (b"x", "one text; for one record pass a list with it"),
        ("x", "one text"),
        (5, "`int`"),
        ([b"x", 5], "`int` in row 1 of a list"),
        (iter([5]), "`int` in row 0 of a list"),
        ({}, "a dict"),
    ],
)
def test_columns_of_records(wrong, found):
    with pytest.raises(TypeError, match=f"^expected a column of records.*; found {found}"):
        tourdion.unpack(wrong)


def test_columns_of_solutions():
    for wrong in 5, [5]:
        with pytest.raises(TypeError, match="^solutions: expected a column of solutions.*`int`"):
            tourdion.morph([INKALA], seed=1, solutions=wrong)
    with pytest.raises(TypeError, match="^solutions: .*for one solution pass a list"):
        tourdion.morph([INKALA], seed=1, solutions=INKALA)
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="column of records.*found an array of numbers"):
        tourdion.unpack(numpy.zeros((1, 81), "uint8"))


class Claims:
    """An array that says anything of its memory."""

    def __init__(self, shape, data, strides=None, typestr="|u1"):
        self.__array_interface__ = {
            "version": 3,
            "typestr": typestr,
            "shape": shape,
            "data": (data, True),
            "strides": strides,
        }


@pytest.mark.parametrize(
    "claims",
    [
        Claims((1, 81), 0),
        Claims((2**60, 81), 2**12),
        Claims((2**63, 81), 2**12),
        Claims((2**32, 2**32), 2**12),
        Claims((1, 2**40, 2**40), 2**12, (0, 0, 0)),
        Claims((2, 81), 2**12, (-(2**63), 1)),
        Claims((2**57, 81), 2**12, typestr="<u8" if sys.byteorder == "little" else ">u8"),
    ],
)
def test_arrays_that_no_memory_holds(claims):
    with pytest.raises(ValueError, match="^no memory holds an array of the shape"):
        tourdion.verify(claims)


def test_an_array_without_a_row_needs_no_memory():
    assert len(tourdion.verify(Claims((0, 81), 0))) == 0

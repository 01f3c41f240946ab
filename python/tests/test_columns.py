"""Every kind of column has the same answers, and a wrong one says what was expected."""

import collections.abc
import pickle

import pytest
import tourdion
from conftest import EMPTY, INKALA, NORVIG

QUESTIONS = {
    "verify": tourdion.verify,
    "solve": tourdion.solve,
    "count": lambda rows: tourdion.count(rows, limit=20),
    "canon": lambda rows: tourdion.canon(rows, automorphisms=True, mapping=True),
    "morph": lambda rows: tourdion.morph(rows, seed=7, copies=2),
    "minimize": tourdion.minimize,
    "redundant": tourdion.redundant,
    "critical": tourdion.critical,
    "explain": lambda rows: tourdion.explain(rows, steps=True, without=["nets"]),
    "rate": lambda rows: tourdion.rate(rows, ratings=["te", "b"]),
    "filter": lambda rows: tourdion.filter(rows, "minimal and te>=2"),
    "tour": lambda rows: tourdion.tour(rows, "{-1+0}"),
}

FULLER = INKALA[:-2] + "52"  # two clues that could go
ROWS = [INKALA, NORVIG, FULLER, INKALA[:80], "x" * 81, INKALA + "1", ""]


@pytest.mark.parametrize("question", QUESTIONS)
def test_texts(question, column):
    ask = QUESTIONS[question]
    assert ask(column(ROWS)).to_dict() == ask(ROWS).to_dict()


@pytest.mark.parametrize("question", QUESTIONS)
def test_grids(question, grids):
    ask, rows = QUESTIONS[question], ROWS[:3]
    assert ask(grids(rows)).to_dict() == ask(rows).to_dict()


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_rows(question):
    table = QUESTIONS[question]([])
    assert len(table) == 0 and table.columns[-1] == "error" and table.to_pylist() == []


def test_a_long_list_is_copied_in_windows():
    rows = (ROWS * 20_000)[:100_001] + [None, INKALA.encode()]
    for long in rows, tuple(rows):
        assert tourdion.verify(long, threads=3).to_dict() == tourdion.verify(iter(rows)).to_dict()
    copies = tourdion.morph(rows, seed=3, threads=2)
    assert copies.to_dict() == tourdion.morph(iter(rows), seed=3).to_dict()
    rows[70_000] = 7
    with pytest.raises(TypeError, match="`int` in row 70000 of a list"):
        tourdion.verify(rows)
    rows = 300_000 * [INKALA]
    with pytest.raises(IndexError):
        tourdion.verify(rows, threads=1, progress=lambda done, total: rows.clear())


def test_names_in_one_text():
    assert tourdion.rate([INKALA], ratings="te, clues").columns == ["te", "clues", "rates", "error"]
    assert tourdion.explain([INKALA], only="fish,wings")["outcome"].to_pylist() == ["stuck"]
    assert len(tourdion.morph([INKALA], seed=1, keep="digits")) == 1
    for wrong in 7, [7], None:
        with pytest.raises(TypeError, match="expected a list of names, or one text with commas"):
            tourdion.rate([INKALA], ratings=wrong)


def test_an_iterable_of_any_length_and_what_it_raises():
    class Long:
        def __len__(self):
            return 2**62

        def __iter__(self):
            return iter([INKALA])

    class Loud:
        def __iter__(self):
            raise LookupError

    assert tourdion.verify(Long())["verdict"].to_pylist() == ["proper"]
    with pytest.raises(TypeError, match="`int` in row 0 of a list"):
        tourdion.verify(range(10**13))
    with pytest.raises(LookupError):
        tourdion.verify(Loud())
    with pytest.raises(LookupError):
        tourdion.Problem(Loud())


def test_flags_for_numpy():
    numpy = pytest.importorskip("numpy")
    keep = tourdion.filter([INKALA, EMPTY], "proper")["keep"].to_numpy()
    assert keep.dtype == bool and numpy.array([1, 2])[keep].tolist() == [1]
    assert tourdion.filter([INKALA, ""], "proper")["keep"].to_numpy().tolist() == [True, None]


def test_a_null_is_a_row(column):
    try:
        rows = column([INKALA, None])
    except (AttributeError, TypeError):
        pytest.skip("this kind has no nulls")
    table = tourdion.verify(rows)
    assert table["verdict"].to_pylist() == ["proper", "unreadable"]
    assert table["error"][1] == "there is no puzzle: the row is null"


def test_numbers_out_of_range_are_rows():
    numpy = pytest.importorskip("numpy")
    rows = numpy.zeros((4, 81), "int64")
    rows[1, 10], rows[2, 0], rows[3, 80] = 10, -1, 2**40
    table = tourdion.verify(rows)
    assert table["verdict"].to_pylist() == ["pseudo"] + 3 * ["unreadable"]
    assert table["error"].to_pylist() == [
        None,
        "r2c2: expected a number up to 9, found 10",
        "r1c1: expected a number up to 9, found -1",
        f"r9c9: expected a number up to 9, found {2**40}",
    ]
    short = tourdion.verify(numpy.zeros((1, 80), "uint8"))
    assert short["error"][0] == "the puzzle ends after 80 of 81 cells"
    long = tourdion.verify(numpy.zeros((1, 82), "uint8"))
    assert long["error"][0] == "expected 81 cells, found more"


def test_numbers_of_arrow_have_signs():
    pyarrow = pytest.importorskip("pyarrow")
    rows = [[0] * 81, [0, -1] + [0] * 79, [0] * 80 + [-128], [10] + [0] * 80]
    signed = pyarrow.array([*rows, None], pyarrow.list_(pyarrow.int8(), 81))
    errors = [
        None,
        "r1c2: expected a number up to 9, found -1",
        "r9c9: expected a number up to 9, found -128",
        "r1c1: expected a number up to 9, found 10",
        "there is no puzzle: the row is null",
    ]
    assert tourdion.verify(signed)["error"].to_pylist() == errors
    assert tourdion.verify(signed[1:3])["error"].to_pylist() == errors[1:3]
    without = pyarrow.array([[255] + [0] * 80], pyarrow.list_(pyarrow.uint8(), 81))
    assert tourdion.verify(without)["error"][0] == "r1c1: expected a number up to 9, found 255"


@pytest.mark.parametrize(
    ("column", "error", "said"),
    [
        (INKALA, TypeError, "one text; for one puzzle pass a list"),
        (INKALA.encode(), TypeError, "one text"),
        (7, TypeError, "found `int`"),
        (None, TypeError, "found `NoneType`"),
        ([INKALA, 7], TypeError, "found `int` in row 1"),
        ({"puzzle": [INKALA]}, TypeError, "found a dict"),
    ],
)
def test_a_wrong_type_says_what_was_expected(column, error, said):
    with pytest.raises(error, match="expected a column of puzzles.*" + said):
        tourdion.verify(column)


def test_a_wrong_array_says_what_was_expected():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match=r"expected whole numbers.*found `<f8`"):
        tourdion.verify(numpy.zeros((1, 81)))
    with pytest.raises(ValueError, match=r"\(N, 81\) or \(N, 9, 9\).*\[81\]"):
        tourdion.verify(numpy.zeros(81, "uint8"))
    with pytest.raises(TypeError, match="found `>i4`"):
        tourdion.verify(numpy.zeros((1, 81), ">i4"))
    with pytest.raises(ValueError, match=r"\(N, 9, 9\).*\[3, 3, 27\]"):
        tourdion.verify(numpy.zeros((3, 3, 27), "uint8"))
    with pytest.raises(TypeError, match="a masked array"):
        tourdion.verify(numpy.ma.masked_equal(numpy.ones((1, 81), "uint8"), 1))
    with pytest.raises(TypeError, match="one text"):
        tourdion.verify(numpy.array(INKALA))


def test_a_wrong_arrow_type_says_what_was_expected():
    pyarrow = pytest.importorskip("pyarrow")
    for column in [[1, 2], [1.5], [[1]]]:
        with pytest.raises(TypeError, match="expected a column of text.*Arrow type"):
            tourdion.verify(pyarrow.array(column))
    numbers = pyarrow.array([81 * [1]], pyarrow.list_(pyarrow.int32(), 81))
    with pytest.raises(TypeError, match="list of 81 of the type int32"):
        tourdion.verify(numbers)
    with pytest.raises(ValueError, match="a table without columns"):
        tourdion.verify(pyarrow.table({}))
    with pytest.raises(TypeError, match="Arrow type int64"):
        tourdion.verify(pyarrow.array([7, 7]).dictionary_encode())
    with pytest.raises(ValueError, match="a table with 2: a, b; choose one of them"):
        tourdion.verify(pyarrow.table({"a": [INKALA], "b": [INKALA]}))


def test_a_wrong_arrow_type_is_called_by_its_name():
    pyarrow = pytest.importorskip("pyarrow")
    inner = pyarrow.list_(pyarrow.string(), 1)
    for kind, name in [
        (pyarrow.date32(), "date32"),
        (pyarrow.timestamp("ns", tz="UTC"), "timestamp"),
        (pyarrow.time32("s"), "time"),
        (pyarrow.duration("s"), "duration"),
        (pyarrow.decimal128(5), "decimal"),
        (pyarrow.list_view(pyarrow.int8()), "list, of any length"),
        (pyarrow.map_(pyarrow.string(), pyarrow.int8()), "map"),
        (pyarrow.binary(0), "bytes, of length 0"),
        (pyarrow.list_(inner, 2), "list of 2 of the type list of 1"),
    ]:
        with pytest.raises(TypeError, match=f"found the Arrow type {name}$"):
            tourdion.verify(pyarrow.nulls(1, kind))


def test_keys_and_words_may_be_nulls():
    pyarrow = pytest.importorskip("pyarrow")
    words = pyarrow.array(["?", None, INKALA, EMPTY])[1:]
    for key in ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]:
        keys = pyarrow.array([2, 1, None, 0, 1, 2], key)
        column = pyarrow.DictionaryArray.from_arrays(keys, words)
        verdicts = tourdion.verify(column)["verdict"].to_pylist()
        assert verdicts == ["pseudo", "proper", "unreadable", "unreadable", "proper", "pseudo"]
        assert tourdion.verify(column[4:])["verdict"].to_pylist() == verdicts[4:]
    nothing = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None], "int8"), words[:0])
    assert tourdion.verify(nothing)["error"].to_pylist() == [
        "there is no puzzle: the row is null"
    ]


def test_nulls_need_no_type():
    pyarrow = pytest.importorskip("pyarrow")
    for nulls in [pyarrow.array([None, None]), pyarrow.table({"p": [None, None]})]:
        assert tourdion.verify(nulls)["verdict"].to_pylist() == 2 * ["unreadable"]
    assert len(tourdion.verify(pyarrow.array([]))) == 0


def test_an_error_about_names_is_short_and_steers_no_terminal():
    pyarrow = pytest.importorskip("pyarrow")
    names = [f"a\x1b[31m\u202e{number}" for number in range(9000)]
    with pytest.raises(ValueError, match="and 8988 more; choose one of them") as raised:
        tourdion.verify(pyarrow.table({name: [INKALA] for name in names}))
    assert len(str(raised.value)) < 2000 and str(raised.value).isprintable()
    for wrong in [{"boxes": "\x1b[31m\u202e"}, {"boxes": 5000 * "x"}]:
        with pytest.raises(ValueError, match="boxes") as raised:
            tourdion.verify([INKALA], **wrong)
        assert len(str(raised.value)) < 2100 and str(raised.value).isprintable()
    with pytest.raises(ValueError, match="ratings") as raised:
        tourdion.rate([INKALA], ratings=["\x1b[31m"])
    assert str(raised.value).isprintable()
    times = pyarrow.array([1], pyarrow.timestamp("s", tz="\x1b[31m" + 5000 * "x"))
    with pytest.raises(TypeError, match="Arrow type") as raised:
        tourdion.verify(times)
    assert len(str(raised.value)) < 2000 and str(raised.value).isprintable()


def test_arrow_data_are_taken_once():
    pyarrow = pytest.importorskip("pyarrow")
    capsule = pyarrow.chunked_array([pyarrow.array([INKALA])]).__arrow_c_stream__()

    class Again:
        def __arrow_c_stream__(self, requested_schema=None):
            return capsule

    assert tourdion.verify(Again())["verdict"][0] == "proper"
    with pytest.raises(ValueError, match="taken before"):
        tourdion.verify(Again())


def test_a_null_among_numbers_is_no_clue():
    pyarrow, numpy = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    numbers = numpy.array([9] + [0] * 161, "uint8")
    values = pyarrow.array(numbers, mask=numpy.arange(162) == 81)
    with pytest.raises(ValueError, match="a null among the numbers of row 1; an empty cell is 0"):
        tourdion.verify(pyarrow.FixedSizeListArray.from_arrays(values, 81))
    rows = pyarrow.array([None, [0] * 81], pyarrow.list_(pyarrow.uint8(), 81))
    assert tourdion.verify(rows)["verdict"].to_pylist() == ["unreadable", "pseudo"]
    codes = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 81, "uint8"), [7])
    with pytest.raises(TypeError, match="expected a column of text"):
        tourdion.verify(pyarrow.FixedSizeListArray.from_arrays(codes, 81))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: tourdion.verify([], boxes="3"), "boxes: expected ROWSxCOLUMNS"),
        (lambda: tourdion.canon([], form="best"), "form: expected puzzle"),
        (lambda: tourdion.rate([], ratings=["hard"]), "ratings: expected te"),
        (lambda: tourdion.rate([], ratings=[]), "ratings: expected some"),
        (lambda: tourdion.morph([], seed=1, keep=["boxes"]), "keep: expected digits"),
        (lambda: tourdion.morph([EMPTY], seed=1, solutions=[]), "1 puzzles and 0 solutions"),
        (lambda: tourdion.tour([], "{-1*1}"), "sequence: expected `\\+`"),
        (lambda: tourdion.generate(1, seed=1, clues=16), "clues: a proper puzzle"),
        (lambda: tourdion.generate(1, seed=1, clues=(25, 24)), "clues: the least"),
        (lambda: tourdion.generate(1, seed=1, clues="few"), "clues: expected a number"),
        (lambda: tourdion.generate(1, seed=1, symmetry="odd"), "symmetry: "),
        (lambda: tourdion.generate(1, seed=1, full=True, clues=30), "full: no clues"),
        (lambda: tourdion.generate(1, seed=1, full=True, pattern="#"), "full: no clues"),
        (
            lambda: tourdion.generate(1, seed=1, pattern=81 * "#", symmetry="full"),
            "pattern: no symmetry",
        ),
        (lambda: tourdion.generate(1, seed=1, pattern="..#"), "pattern: expected 81 cells"),
    ],
)
def test_a_wrong_argument_says_what_was_expected(ask, said):
    with pytest.raises(ValueError, match=said):
        ask()


def test_tables_go_everywhere():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    table = answers = tourdion.verify(ROWS)
    rows = table.to_pylist()
    assert pyarrow.table(table).to_pylist() == rows
    assert pyarrow.record_batch(table).to_pylist() == rows
    assert polars.DataFrame(table).to_dicts() == rows
    assert duckdb.sql("FROM answers").fetchall() == [tuple(row.values()) for row in rows]
    for name in table.columns:
        assert pyarrow.array(table[name]).to_pylist() == table[name].to_pylist()
        assert pyarrow.chunked_array(table[name]).to_pylist() == list(table[name])
        assert polars.Series(table[name]).to_list() == table[name].to_pylist()
    # An array keeps the table's memory alive.
    kept = pyarrow.array(table["solution"])
    del table, answers
    assert kept[0].as_py() == rows[0]["solution"]


def test_tables_and_columns_of_pandas():
    pandas = pytest.importorskip("pandas", minversion="3")
    pytest.importorskip("pyarrow")
    expected = tourdion.verify(ROWS)
    for kind in "str", "object", "category", "string":
        for column in pandas.Series(ROWS, dtype=kind), pandas.DataFrame({"p": ROWS}, dtype=kind):
            assert tourdion.verify(column).to_dict() == expected.to_dict()
    frame = pandas.DataFrame.from_arrow(expected)
    assert frame["verdict"].to_list() == expected["verdict"].to_pylist()


def test_what_cannot_be_pickled_says_what_can():
    table = tourdion.verify([INKALA])
    with pytest.raises(TypeError, match="a table can't be pickled; .* table.to_dict()"):
        pickle.dumps(table)
    with pytest.raises(TypeError, match="a column can't be pickled; .* a list of it"):
        pickle.dumps(table["verdict"])
    assert pickle.loads(pickle.dumps(table.to_dict())) == table.to_dict()


def test_a_column_is_a_sequence():
    verdicts = tourdion.verify([INKALA, ".", INKALA])["verdict"]
    assert isinstance(verdicts, collections.abc.Sequence)
    assert verdicts.index("proper") == 0 and verdicts.index("proper", 1) == 2
    assert verdicts.count("proper") == 2 and verdicts.count(7) == 0
    assert "unreadable" in verdicts and list(reversed(verdicts)) == verdicts.to_pylist()[::-1]
    assert verdicts.index("proper", 1, 2**70) == 2 and verdicts.index("proper", -(2**70)) == 0
    with pytest.raises(ValueError):
        verdicts.index("pseudo")
    with pytest.raises(ValueError):
        verdicts.index("proper", 2**70)
    assert verdicts[1:] == ["unreadable", "proper"] and verdicts[::-2] == ["proper", "proper"]
    assert verdicts[7:9] == [] and verdicts[-1] == "proper"


def test_columns_in_numpy():
    pytest.importorskip("numpy")
    table = tourdion.verify(ROWS)
    digits = table["solution"].digits()
    assert digits.shape == (len(ROWS), 81) and digits.dtype == "uint8"
    assert "".join(map(str, digits[0])) == table["solution"][0]
    assert not digits[1].any()
    counts = tourdion.count(ROWS, limit=5)["solutions"]
    with pytest.raises(ValueError, match="the column `solutions` has no grids"):
        counts.digits()
    with pytest.raises(ValueError, match="pass `fill`"):
        counts.to_numpy()
    assert counts.to_numpy(fill=-1).tolist() == [1, 0, 1, -1, -1, -1, -1]
    assert table["verdict"].to_numpy().tolist() == table["verdict"].to_pylist()


def test_a_table_shows_itself():
    table = tourdion.verify(["<b>" * 27])
    page = table._repr_html_()
    assert "unreadable" in page and "<b>" not in page
    assert repr(table) == "<tourdion.Table: 1 row of verdict, solution, other_solution, error>"
    assert "30 more rows" in tourdion.verify(50 * [EMPTY])._repr_html_()
    with pytest.raises(KeyError, match="there is no column `answer`"):
        table["answer"]
    for row in 1, -2, 2**63, -(2**70):
        with pytest.raises(IndexError, match=f"there is no row {row}; there are 1"):
            table["verdict"][row]
    for row in 1.0, "1", None:
        with pytest.raises(TypeError, match="expected the number of a row or a slice, found `"):
            table["verdict"][row]

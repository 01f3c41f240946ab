"""Exact cover of Python's objects, against plain Python and the program."""

import itertools
import os
import pickle
import random
import signal
import threading
import time
import types

import pytest
import tourdion

TOY = ["ce", "adg", "bcf", "adf", "bg", "deg"]


def dominoes(width, height):
    cells = set(itertools.product(range(width), range(height)))
    pairs = [((x, y), (x + dx, y + dy)) for x, y in sorted(cells) for dx, dy in [(1, 0), (0, 1)]]
    return [pair for pair in pairs if pair[1] in cells]


def queens(n):
    squares = itertools.product(range(n), range(n))
    lines = [(f"row {y}", f"column {x}", ("up", x + y), ("down", x - y)) for y, x in squares]
    diagonals = {line for option in lines for line in option[2:]}
    return tourdion.Problem(lines, secondary=diagonals)


def covers_by_trying_all(options):
    items = set(itertools.chain(*options))
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(options, size):
            listed = list(itertools.chain(*chosen))
            if len(listed) == len(items) and set(listed) == items:
                yield list(chosen)


def test_the_toy_problem():
    problem = tourdion.Problem(TOY)
    assert problem.solve() == ["ce", "adf", "bg"] and problem.count() == 1
    assert list(problem) == [["ce", "adf", "bg"]]
    assert len(problem) == 6 and problem.items == list("ceadgbf") and problem.options == TOY
    assert repr(problem) == "<tourdion.Problem: 7 items, 6 options>"


def test_covers_are_those_of_trying_all():
    options = dominoes(4, 3)
    problem = tourdion.Problem(options)
    expected = sorted(covers_by_trying_all(options))
    assert sorted(problem.covers()) == expected and len(expected) == 11
    assert problem.count() == 11 and problem.solve() in expected


def test_covers_have_the_users_own_options():
    options = [["a", 1], ["b"], [frozenset({2}), "c"]]
    cover = tourdion.Problem(options).solve()
    assert all(one is other for one, other in zip(cover, options)) and len(cover) == 3
    named = tourdion.Problem({"first": ["a", 1], "second": iter(["b"])})
    assert named.solve() == ["first", "second"]
    assert tourdion.Problem(iter([iter("ab"), iter("c")])).solve() == [("a", "b"), ("c",)]


def test_there_may_be_no_cover():
    problem = tourdion.Problem(["ab", "bc"])
    assert problem.solve() is None and problem.count() == 0 and list(problem.covers()) == []
    assert problem.sample(3, seed=1) == [] and problem.cheapest() == [] and problem.critical() == []
    assert tourdion.Problem(["a"], items="ab").count() == 0
    assert tourdion.Problem([]).count() == 1


def test_secondary_items():
    assert queens(8).count() == 92
    cover = queens(8).solve()
    assert len({option[2] for option in cover}) == len({option[3] for option in cover}) == 8


def test_one_item_is_no_list_of_items():
    with pytest.raises(TypeError, match="^secondary: expected a list of items, .* 'van'$"):
        tourdion.Problem([["t1", "van"], ["t2", "van"]], secondary="van")
    assert tourdion.Problem(["ax", "bx"], secondary="x").count() == 0


def test_colours():
    agree = [{"a": None, "x": 1}, {"b": None, "x": 1}, {"b": None, "x": 2}]
    problem = tourdion.Problem(agree, secondary=["x"])
    assert list(problem) == [[agree[0], agree[1]]]
    with pytest.raises(ValueError, match="option 0: the primary item `x` can't have a colour"):
        tourdion.Problem([{"a": None, "x": 1}])


def test_multiplicities():
    options = ["a", "a ", "a  ", "b"]
    problem = tourdion.Problem(
        {name: name.strip() for name in options}, multiplicities={"a": (1, 2)}
    )
    assert problem.count() == 6 == len(list(problem.covers()))
    assert tourdion.Problem({1: "a", 2: "a"}, multiplicities={"a": 2}).solve() == [1, 2]
    for wrong in [{"a": 0}, {"a": (2, 1)}, {"a": "many"}]:
        with pytest.raises(ValueError):
            tourdion.Problem(["a"], multiplicities=wrong)
    with pytest.raises(ValueError, match="secondary item x can't have multiplicities"):
        tourdion.Problem(["ax"], secondary="x", multiplicities={"x": 2})


@pytest.mark.parametrize("costs", [[7, 2, 6, 5, 4], {"ab": 7, "a": 2, "bc": 6, "c": 5, "b": 4}])
def test_the_cheapest(costs):
    options = ["ab", "a", "bc", "c", "b"]
    given = {name: name for name in options} if isinstance(costs, dict) else options
    found = tourdion.Problem(given, costs=costs).cheapest(10)
    assert found == [(8, ["a", "bc"]), (11, ["a", "c", "b"]), (12, ["ab", "c"])]
    assert tourdion.Problem(given, costs=costs).cheapest() == found[:1]


def test_the_cheapest_are_the_same_on_any_number_of_threads():
    chance = random.Random(5)
    options = [(item,) for item in range(60)]
    options += [tuple(chance.sample(range(60), chance.randint(2, 5))) for _ in range(1000)]
    costs = [400] * 60 + [len(items) * chance.randint(50, 149) for items in options[60:]]
    problem = tourdion.Problem(options, costs=costs)
    one = problem.cheapest(3, threads=1)
    assert len(one) == 3 and problem.cheapest(3, threads=2) == one == problem.cheapest(3)


@pytest.mark.parametrize("costs", [[1], [1, 2, 3], [1, -2], [1, 2.5]])
def test_wrong_costs(costs):
    with pytest.raises(ValueError, match="costs: expected"):
        tourdion.Problem(["a", "b"], costs=costs)
    with pytest.raises(ValueError, match="costs: there is no option 'vann'"):
        tourdion.Problem({"bus": "a", "van": "a"}, costs={"bus": 3, "vann": 9})


def test_costs_by_names_that_options_have_not():
    for options in [["a"], ["b"]], [{"a": None}, {"b": None}]:
        with pytest.raises(TypeError, match="costs: expected a list .* option 0, which is a `"):
            tourdion.Problem(options, costs={"a": 1})
    assert tourdion.Problem([("a",), ("b",)], costs={("a",): 3}).cheapest()[0][0] == 3
    with pytest.raises(ValueError) as raised:
        tourdion.Problem({"a": "a"}, costs={"\x1b[31m" + 5000 * "x": 1})
    assert str(raised.value).isprintable() and len(str(raised.value)) < 200
    for arguments in {"costs": 7}, {"items": 7}, {"secondary": 7}, {"items": [[]]}:
        with pytest.raises(TypeError, match=f"^{next(iter(arguments))}: "):
            tourdion.Problem(["a"], **arguments)


def test_numbers_of_covers_of_any_size():
    board = tourdion.Problem(dominoes(12, 12))
    assert board.count() == 53_060_477_521_960_000
    huge = tourdion.Problem({(k, side): [k] for k in range(200) for side in range(2)})
    assert huge.count(threads=1) == 2**200


def test_samples_are_covers_and_a_seed_decides_which():
    board = tourdion.Problem(dominoes(6, 6))
    samples = board.sample(20, seed=1)
    assert samples == board.sample(20, seed=1) != board.sample(20, seed=2)
    for cover in samples:
        cells = list(itertools.chain(*cover))
        assert len(cells) == len(set(cells)) == 36


def test_estimates():
    board = tourdion.Problem(dominoes(6, 6))
    estimate = board.estimate(2000, seed=1)
    assert abs(estimate["covers"] - 6728) < 5 * estimate["covers_error"] < 3000
    assert estimate["nodes"] > 1000 and estimate["probes"] == 2000


def test_critical_options_are_in_one_cover_alone():
    problem = tourdion.Problem(dominoes(4, 3))
    covers = list(problem)
    alone = {option: [c for c in covers if option in c] for option in problem.options}
    expected = {option: found[0] for option, found in alone.items() if len(found) == 1}
    assert dict(problem.critical()) == expected and expected


def test_parts_add_up():
    problem = queens(9)
    places = problem.parts()
    assert sum(problem.count(part=place) for place in places) == 352 and len(places) > 50
    again = pickle.loads(pickle.dumps(problem))
    assert again.parts() == places
    listed = [cover for place in places for cover in again.covers(part=place)]
    assert sorted(listed) == sorted(problem.covers())
    inner = problem.parts(part=places[0])
    assert sum(problem.count(part=place) for place in inner) == problem.count(part=places[0])
    # A part small enough needs no time, however deep it lies.
    quick = [problem.count(part=place, seconds=0) for place in inner]
    assert sum(quick) == problem.count(part=places[0])
    for wrong in ["", "x", "1.0", "9999"]:
        with pytest.raises(ValueError, match="part: "):
            problem.count(part=wrong)


def test_problems_go_to_other_processes():
    problem = tourdion.Problem(
        {"one": {"a": None, "x": 1}, "two": {"b": None, "x": 1}, "three": {"b": None}},
        secondary=iter("x"), multiplicities={"b": (1, 2)}, costs={"two": 5}, items=["a"],
    )
    again = pickle.loads(pickle.dumps(problem))
    assert list(again) == list(problem) and again.cheapest(9) == problem.cheapest(9)
    make, made_of = problem.__reduce__()
    with pytest.raises(ValueError, match="no pickled problem"):
        make([], *made_of[1:])
    for cut in [1, 2, 4, 8]:
        with pytest.raises(ValueError, match="no pickled problem"):
            make(*made_of[:4], made_of[4][:-cut], made_of[5])
    with pytest.raises(ValueError, match="no such item"):
        make(made_of[0], [], *made_of[2:])
    read = pickle.loads(pickle.dumps(tourdion.Problem.read("a b\na\nb\na b")))
    assert read.count() == 2


class Hashed:
    """An item whose place in a set depends on its address."""


def test_parts_add_up_in_another_process_whatever_order_sets_have_there():
    chance = random.Random(1)
    for _ in range(20):
        items = [Hashed() for _ in range(10)]
        options = [set(chance.sample(items, chance.choice([1, 2, 2, 3]))) for _ in range(40)]
        problem = tourdion.Problem(options)
        again = pickle.loads(pickle.dumps(problem))
        places = problem.parts()
        both = itertools.cycle([problem, again])
        assert again.parts() == places
        assert sum(next(both).count(part=place) for place in places) == problem.count()


def test_a_problem_does_not_change_with_what_it_was_made_of():
    options, costs = {"a": ["x"], "b": ["y"], "c": iter("xy")}, {"a": 1, "b": 2, "c": 9}
    problem = tourdion.Problem(options, costs=costs)
    options["d"], costs["a"] = ["x"], 50
    options["b"].append("z")
    again = pickle.loads(pickle.dumps(problem))
    assert again.cheapest(5) == problem.cheapest(5) == [(3, ["a", "b"]), (9, ["c"])]
    assert again.text() == problem.text()


def test_any_mapping_will_do():
    view = types.MappingProxyType
    costs = view({"one": 1, "two": 2})
    problem = tourdion.Problem(view({"one": ["p", "q"], "two": ["q"]}), costs=costs)
    assert problem.items == ["p", "q"] and problem.cheapest() == [(1, ["one"])]
    coloured = [view({"a": None, "x": 1}), view({"b": None, "x": 1})]
    assert tourdion.Problem(coloured, secondary="x").count() == 1
    assert tourdion.Problem(["a", "a"], multiplicities=view({"a": 2})).count() == 1


def test_items_may_have_any_text_or_none():
    class Nameless:
        def __str__(self):
            raise ValueError("no text")

    for option in [["1#2", "1", 1], ["#1", ""], [10**5000], [Nameless(), Nameless()]]:
        problem = tourdion.Problem([option])
        assert problem.count() == 1 and tourdion.Problem.read(problem.text()).count() == 1
    assert tourdion.Problem([[(1, 2, 3)], [(1, 2)]]).count() == 1
    assert tourdion.Problem([[k] for k in range(15000) for _ in "ab"]).count() == 2**15000


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, LookupError])
def test_what_an_item_raises_is_raised(raised):
    class Loud:
        def __hash__(self):
            raise raised

    for options in [[[Loud()]], {"a": iter(Loud() for _ in "a")}]:
        with pytest.raises(raised):
            tourdion.Problem(options)


def test_the_program_reads_what_is_written(program, tmp_path):
    for problem, count in [(queens(6), 4), (tourdion.Problem(dominoes(4, 4)), 36)]:
        path = tmp_path / "problem.txt"
        path.write_text(problem.text())
        assert program("cover", "--count", "-q", str(path)) == [str(count)]
        assert tourdion.Problem.read(problem.text()).count() == count
    with pytest.raises(ValueError, match="2:3: there is no item `c`"):
        tourdion.Problem.read("a b\na c\n")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ("abc", TypeError, "found one str"),
        (7, TypeError, "expected options, each with its items, found `int`"),
        ([1], TypeError, "option 0: .*not iterable"),
        (["a", [[]]], TypeError, "option 1: .*unhashable"),
        ([""], ValueError, "option 0: the option has no items"),
        (["aba"], ValueError, "option 0: the option has the item `a` twice"),
    ],
)
def test_what_is_no_problem(options, error, said):
    with pytest.raises(error, match=said):
        tourdion.Problem(options)


def test_pictures():
    board = tourdion.Problem(dominoes(4, 4))
    picture = board.draw(board.solve())
    assert str(picture).startswith("<svg") and str(picture).count("<title>") == 8
    assert picture._repr_svg_() == str(picture)
    assert "<title>0,0 " in str(picture), "cells have the numbers of the user"
    mixed = tourdion.Problem([["1,1", (0, 0)], ["x", (1, 0)]])
    assert mixed.text().startswith("1,1#0 0,0 x 1,0\n"), "a text beside cells is no cell"
    far = tourdion.Problem([[(0, 0)], [(10**10, 0)]])
    with pytest.raises(ValueError, match="too far apart"):
        far.draw(far.solve())
    copied = [tuple(map(tuple, option)) for option in board.solve()]
    assert str(board.draw(copied)) == str(picture)
    with pytest.raises(ValueError, match="not of the problem"):
        board.draw(["x"])
    with pytest.raises(ValueError, match="there are no cells"):
        tourdion.Problem(TOY).draw([])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_covers_say_that_they_are_of_another_process():
    covers = iter(tourdion.Problem(dominoes(8, 8)))
    next(covers)
    child = os.fork()
    if child == 0:
        try:
            for _ in covers:
                pass
        except RuntimeError as why:
            os._exit(0 if "of another process" in str(why) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(next(covers)) == 32


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer that interrupts")
@pytest.mark.parametrize(
    "endless",
    [
        lambda: tourdion.Problem([["a"]], items=itertools.repeat("a")),
        lambda: tourdion.Problem([["a"]], secondary=itertools.repeat("b")),
        lambda: tourdion.Problem([itertools.repeat("a")]),
        lambda: tourdion.Problem([range(10**12)]),
    ],
)
def test_an_interrupt_ends_what_is_endless(endless):
    def interrupt(_, __):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            endless()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_too_many_costs_are_not_waited_for():
    with pytest.raises(ValueError, match="one for each of 1 options, found more"):
        tourdion.Problem(["a"], costs=itertools.repeat(1))


def test_an_iterator_is_lazy_and_can_be_left():
    board = tourdion.Problem(dominoes(8, 8))  # 12,988,816 covers
    for _ in range(20):
        first = list(itertools.islice(board.covers(), 3))
        assert len(first) == 3 and all(len(cover) == 32 for cover in first)
    one, other = board.covers(), board.covers()
    assert [next(one), next(one)] == [next(other), next(other)]


def test_threads_may_share_an_iterator():
    board = tourdion.Problem(dominoes(6, 6))
    covers, taken, raised = board.covers(), [], []

    def take():
        try:
            for cover in covers:
                taken.append(tuple(cover))
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not raised and not any(thread.is_alive() for thread in threads)
    assert len(taken) == 6728 == len(set(taken))
    assert next(covers, None) is None


def test_threads_may_wait_for_one_search():
    # Pigeons and holes, one too many of them: a search that takes ages, and has no cover.
    pigeons = [(f"p{p}", f"h{h}") for p in range(30) for h in range(29)]
    covers = tourdion.Problem(pigeons, secondary={hole for _, hole in pigeons}).covers()
    threads = [threading.Thread(target=next, args=(covers,), daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()

    def interrupt(_, __):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            next(covers)
        assert time.monotonic() - began < 10
    finally:
        signal.signal(signal.SIGINT, before)

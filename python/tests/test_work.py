"""Threads, signals, progress, memory, and rows of any content."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import tourdion
from conftest import EMPTY, INKALA, NORVIG

SOLVED = tourdion.solve([INKALA])["solution"][0]


def in_a_process(code, **environment):
    """Starts Python with a few lines."""
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=os.path.dirname(__file__), env={**os.environ, "PYTHONPATH": path, **environment},
    )


LONG_CALLS = {
    "verify": "tourdion.verify(rows)",
    "solve": "tourdion.solve(rows)",
    "count": f"tourdion.count(['{EMPTY}'])",
    "canon": "tourdion.canon(rows)",
    "morph": "tourdion.morph(100 * [puzzle], seed=1, copies=3 * 10**6)",
    "minimize": "tourdion.minimize(rows)",
    "redundant": "tourdion.redundant(rows)",
    "count, wide": "tourdion.count([wide], boxes='5x5')",
    "redundant, wide": "tourdion.redundant([wide], boxes='5x5')",
    "critical": f"tourdion.critical(10**6 * ['{EMPTY}'])",
    "rate": "tourdion.rate(rows, ratings=['bxb'])",
    "filter": "tourdion.filter(rows, 'minimal and bxb>9')",
    "generate, kept": "tourdion.generate(9, seed=1, keep='te>=3')",
    "tour": "tourdion.tour([puzzle], '{-2+2}x3')",
    "generate": "tourdion.generate(10**9, seed=1, clues=20)",
    "explain": "tourdion.explain(rows)",
    "trees": f"tourdion.trees('{NORVIG}', engines=('sorted', 'listed'))",
    "trees, large": f"tourdion.trees('{NORVIG}', engines=('listed', 'norvig'), limit=10**6)",
    "a list": "tourdion.pack(iter(lambda: puzzle, None))",
    "Problem": "tourdion.Problem(5_000_000 * [['a', 'b']])",
    "Problem.count": "queens(40).count()",
    "Problem.count, wide": "queens(100).count()",
    "Problem.cheapest": "priced.cheapest(1000)",
    "Problem.cheapest, forced": "chain.cheapest()",
    "Problem.estimate": "queens(40).estimate(10**9)",
    "Problem.critical": "queens(80).critical()",
    "Problem.sample": "queens(40).sample(seed=1)",
    "Problem.covers": "sum(1 for _ in queens(40).covers())",
    "Problem.solve": "impossible.solve()",
    "Problem.read": "tourdion.Problem.read(written)",
    "next": "next(impossible.covers())",
}

#: Asks the question of each line that it reads, again where a fast machine has the answer, until
#: it is interrupted.
ASKED = f"""
    import random, sys, tourdion
    puzzle = {INKALA!r}
    rows = 3_000_000 * [puzzle]
    cells = list(tourdion.generate(1, seed=9, boxes="5x5", full=True)["puzzle"][0])
    for cell in random.Random(3).sample(range(625), 330):
        cells[cell] = "."
    wide = "".join(cells)

    def queens(n, costs=None):
        squares = [(x, y) for y in range(n) for x in range(n)]
        lines = [(f"r{{y}}", f"c{{x}}", f"u{{x+y}}", f"d{{x-y}}") for x, y in squares]
        diagonals = {{line for option in lines for line in option[2:]}}
        return tourdion.Problem(lines, secondary=diagonals, costs=costs)

    priced = queens(40, [(7 * k * k + 3 * k) % 101 for k in range(1600)])
    # Pigeons and holes, one too many of them.
    pigeons = [(f"p{{p}}", f"h{{h}}") for p in range(30) for h in range(29)]
    impossible = tourdion.Problem(pigeons, secondary={{hole for _, hole in pigeons}})
    # The first item has one option, and each option that is chosen leaves one for another item.
    chain = tourdion.Problem([(k, k + 1) for k in range(200_000)])
    written = chain.text()
    print("ready", flush=True)
    for call in sys.stdin:
        call = compile(call.strip(), "call", "eval")
        print("go", flush=True)
        try:
            while True:
                eval(call)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
"""


@pytest.fixture(scope="module")
def asked():
    """A process that asks questions."""
    process = in_a_process(ASKED)
    assert process.stdout.readline() == "ready\n", process.stderr.read()
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
@pytest.mark.parametrize("call", LONG_CALLS)
def test_an_interrupt_ends_any_call(asked, call):
    took = []
    while not took or (min(took) >= 0.5 and len(took) < 3):  # others use the machine
        asked.stdin.write(LONG_CALLS[call] + "\n")
        asked.stdin.flush()
        assert asked.stdout.readline() == "go\n"
        time.sleep(0.25)
        began = time.monotonic()
        asked.send_signal(signal.SIGINT)
        assert asked.stdout.readline() == "interrupted\n", asked.poll() and asked.stderr.read()
        took.append(time.monotonic() - began)
    print(f"{call}: {1000 * min(took):.0f} ms")
    assert min(took) < 0.5, took


def test_progress():
    seen = []
    rows = 20_000 * [SOLVED]
    tourdion.verify(rows, threads=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (20_000, 20_000) and seen == sorted(seen)
    made = []
    tourdion.generate(50, seed=1, progress=lambda done, total: made.append((done, total)))
    assert made[-1] == (50, 50) and made == sorted(made)
    with pytest.raises(ZeroDivisionError):
        tourdion.verify(rows, progress=lambda done, total: 1 / 0)
    with pytest.raises(TypeError, match="progress: expected a function"):
        tourdion.verify(rows, progress=True)


def test_a_row_alone_is_answered_as_among_others(puzzles):
    """Few rows have no threads and no lanes, unless they take long."""
    pseudo = [puzzle.replace(digit, ".", 1) for puzzle in puzzles[:100] for digit in "159"]
    rows = [*puzzles, *pseudo, "88" + "." * 79]
    asked = {
        "verify": tourdion.verify,
        "verdicts": lambda rows: tourdion.verify(rows, solutions=False),
        "solve": tourdion.solve,
        "count": lambda rows: tourdion.count(rows, limit=100_000),
        "canon": lambda rows: tourdion.canon(rows, mapping=True),
        "redundant": tourdion.redundant,
        "filter": lambda rows: tourdion.filter(rows, "te>=1"),
    }
    for name, ask in asked.items():
        expected = ask(rows).to_pylist()
        assert [ask([row]).to_pylist()[0] for row in rows] == expected, name
        few = [row for at in range(0, len(rows), 7) for row in ask(rows[at:at + 7]).to_pylist()]
        assert few == expected, name
    wide = tourdion.generate(40, seed=1, boxes="2x3")["puzzle"].to_pylist()
    wide += [row.replace("1", ".") for row in wide]
    expected = tourdion.verify(wide, boxes="2x3").to_pylist()
    assert [tourdion.verify([row], boxes="2x3").to_pylist()[0] for row in wide] == expected


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads as Linux does")
def test_a_row_alone_starts_no_thread():
    waiting = "import resource, tourdion\n" + f"rows = ['{INKALA}']\n" + textwrap.dedent("""
        for ask in [tourdion.verify, tourdion.solve, tourdion.count, tourdion.canon]:
            ask(rows)
            before = resource.getrusage(resource.RUSAGE_SELF)
            for _ in range(500):
                ask(rows, threads=2)
            after = resource.getrusage(resource.RUSAGE_SELF)
            faults = after.ru_minflt - before.ru_minflt
            waits = after.ru_nvcsw - before.ru_nvcsw
            assert faults < 500 and waits < 250, (ask, faults, waits)
    """)
    process = in_a_process(waiting)
    _, errors = process.communicate()
    assert process.returncode == 0, errors


def test_few_long_rows_are_answered_by_threads_and_report():
    seen = []
    hard = 4 * [EMPTY]
    table = tourdion.count(hard, limit=2_000_000, progress=lambda *done: seen.append(done))
    assert table["solutions"].to_pylist() == 4 * [2_000_000]
    assert seen[0] == (0, 4) and seen[-1] == (4, 4), seen


def test_threads_by_the_environment():
    code = "import tourdion; print(tourdion.verify(['1' * 81])['verdict'][0])"
    said, _ = in_a_process(code, TOURDION_THREADS="1").communicate(timeout=20)
    assert said == "impossible\n"
    _, complaints = in_a_process(code, TOURDION_THREADS="many").communicate(timeout=20)
    expected = "TOURDION_THREADS: expected a number of threads from 1 to 1024, found `"
    assert f"{expected}many`" in complaints
    for wrong in "0", "-1", "5000":
        _, complaints = in_a_process(code, TOURDION_THREADS=wrong).communicate(timeout=20)
        assert f"{expected}{wrong}`" in complaints


def test_a_thread_per_core_at_once(puzzles):
    expected = tourdion.verify(puzzles).to_dict()
    problem = tourdion.Problem(["ab", "bc", "a", "c", "b"])
    wrong = []

    def ask():
        for _ in range(5):
            if tourdion.verify(puzzles).to_dict() != expected or problem.count() != 3:
                wrong.append(threading.current_thread())

    threads = [threading.Thread(target=ask) for _ in range(2 * (os.cpu_count() or 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_between_two_calls():
    process = in_a_process(f"""
        import os, tourdion
        tourdion.verify(999 * [{INKALA!r}])
        child = os.fork()
        table = tourdion.verify(999 * [{INKALA!r}])
        if child == 0:
            os._exit(0 if set(table["verdict"]) == {{"proper"}} else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert process.communicate(timeout=60)[0] == "0\n"


@pytest.mark.skipif(sys.platform != "linux", reason="the memory is read from /proc")
def test_the_memory_of_a_stream_is_that_of_its_batches():
    pytest.importorskip("pyarrow")
    millions = os.environ.get("TOURDION_MILLIONS", "0.3")
    process = in_a_process(f"""
        import pyarrow, resource, tourdion
        batch = pyarrow.record_batch({{"puzzle": 100_000 * [{SOLVED!r}]}})
        reader = pyarrow.RecordBatchReader.from_batches(
            batch.schema, (batch for _ in range(int(10 * {millions})))
        )
        peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        tourdion.verify(batch)
        before, proper = peak(), 0
        for some in reader:
            answers = tourdion.verify(some)
            proper += sum(1 for v in answers["verdict"].to_numpy() if v == "proper")
        print(proper, peak() - before)
    """)
    said, complaints = process.communicate(timeout=600)
    assert said, complaints
    proper, grown = said.split()
    assert int(proper) == float(millions) * 1_000_000 and float(grown) < 60, said


def test_rows_of_any_content():
    hypothesis = pytest.importorskip("hypothesis")
    strategies = pytest.importorskip("hypothesis.strategies")
    symbols = strategies.sampled_from("0123456789.*?_-x \n\0é\ud800")
    cells = strategies.text(symbols, min_size=78, max_size=83)
    changed = strategies.builds(
        lambda place, symbol: INKALA[:place] + symbol + INKALA[place + 1 :],
        strategies.integers(0, 81), symbols,
    )
    rows = strategies.one_of(strategies.none(), strategies.text(), cells, changed)

    @hypothesis.settings(max_examples=60, deadline=None)
    @hypothesis.given(strategies.lists(rows, max_size=30))
    def ask(rows):
        table = tourdion.verify(rows)
        assert len(table) == len(rows)
        for row, answer in zip(rows, table.to_pylist()):
            is_read = answer["verdict"] != "unreadable"
            assert is_read == (answer["error"] is None)
            text = "" if row is None else row.strip(" \n")
            if is_read:
                assert len(text) == 81 and set(text) <= set("0123456789.*?_-")
            elif len(text) == 81:
                assert not set(text) <= set("0123456789.*?_-")
        for ask in [tourdion.canon, tourdion.minimize]:
            answers = ask(rows).to_pylist()
            bad = [answer["verdict"] == "unreadable" for answer in table.to_pylist()]
            assert all(a["error"] is not None for a, is_bad in zip(answers, bad) if is_bad)

    ask()

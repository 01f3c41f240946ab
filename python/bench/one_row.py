"""Processor time and page faults of calls with a row or a few.

    python bench/one_row.py [CALLS]

Each is the mean of 10,000 calls, unless CALLS says how many.
"""

import resource
import sys

import tourdion

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

CALLS = {
    "verify": lambda: tourdion.verify([EASY]),
    "verify, Inkala's": lambda: tourdion.verify([INKALA]),
    "solve": lambda: tourdion.solve([EASY]),
    "count": lambda: tourdion.count([EASY]),
    "canon": lambda: tourdion.canon([EASY]),
    "morph": lambda: tourdion.morph([EASY], seed=1),
    "rate, te": lambda: tourdion.rate([EASY], ratings=["te"]),
    "minimize": lambda: tourdion.minimize([EASY], seed=1),
    "generate": lambda: tourdion.generate(1, seed=1),
    "verify, two rows": lambda: tourdion.verify([EASY, INKALA]),
    "verify, twenty rows": lambda: tourdion.verify(20 * [EASY]),
}


def main(calls):
    for name, call in CALLS.items():
        for _ in range(20):
            call()
        before = resource.getrusage(resource.RUSAGE_SELF)
        for _ in range(calls):
            call()
        after = resource.getrusage(resource.RUSAGE_SELF)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        faults = after.ru_minflt - before.ru_minflt
        print(f"{name:20} {1e6 * seconds / calls:7.1f} µs {faults / calls:6.1f} faults", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)

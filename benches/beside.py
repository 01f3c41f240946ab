"""Other programs beside tourdion, on problems that the benches write. Nothing of it is installed.

    cargo build --release
    cargo bench --bench choice -- --write FOLDER           or `first`, `cheapest`, `wide`
    python3 benches/beside.py knuth PROGRAMS FOLDER/*.xc   PROGRAMS has ssxcc, dlx6 and others
    python3 benches/beside.py cp-sat FOLDER/*.xc           needs `pip install ortools`
    python3 benches/beside.py cadical195 FOLDER/*.xc       or `glucose42`: `pip install python-sat`

Knuth's page of programs has the sources of his. `ctangle ssxcc` and `gcc -O3 -march=native ssxcc.c
gb_flip.c -o ssxcc` make one, and `ctangle ssxcc-binary ssxcc-wtd ssxcc-wtd` one with a change.
Those that are there are asked. They take names of eight letters and colours of one; so all programs
get files with short ones.

A first line `| tourdion cover --limit 2` in a file is its question; without one, a first cover is
asked for. Files that differ only in a last number, `-0` and so on, are one question in several
orders: their times are added, and a program has to end on all.

Times are those of processors, of whole processes with start and reading; tourdion is a copy, as it
is when it is installed. Knuth's programs take
turns with tourdion, and the least of five counts. Another program has three times as long as
tourdion, and 30 ms at least. All have to agree.

Of CP-SAT, CaDiCaL and Glucose the time is that of the call that solves, on one core, without making
the model, and a second at most. The last two get the clauses of `tourdion cover --emit cnf`. A
first cover is partly luck, so with `--orders 3` items and options are asked in three orders by
chance.
"""

import argparse
import functools
import math
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

PASSES = 5
HOUSE = Path(__file__).parent.parent
PROGRAM = HOUSE / "target" / "release" / "tourdion"
TOY = HOUSE / "data" / "problems" / "toy.txt"
LISTERS = ["ssxcc", "ssxcc-binary", "ssxcc-wtd", "ssxcc-frb", "dlx2"]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Question:
    """A question, and the files that ask it."""

    def __init__(self, path):
        with open(path) as file:
            self.arguments = (file.readline().partition("| tourdion cover ")[2]).split()
        if not self.arguments:
            self.arguments = ["--limit", "1"]
        has_limit = "--limit" in self.arguments
        at = self.arguments.index("--limit") if has_limit else 0
        self.limit = int(self.arguments[at + 1]) if has_limit else None
        self.is_cheapest = "--cheapest" in self.arguments
        self.is_multiple = False
        self.files = []

    def add(self, path, folder):
        """The same problem with short names, in a folder for all."""
        lines = [line.split() for line in open(path) if not re.match(r"\|( |$)", line)]
        first, *options = [words for words in lines if words]
        names = {word: short(at) for at, word in enumerate(w.rpartition("|")[2] for w in first)}
        self.is_multiple |= any("|" in word[:-1] for word in first)
        colours = defaultdict(dict)

        def renamed(word):
            if word.startswith("|"):
                return word  # a cost
            name, colon, colour = word.partition(":")
            known = colours[name]
            return names[name] + colon + (colon and known.setdefault(colour, DIGITS[len(known)]))

        def named(word):
            return word if word == "|" else bounds(word) + names[word.rpartition("|")[2]]

        rows = [[named(word) for word in first]]
        rows += [[renamed(word) for word in option] for option in options]
        file = Path(folder) / Path(path).name
        file.write_text("\n".join(" ".join(row) for row in rows) + "\n")
        self.files.append(file)

    def programs(self, folder):
        """The arguments of each program that answers it, by its name."""
        ours = self.arguments
        if "--all" in ours or (self.limit or 0) > 2:
            # Listed by the engine for lists, and not printed.
            ours = ["--count", "--limit", str(self.limit or 10**12)]
        commands = {"tourdion": [str(PROGRAM), "cover", "--threads", "1", "--quiet", *ours]}
        peers = ["dlx5"] if self.is_cheapest else LISTERS
        peers = ["ssmcc", "dlx3"] if self.is_multiple else peers
        if "--count" in self.arguments and not self.is_cheapest and not self.is_multiple:
            peers = [*peers, "dlx6"]
        for peer in peers:
            path = Path(folder) / peer
            if path.exists():
                commands[peer] = [str(path), *([f"t{self.limit}"] if self.limit else [])]
        return commands


def bounds(word):
    before, bar, _ = word.rpartition("|")
    return before + bar


def short(number):
    """A name of a few letters."""
    return (short(number // 36) if number >= 36 else "i") + DIGITS[number % 36]


def run(command, file, longest):
    """Processor time and what was printed, or None if it took longer than this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(file) as text:
        try:
            done = subprocess.run(
                command, stdin=text, capture_output=True, timeout=2 * longest + 0.2, close_fds=False
            )
        except subprocess.TimeoutExpired:
            return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (took, done.stdout.decode() + done.stderr.decode()) if took <= longest else None


def answer(question, name, text):
    """What a program has found, in a number that all must agree on."""
    if question.is_cheapest:
        found = re.search(r"optimum cost is \$(\d+)" if name == "dlx5" else r"cost ([\d,]+)", text)
        return int(found[1].replace(",", "")) if found else None
    if name != "tourdion":
        found = re.search(r"Altogether (\d+) solution", text)
        return int(found[1]) if found else None
    if (question.limit or 3) > 2:
        return int(text.split()[0])
    return len([part for part in text.split("\n\n") if part.strip()])


def asked(question, folder):
    """The least time of each program that has ended on all files."""
    commands, least, out = question.programs(folder), {}, set()
    for _ in range(PASSES):
        for name, command in commands.items():
            if name in out:
                continue
            sum_of = 0
            for file in question.files:
                longest = max(3 * least.get(("tourdion", file), 60), 0.03)
                told = run(command, file, 60 if name == "tourdion" else longest)
                if told is None:
                    out.add(name)
                    break
                found = answer(question, name, told[1])
                if found is None:
                    out.add(name)  # too large a problem for it
                    break
                assert least.setdefault(file, found) == found, (file, name, found, least[file])
                key = (name, file)
                least[key] = min(told[0], least.get(key, math.inf))
                sum_of += least[key]
            least[name] = sum_of
    return {name: least[name] for name in commands if name not in out}


def starts(questions, folder):
    """The time of each program for a problem of six options: that of starting it."""
    least = {}
    for command in {name: c for q in questions for name, c in q.programs(folder).items()}.items():
        name, arguments = command
        least[name] = min(run(arguments, TOY, 9)[0] for _ in range(40))
    return least


def beside_knuth(questions, folder):
    start = starts(questions.values(), folder)
    print("starting, ms:", "  ".join(f"{name} {1000 * took:.2f}" for name, took in start.items()))
    print("ms, and how many times as long the best other takes, whole and without starting")
    ratios = []
    for name, question in questions.items():
        times = asked(question, folder)
        files = len(question.files)
        searched = {peer: max(took - files * start[peer], 1e-5) for peer, took in times.items()}
        ratio = [beside_best(dict(of)) for of in (times, searched)]
        ratios.append((name, ratio))
        ours = times.pop("tourdion")
        shown = "  ".join(f"{peer} {1000 * took:.2f}" for peer, took in sorted(times.items()))
        print(f"{name:34} {1000 * ours:9.2f} {ratio[0]:6.2f} {ratio[1]:6.2f}   {shown}", flush=True)
    alone = sum(ratio[0] == math.inf for _, ratio in ratios)
    lost = [(name, ratio) for name, ratio in ratios if ratio[0] < 1 / 1.1]
    print(f"{len(ratios)} questions: on {alone} no other ends; {len(lost)} lost by over a tenth:")
    for name, ratio in sorted(lost, key=lambda row: row[1]):
        print(f"    {name:34} {ratio[0]:.2f}, without starting {ratio[1]:.2f}")


def beside_best(times):
    """How many times as long as tourdion the best other takes."""
    ours = times.pop("tourdion")
    return min(times.values(), default=math.inf) / ours


def by_cp_sat(file):
    """The time in which CP-SAT finds a cover, and whether it does."""
    from ortools.sat.python import cp_model

    items, *options = [line.split() for line in open(file)]
    bar = items.index("|") if "|" in items else len(items)
    model, by_item = cp_model.CpModel(), defaultdict(list)
    for option in options:
        chosen = model.NewBoolVar("")
        for item in option:
            assert ":" not in item, "colours are not stated for CP-SAT here"
            by_item[item].append(chosen)
    for item in items[:bar]:
        model.AddExactlyOne(by_item[item])
    for item in items[bar + 1 :]:
        model.AddAtMostOne(by_item[item])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 2  # by the clock
    began = time.process_time()
    end = solver.Solve(model)
    return time.process_time() - began, end in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def by_clauses(name, file):
    """The same for a solver of clauses, one of `pysat.solvers`."""
    solve = "import sys, time; from pysat.formula import CNF; from pysat.solvers import Solver\n"
    solve += "solver = Solver(name=sys.argv[1], bootstrap_with=CNF(from_string=sys.stdin.read()))\n"
    solve += "began = time.process_time(); is_covered = solver.solve()\n"
    solve += "print(time.process_time() - began, is_covered)"
    clauses = subprocess.run([PROGRAM, "cover", "--emit", "cnf", file], stdout=subprocess.PIPE)
    try:
        # Not every solver can be interrupted, but a process can.
        command = [sys.executable, "-c", solve, name]
        done = subprocess.run(command, input=clauses.stdout, stdout=subprocess.PIPE, timeout=4)
    except subprocess.TimeoutExpired:
        return math.inf, False
    took, is_covered = done.stdout.split()
    return float(took), is_covered == b"True"


def beside_solver(questions, peer, orders):
    solve = by_cp_sat if peer == "cp-sat" else functools.partial(by_clauses, peer)
    families = defaultdict(list)
    for question in questions.values():
        command = [*question.programs("")["tourdion"], "--time-limit", "1"]
        for file in (order for file in question.files for order in in_orders(file, orders)):
            runs = [run(command, file, 9) for _ in range(3)]
            ours = min(took for took, _ in runs) if all(text for _, text in runs) else None
            took, is_found = solve(file)
            theirs = took if is_found and took < 1 else None
            families[re.match("[A-Za-z]+", file.name)[0]].append((ours, theirs))
            words = [f"{1000 * took:9.1f}" if took else f"{'-':>9}" for took in (ours, theirs)]
            print(f"{file.stem:34}", *words, flush=True)
    families["all"] = [pair for family in families.values() for pair in family]
    print(f"kind, problems, found by tourdion and {peer}; how many times as long, at the least")
    for name, pairs in families.items():
        found = [sum(pair[at] is not None for pair in pairs) for at in (0, 1)]
        ratios = [theirs / ours for ours, theirs in pairs if ours and theirs]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
        least = min(ratios, default=math.nan)
        print(f"{name:16} {len(pairs):3} {found[0]:4} {found[1]:4} {mean:8.2f} {least:8.2f}")


def in_orders(file, orders):
    """Files with the same problem: itself, or its items and options in orders by chance."""
    if orders == 0:
        return [file]
    first, *options = file.read_text().splitlines()
    kinds = [part.split() for part in first.split("|")]
    files = [file.with_name(f"{file.stem}-{order}.xc") for order in range(orders)]
    for order, path in enumerate(files):
        chance = random.Random(order)
        mixed = " | ".join(" ".join(chance.sample(kind, len(kind))) for kind in kinds)
        lines = [mixed, *chance.sample(options, len(options))]
        path.write_text("\n".join(lines) + "\n")
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("peer", choices=["knuth", "cp-sat", "cadical195", "glucose42"])
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--program", default=PROGRAM, help="another tourdion")
    parser.add_argument("--orders", type=int, default=0, help="orders by chance of each problem")
    given = parser.parse_args()
    folder, *files = given.paths if given.peer == "knuth" else ["", *given.paths]
    with tempfile.TemporaryDirectory() as short:
        questions = {}
        for path in files:
            name = re.sub(r"^((count|list|few)-.*)-\d$", r"\1", Path(path).stem)
            questions.setdefault(name, Question(path)).add(path, short)
        # What a linker writes is mapped in small pieces, a copy in large ones.
        globals()["PROGRAM"] = shutil.copy(given.program, Path(short) / "tourdion")
        if given.peer == "knuth":
            beside_knuth(questions, folder)
        else:
            beside_solver(questions, given.peer, given.orders)


if __name__ == "__main__":
    main()

"""Puzzles for training: N that are unique up to symmetry, and other copies of them each epoch.

    python pipeline.py [N]

The same seeds make the same batches, on any machine and with any number of threads. With PyTorch,
`Batches` is an `IterableDataset`: `torch.from_numpy` takes its arrays without a copy.
"""

import sys

import numpy
import tourdion


def unique_puzzles(n, seed):
    """`n` puzzles with 24 to 30 clues, no two of them equal up to symmetry."""
    found, batch = {}, 0
    while len(found) < n:
        made = tourdion.generate(n, seed=seed + batch, clues=(24, 30))["puzzle"]
        forms = tourdion.canon(made)["canonical"]
        found.update(zip(forms.to_pylist(), made.to_pylist()))
        batch += 1
    return list(found.values())[:n]


class Batches:
    """Pairs of arrays (B, 81) of uint8: puzzles, with 0 for an empty cell, and solutions."""

    def __init__(self, puzzles, size, seed):
        self.puzzles, self.size, self.seed = puzzles, size, seed
        self.solutions = tourdion.solve(puzzles)["solution"].to_pylist()
        self.epoch = 0

    def __iter__(self):
        seed = self.seed + self.epoch
        self.epoch += 1
        copies = tourdion.morph(self.puzzles, seed=seed, solutions=self.solutions)
        puzzles, solutions = copies["copy"].digits(), copies["copy_solution"].digits()
        order = numpy.random.default_rng(seed).permutation(len(self.puzzles))
        for begin in range(0, len(order), self.size):
            chosen = order[begin : begin + self.size]
            yield puzzles[chosen], solutions[chosen]


def main(n=1_000):
    puzzles = unique_puzzles(n, seed=2026)
    batches = Batches(puzzles, size=64, seed=1)
    for epoch in range(2):
        count = sum(len(inputs) for inputs, _ in batches)
        print(f"epoch {epoch}: {count} puzzles")
    return batches


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""The twelve pentominoes in a rectangle: how many ways, and a picture of one.

    python tiling.py [WIDTH HEIGHT [PICTURE.svg]]
"""

import sys
from pathlib import Path

import tourdion

PIECES = {
    "F": [".XX", "XX.", ".X."], "I": ["XXXXX"], "L": ["XXXX", "X..."], "N": [".XXX", "XX.."],
    "P": ["XX", "XX", "X."], "T": ["XXX", ".X.", ".X."], "U": ["X.X", "XXX"],
    "V": ["X..", "X..", "XXX"], "W": ["X..", "XX.", ".XX"], "X": [".X.", "XXX", ".X."],
    "Y": ["..X.", "XXXX"], "Z": ["XX.", ".X.", ".XX"],
}


def orientations(drawing):
    """The ways to turn and mirror a piece: sets of cells that begin at 0, 0."""
    cells = [(x, y) for y, row in enumerate(drawing) for x, sign in enumerate(row) if sign == "X"]
    found = set()
    for _ in range(2):
        cells = [(-x, y) for x, y in cells]
        for _ in range(4):
            cells = [(-y, x) for x, y in cells]
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            found.add(frozenset((x - left, y - top) for x, y in cells))
    return sorted(map(sorted, found))


def rectangle(width, height):
    """Each option is a piece and the cells where it lies; a cell is a tuple (x, y)."""
    board = {(x, y) for x in range(width) for y in range(height)}
    options = []
    for name, drawing in PIECES.items():
        for shape in orientations(drawing):
            for x, y in sorted(board):
                placed = [(x + dx, y + dy) for dx, dy in shape]
                if board.issuperset(placed):
                    options.append([name, *placed])
    return tourdion.Problem(options)


def main(width=10, height=6, picture=None):
    problem = rectangle(int(width), int(height))
    count = problem.count()
    print(f"{count} packings, {count // 4} up to symmetry")
    drawn = problem.draw(problem.solve())
    if picture:
        Path(picture).write_text(str(drawn))
    return count, drawn


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The same small problem as for `exact-cover`, `xcover` and `algorithm-x`, and here.

    python moving.py

Each of these packages takes another form of the problem; this is how it becomes ours.
"""

import tourdion

# exact_cover: rows of 0 and 1, and the numbers of the rows in a solution.
#   exact_cover.get_exact_cover(numpy.array(MATRIX, dtype="int32"))
MATRIX = [
    [0, 0, 1, 0, 1, 0, 0],
    [1, 0, 0, 1, 0, 0, 1],
    [0, 1, 1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 1, 0],
    [0, 1, 0, 0, 0, 0, 1],
    [0, 0, 0, 1, 1, 0, 1],
]


def of_matrix(matrix):
    """A problem whose covers are lists of the numbers of rows."""
    rows = {
        number: [column for column, is_one in enumerate(row) if is_one]
        for number, row in enumerate(matrix)
    }
    return tourdion.Problem(rows, items=range(len(matrix[0])))


# xcover: lists of items, secondary items by name, colours behind a colon.
#   next(covers(OPTIONS, primary=["p", "q", "r"], secondary=["x", "y"], colored=True))
OPTIONS = [
    ["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"],
]


def of_coloured(options, secondary):
    """A problem whose options are dicts from an item to its colour, or None."""
    split = [
        {item: colour or None for item, _, colour in (name.partition(":") for name in option)}
        for option in options
    ]
    return tourdion.Problem(split, secondary=secondary)


# algorithm_x: the columns of each row, given one after another.
#   solver = AlgorithmX(7); solver.appendRow([2, 4]); ...; next(solver.solve())


def main():
    problem = of_matrix(MATRIX)
    print(f"rows {problem.solve()}, of {problem.count()} covers")
    coloured = of_coloured(OPTIONS, secondary=["x", "y"])
    print(f"coloured: {coloured.solve()}")
    return problem.solve(), list(coloured)


if __name__ == "__main__":
    main()

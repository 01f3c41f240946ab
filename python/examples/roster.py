"""A week of shifts, at least cost: one or two people in each, one shift a day for each of them.

    python roster.py
"""

import tourdion

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"]
SHIFTS = ["early", "late"]
WAGES = {"Ada": 9, "Ben": 7, "Cleo": 8, "Dan": 6}
AWAY = {("Dan", "Mon"), ("Ben", "Fri"), ("Ada", "Wed")}


def roster():
    options, costs = {}, {}
    for day in DAYS:
        for shift in SHIFTS:
            for person, wage in WAGES.items():
                if (person, day) in AWAY:
                    continue
                # The shift itself, and the day of the person: one shift a day at most.
                options[person, day, shift] = [(day, shift), (person, day)]
                costs[person, day, shift] = wage + (2 if shift == "late" else 0)
    return tourdion.Problem(
        options,
        secondary=[(person, day) for person in WAGES for day in DAYS],
        multiplicities={(day, shift): (1, 2) for day in DAYS for shift in SHIFTS},
        costs=costs,
    )


def main():
    problem = roster()
    cost, cover = problem.cheapest()[0]
    for day in DAYS:
        shifts = [
            f"{shift}: {', '.join(who for who, d, s in cover if (d, s) == (day, shift))}"
            for shift in SHIFTS
        ]
        print(f"{day}  {'; '.join(shifts)}")
    print(f"wages: {cost}")
    return cost, cover


if __name__ == "__main__":
    main()

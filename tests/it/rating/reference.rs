//! Ratings by their definitions alone: slow, and with nothing that the library has.
//!
//! A board is 729 flags. Nothing is kept between trials, no order is chosen, and no solution is
//! known.

use std::collections::BTreeSet;

/// A digit in a cell, as `cell * 9 + digit`.
type Candidate = usize;

/// The rules of a candidate: a digit for its cell, and a place in each of its houses.
fn constraints_of(candidate: Candidate) -> [usize; 4] {
    let (row, column, digit) = (candidate / 81, candidate / 9 % 9, candidate % 9);
    let of = |kind: usize, first: usize, second: usize| kind * 81 + first * 9 + second;
    let in_box = row / 3 * 3 + column / 3;
    [of(0, row, column), of(1, row, digit), of(2, column, digit), of(3, in_box, digit)]
}

/// The 324 constraints with their members, and what each candidate is linked to.
pub(super) struct Reference {
    constraints: Vec<Vec<Candidate>>,
    links: Vec<Vec<Candidate>>,
}

/// Which candidates are left.
type Board = Vec<bool>;

/// What is left of a constraint.
enum Left {
    None,
    One(Candidate),
    More,
}

/// The rules that are used in a trial.
#[derive(Clone, Copy)]
enum Rules {
    Singles,
    /// Singles, and braids of at most this many constraints.
    Braids(usize),
    /// T&E to this depth, above singles and braids of this length (0: none).
    Trials(usize, usize),
}

impl Reference {
    pub(super) fn new() -> Reference {
        let mut constraints = vec![Vec::new(); 324];
        for candidate in 0..729 {
            for constraint in constraints_of(candidate) {
                constraints[constraint].push(candidate);
            }
        }
        let linked = |one: Candidate| {
            let others = constraints_of(one).into_iter().flat_map(|v| constraints[v].clone());
            others.filter(|&other| other != one).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let links = (0..729).map(linked).collect();
        Reference { constraints, links }
    }

    fn board(&self, puzzle: &str) -> Board {
        let mut board = vec![true; 729];
        for (cell, symbol) in puzzle.bytes().take(81).enumerate() {
            if let Some(digit) = symbol.checked_sub(b'1').filter(|&digit| digit < 9) {
                self.assume(&mut board, cell * 9 + usize::from(digit));
            }
        }
        board
    }

    fn assume(&self, board: &mut Board, candidate: Candidate) {
        self.links[candidate].iter().for_each(|&other| board[other] = false);
    }

    /// Whether each cell has one candidate.
    fn is_solved(board: &Board) -> bool {
        board.iter().filter(|&&left| left).count() == 81
    }

    fn one_left(&self, board: &Board, v: usize) -> Left {
        let mut left = self.constraints[v].iter().filter(|&&candidate| board[candidate]);
        match (left.next(), left.next()) {
            (None, _) => Left::None,
            (Some(&one), None) => Left::One(one),
            _ => Left::More,
        }
    }

    /// Naked and hidden singles to the end; false if a constraint has nothing left.
    fn singles(&self, board: &mut Board) -> bool {
        loop {
            let before = board.clone();
            for v in 0..324 {
                match self.one_left(board, v) {
                    Left::None => return false,
                    Left::One(single) => self.assume(board, single),
                    Left::More => {}
                }
            }
            if *board == before {
                return true;
            }
        }
    }

    /// Applies rules to the end; false if the board contradicts itself.
    fn apply(&self, board: &mut Board, rules: Rules) -> bool {
        loop {
            if !self.singles(board) {
                return false;
            }
            let before = board.clone();
            for target in (0..729).filter(|&target| before[target]) {
                let is_false = match rules {
                    Rules::Singles => false,
                    Rules::Braids(length) => self.has_braid(&before, target, length),
                    Rules::Trials(depth, length) => {
                        let mut trial = board.clone();
                        self.assume(&mut trial, target);
                        let inner = match (depth, length) {
                            (1, 0) => Rules::Singles,
                            (1, length) => Rules::Braids(length),
                            _ => Rules::Trials(depth - 1, length),
                        };
                        !self.apply(&mut trial, inner)
                    }
                };
                if is_false {
                    board[target] = false;
                }
            }
            if *board == before {
                return true;
            }
        }
    }

    /// Whether a candidate has a braid of at most this many constraints, by sets of what follows
    /// from it.
    fn has_braid(&self, board: &Board, target: Candidate, length: usize) -> bool {
        let mut sets = BTreeSet::from([vec![target]]);
        for size in 1..=length {
            let mut next = BTreeSet::new();
            for set in &sets {
                let mut trial = board.clone();
                for &member in set {
                    self.assume(&mut trial, member);
                }
                for v in 0..324 {
                    match self.one_left(&trial, v) {
                        Left::None => return true,
                        Left::One(single) if size < length && !set.contains(&single) => {
                            let mut larger = set.clone();
                            larger.push(single);
                            larger.sort_unstable();
                            next.insert(larger);
                        }
                        _ => {}
                    }
                }
            }
            sets = next;
        }
        false
    }

    /// The least of the numbers for which the rules solve the puzzle.
    fn least(
        &self,
        puzzle: &str,
        mut numbers: std::ops::RangeInclusive<usize>,
        rules: impl Fn(usize) -> Rules,
    ) -> Option<usize> {
        numbers.find(|&number| {
            let mut board = self.board(puzzle);
            self.apply(&mut board, rules(number)) && Reference::is_solved(&board)
        })
    }

    /// The depth of T&E, up to `deepest`.
    pub(super) fn depth(&self, puzzle: &str, deepest: usize) -> Option<usize> {
        self.least(puzzle, 0..=deepest, |depth| match depth {
            0 => Rules::Singles,
            depth => Rules::Trials(depth, 0),
        })
    }

    /// The least length of braids that solve, up to `longest`.
    pub(super) fn braid(&self, puzzle: &str, longest: usize) -> Option<usize> {
        self.least(puzzle, 0..=longest, |length| match length {
            0 => Rules::Singles,
            length => Rules::Braids(length),
        })
    }

    /// The least length of braids in the trials of T&E(1), up to `longest`.
    pub(super) fn bxb(&self, puzzle: &str, longest: usize) -> Option<usize> {
        self.least(puzzle, 0..=longest, |length| Rules::Trials(1, length))
    }
}
